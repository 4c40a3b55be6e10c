"""Whose a branch is."""

from pathlib import Path

import pytest

from applier.branches import check_removable
from applier.errors import AcceptConflict, GitFailed, RepositoryUnusable, UnknownBranch
from applier.repository import find_repository
from applier.workspace import Identity, Workspace
from tests.applier.user_side import introduce, snapshot
from tests.conftest import MakeRepo, git

RUN, BRANCH = "r1", "overhaul/r1"
WHO = Identity("Overhaul", "overhaul@localhost", "2026-01-31T12:00:00+00:00")
MESSAGE = "Step\n\nOverhaul-Run: r1\nOverhaul-Step: s1\n"


def _run(root: Path, run: str = RUN, branch: str = BRANCH) -> None:
    with Workspace.open(root, run, branch, "main") as workspace:
        workspace.apply({"a.py": "a = 2\n"})
        workspace.commit(MESSAGE.replace(RUN, run), ["a.py"], WHO)


@pytest.mark.parametrize("commits", [0, 1])
def test_a_branch_of_the_users_is_not_taken(commits: int, make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "a = 1\n"})
    git(root, "branch", "feature")
    for _ in range(commits):
        git(root, "switch", "-q", "feature")
        git(root, "commit", "-q", "--allow-empty", "-m", "mine")
        git(root, "switch", "-q", "main")
    before = git(root, "rev-parse", "feature")
    with pytest.raises(RepositoryUnusable, match="The branch feature exists already and was not made by run r1"):
        Workspace.open(root, RUN, "feature", "main")
    with pytest.raises(RepositoryUnusable, match="exists already"):  # the first refusal is no claim
        Workspace.open(root, RUN, "feature", "main")
    assert git(root, "rev-parse", "feature") == before
    assert not (root / ".git" / "worktrees").exists()


def test_a_branch_of_another_run_is_not_taken(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "a = 1\n"})
    _run(root)
    with pytest.raises(RepositoryUnusable, match="was not made by run r2"):
        Workspace.open(root, "r2", BRANCH, "main")


def test_a_branch_is_known_by_its_commits_where_the_note_is_lost(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "a = 1\n"})
    _run(root)
    (root / ".git" / "overhaul" / "runs" / RUN / "branch").unlink()
    with Workspace.open(root, RUN, BRANCH, "main") as workspace:
        assert workspace.head == git(root, "rev-parse", BRANCH).strip()


def test_a_branch_that_the_user_looks_at_is_not_pulled_away(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "a = 1\n"})
    _run(root)
    git(root, "switch", "-q", BRANCH)
    before = snapshot(root)
    with pytest.raises(
        RepositoryUnusable, match=f"{BRANCH} is checked out in {root.resolve()}: switch to another branch"
    ):
        Workspace.open(root, RUN, BRANCH, "main")
    assert snapshot(root) == before


@pytest.mark.parametrize("branch", ["bad..name", "-x", "a b", "main/sub"])
def test_a_name_that_git_does_not_take_is_told_in_its_words(branch: str, make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "a = 1\n"})
    with pytest.raises(GitFailed, match="git worktree add"):
        Workspace.open(root, RUN, branch, "main")
    assert git(root, "branch", "--format=%(refname)") == "refs/heads/main\n"


def test_a_tag_of_the_same_name_does_not_mislead(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "a = 1\n"})
    git(root, "tag", BRANCH)
    _run(root)
    with Workspace.open(root, RUN, BRANCH, "main") as workspace:
        assert workspace.read(["a.py"])[0] == {"a.py": "a = 2\n"}
        assert workspace.head == git(root, "rev-parse", f"refs/heads/{BRANCH}").strip()


def test_a_branch_is_removed_with_its_note_and_no_other(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "a = 1\n"})
    _run(root)
    config = (root / ".git" / "config").read_bytes()
    with Workspace.open(root, RUN, BRANCH, "main") as workspace:
        workspace.remove_branch()
    assert git(root, "branch", "--format=%(refname)") == "refs/heads/main\n"
    assert list((root / ".git" / "overhaul" / "runs" / RUN).iterdir()) == []
    assert (root / ".git" / "config").read_bytes() == config


def test_the_note_is_for_the_user_alone(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "a = 1\n"})
    _run(root)
    note = root / ".git" / "overhaul" / "runs" / RUN / "branch"
    assert note.read_text() == BRANCH
    assert note.stat().st_mode & 0o077 == 0


def test_commits_of_the_users_on_our_branch_are_not_thrown_away(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "a = 1\n"})
    introduce(root)
    _run(root)
    home = find_repository(root)
    check_removable(home, RUN, BRANCH, "main")
    git(root, "switch", "-q", BRANCH)
    git(root, "commit", "-q", "--allow-empty", "-m", "my fix")
    mine = git(root, "rev-parse", "HEAD").strip()
    with pytest.raises(AcceptConflict, match=f"is checked out in {root.resolve()}"):
        check_removable(home, RUN, BRANCH, "main")
    git(root, "switch", "-q", "main")
    with pytest.raises(AcceptConflict, match=f"alone holds commits that are not of run r1 .{mine[:10]}.: keep them"):
        check_removable(home, RUN, BRANCH, "main")
    git(root, "branch", "kept", BRANCH)
    check_removable(home, RUN, BRANCH, "main")


def test_a_branch_that_is_gone_is_named(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "a = 1\n"})
    with pytest.raises(UnknownBranch, match="There is no branch overhaul/r1"):
        check_removable(find_repository(root), RUN, BRANCH, "main")
