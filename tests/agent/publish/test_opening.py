"""Pull requests of a run: a bare repository as the remote, a GitHub on this machine."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.decision import drop_modules
from agent.errors import NothingLanded, PublishFailed
from agent.hold import locked
from agent.journal import Journal
from agent.publish.address import Forge
from agent.publish.client import Rest
from agent.publish.dossier import Dossier
from agent.publish.opening import Opened, Way, Wish, open_all
from agent.publish.parts import cut, own_commits
from agent.publish.pulls import GitHub
from agent.publish.splits import Split
from agent.report.document import report_of
from agent.runs import find_run
from applier.history import state_folder
from applier.remote import Remote
from tests.applier.user_side import install_hook, introduce
from tests.commandline import fingerprint
from tests.conftest import MakeRepo, git
from tests.finished import finished_run
from tests.github import NAME, OWNER, Answer, FakeGitHub

RUN = "20260101-000000-aaaa"
BRANCH = f"overhaul/{RUN}"
FILES = {"shop/money.py": "A = 1\n", "shop/cart.py": "from shop import money\nB = 1\n", "api.py": "C = 1\n"}
STEPS: dict[str, dict[str, str | None]] = {
    "S01": {"shop/money.py": "A = 2\n"},
    "S02": {"shop/cart.py": "B = 2\n"},
    "S03": {"api.py": "C = 2\n"},
}


@pytest.fixture
def root(make_repo: MakeRepo, tmp_path: Path) -> Path:
    root = make_repo(FILES)
    introduce(root)
    git(tmp_path, "init", "-q", "--bare", "-b", "main", "remote.git")
    git(root, "remote", "add", "origin", str(tmp_path / "remote.git"))
    git(root, "push", "-q", "origin", "main")
    finished_run(root, RUN, STEPS)
    return root


@pytest.fixture
def github() -> Iterator[FakeGitHub]:
    with FakeGitHub() as server:
        yield server


def journal_of(root: Path, run: str) -> Journal:
    return Journal(find_run(state_folder(root), run))


def dossier_of(journal: Journal) -> Dossier:
    """Without its graph, which takes two scans."""
    return Dossier(
        report=report_of(journal), log=journal.log, levels={f"S{number:02}": number for number in range(1, 9)}
    )


def pr(
    root: Path,
    server: FakeGitHub,
    run: str = RUN,
    *,
    split: Split = Split.run,
    branch: str = "",
    labels: tuple[str, ...] = (),
    draft: bool = False,
    again: bool = True,
    base: str = "",
) -> tuple[Opened, ...]:
    journal = journal_of(root, run)
    dossier = dossier_of(journal)
    wish = Wish(branch=branch or journal.job.branch, base=base, draft=draft, labels=labels, again=again)
    with Rest(Forge(server.url, "https://github.com", OWNER, NAME, "ghp_secret"), lambda line: None) as rest:
        way = Way(GitHub(rest), Remote(root), lambda line: None)
        return open_all(root, dossier, cut(root, journal, split, dossier.levels), wish, way, own_commits(journal))


def take_back(root: Path, step: str) -> None:
    folder = find_run(state_folder(root), RUN)
    with locked(folder), Journal(folder) as journal:
        drop_modules(root, journal, [step], cascade=False, revert=False)


def tip(root: Path, branch: str) -> str:
    return git(root, "ls-remote", "origin", f"refs/heads/{branch}").partition("\t")[0]


def test_a_run_becomes_a_pull_request_and_nothing_here_changes(root: Path, github: FakeGitHub) -> None:
    before = fingerprint(root)
    (one,) = pr(root, github, draft=True, labels=("refactoring", "overhaul"))
    assert fingerprint(root) == before
    assert (one.state, one.number, one.branch, one.base) == ("opened", 1, BRANCH, "main")
    assert tip(root, BRANCH) == git(root, "rev-parse", BRANCH).strip() == one.head
    pull = github.pulls[0]
    assert (pull["draft"], pull["base"]["ref"], pull["title"]) == (True, "main", "Refactor 3 files in 3 steps")
    assert github.labels == {1: ["refactoring", "overhaul"]}
    assert all(asked.headers["Authorization"] == "Bearer ghp_secret" for asked in github.asked)
    for words in ("S02", "shop/cart.py", "tests pass", "did S03"):
        assert words in pull["body"].replace("&#45;", "-").replace("&#95;", "_")


def test_done_twice_it_does_nothing_more(root: Path, github: FakeGitHub) -> None:
    pr(root, github)
    written = len(github.writes())
    (one,) = pr(root, github)
    assert (one.state, one.number) == ("unchanged", 1)
    assert len(github.writes()) == written


def test_what_was_taken_back_goes_from_the_same_pull_request_too(root: Path, github: FakeGitHub) -> None:
    pr(root, github)
    take_back(root, "S03")
    (one,) = pr(root, github)
    assert (one.state, one.steps) == ("updated", ("S01", "S02"))
    assert tip(root, BRANCH) == git(root, "rev-parse", BRANCH).strip()
    assert "<code>S03</code> |" not in github.pulls[0]["body"]


def test_words_of_people_around_ours_and_their_title_stay(root: Path, github: FakeGitHub) -> None:
    pr(root, github)
    pull = github.pulls[0]
    pull["body"] = f"Please read S02 first.\r\n\r\n{pull['body']}\n\nReviewed by us."
    pull["title"] = "Our own title"
    take_back(root, "S03")
    pr(root, github)
    assert pull["body"].startswith("Please read S02 first.")
    assert pull["body"].endswith("Reviewed by us.")
    assert pull["body"].count("<!-- overhaul run=") == 1
    assert pull["title"] == "Our own title"


def test_a_title_of_ours_is_renewed(root: Path, github: FakeGitHub) -> None:
    pr(root, github)
    take_back(root, "S03")
    pr(root, github)
    assert github.pulls[0]["title"] == "Refactor 2 files in 2 steps"


def test_commits_of_others_on_the_branch_are_never_overwritten(root: Path, github: FakeGitHub, tmp_path: Path) -> None:
    pr(root, github)
    git(tmp_path, "clone", "-q", "-b", BRANCH, str(tmp_path / "remote.git"), "colleague")
    (tmp_path / "colleague/api.py").write_text("C = 3\n")
    git(tmp_path / "colleague", "commit", "-qam", "mend")
    git(tmp_path / "colleague", "push", "-q")
    theirs = tip(root, BRANCH)
    take_back(root, "S03")
    (one,) = pr(root, github)
    assert (one.state, one.branch, one.number) == ("opened", f"{BRANCH}-2", 2)
    assert tip(root, BRANCH) == theirs
    (again,) = pr(root, github)
    assert (again.state, again.branch) == ("unchanged", f"{BRANCH}-2")


def test_an_unrelated_branch_of_that_name_is_left_alone(root: Path, github: FakeGitHub) -> None:
    (root / "other.py").write_text("X = 1\n")
    git(root, "checkout", "-q", "--detach")
    git(root, "add", "other.py")
    git(root, "commit", "-qm", "other")
    git(root, "push", "-q", "origin", "HEAD:refs/heads/refactor")
    git(root, "checkout", "-q", "main")
    (one,) = pr(root, github, branch="refactor")
    assert one.branch == "refactor-2"


def test_a_branch_that_only_lags_behind_is_taken_forward(root: Path, github: FakeGitHub) -> None:
    git(root, "push", "-q", "origin", "main:refs/heads/refactor")
    (one,) = pr(root, github, branch="refactor")
    assert (one.branch, tip(root, "refactor")) == ("refactor", one.head)


def test_a_base_that_was_never_pushed_is_refused(make_repo: MakeRepo, root: Path, github: FakeGitHub) -> None:
    (root / "api.py").write_text("C = 9\n")
    git(root, "commit", "-qam", "mine alone")
    finished_run(root, "20260102-000000-bbbb", {"S01": {"api.py": "C = 10\n"}})
    with pytest.raises(PublishFailed, match="which the branch main of origin does not hold"):
        pr(root, github, "20260102-000000-bbbb")
    assert not github.writes()
    assert not tip(root, "overhaul/20260102-000000-bbbb")


def test_levels_are_stacked_and_modules_stand_by_themselves(root: Path, github: FakeGitHub) -> None:
    found = pr(root, github, split=Split.level)
    assert [(one.base, one.steps) for one in found] == [
        ("main", ("S01",)),
        (f"{BRANCH}-part-1", ("S02",)),
        (f"{BRANCH}-part-2", ("S03",)),
    ]
    assert github.pulls[1]["title"] == "Do S02 (part 2 of 3)"
    assert f"merged after {BRANCH}-part-1".replace("-", "&#45;") in github.pulls[1]["body"]
    again = pr(root, github, split=Split.level)
    assert {one.state for one in again} == {"unchanged"}


def test_modules_that_have_nothing_to_do_with_each_other_are_merged_in_any_order(
    root: Path, github: FakeGitHub
) -> None:
    found = pr(root, github, split=Split.module)
    assert {one.base for one in found} == {"main"}
    assert sorted(step for one in found for step in one.steps) == ["S01", "S02", "S03"]
    for one in found:
        parents = git(root, "rev-list", f"main..{one.head}").split()
        assert len(parents) == len(one.steps)
    again = pr(root, github, split=Split.module)
    assert [(one.state, one.head) for one in again] == [("unchanged", one.head) for one in found]


def test_steps_that_change_workflows_are_left_out(make_repo: MakeRepo, root: Path, github: FakeGitHub) -> None:
    run = "20260103-000000-cccc"
    finished_run(root, run, {"S01": {".github/workflows/ci.yml": "on: push\n"}, "S02": {"api.py": "C = 4\n"}})
    (one,) = pr(root, github, run)
    assert one.steps == ("S02",)
    assert "workflows" not in git(root, "diff", "--name-only", "main", str(one.head))
    assert "Left out, since it changes workflow files" in github.pulls[0]["body"]
    only = "20260104-000000-dddd"
    finished_run(root, only, {"S01": {".github/workflows/ci.yml": "on: push\n"}})
    with pytest.raises(NothingLanded, match="Left out"):
        pr(root, github, only)


def test_a_push_that_is_refused_says_why(root: Path, github: FakeGitHub, tmp_path: Path) -> None:
    hook = tmp_path / "remote.git/hooks/pre-receive"
    hook.write_text("#!/bin/sh\necho no refactoring on Fridays >&2\nexit 1\n")
    hook.chmod(0o755)
    with pytest.raises(PublishFailed, match="no refactoring on Fridays"):
        pr(root, github)
    assert not github.writes()


def test_the_users_own_hook_before_a_push_runs(root: Path, github: FakeGitHub) -> None:
    install_hook(root, "pre-push", "echo not like this >&2; exit 1")
    with pytest.raises(PublishFailed, match="not like this"):
        pr(root, github)


def test_a_repository_without_drafts_gets_an_open_one(root: Path, github: FakeGitHub) -> None:
    message = {"message": "Draft pull requests are not supported in this repository."}
    github.scripted.append(("POST", "/pulls", Answer(422, message)))
    (one,) = pr(root, github, draft=True)
    assert github.pulls[0]["draft"] is False
    assert "no drafts" in str(one.notes)


def test_labels_that_cannot_be_added_do_not_undo_the_pull_request(root: Path, github: FakeGitHub) -> None:
    github.scripted.append(("POST", "/labels", Answer(403, {"message": "Resource not accessible by integration"})))
    (one,) = pr(root, github, labels=("x",))
    assert one.state == "opened"
    assert "not labelled" in str(one.notes)


def test_the_default_tokens_pull_request_says_that_no_checks_start(root: Path, github: FakeGitHub) -> None:
    github.login = "github-actions[bot]"
    (one,) = pr(root, github)
    assert "starts no checks" in str(one.notes)


def test_a_refusal_after_the_push_names_the_page_to_do_it_by_hand(root: Path, github: FakeGitHub) -> None:
    github.scripted.append(("POST", "/pulls", Answer(403, {"message": "Resource not accessible by integration"})))
    with pytest.raises(PublishFailed) as caught:
        pr(root, github)
    assert f"https://github.com/octo/shop/compare/main...{BRANCH}?expand=1" in caught.value.hint
    assert tip(root, BRANCH)
    (one,) = pr(root, github)  # and the next time it is done
    assert one.state == "opened"


def test_a_base_that_is_not_there_is_named(root: Path, github: FakeGitHub) -> None:
    with pytest.raises(PublishFailed, match="no branch nowhere"):
        pr(root, github, base="nowhere")
    assert not github.writes()


def test_what_people_closed_is_not_opened_again_on_its_own(root: Path, github: FakeGitHub) -> None:
    pr(root, github)
    github.pulls[0]["state"] = "closed"
    git(root, "push", "-q", "origin", f":refs/heads/{BRANCH}")
    (one,) = pr(root, github, again=False)
    assert (one.state, one.number) == ("declined", 1)
    assert not tip(root, BRANCH)
    github.pulls[0]["merged_at"] = "2026-01-01T00:00:00Z"
    assert pr(root, github, again=False)[0].state == "opened"


def test_a_person_who_asks_gets_it_opened_again(root: Path, github: FakeGitHub) -> None:
    pr(root, github)
    github.pulls[0]["state"] = "closed"
    assert pr(root, github)[0].number == 2
