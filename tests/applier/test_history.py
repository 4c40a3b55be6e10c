"""What becomes of a run: its steps, accepting them, rolling them back."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from applier.errors import AcceptConflict, GitFailed, UnknownBranch
from applier.history import (
    Accepted,
    accept,
    accept_steps,
    branch_head,
    check_new_branch,
    describe_head,
    resolve_commit,
    revert_steps,
    rollback,
    state_folder,
    step_commits,
)
from applier.workspace import Identity, Workspace
from tests.applier.user_side import install_hook, introduce, snapshot
from tests.conftest import MakeRepo, commit_tree, git

RUN, BRANCH = "r1", "overhaul/r1"
WHO = Identity("Overhaul", "overhaul@localhost", "2026-01-31T12:00:00+00:00")
FILES: dict[str, str | bytes] = {
    "a.py": "a = 1\n",
    "b.py": "b = 1\n",
    "[id].tsx": "old\n",
    "i.tsx": "old\n",
    "gone.py": "g = 1\n",
    ".gitignore": "*.log\n",
}
Changes = dict[str, str | None]
STEPS: tuple[Changes, ...] = ({"a.py": "a = 2\n", "new.py": "n = 1\n"}, {"[id].tsx": "new\n", "gone.py": None})


def _run(root: Path, *steps: Changes) -> tuple[str, ...]:
    """A finished run; its commits."""
    with Workspace.open(root, RUN, BRANCH, "HEAD") as workspace:
        return tuple(_step(workspace, f"s{number}", changes) for number, changes in enumerate(steps, 1))


def _step(workspace: Workspace, name: str, changes: Changes) -> str:
    workspace.apply(changes)
    return workspace.commit(f"Do {name}\n\nOverhaul-Run: {RUN}\nOverhaul-Step: {name}\n", changes, WHO)


@pytest.fixture
def fresh(make_repo: MakeRepo) -> Path:
    """A user's checkout."""
    root = make_repo(FILES)
    introduce(root)
    return root


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's checkout with a finished run, made once since that takes a while."""
    root = tmp_path_factory.mktemp("original")
    for name, text in FILES.items():
        (root / name).write_text(str(text))
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
            patch.setenv(name, str(tmp_path_factory.mktemp("home")))
        commit_tree(root)
        introduce(root)
        _run(root, *STEPS)
    return root


@pytest.fixture
def repo(original: Path, tmp_path: Path) -> Path:
    """A user's checkout with a finished run of two steps."""
    return Path(shutil.copytree(original, tmp_path / "repo", symlinks=True))


def _steps(root: Path) -> list[str]:
    """Commits of the finished run, oldest first."""
    return git(root, "rev-list", "--reverse", f"main..{BRANCH}").split()


def _commit(root: Path, **texts: str) -> str:
    for name, text in texts.items():
        (root / f"{name}.py").write_text(text)
    git(root, "add", "-A")
    git(root, "commit", "-qm", "the user's")
    return git(root, "rev-parse", "HEAD").strip()


def _branches(root: Path) -> str:
    return git(root, "for-each-ref", "--format=%(refname:short)", "refs/heads")


# Reading


def test_where_things_are(repo: Path) -> None:
    head = git(repo, "rev-parse", "HEAD").strip()
    assert resolve_commit(repo) == resolve_commit(repo, "main") == head
    assert state_folder(repo) == repo.resolve() / ".git" / "overhaul"
    assert describe_head(repo) == ("main", False)
    (repo / "untracked.py").write_text("x\n")
    assert describe_head(repo) == ("main", False)
    (repo / "a.py").write_text("dirty\n")
    git(repo, "switch", "-q", "--detach")
    assert describe_head(repo) == (None, True)


@pytest.mark.parametrize(
    ("branch", "reason"),
    [
        ("feature", None),
        ("overhaul/r2", None),
        ("mainly", None),
        ("ünter", None),
        ("main", "The branch main exists already."),
        ("overhaul/r1", "The branch overhaul/r1 exists already."),
        ("main/sub", "The branch main exists, and git cannot have main/sub beside it."),
        ("overhaul", "The branch overhaul/r1 exists, and git cannot have overhaul beside it."),
        ("a b", "'a b' is no name that git takes for a branch."),
        ("-x", "'-x' is no name that git takes for a branch."),
        ("", "'' is no name that git takes for a branch."),
        ("x..y", "'x..y' is no name that git takes for a branch."),
    ],
)
def test_whether_a_branch_can_be_made_is_known_beforehand(branch: str, reason: str | None, repo: Path) -> None:
    assert check_new_branch(repo, branch) == reason
    done = subprocess.run(["git", "branch", "--", branch], cwd=repo, capture_output=True, check=False)
    assert (done.returncode == 0) == (reason is None)


def test_the_head_of_a_branch_is_known_or_the_branch_is_named(repo: Path) -> None:
    assert branch_head(repo, BRANCH) == _steps(repo)[-1]
    with pytest.raises(UnknownBranch, match="There is no branch nope"):
        branch_head(repo, "nope")


def test_our_steps_are_told_by_their_trailers(repo: Path) -> None:
    base = resolve_commit(repo)
    first, second = _steps(repo)
    _commit(repo, a="the user's\n")
    git(repo, "commit", "-q", "--allow-empty", "-m", "Talk of\n\n  Overhaul-Run: r1\n  Overhaul-Step: s9\n")
    git(repo, "commit", "-q", "--allow-empty", "-m", "Half\n\nOverhaul-Run: r1\n")
    git(repo, "commit", "-q", "--allow-empty", "-m", "Other\n\nOverhaul-Run: r2\nOverhaul-Step: s1\nAdded-By: a hook\n")
    git(repo, "commit", "-q", "--allow-empty", "-m", "Talk\n\nOverhaul-Run: r2\nOverhaul-Step: s2\n\nand more\n")
    found = step_commits(repo, base, BRANCH)
    assert [(step.sha, step.run, step.step, step.subject) for step in found] == [
        (first, "r1", "s1", "Do s1"),
        (second, "r1", "s2", "Do s2"),
    ]
    assert [(step.run, step.step) for step in step_commits(repo, base, "main")] == [("r2", "s1")]
    assert step_commits(repo, base, BRANCH, "r2") == step_commits(repo, BRANCH, BRANCH) == ()


SIGNER = """#!/bin/sh
case "$*" in
*--verify*)
    echo 'gpg: Good signature' >&2
    printf '\\n[GNUPG:] GOODSIG 1 Uma\\n' ;;
*)
    cat > /dev/null
    printf '\\n[GNUPG:] SIG_CREATED D\\n' >&2
    printf '%s\\n' '-----BEGIN PGP SIGNATURE-----' '-----END PGP SIGNATURE-----' ;;
esac
"""


def test_signatures_and_colours_do_not_get_into_what_is_read(fresh: Path, tmp_path: Path) -> None:
    signer = tmp_path / "gpg"
    signer.write_text(SIGNER)
    signer.chmod(0o755)
    for name, value in {
        "gpg.program": str(signer),
        "commit.gpgSign": "true",
        "log.showSignature": "true",
        "color.ui": "always",
        "log.decorate": "full",
    }.items():
        git(fresh, "config", name, value)
    base, (made,) = resolve_commit(fresh), _run(fresh, {"a.py": "a = 2\n"})
    assert "gpgsig" in git(fresh, "cat-file", "commit", made)
    assert "Good signature" in git(fresh, "log", "-1", BRANCH)  # else the test itself is broken
    assert [(step.sha, step.subject) for step in step_commits(fresh, base, BRANCH)] == [(made, "Do s1")]


# Accepting


def _dirty_elsewhere(root: Path) -> None:
    (root / "b.py").write_text("mine\n")
    (root / "i.tsx").unlink()
    (root / "untracked.py").write_text("mine\n")
    (root / "my.log").write_text("mine\n")


def _staged_elsewhere(root: Path) -> None:
    (root / "b.py").write_text("mine\n")
    (root / "added.py").write_text("mine\n")
    git(root, "add", "b.py", "added.py")


def _detached(root: Path) -> None:
    git(root, "switch", "-q", "--detach")


def _opinionated(root: Path) -> None:
    for name, value in {
        "merge.ff": "false",
        "merge.autoStash": "true",
        "branch.main.mergeOptions": "--squash",
        "pull.ff": "only",
        "merge.log": "true",
    }.items():
        git(root, "config", name, value)
    _staged_elsewhere(root)


def _clean(root: Path) -> None:
    pass


def test_where_the_branch_holds_nothing_of_the_run_accepting_says_so(repo: Path) -> None:
    base, tip = resolve_commit(repo), _steps(repo)[-1]
    git(repo, "branch", "-f", BRANCH, base)
    assert accept(repo, BRANCH, RUN) == accept(repo, BRANCH, RUN, base=base) == Accepted(base, "nothing")
    git(repo, "branch", "-f", BRANCH, tip)
    assert accept(repo, BRANCH, RUN, base=base).kind == "fast-forward"
    assert accept(repo, BRANCH, RUN, base=base).kind == accept(repo, BRANCH, RUN).kind == "already"
    assert accept(repo, BRANCH, "other").kind == "nothing"


@pytest.mark.parametrize("state", [_clean, _dirty_elsewhere, _staged_elsewhere, _detached, _opinionated])
def test_accepting_moves_on_to_the_branch_where_nothing_is_in_the_way(
    state: Callable[[Path], None], repo: Path
) -> None:
    last = _steps(repo)[-1]
    state(repo)
    before, status = snapshot(repo), git(repo, "status", "--porcelain")
    assert accept(repo, BRANCH, RUN) == Accepted(last, "fast-forward")
    assert git(repo, "rev-parse", "HEAD").strip() == last
    assert git(repo, "status", "--porcelain") == status
    after = snapshot(repo)
    changed = {Path(name).name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    assert changed - {"index", "HEAD"} == {"a.py", "new.py", "[id].tsx", "gone.py"}
    assert accept(repo, BRANCH, RUN) == Accepted(last, "already")


def test_where_the_user_went_on_a_merge_is_made(repo: Path) -> None:
    last = _steps(repo)[-1]
    mine = _commit(repo, b="b = 'mine'\n")
    _opinionated(repo)
    git(repo, "reset", "-q", "--hard")
    (repo / "i.tsx").write_text("dirty\n")
    accepted = accept(repo, BRANCH, RUN)
    assert accepted.kind == "merge"
    assert accepted.head == resolve_commit(repo)
    assert git(repo, "log", "-1", "--format=%P%n%B%an") == (
        f"{mine} {last}\nMerge branch '{BRANCH}'\n\nOverhaul-Run: r1\nUma User\n"
    )
    assert (repo / "a.py").read_text() == "a = 2\n"
    assert (repo / "b.py").read_text() == "b = 'mine'\n"
    assert git(repo, "status", "--porcelain") == " M i.tsx\n"


def _dirty(root: Path) -> str:
    (root / "a.py").write_text("mine\n")
    return "a.py"


def _staged(root: Path) -> str:
    _dirty(root)
    git(root, "add", "a.py")
    (root / "a.py").write_text("a = 1\n")
    return "a.py"


def _deleted(root: Path) -> str:
    (root / "[id].tsx").unlink()
    return "[id].tsx"


def _changed_where_deleted(root: Path) -> str:
    (root / "gone.py").write_text("mine\n")
    return "gone.py"


def _untracked(root: Path) -> str:
    (root / "new.py").write_text("mine\n")
    return "new.py"


def _added(root: Path) -> str:
    _untracked(root)
    git(root, "add", "new.py")
    return "new.py"


def _ignored(root: Path) -> str:
    (root / ".git" / "info" / "exclude").write_text("new.py\n")
    return _untracked(root)


def _folder(root: Path) -> str:
    (root / "new.py").mkdir()
    (root / "new.py" / "my.log").write_text("mine\n")
    return "new.py/my.log"


def _link(root: Path) -> str:
    (root / "new.py").symlink_to("nowhere")
    return "new.py"


def _hidden(root: Path) -> str:
    git(root, "update-index", "--assume-unchanged", "a.py")
    return _dirty(root)


def _left_out(root: Path) -> str:
    git(root, "update-index", "--skip-worktree", "a.py")
    return _dirty(root)


IN_THE_WAY = [
    _dirty, _staged, _deleted, _changed_where_deleted, _untracked, _added, _ignored, _folder, _link, _hidden, _left_out
]  # fmt: skip


@pytest.mark.parametrize("state", IN_THE_WAY)
def test_what_is_in_the_way_is_named_and_nothing_is_done(state: Callable[[Path], str], repo: Path) -> None:
    name = state(repo)
    before = snapshot(repo)
    ahead = git(repo, "commit-tree", "-p", "HEAD", "-m", "mine", "HEAD^{tree}").strip()
    for head in (resolve_commit(repo), ahead):  # for a fast-forward, and for a merge
        git(repo, "update-ref", "HEAD", head)
        with pytest.raises(AcceptConflict, match="Files of yours that are not committed are in the way") as caught:
            accept(repo, BRANCH, RUN)
        assert caught.value.paths == (name,)
        assert snapshot(repo) == before
        assert resolve_commit(repo) == head


def test_a_file_of_the_users_where_a_folder_is_needed_is_in_the_way(fresh: Path) -> None:
    _run(fresh, {"deep/er/new.py": "x\n"})
    (fresh / "deep").write_text("mine\n")
    with pytest.raises(AcceptConflict) as caught:
        accept(fresh, BRANCH, RUN)
    assert caught.value.paths == ("deep",)
    assert (fresh / "deep").read_text() == "mine\n"


@pytest.mark.parametrize("changes", [{"a.py": None, "a.py/b": "x\n"}, {"d/e": None, "d": "x\n"}])
def test_files_and_folders_that_change_places_are_not_in_the_way(changes: Changes, make_repo: MakeRepo) -> None:
    root = make_repo({**FILES, "d/e": "x\n"})
    last = _run(root, changes)[-1]
    assert accept(root, BRANCH, RUN) == Accepted(last, "fast-forward")
    assert git(root, "status", "--porcelain") == ""


def test_a_merge_that_conflicts_is_found_beforehand(repo: Path) -> None:
    _commit(repo, a="a = 'mine'\n", gone="g = 'mine'\n")
    (repo / "b.py").write_text("dirty\n")
    before = snapshot(repo)
    with pytest.raises(AcceptConflict, match=r"The merge conflicts in a\.py, gone\.py, so nothing was done") as caught:
        accept(repo, BRANCH, RUN)
    assert caught.value.paths == ("a.py", "gone.py")
    assert snapshot(repo) == before


def test_a_git_too_old_to_look_ahead_does_not_try(repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tip = _steps(repo)[-1]
    _commit(repo, b="b = 'mine'\n")
    before = snapshot(repo)
    old = tmp_path / "bin" / "git"
    old.parent.mkdir()
    old.write_text(f'#!/bin/sh\ncase "$*" in *merge-tree*) exit 129;; esac\nexec {shutil.which("git")} "$@"\n')
    old.chmod(0o755)
    monkeypatch.setenv("PATH", f"{old.parent}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(AcceptConflict, match=f"takes git 2.38.*merge by hand with `git merge {tip}`"):
        accept(repo, BRANCH, RUN)
    assert snapshot(repo) == before


def test_a_merge_wants_an_index_without_staged_files(repo: Path) -> None:
    _commit(repo, b="b = 'mine'\n")
    (repo / "i.tsx").write_text("staged\n")
    git(repo, "add", "i.tsx")
    before = snapshot(repo)
    with pytest.raises(AcceptConflict, match="an index without staged files") as caught:
        accept(repo, BRANCH, RUN)
    assert caught.value.paths == ("i.tsx",)
    assert snapshot(repo) == before


def test_on_a_detached_head_no_merge_is_made(repo: Path) -> None:
    git(repo, "switch", "-q", "--detach")
    _commit(repo, b="b = 'mine'\n")
    with pytest.raises(AcceptConflict, match="HEAD is detached"):
        accept(repo, BRANCH, RUN)


@pytest.mark.parametrize("begun", ["merge", "rebase"])
def test_what_the_user_has_begun_comes_first(begun: str, repo: Path) -> None:
    git(repo, "switch", "-q", "-c", "other")
    _commit(repo, b="b = 'other'\n")
    git(repo, "switch", "-q", "main")
    _commit(repo, b="b = 'mine'\n")
    subprocess.run(["git", begun, "other"], cwd=repo, capture_output=True, check=False)
    before = snapshot(repo)
    with pytest.raises(AcceptConflict, match=f"A {begun} is under way"):
        accept(repo, BRANCH, RUN)
    assert snapshot(repo) == before


@pytest.mark.parametrize("hook", ["pre-merge-commit", "commit-msg"])
def test_a_hook_that_refuses_a_merge_is_heard_and_nothing_is_left(hook: str, repo: Path) -> None:
    _commit(repo, b="b = 'mine'\n")
    (repo / "i.tsx").write_text("dirty\n")
    install_hook(repo, hook, "echo 'not on a Friday'; exit 1")
    status, head = git(repo, "status", "--porcelain"), resolve_commit(repo)
    with pytest.raises(AcceptConflict, match=r"refused the merge.*not on a Friday.*accept again, or merge by hand"):
        accept(repo, BRANCH, RUN)
    assert git(repo, "status", "--porcelain") == status
    assert resolve_commit(repo) == head
    assert not (repo / ".git" / "MERGE_HEAD").exists()


def test_a_merge_by_somebody_unknown_is_refused_beforehand(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    _run(root, *STEPS)
    (root / "b.py").write_text("b = 'mine'\n")
    git(root, "commit", "-qam", "mine")
    before = snapshot(root)
    with pytest.raises(GitFailed, match="git does not know who commits"):
        accept(root, BRANCH, RUN)
    assert snapshot(root) == before
    assert accept(root, BRANCH, RUN, WHO).kind == "merge"
    assert git(root, "log", "-1", "--format=%an %cI") == "Overhaul 2026-01-31T12:00:00+00:00\n"


def test_a_branch_that_is_gone_cannot_be_accepted(repo: Path) -> None:
    git(repo, "branch", "-D", BRANCH)
    with pytest.raises(UnknownBranch, match="There is no branch overhaul/r1"):
        accept(repo, BRANCH, RUN)


def test_some_steps_are_picked_in_order_and_twice_is_once(fresh: Path) -> None:
    base = resolve_commit(fresh)
    first, second, third = _run(fresh, *STEPS, {"a.py": "a = 3\n"})
    (fresh / "i.tsx").write_text("dirty\n")
    assert accept_steps(fresh, [first, third], RUN).kind == "picked"
    assert [step.step for step in step_commits(fresh, base, "HEAD", RUN)] == ["s1", "s3"]
    assert (fresh / "a.py").read_text() == "a = 3\n"
    assert (fresh / "gone.py").exists()
    head = resolve_commit(fresh)
    assert accept_steps(fresh, [third], RUN) == Accepted(head, "already")
    assert accept_steps(fresh, [second], RUN).kind == "picked"
    assert git(fresh, "status", "--porcelain") == " M i.tsx\n"
    assert git(fresh, "worktree", "list", "--porcelain").count("worktree ") == 1


def test_steps_of_which_one_does_not_fit_are_all_left_out(fresh: Path) -> None:
    first, _, third = _run(fresh, *STEPS, {"new.py": "n = 3\n"})
    _commit(fresh, a="a = 'mine'\n")
    before = snapshot(fresh)
    with pytest.raises(
        AcceptConflict, match=rf"The cherry-pick of {first[:10]} conflicts in a\.py, so nothing was done"
    ):
        accept_steps(fresh, [first, third], RUN)
    with pytest.raises(AcceptConflict, match=r"conflicts in new\.py"):
        accept_steps(fresh, [third], RUN)
    assert snapshot(fresh) == before
    assert not (fresh / ".git" / "worktrees").exists()


# Rolling back


def test_a_run_that_was_not_accepted_is_gone_without_a_trace(repo: Path) -> None:
    base, before, config = resolve_commit(repo), snapshot(repo), (repo / ".git" / "config").read_bytes()
    tip = _steps(repo)[-1]
    assert rollback(repo, BRANCH, RUN, base) == (f"Deleted the branch {BRANCH} (it was at {tip[:10]}).",)
    assert _branches(repo) == "main\n"
    assert snapshot(repo) == before
    assert (repo / ".git" / "config").read_bytes() == config
    assert b"branch" not in config
    with pytest.raises(UnknownBranch):
        rollback(repo, BRANCH, RUN, base)


def test_an_interrupted_run_is_rolled_back_with_its_worktree(repo: Path, own_home: Path) -> None:
    base = resolve_commit(repo)
    workspace = Workspace.open(repo, RUN, BRANCH, base)
    workspace.apply({"a.py": "half a step\n"})
    assert len(rollback(repo, BRANCH, RUN, base)) == 1
    assert not (repo / ".git" / "worktrees").exists()
    assert not (own_home / "cache" / "overhaul").exists()
    assert _branches(repo) == "main\n"


def test_what_was_accepted_is_reverted_only_when_asked(fresh: Path) -> None:
    base = resolve_commit(fresh)
    tip = _run(fresh, *STEPS, {"a.py": "a = 3\n"})[-1]
    accept(fresh, BRANCH, RUN)
    _commit(fresh, b="b = 'mine'\n")
    (fresh / "i.tsx").write_text("dirty\n")
    before = snapshot(fresh)
    with pytest.raises(AcceptConflict, match="3 commits of run r1 are in main already: use --revert"):
        rollback(fresh, BRANCH, RUN, base)
    assert snapshot(fresh) == before
    assert rollback(fresh, BRANCH, RUN, base, revert=True) == (
        "Made 3 commits on main to revert run r1.",
        f"Deleted the branch {BRANCH} (it was at {tip[:10]}).",
    )
    assert git(fresh, "diff", "--name-only", base, "HEAD") == "b.py\n"
    assert git(fresh, "log", "-3", "--format=%s") == 'Revert "Do s1"\nRevert "Do s2"\nRevert "Do s3"\n'
    assert git(fresh, "status", "--porcelain") == " M i.tsx\n"
    with pytest.raises(UnknownBranch):  # nothing is left to undo
        rollback(fresh, BRANCH, RUN, base, revert=True)


def test_a_merge_is_rolled_back_step_by_step(repo: Path) -> None:
    base = resolve_commit(repo)
    _commit(repo, b="b = 'mine'\n")
    accept(repo, BRANCH, RUN)
    rollback(repo, BRANCH, RUN, base, revert=True)
    assert git(repo, "diff", "--name-only", base, "HEAD") == "b.py\n"


def test_what_the_user_reverted_is_not_reverted_again_unless_it_came_back(repo: Path) -> None:
    base = resolve_commit(repo)
    first, second = _steps(repo)
    accept(repo, BRANCH, RUN)
    git(repo, "revert", "--no-edit", second)
    git(repo, "revert", "--no-edit", first)
    git(repo, "revert", "--no-edit", "HEAD")
    assert rollback(repo, BRANCH, RUN, base, revert=True)[0] == "Made 1 commit on main to revert run r1."
    assert git(repo, "diff", "--name-only", base, "HEAD") == ""


def _reworded(root: Path) -> tuple[str, ...]:
    """A finished run whose messages a hook wrote anew; its commits."""
    install_hook(root, "commit-msg", "echo 'PROJ-1 a change' > \"$1\"")
    made = _run(root, *STEPS)
    (root / ".git" / "hooks" / "commit-msg").unlink()
    return made


def test_accepted_commits_that_a_hook_reworded_are_told_by_their_ids(fresh: Path) -> None:
    base, commits = resolve_commit(fresh), _reworded(fresh)
    assert step_commits(fresh, base, BRANCH) == ()
    assert accept(fresh, BRANCH, RUN, base=base, commits=commits).kind == "fast-forward"
    assert accept(fresh, BRANCH, RUN, base=base, commits=commits).kind == "already"
    with pytest.raises(AcceptConflict, match="2 commits of run r1 are in main already: use --revert"):
        rollback(fresh, BRANCH, RUN, base, commits=commits)
    assert _branches(fresh) == f"main\n{BRANCH}\n"
    assert rollback(fresh, BRANCH, RUN, base, commits=commits, revert=True) == (
        "Made 2 commits on main to revert run r1.",
        f"Deleted the branch {BRANCH} (it was at {commits[-1][:10]}).",
    )
    assert git(fresh, "diff", "--name-only", base, "HEAD") == ""
    with pytest.raises(UnknownBranch):
        rollback(fresh, BRANCH, RUN, base, commits=commits, revert=True)


def test_reworded_commits_that_were_not_accepted_go_with_their_branch(fresh: Path) -> None:
    base, commits = resolve_commit(fresh), _reworded(fresh)
    with pytest.raises(AcceptConflict, match="not of run r1"):
        rollback(fresh, BRANCH, RUN, base, commits=commits[:1])
    assert len(rollback(fresh, BRANCH, RUN, base, commits=commits)) == 1
    assert _branches(fresh) == "main\n"


@pytest.mark.parametrize("verb", ["revert", "cherry-pick"])
@pytest.mark.parametrize("way", ["rollback", "accept", "open"])
def test_what_a_killed_revert_or_pick_left_is_cleared_away(verb: str, way: str, repo: Path, own_home: Path) -> None:
    base = resolve_commit(repo)
    ours = Workspace.throwaway(repo, f"{RUN}-{verb}", base)
    other = Workspace.throwaway(repo, f"r2-{verb}", base)
    git(repo, "worktree", "add", "-q", "--detach", str(repo.parent / f"{RUN}-{verb}"))
    if way == "rollback":
        rollback(repo, BRANCH, RUN, base)
    elif way == "accept":
        accept(repo, BRANCH, RUN)
    else:
        Workspace.open(repo, RUN, BRANCH, base).close()
    assert not ours.root.exists()
    assert (other.root / "a.py").exists()
    assert git(repo, "worktree", "list", "--porcelain").count("worktree ") == 3
    assert (repo.parent / f"{RUN}-{verb}" / "a.py").exists()


def test_a_lock_that_was_left_does_not_hide_what_stands_in_the_way(repo: Path) -> None:
    lock = repo / ".git" / "index.lock"
    lock.write_text("")
    os.utime(lock, (0, 0))
    with pytest.raises(GitFailed, match=r"the lock file .*index\.lock is there\. If no git is running"):
        accept(repo, BRANCH, RUN)


def _user_went_on(root: Path) -> str:
    _commit(root, new="n = 'mine'\n")
    return "new.py"


def _user_is_at_it(root: Path) -> str:
    (root / "a.py").write_text("mine\n")
    return "a.py"


@pytest.mark.parametrize("state", [_user_went_on, _user_is_at_it])
def test_a_rollback_that_conflicts_changes_nothing(state: Callable[[Path], str], fresh: Path) -> None:
    base = resolve_commit(fresh)
    _run(fresh, {"a.py": "a = 2\n", "new.py": "n = 1\n"}, {"[id].tsx": "new\n"})
    accept(fresh, BRANCH, RUN)
    name = state(fresh)
    before = snapshot(fresh)
    with pytest.raises(AcceptConflict) as caught:
        rollback(fresh, BRANCH, RUN, base, revert=True)
    assert caught.value.paths == (name,)
    assert snapshot(fresh) == before
    assert _branches(fresh) == f"main\n{BRANCH}\n"
    assert not (fresh / ".git" / "worktrees").exists()


def test_a_hook_that_refuses_a_revert_is_heard_and_nothing_is_changed(repo: Path) -> None:
    base = resolve_commit(repo)
    accept(repo, BRANCH, RUN)
    install_hook(repo, "prepare-commit-msg", "echo 'not on a Friday'; exit 1")
    before = snapshot(repo)
    with pytest.raises(GitFailed) as caught:
        rollback(repo, BRANCH, RUN, base, revert=True)
    assert "not on a Friday" in caught.value.output
    assert snapshot(repo) == before


def test_a_branch_that_the_user_is_on_is_not_deleted_under_them(repo: Path) -> None:
    base = resolve_commit(repo)
    git(repo, "switch", "-q", BRANCH)
    for revert in (False, True):
        with pytest.raises(AcceptConflict, match=r"is checked out in .*: switch to another branch there first"):
            rollback(repo, BRANCH, RUN, base, revert=revert)
    assert _branches(repo) == f"main\n{BRANCH}\n"


def test_accepted_steps_are_reverted_where_the_branch_is_gone_already(repo: Path) -> None:
    base = resolve_commit(repo)
    accept(repo, BRANCH, RUN)
    git(repo, "branch", "-D", BRANCH)
    assert rollback(repo, BRANCH, RUN, base, revert=True) == ("Made 2 commits on main to revert run r1.",)


def test_single_steps_are_reverted_where_they_stand(repo: Path) -> None:
    first, second = _steps(repo)
    with Workspace.open(repo, RUN, BRANCH, "main") as workspace:
        assert len(revert_steps(workspace.root, [first], RUN)) == 1
        assert workspace.read(["a.py", "[id].tsx"])[0] == {"a.py": "a = 1\n", "[id].tsx": "new\n"}
        assert workspace.changed() == ()
        assert revert_steps(workspace.root, [first], RUN) == ()
    assert git(repo, "log", "-1", "--format=%P", BRANCH).strip() == second
