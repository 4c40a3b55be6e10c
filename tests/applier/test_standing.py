"""A user's command may do anything in our worktree: it is told, and taken back."""

import re
from pathlib import Path

import pytest

from applier.commands import run_command
from applier.workspace import Identity, Workspace
from tests.applier.user_side import introduce, snapshot
from tests.conftest import MakeRepo, git

RUN, BRANCH = "r1", "overhaul/r1"
WHO = Identity("Overhaul", "overhaul@localhost", "2026-01-31T12:00:00+00:00")

HARMLESS = [
    "true",
    "echo more >> a.py",
    "git add -A; git stash -q; git stash drop -q",
    "git branch side",
    "git commit -q --allow-empty -m x; git reset -q --hard HEAD^",
    "git switch -q -c side; git switch -q -",
    "mkdir inner; cd inner; git init -q",
]
LED_ASTRAY = [
    ("git commit -q --allow-empty -m x", r"A command moved overhaul/r1 from \w{10} to \w{10} \(1 new commits\)\."),
    ("echo b > b.py; git add -A; git commit -qm x", "A command moved overhaul/r1 from"),
    ("git reset -q --hard HEAD^", r"moved overhaul/r1 .* \(0 new commits\)"),
    ("git commit -q --amend -m x", "A command moved overhaul/r1 from"),
    ("git switch -q -c side", "left the worktree on the branch side, and it was on the branch overhaul/r1"),
    ("git switch -q other", "left the worktree on the branch other"),
    ("git switch -q other; git commit -q --allow-empty -m x", "left the worktree on the branch other"),
    ("git switch -q --detach", "left the worktree on no branch, and it was on the branch overhaul/r1"),
    ("git checkout -q HEAD^", "left the worktree on no branch"),
    ("git branch -q -m renamed", "left the worktree on the branch renamed"),
    ("git switch -q other; git branch -q -D overhaul/r1", "left the worktree on the branch other"),
    ("git update-ref -d HEAD", "A command deleted the branch overhaul/r1"),
    ("git switch -q --orphan empty", "left the worktree on the branch empty"),
    ("git merge -q other", "A command began a merge"),
    ("git rebase -q other", "A command began a rebase"),
    ("rm .git", "A command removed the worktree"),
    ("rm -rf $PWD", "A command removed the worktree"),
    ("rm .git; git init -q", "A command made another repository of the worktree"),
    ("rm .git; git init -q; git add -A; git commit -qm x", "made another repository of the worktree"),
    ("mv $PWD $PWD-away; mkdir $PWD", "A command removed the worktree"),
    ("git worktree remove --force $PWD", "A command removed the worktree"),
]


@pytest.fixture
def root(make_repo: MakeRepo) -> Path:
    """A user's checkout with a branch that conflicts with what our run does, and with a file that git ignores."""
    root = make_repo({"a.py": "a = 1\n", ".gitignore": ".env\n"})
    introduce(root)
    git(root, "switch", "-q", "-c", "other")
    (root / "a.py").write_text("a = 'other'\n")
    git(root, "commit", "-qam", "other")
    git(root, "switch", "-q", "main")
    (root / ".env").write_text("KEY=1\n")
    return root


def begun(root: Path) -> Workspace:
    workspace = Workspace.open(root, RUN, BRANCH, "main")
    workspace.bring([".env"])
    workspace.apply({"a.py": "a = 2\n"})
    workspace.commit("x", ["a.py"], WHO)
    return workspace


@pytest.mark.parametrize("command", HARMLESS)
def test_nothing_is_said_of_what_leaves_the_worktree_where_it_was(command: str, root: Path) -> None:
    with begun(root) as workspace:
        run_command(command, workspace.root)
        assert workspace.check_untouched(workspace.head) is None


@pytest.mark.parametrize(("command", "words"), LED_ASTRAY)
def test_what_a_command_did_to_the_worktree_is_told_and_taken_back(command: str, words: str, root: Path) -> None:
    with begun(root) as workspace:
        head, before, other = workspace.head, snapshot(root), git(root, "rev-parse", "other").strip()
        run_command(command, workspace.root)
        said = workspace.check_untouched(head)
        assert said is not None
        assert re.search(words, said), said
        assert git(root, "rev-parse", "other").strip() == other or "commit" in command

        workspace.reset(head)
        assert workspace.check_untouched(head) is None
        assert workspace.head == git(workspace.root, "rev-parse", "HEAD").strip() == head
        assert git(workspace.root, "symbolic-ref", "HEAD") == f"refs/heads/{BRANCH}\n"
        assert git(workspace.root, "status", "--porcelain") == ""
        assert (workspace.root / "a.py").read_text() == "a = 2\n"
        assert (workspace.root / ".env").read_text() == "KEY=1\n"
        assert snapshot(root) == before

        workspace.apply({"a.py": "a = 3\n"})
        assert workspace.commit("y", ["a.py"], WHO) == workspace.head != head
        assert git(root, "rev-parse", f"{BRANCH}^").strip() == head
    assert git(root, "worktree", "list", "--porcelain").count("worktree ") == 1


@pytest.mark.parametrize("command", ["git switch -q -c side", "git commit -q --allow-empty -m x", "rm -rf $PWD"])
def test_a_throw_away_worktree_comes_back_onto_no_branch(command: str, root: Path) -> None:
    with Workspace.throwaway(root, "probe", "main") as probe:
        assert probe.check_untouched(probe.base) is None
        run_command(command, probe.root)
        assert probe.check_untouched(probe.base) is not None
        probe.reset(probe.base)
        assert probe.check_untouched(probe.base) is None


def test_undo_brings_back_a_worktree_that_is_gone(root: Path) -> None:
    with begun(root) as workspace:
        run_command("rm -rf $PWD", workspace.root)
        workspace.undo()
        assert workspace.check_untouched(workspace.head) is None


SOMEBODY = "GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b"
DISTURBING = [
    ("git config user.nickname x", r"configuration \(\.git/config\)"),
    ("git tag v9", "the tags v9 changed"),
    ("echo 'a = 9' > a.py; git stash -q", "the stash"),
    ("git tag v9; git config user.nickname x", "configuration .* and the tags v9"),
]


@pytest.mark.parametrize("command", [*HARMLESS, "git config --get user.name", "git tag --list", "git branch side"])
def test_what_a_command_leaves_alone_is_not_said_to_be_disturbed(command: str, root: Path) -> None:
    with begun(root) as workspace:
        before = workspace.shared()
        run_command(command, workspace.root)
        assert before.disturbed(workspace.shared()) is None


@pytest.mark.parametrize(("command", "words"), DISTURBING)
def test_what_a_command_did_to_the_users_repository_is_told(command: str, words: str, root: Path) -> None:
    with begun(root) as workspace:
        before = workspace.shared()
        run_command(f"export {SOMEBODY}; {command}", workspace.root)
        said = before.disturbed(workspace.shared())
        assert said is not None
        assert re.search(words, said), said
