"""`clean`: what goes, what stays and why."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from agent.cleaning import Kept, Removed, Rules, lines_of, sweep
from agent.decision import drop, take
from agent.hold import locked
from agent.journal import Journal
from applier.history import state_folder
from applier.workspace import Workspace
from tests.applier.user_side import introduce, snapshot
from tests.conftest import MakeRepo, commit_tree, git
from tests.finished import finished_run

OLD, NEW = "20260101-000000-aaaa", "20260102-000000-bbbb"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's checkout with two finished runs, of which nothing was decided."""
    root = tmp_path_factory.mktemp("original") / "repo"
    root.mkdir()
    (root / "a.py").write_text("a = 1\n")
    (root / "b.py").write_text("b = 1\n")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
            patch.setenv(name, str(tmp_path_factory.mktemp("home")))
        commit_tree(root)
        introduce(root)
        finished_run(root, OLD, {"S01": {"a.py": "a = 2\n"}})
        finished_run(root, NEW, {"S01": {"b.py": "b = 2\n"}})
    return root


@pytest.fixture
def root(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "repo", symlinks=True))


def _folder(root: Path, run: str) -> Path:
    return state_folder(root) / "runs" / run


def _journal(root: Path, run: str) -> Journal:
    return Journal(_folder(root, run))


def _sweep(root: Path, **rules: object) -> dict[str, str]:
    """Each run, and why it stayed ("" where it went)."""
    swept = sweep(root, state_folder(root), Rules(**rules))  # type: ignore[arg-type]
    return {one.run: one.reason if isinstance(one, Kept) else "" for one in swept}


def _accepted(root: Path) -> None:
    with _journal(root, OLD) as journal:
        take(root, journal)


def _rolled_back(root: Path) -> None:
    with _journal(root, OLD) as journal:
        drop(root, journal, revert=False)


def _merged_by_hand(root: Path) -> None:
    git(root, "merge", "-q", "--no-ff", "-m", "mine", f"overhaul/{OLD}")


def _kept_under_another_name(root: Path) -> None:
    git(root, "branch", "mine", f"overhaul/{OLD}")


def _deleted_by_hand(root: Path) -> None:
    git(root, "branch", "-q", "-D", f"overhaul/{OLD}")


def _never_began(root: Path) -> None:
    git(root, "branch", "-q", "-D", f"overhaul/{OLD}")
    (_folder(root, OLD) / "journal.ndjson").unlink()


def _picked(root: Path) -> None:
    git(root, "commit", "-q", "--allow-empty", "-m", "mine")
    git(root, "cherry-pick", f"overhaul/{OLD}")


def _picked_under_other_words(root: Path) -> None:
    _picked(root)
    git(root, "commit", "-q", "--amend", "-m", "as I would have it")


OVER = [
    _picked,
    _picked_under_other_words,
    _accepted,
    _rolled_back,
    _merged_by_hand,
    _kept_under_another_name,
    _deleted_by_hand,
    _never_began,
]


@pytest.mark.parametrize("state", OVER)
def test_a_run_of_which_nothing_is_open_goes_and_no_other(state: Callable[[Path], None], root: Path) -> None:
    state(root)
    before = snapshot(root)
    assert _sweep(root, dry_run=True) == {OLD: "", NEW: "1 commit of it was not accepted"}
    assert _folder(root, OLD).exists()
    assert _sweep(root) == {OLD: "", NEW: "1 commit of it was not accepted"}
    assert not _folder(root, OLD).exists()
    assert git(root, "branch", "--list", "overhaul/*").split() == [f"overhaul/{NEW}"]
    assert snapshot(root) == before
    assert _sweep(root) == {NEW: "1 commit of it was not accepted"}


def _untouched(root: Path) -> str:
    return "1 commit of it was not accepted"


def _accepted_and_reset(root: Path) -> str:
    _accepted(root)
    git(root, "reset", "-q", "--hard", "HEAD~1")
    return "no other branch holds what was accepted of it (1 commit)"


def _accepted_detached_and_left(root: Path) -> str:
    git(root, "switch", "-q", "--detach")
    _accepted(root)
    return "no other branch holds what was accepted of it (1 commit)"


def _interrupted(root: Path) -> str:
    _accepted(root)
    journal = _folder(root, OLD) / "journal.ndjson"
    lines = [line for line in journal.read_bytes().split(b"\n") if b'"ended"' not in line and line]
    journal.write_bytes(b"\n".join(lines) + b"\n")
    return "it can be resumed"


def _damaged(root: Path) -> str:
    journal = _folder(root, OLD) / "journal.ndjson"
    journal.write_bytes(b"garbage\n" + journal.read_bytes())
    return "cannot be read"


@pytest.mark.parametrize("state", [_accepted_and_reset, _accepted_detached_and_left])
def test_what_git_holds_nowhere_else_stays_whatever_was_accepted(state: Callable[[Path], str], root: Path) -> None:
    why = state(root)
    assert _sweep(root)[OLD] == why
    assert git(root, "branch", "--list", f"overhaul/{OLD}")


def test_a_run_whose_branch_is_gone_goes_though_it_was_cut_off(root: Path) -> None:
    _deleted_by_hand(root)
    journal = _folder(root, OLD) / "journal.ndjson"
    journal.write_bytes(b"".join(line for line in journal.read_bytes().splitlines(True) if b'"ended"' not in line))
    assert _sweep(root)[OLD] == ""
    assert not _folder(root, OLD).exists()


@pytest.mark.parametrize("state", [_untouched, _interrupted, _damaged])
@pytest.mark.parametrize("rules", [{}, {"keep": 1}, {"older_than": 30.0}, {"older_than": 30.0, "everything": True}])
def test_what_is_of_use_stays(state: Callable[[Path], str], rules: dict[str, object], root: Path) -> None:
    why = state(root)
    told = "last at work less than 30 days ago" if "older_than" in rules else why
    assert told in _sweep(root, **rules)[OLD]
    assert git(root, "branch", "--list", f"overhaul/{OLD}")


@pytest.mark.parametrize("state", [_untouched, _interrupted, _damaged])
def test_all_means_all_but_the_newest_that_are_to_be_kept(state: Callable[[Path], str], root: Path) -> None:
    state(root)
    assert _sweep(root, everything=True, keep=1) == {OLD: "", NEW: "it is one of the newest 1"}
    assert git(root, "branch", "--list", "overhaul/*").split() == [f"overhaul/{NEW}"]
    assert _sweep(root, everything=True) == {NEW: ""}
    assert git(root, "branch", "--format=%(refname:short)") == "main\n"
    assert not (root / ".git" / "overhaul").exists()
    assert _sweep(root, everything=True) == {}


def test_age_takes_what_was_not_accepted_along(root: Path) -> None:
    journal = _folder(root, OLD) / "journal.ndjson"
    os.utime(journal, (journal.stat().st_atime, journal.stat().st_mtime - 40 * 86400))
    assert _sweep(root, older_than=30) == {OLD: "", NEW: "it was last at work less than 30 days ago"}


def test_a_run_at_work_stays_whatever_is_said(root: Path) -> None:
    with locked(_folder(root, OLD)):
        assert _sweep(root, everything=True) == {OLD: "a process is working on it", NEW: ""}
    assert git(root, "branch", "--list", f"overhaul/{OLD}")


def test_a_branch_with_somebody_elses_commits_stays_and_is_named(root: Path) -> None:
    git(root, "switch", "-q", f"overhaul/{OLD}")
    git(root, "commit", "-q", "--allow-empty", "-m", "my fix")
    assert "is checked out in" in _sweep(root, everything=True)[OLD]
    git(root, "switch", "-q", "main")
    assert "alone holds commits that are not of run" in _sweep(root, everything=True)[OLD]
    assert _folder(root, OLD).exists()
    git(root, "branch", "mine", f"overhaul/{OLD}")
    assert _sweep(root, everything=True) == {OLD: ""}
    assert "my fix" in git(root, "log", "--format=%s", "mine")


def test_the_worktree_of_a_killed_run_goes_and_the_run_stays(root: Path, own_home: Path) -> None:
    branch = f"overhaul/{OLD}"
    Workspace.open(root, OLD, branch, "main")
    theirs = root.parent / "theirs"
    git(root, "worktree", "add", "-q", "--detach", str(theirs))
    assert _sweep(root, dry_run=True, everything=True) == {OLD: "", NEW: ""}
    swept = sweep(root, state_folder(root), Rules())
    assert Kept(OLD, "1 commit of it was not accepted", worktree=True) in swept
    assert "the worktree that a killed process left is gone" in lines_of(swept, Rules())[0]
    assert git(root, "worktree", "list", "--porcelain").count("worktree ") == 2
    assert theirs.exists()
    assert not (own_home / "cache" / "overhaul").exists()


def test_where_there_is_no_run_there_is_nothing_to_clean(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": ""})
    assert sweep(root, state_folder(root), Rules()) == ()
    assert lines_of((), Rules()) == ["there is no run here, so nothing to clean"]
    assert not (root / ".git" / "overhaul").exists()
    assert lines_of([Removed("r", "overhaul/r")], Rules(dry_run=True)) == [
        "would remove run r and its branch overhaul/r"
    ]
