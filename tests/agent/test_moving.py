"""`resume` when the base branch moved: where the run goes on, and what is planned anew."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from agent.decision import drop, take
from agent.errors import ModelRefused, NoRun
from agent.job import Job
from agent.journal import Ended, Journal, Moved, Planned, Started
from agent.moving import follow
from agent.report.document import report_of
from agent.run import Tools, refactor
from agent.settings import Settings
from applier.errors import AcceptConflict
from applier.history import resolve_commit, state_folder
from applier.workspace import Workspace
from tests.applier.user_side import introduce
from tests.conftest import MakeRepo, git
from tests.fakes import ScriptedModel, answering

NAMES = ("a", "b", "c")
FILES = {f"{name}.py": f"def {name}():\n    return 1\n" for name in NAMES}
CHECK = "import a, b, c\nassert a.a() + b.b() + c.c() == 3\n"
BETTER = {path: text.replace("    return", '    """Say it."""\n    return') for path, text in FILES.items()}
NOTHING = answering(lambda block: "")


def _outline(*names: str, more: tuple[str, ...] = ()) -> Callable[..., str]:
    lines = [f'{{"step": "{name}", "title": "Tidy {name}", "files": ["{name}.py"]}}' for name in names]
    return answering(lambda block: "\n".join([*lines, *more]))


def _step(text: Callable[[str], str] = BETTER.__getitem__) -> Callable[..., str]:
    log = '{"type": "done", "text": "tidied"}'
    return answering(lambda block: log if block.kind == "log" else text(block.path or ""))


class Bench:
    """A run of three steps that was cut off after the first."""

    def __init__(self, root: Path, names: Sequence[str] = NAMES, *more: str) -> None:
        self.root, self.said = root, list[str]()
        job = Job(
            run="r1",
            branch="overhaul/r1",
            base=resolve_commit(root),
            settings=Settings(goal="tidy", model="scripted", test=f'"{sys.executable}" check.py'),
        )
        with self.open() as journal:
            journal.append(Started(job=job, key="k7f3q9zz"))
            with pytest.raises(ModelRefused):
                self.refactor(journal, NOTHING, _outline(*names, more=more), _step(), ModelRefused("out of money"))
            journal.append(Ended(exit=5))

    def open(self) -> Journal:
        return Journal(state_folder(self.root) / "runs" / "r1")

    def refactor(self, journal: Journal, *replies: object) -> ScriptedModel:
        model = ScriptedModel(*replies)  # type: ignore[arg-type]
        tools = Tools(root=self.root, make_model=lambda *_: model, say=self.said.append, sleep=lambda _: None)
        refactor(journal, tools)
        return model

    def resume(self, *replies: object, onto: str | None = None) -> ScriptedModel:
        with self.open() as journal:
            follow(self.root, journal, onto, self.said.append)
            return self.refactor(journal, *replies)

    def commit(self, path: str, text: str) -> str:
        (self.root / path).write_text(text)
        git(self.root, "add", path)
        git(self.root, "commit", "-qm", "the user's")
        return resolve_commit(self.root)

    def take(self, *names: str) -> None:
        with self.open() as journal:
            take(self.root, journal, names)

    def status(self) -> dict[str, str]:
        return {line.step: line.status for line in report_of(self.open()).outcomes}

    def on_branch(self, path: str) -> str:
        return git(self.root, "show", f"overhaul/r1:{path}")


@pytest.fixture
def bench(make_repo: MakeRepo) -> Bench:
    root = make_repo({**FILES, "check.py": CHECK, "README": "x\n"})
    introduce(root)
    return Bench(root)


def test_where_the_base_stayed_or_moved_without_us_the_run_goes_on_from_its_own(bench: Bench) -> None:
    base, mine = resolve_commit(bench.root), bench.commit("b.py", "def b():\n    return 1  # mine\n")
    bench.resume(_step(), _step())
    assert bench.open().job.base == base
    assert not bench.open().all(Moved)
    assert bench.on_branch("b.py") == BETTER["b.py"]
    assert set(bench.status().values()) == {"committed"}
    assert resolve_commit(bench.root) == mine


@pytest.mark.parametrize("names", [(), ("S01",)], ids=["accepted whole", "accepted by module"])
def test_where_what_landed_was_accepted_it_goes_on_from_there(bench: Bench, names: tuple[str, ...]) -> None:
    bench.commit("README", "before\n")
    bench.take(*names)
    mine = bench.commit("README", "after\n")
    model = bench.resume(_step(), _step())
    assert len(model.prompts) == 2  # nothing was planned anew: none of the files changed
    assert bench.open().job.base == mine
    assert git(bench.root, "merge-base", "main", "overhaul/r1").strip() == mine
    assert bench.on_branch("README") == "after\n"
    assert {path: bench.on_branch(path) for path in BETTER} == BETTER
    assert bench.status() == dict.fromkeys(("S01", "S02", "S03"), "committed")
    bench.take()
    assert git(bench.root, "diff", "HEAD", "overhaul/r1") == ""
    with bench.open() as journal:
        drop(bench.root, journal, revert=True)  # all of it, what was accepted before the move too
    assert {path: (bench.root / path).read_text() for path in FILES} == FILES


def test_only_what_concerns_changed_files_is_planned_anew(bench: Bench) -> None:
    bench.take()
    text = "def b():\n    return 1\n\n\ndef more():\n    return 2\n"
    bench.commit("b.py", text)
    model = bench.resume(NOTHING, _outline("b"), _step(lambda path: text.replace("1", "1  # one")), _step())
    kinds = [prompt.kind for prompt in model.prompts]
    assert kinds == ["diagnose", "plan", "step", "step"]
    assert "def more" in model.prompts[0].variable + model.prompts[0].stable
    assert "S02 is planned anew, since b.py changed" in bench.said
    assert bench.status() == {"S01": "committed", "S04": "committed", "S03": "committed"}
    assert "def more" in bench.on_branch("b.py")


def test_a_plan_with_operations_is_planned_anew_too_even_where_that_was_cut_off(make_repo: MakeRepo) -> None:
    unused = '{"step": "c", "title": "Clean c", "op": {"op": "remove-unused", "paths": ["c.py"]}}'
    root = make_repo({**FILES, "c.py": "import os\n\n\n" + FILES["c.py"], "check.py": CHECK})
    introduce(root)
    bench = Bench(root, "ab", unused)
    mine = bench.commit("c.py", "import os\nimport sys\n\n\n" + FILES["c.py"])
    with bench.open() as journal:
        follow(root, journal, "main", bench.said.append)  # and killed before anything was planned
    bench.resume(NOTHING, _outline(more=(unused,)), _step(), onto="main")
    assert bench.open().job.base == mine
    assert bench.status() == {"S01": "committed", "S02": "committed", "S04": "committed"}
    assert bench.on_branch("b.py") == BETTER["b.py"]
    assert "import" not in bench.on_branch("c.py")


@pytest.mark.parametrize("onto", [None, "main"])
def test_the_worktree_that_a_killed_run_left_is_in_nobodys_way(bench: Bench, onto: str | None) -> None:
    Workspace.open(bench.root, "r1", "overhaul/r1", "main")  # and killed
    if onto is None:
        bench.take()
    mine = bench.commit("README", "mine\n")
    bench.resume(_step(), _step(), onto=onto)
    assert bench.open().job.base == mine
    assert git(bench.root, "worktree", "list", "--porcelain").count("worktree ") == 1


def test_what_is_gone_is_not_planned_again(bench: Bench) -> None:
    bench.take()
    bench.commit("check.py", "import a, c\nassert a.a() + c.c() == 2\n")
    git(bench.root, "rm", "-q", "b.py")
    git(bench.root, "commit", "-qm", "mine")
    model = bench.resume(_step())
    assert [prompt.kind for prompt in model.prompts] == ["step"]
    assert bench.status() == {"S01": "committed", "S03": "committed"}


def test_cut_off_while_planning_anew_it_asks_only_for_what_it_did_not_hear(bench: Bench) -> None:
    bench.take()
    bench.commit("b.py", "def b():\n    return 1  # mine\n")
    with pytest.raises(ModelRefused):
        bench.resume(NOTHING, ModelRefused("out of money"))
    model = bench.resume(_outline("b"), _step(), _step())
    assert [prompt.kind for prompt in model.prompts] == ["plan", "step", "step"]
    assert len(bench.open().all(Planned)) == 2


def test_the_commands_are_measured_on_the_new_base(bench: Bench) -> None:
    bench.take()
    bench.commit("check.py", "raise SystemExit('test_old FAILED')\n")
    bench.resume(_step(), _step())
    assert "fail" in report_of(bench.open()).tests or "cannot gate" in report_of(bench.open()).tests


def test_onto_carries_what_landed_to_a_commit_that_the_user_names(bench: Bench) -> None:
    mine = bench.commit("README", "mine\n")
    first = bench.open().commits[0]
    bench.resume(_step(), _step(), onto="main")
    journal = bench.open()
    assert journal.job.base == mine
    assert journal.commits[0] != first
    assert git(bench.root, "log", "--format=%H", "--reverse", "main..overhaul/r1").split() == list(journal.commits)
    line = report_of(journal).outcomes[0]
    assert not line.verified
    assert "the tests did not run on it there" in line.problems[-1]
    bench.take()
    assert resolve_commit(bench.root) == journal.commits[-1]


def test_onto_a_commit_where_it_does_not_fit_nothing_is_done(bench: Bench) -> None:
    bench.commit("a.py", "def a():\n    return 2 - 1\n")
    tip = resolve_commit(bench.root, "refs/heads/overhaul/r1")
    with pytest.raises(AcceptConflict, match=r"conflicts in a\.py"):
        bench.resume(onto="main")
    assert resolve_commit(bench.root, "refs/heads/overhaul/r1") == tip
    assert not bench.open().all(Moved)


def test_a_branch_with_the_users_own_commits_is_not_moved_from_under_them(bench: Bench) -> None:
    git(bench.root, "switch", "-q", "overhaul/r1")
    bench.commit("README", "fixed on the branch\n")
    git(bench.root, "switch", "-q", "main")
    bench.commit("README", "mine\n")
    with pytest.raises(AcceptConflict, match="alone holds commits that are not of run r1"):
        bench.resume(onto="main")
    assert not bench.open().all(Moved)


def test_a_move_that_was_cut_off_is_finished(bench: Bench) -> None:
    bench.take("S01")
    tip = resolve_commit(bench.root, "refs/heads/overhaul/r1")
    head = bench.commit("README", "mine\n")
    with bench.open() as journal:
        journal.append(Moved(base=head, tip=head, was=tip, known=tip))
    bench.resume(_step(), _step())
    assert git(bench.root, "merge-base", "main", "overhaul/r1").strip() == head
    assert {path: bench.on_branch(path) for path in BETTER} == BETTER


def test_a_branch_that_was_deleted_after_an_accept_is_made_anew(bench: Bench) -> None:
    bench.take()
    git(bench.root, "branch", "-q", "-D", "overhaul/r1")
    head = bench.commit("README", "mine\n")
    bench.resume(_step(), _step())
    assert git(bench.root, "merge-base", "main", "overhaul/r1").strip() == head


def test_a_run_that_was_dropped_does_not_go_on(bench: Bench) -> None:
    with bench.open() as journal:
        drop(bench.root, journal, revert=False)
    with pytest.raises(NoRun, match="was rolled back"):
        bench.resume()
