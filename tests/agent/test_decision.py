"""What a user decides, whole or by module: what builds on what, what is picked, what is taken back, what is refused."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from agent.decision import drop, drop_modules, take
from agent.errors import NothingLanded, SettingsError
from agent.journal import Journal, Started
from agent.report.document import report_of
from applier.errors import AcceptConflict, UnknownBranch
from applier.history import resolve_commit, state_folder
from applier.workspace import Workspace
from tests.applier.user_side import introduce, snapshot
from tests.conftest import commit_tree, git
from tests.finished import finished_run

RUN, BRANCH = "r1", "overhaul/r1"
MONEY = "def price(x):\n    return x\n"
FILES = {
    "shop/__init__.py": "",
    "shop/money.py": MONEY,
    "shop/cart.py": "from shop.money import price\n\n\ndef total(xs):\n    return sum(price(x) for x in xs)\n",
    "shop/text.py": "def shout(x):\n    return x.upper()\n",
    "api/view.py": "A = 1\n\n\n\n\nB = 1\n",
}
# S01 brings a name that S02 uses; S03 stands alone; S04 changes lines that S03 changed; S05 was refused.
STEPS: dict[str, dict[str, str | None]] = {
    "S01": {"shop/money.py": MONEY + "\n\ndef rounded(x):\n    return round(x)\n"},
    "S02": {"shop/cart.py": "from shop.money import rounded\n\n\ndef total(xs):\n    return rounded(sum(xs))\n"},
    "S03": {"shop/text.py": "def shout(x):\n    return x.upper() + '!'\n"},
    "S04": {"shop/text.py": "def shout(x):\n    return x.upper() + '!!'\n", "api/new.py": "N = 1\n"},
    "S06": {"api/view.py": "A = 1\n\n\n\n\nB = 2\n"},
}


@dataclass
class Case:
    """A user's checkout with a run whose steps have landed on its branch."""

    root: Path
    journal: Journal

    def has(self, revision: str, path: str) -> str:
        return git(self.root, "show", f"{revision}:{path}")

    def changed(self, revision: str = "HEAD") -> list[str]:
        return git(self.root, "diff", "--name-only", "start", revision).split()

    def disposed(self) -> dict[str, str]:
        return {line.step: line.disposed for line in report_of(self.journal).outcomes if line.disposed}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once, since commits take a while."""
    root = tmp_path_factory.mktemp("original") / "repo"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
            patch.setenv(name, str(tmp_path_factory.mktemp("home")))
        commit_tree(root)
        introduce(root)
        git(root, "tag", "start")
        finished_run(root, RUN, STEPS, refused={"S05": "shop/__init__.py"})
    return root


@pytest.fixture(scope="module")
def parsed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What was parsed once is not parsed again by the next test."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def case(original: Path, parsed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Case]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(parsed))
    root = Path(shutil.copytree(original, tmp_path / "repo", symlinks=True))
    with Journal(state_folder(root) / "runs" / RUN) as journal:
        yield Case(root, journal)


# Taking


@pytest.mark.parametrize(
    ("names", "steps"),
    [
        (["S01"], ["S01"]),
        (["shop/money.py"], ["S01"]),
        (["shop/text.py"], ["S03", "S04"]),
        (["api"], ["S04", "S06"]),
        (["api/view*", "S01"], ["S01", "S06"]),
        (["S0[12]"], ["S01", "S02"]),
    ],
)
def test_steps_are_named_by_id_module_file_folder_or_glob(case: Case, names: list[str], steps: list[str]) -> None:
    if names == ["api"]:
        names = [*names, "S03"]
        steps = ["S03", *steps]
    taken = take(case.root, case.journal, names)
    assert [step.step for step in taken.steps] == steps
    assert taken.kind == "picked"
    assert case.disposed() == dict.fromkeys(steps, "accepted")
    assert sorted(case.changed()) == sorted({path for step in steps for path in STEPS[step]})
    subjects = git(case.root, "log", "--format=%(trailers:key=Overhaul-Step,valueonly)", "start..HEAD").split()
    assert subjects == steps[::-1]
    assert report_of(case.journal).disposed == ""


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["S99"], "--module S99 matches no step of the run r1"),
        (["S01", "nowhere/*"], "--module nowhere/\\* matches no step"),
        (["S05"], "S05 is refused, so there is no commit of it"),
        (["sho"], "matches no step"),
    ],
)
def test_a_name_that_means_nothing_is_said_so_and_nothing_is_done(case: Case, names: list[str], said: str) -> None:
    before = snapshot(case.root)
    with pytest.raises(SettingsError, match=said) as caught:
        take(case.root, case.journal, names)
    assert "S01 (shop/money.py)" in caught.value.hint
    with pytest.raises(SettingsError, match=said):
        drop_modules(case.root, case.journal, names, cascade=False, revert=False)
    assert snapshot(case.root) == before
    assert case.disposed() == {}


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("S02", r"S02 \(shop/cart.py\) cannot be taken without S01.* \(--module S01 --module S02\)\."),
        ("S04", r"S04 .* cannot be taken without S03.* \(--module S03 --module S04\)\."),
    ],
)
def test_what_a_step_builds_on_must_come_along(case: Case, name: str, needed: str) -> None:
    before = snapshot(case.root)
    with pytest.raises(AcceptConflict, match=needed):
        take(case.root, case.journal, [name])
    assert snapshot(case.root) == before
    assert case.disposed() == {}
    take(case.root, case.journal, ["S01", "S03"])
    assert take(case.root, case.journal, [name]).kind == "picked"


def test_what_was_accepted_is_not_picked_twice_and_the_rest_follows(case: Case) -> None:
    take(case.root, case.journal, ["S01"])
    head = resolve_commit(case.root)
    assert take(case.root, case.journal, ["S01"]).kind == "already"
    assert resolve_commit(case.root) == head
    taken = take(case.root, case.journal)
    assert taken.kind == "picked"
    assert git(case.root, "diff", "HEAD", BRANCH) == ""
    assert report_of(case.journal).disposed == "accepted"
    assert taken.whole  # so that what the tests ran on is what is there
    assert take(case.root, case.journal).kind == "already"


def test_what_was_reset_after_an_accept_is_taken_by_a_fast_forward_again(case: Case) -> None:
    assert take(case.root, case.journal).kind == "fast-forward"
    git(case.root, "reset", "-q", "--hard", "HEAD~2")
    assert take(case.root, case.journal).kind == "fast-forward"
    assert resolve_commit(case.root) == resolve_commit(case.root, BRANCH)


def test_all_of_it_by_name_is_the_whole_branch(case: Case) -> None:
    taken = take(case.root, case.journal, list(STEPS))
    assert (taken.kind, taken.whole) == ("fast-forward", True)


def test_where_all_was_taken_back_nothing_is_left_to_accept(case: Case) -> None:
    drop_modules(case.root, case.journal, list(STEPS), cascade=True, revert=False)
    with pytest.raises(NothingLanded, match="was taken back, so nothing is left to accept"):
        take(case.root, case.journal)
    assert take(case.root, case.journal, ["S06"]).kind == "picked"


def test_a_pick_that_meets_the_users_own_commits_or_files_changes_nothing(case: Case) -> None:
    (case.root / "shop/money.py").write_text("mine = 1\n")
    before = snapshot(case.root)
    with pytest.raises(AcceptConflict, match=r"in the way: shop/money\.py"):
        take(case.root, case.journal, ["S01"])
    assert snapshot(case.root) == before
    git(case.root, "commit", "-qam", "mine")
    before = snapshot(case.root)
    with pytest.raises(AcceptConflict, match=r"conflicts in shop/money\.py.* by hand with `git ch") as caught:
        take(case.root, case.journal, ["S01", "S06"])
    assert "without" not in str(caught.value)
    assert snapshot(case.root) == before
    assert case.disposed() == {}


@pytest.mark.parametrize("place", [[BRANCH], ["--detach", BRANCH], ["--detach", f"{BRANCH}~1"]])
def test_on_the_runs_own_branch_there_is_nobody_to_take_it(case: Case, place: list[str]) -> None:
    git(case.root, "switch", "-q", *place)
    for names in ([], ["S01"]):
        with pytest.raises(AcceptConflict, match=r"You are on the run's own branch .* switch to the branch that shall"):
            take(case.root, case.journal, names)
    assert case.disposed() == {}


def test_a_run_without_commits_has_nothing_to_take(case: Case, tmp_path: Path) -> None:
    with Journal(tmp_path / "empty") as journal:
        journal.append(Started(job=case.journal.job, key="k"))
        with pytest.raises(NothingLanded):
            take(case.root, journal)


# Taking back, before an accept


def test_a_step_is_reverted_on_the_branch_and_the_users_side_stays(case: Case) -> None:
    before = snapshot(case.root)
    dropped = drop_modules(case.root, case.journal, ["api/view.py"], cascade=False, revert=False)
    assert [step.step for step in dropped.steps] == ["S06"]
    assert snapshot(case.root) == before
    assert case.has(BRANCH, "api/view.py") == FILES["api/view.py"]
    message = git(case.root, "log", "-1", "--format=%B", BRANCH)
    assert message.startswith('Revert "Do S06"\n\nThis reverts commit ')
    assert message.rstrip().endswith("Overhaul-Run: r1\nOverhaul-Reverts: S06")
    assert case.disposed() == {"S06": "rolled back"}
    assert report_of(case.journal).head == resolve_commit(case.root, BRANCH)
    again = drop_modules(case.root, case.journal, ["S06"], cascade=False, revert=False)
    assert again.done == ("S06 (api/view.py) was taken back already.",)


@pytest.mark.parametrize(
    ("name", "later"), [("S01", "S02 (shop/cart.py)"), ("S03", "S04 (shop/text.py)")], ids=["by a name", "by its lines"]
)
def test_what_others_build_on_is_taken_back_only_with_them(case: Case, name: str, later: str) -> None:
    before, tip = snapshot(case.root), resolve_commit(case.root, BRANCH)
    with pytest.raises(AcceptConflict) as caught:
        drop_modules(case.root, case.journal, [name], cascade=False, revert=False)
    assert str(caught.value).startswith(f"{later} builds on {name}")
    assert "--cascade" in str(caught.value)
    assert resolve_commit(case.root, BRANCH) == tip
    dropped = drop_modules(case.root, case.journal, [name], cascade=True, revert=False)
    assert [step.step for step in dropped.steps] == [name, later[:3]]
    assert snapshot(case.root) == before
    gone = {path for step in (name, later[:3]) for path in STEPS[step]}
    assert set(case.changed(BRANCH)) == {path for changes in STEPS.values() for path in changes} - gone


@pytest.mark.parametrize("name", ["S02", "S04", "S06"])
def test_what_nobody_builds_on_needs_no_cascade(case: Case, name: str) -> None:
    dropped = drop_modules(case.root, case.journal, [name], cascade=False, revert=False)
    assert [step.step for step in dropped.steps] == [name]


def test_what_was_taken_back_does_not_come_with_the_rest(case: Case) -> None:
    drop_modules(case.root, case.journal, ["S06"], cascade=False, revert=False)
    taken = take(case.root, case.journal)
    assert [step.step for step in taken.steps] == ["S01", "S02", "S03", "S04"]
    assert case.has("HEAD", "api/view.py") == FILES["api/view.py"]
    assert "S06" not in git(case.root, "log", "--format=%B", "start..HEAD")
    assert report_of(case.journal).disposed == "accepted"
    assert take(case.root, case.journal, ["S06"]).kind == "picked"  # asked for by name it comes all the same
    assert case.has("HEAD", "api/view.py") == STEPS["S06"]["api/view.py"]


def test_a_branch_with_reverts_of_ours_is_still_all_ours(case: Case) -> None:
    drop_modules(case.root, case.journal, ["S06"], cascade=False, revert=False)
    drop(case.root, case.journal, revert=False)
    assert git(case.root, "branch", "--list", "overhaul/*") == ""
    assert set(case.disposed().values()) == {"rolled back"}


def test_on_the_branch_itself_the_revert_is_made_where_the_user_is(case: Case) -> None:
    git(case.root, "switch", "-q", BRANCH)
    with pytest.raises(AcceptConflict, match="was accepted already"):  # it is in what is checked out
        drop_modules(case.root, case.journal, ["S06"], cascade=False, revert=False)
    drop_modules(case.root, case.journal, ["S06"], cascade=False, revert=True)
    assert (case.root / "api/view.py").read_text() == FILES["api/view.py"]
    assert git(case.root, "status", "--porcelain") == ""


def test_the_worktree_that_a_killed_run_left_is_in_nobodys_way(case: Case) -> None:
    Workspace.open(case.root, RUN, BRANCH, "start")  # and killed
    drop_modules(case.root, case.journal, ["S06"], cascade=False, revert=False)
    assert case.disposed() == {"S06": "rolled back"}
    Workspace.open(case.root, RUN, BRANCH, "start")
    take(case.root, case.journal)
    assert git(case.root, "worktree", "list", "--porcelain").count("worktree ") == 1


# Taking back, after an accept


@pytest.mark.parametrize("names", [[], ["S01", "S02", "S06"]], ids=["whole", "by module"])
def test_accepted_steps_are_reverted_on_the_users_branch(case: Case, names: list[str]) -> None:
    take(case.root, case.journal, names)
    (case.root / "untracked.txt").write_text("mine\n")
    with pytest.raises(AcceptConflict, match=r"S06 .* was accepted already: use --revert"):
        drop_modules(case.root, case.journal, ["S06"], cascade=False, revert=False)
    with pytest.raises(AcceptConflict, match=r"S02 .* builds on S01"):
        drop_modules(case.root, case.journal, ["S01"], cascade=False, revert=True)
    drop_modules(case.root, case.journal, ["S06"], cascade=False, revert=True)
    assert (case.root / "api/view.py").read_text() == FILES["api/view.py"]
    drop_modules(case.root, case.journal, ["S01"], cascade=True, revert=True)
    assert (case.root / "shop/money.py").read_text() == MONEY
    assert git(case.root, "status", "--porcelain") == "?? untracked.txt\n"
    assert {case.disposed()[step] for step in ("S01", "S02", "S06")} == {"reverted"}
    taken = take(case.root, case.journal)
    assert (case.root / "shop/money.py").read_text() == MONEY
    assert {step.step for step in taken.steps} == {"S03", "S04"}


def test_accepted_ones_and_others_are_not_taken_back_at_once(case: Case) -> None:
    take(case.root, case.journal, ["S06"])
    before, tip = snapshot(case.root), resolve_commit(case.root, BRANCH)
    with pytest.raises(AcceptConflict, match=r"S06 .* was accepted and S02 .* was not"):
        drop_modules(case.root, case.journal, ["S06", "S02"], cascade=False, revert=True)
    assert (snapshot(case.root), resolve_commit(case.root, BRANCH)) == (before, tip)


def test_a_revert_that_meets_the_users_own_commits_changes_nothing(case: Case) -> None:
    take(case.root, case.journal)
    (case.root / "api/view.py").write_text("A = 1\n\n\n\n\nB = 3\n")
    git(case.root, "commit", "-qam", "mine")
    before = snapshot(case.root)
    with pytest.raises(AcceptConflict, match=r"conflicts in api/view\.py"):
        drop_modules(case.root, case.journal, ["S06"], cascade=True, revert=True)
    assert snapshot(case.root) == before
    assert case.disposed()["S06"] == "accepted"


def test_dropping_a_run_of_which_some_was_accepted_says_what_became_of_each(case: Case) -> None:
    take(case.root, case.journal, ["S01", "S02"])
    with pytest.raises(AcceptConflict, match="2 commits of run r1 are in main already: use --revert"):
        drop(case.root, case.journal, revert=False)
    drop(case.root, case.journal, revert=True)
    assert case.changed() == []
    assert case.disposed() == {**dict.fromkeys(["S01", "S02"], "reverted"),
                               **dict.fromkeys(["S03", "S04", "S06"], "rolled back")}  # fmt: skip
    for names in ([], ["S01"]):
        with pytest.raises(UnknownBranch):
            take(case.root, case.journal, names)
