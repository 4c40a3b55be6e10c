"""Putting up our worktree and taking it down, whatever an interrupted run or the user's settings left in the way."""

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from applier.clearing import clear_workspace
from applier.errors import ApplyError, GitFailed, RepositoryUnusable
from applier.workspace import Identity, Workspace, check_bring
from applier.worktree import remove_tree
from tests.applier.user_side import install_hook, snapshot
from tests.conftest import MakeRepo, git

RUN, BRANCH = "r1", "overhaul/r1"
WHO = Identity("Overhaul", "overhaul@localhost", "2026-01-31T12:00:00+00:00")
MESSAGE = "Step\n\nOverhaul-Run: r1\nOverhaul-Step: s1\n"
FILES: dict[str, str | bytes] = {"a.py": "a = 1\n", "pkg/b.py": "b = 1\n", ".gitignore": "*.log\n"}


def opened(root: Path) -> Workspace:
    return Workspace.open(root, RUN, BRANCH, "main")


def entry_of(root: Path) -> Path:
    return root / ".git" / "worktrees" / RUN


# What `kill -9` leaves, told by what is done to a healthy worktree: (repository, worktree).


def _nothing(root: Path, place: Path) -> None:
    pass


def _no_worktree_at_all(root: Path, place: Path) -> None:
    shutil.rmtree(place)
    shutil.rmtree(root / ".git" / "worktrees")


def _no_folder(root: Path, place: Path) -> None:
    shutil.rmtree(place)


def _no_folder_and_locked(root: Path, place: Path) -> None:
    shutil.rmtree(place)
    (entry_of(root) / "locked").write_text("initializing\n")


def _no_registration(root: Path, place: Path) -> None:
    shutil.rmtree(entry_of(root))


def _folder_without_its_link(root: Path, place: Path) -> None:
    shutil.rmtree(entry_of(root))
    (place / ".git").unlink()


def _registration_just_begun(root: Path, place: Path) -> None:
    shutil.rmtree(place)
    shutil.rmtree(entry_of(root))
    entry_of(root).mkdir()
    (entry_of(root) / "locked").write_text("initializing\n")


def _registration_without_head(root: Path, place: Path) -> None:
    (entry_of(root) / "HEAD").unlink()
    (entry_of(root) / "commondir").unlink()


def _half_filled(root: Path, place: Path) -> None:
    (entry_of(root) / "index").unlink()
    shutil.rmtree(place / "pkg")
    (place / "a.py").write_text("a =")


def _empty_index(root: Path, place: Path) -> None:
    (entry_of(root) / "index").write_bytes(b"")


def _locks(root: Path, place: Path) -> None:
    for name in ("index.lock", "HEAD.lock", "logs/HEAD.lock"):
        (entry_of(root) / name).write_text("")
    (root / ".git" / "refs" / "heads" / f"{BRANCH}.lock").write_text("")


def _dirty(root: Path, place: Path) -> None:
    (place / "a.py").write_text("half a step\n")
    (place / "pkg" / "b.py").unlink()
    (place / "new.py").write_text("half a step\n")
    (place / "my.log").write_text("ignored\n")
    git(place, "add", "-A")


def _interrupted_merge(root: Path, place: Path) -> None:
    (entry_of(root) / "MERGE_HEAD").write_text(git(root, "rev-parse", "main"))


def _link_instead_of_folder(root: Path, place: Path) -> None:
    shutil.rmtree(place)
    place.symlink_to(root)


def _file_instead_of_folder(root: Path, place: Path) -> None:
    shutil.rmtree(place)
    place.write_text("")


LEFTOVERS = [
    _nothing, _no_worktree_at_all, _no_folder, _no_folder_and_locked, _no_registration, _folder_without_its_link,
    _registration_just_begun, _registration_without_head, _half_filled, _empty_index, _locks, _dirty,
    _interrupted_merge, _link_instead_of_folder, _file_instead_of_folder,
]  # fmt: skip


@pytest.mark.parametrize("leave", LEFTOVERS)
def test_a_run_is_picked_up_at_its_head_whatever_was_left(
    leave: Callable[[Path, Path], None], make_repo: MakeRepo
) -> None:
    root = make_repo(FILES)
    killed = opened(root)
    killed.apply({"a.py": "a = 2\n"})
    head = killed.commit(MESSAGE, ["a.py"], WHO)
    leave(root, killed.root)
    before = snapshot(root)
    with opened(root) as workspace:
        assert (workspace.head, workspace.base) == (head, git(root, "rev-parse", "main").strip())
        assert workspace.root == killed.root
        assert workspace.read(["a.py", "pkg/b.py"])[0] == {"a.py": "a = 2\n", "pkg/b.py": "b = 1\n"}
        assert git(workspace.root, "status", "--porcelain", "--ignored") == ""
        workspace.apply({"pkg/b.py": "b = 2\n"})
        assert workspace.commit(MESSAGE, ["pkg/b.py"], WHO) != head
    assert snapshot(root) == before
    assert not (root / ".git" / "worktrees").exists()
    assert not workspace.root.exists()


def test_a_branch_made_and_nothing_else_is_picked_up(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    opened(root).close()
    git(root, "commit", "-q", "--allow-empty", "-m", "the user goes on")
    with Workspace.open(root, RUN, BRANCH, "main^") as workspace:
        assert workspace.head == git(root, "rev-parse", "main^").strip()


def test_opening_twice_gives_the_same(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    first, second = opened(root), opened(root)
    assert (first.root, first.head) == (second.root, second.head)
    assert git(root, "worktree", "list", "--porcelain").count("worktree ") == 2
    second.close()


@pytest.mark.parametrize("leave", LEFTOVERS)
def test_closing_removes_whatever_was_left(
    leave: Callable[[Path, Path], None], make_repo: MakeRepo, own_home: Path
) -> None:
    root = make_repo(FILES)
    before = snapshot(root)
    workspace = opened(root)
    leave(root, workspace.root)
    workspace.close()
    workspace.close()
    clear_workspace(root, RUN)
    assert snapshot(root) == before
    assert not (root / ".git" / "worktrees").exists()
    assert not (own_home / "cache" / "overhaul").exists()
    assert git(root, "branch", "--list", BRANCH) != ""


def test_a_hook_that_kills_git_while_the_worktree_is_made_is_survived(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    install_hook(root, "post-checkout", "kill -9 $PPID")
    workspace = opened(root)
    assert workspace.read(["a.py"])[0] == {"a.py": "a = 1\n"}
    (root / ".git" / "hooks" / "post-checkout").unlink()
    with opened(root) as again:
        assert again.warnings == ()
        assert again.head == workspace.head


def test_the_worktrees_of_the_user_are_left_alone(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    for name in ("here", "out-of-sight", RUN):
        git(root, "worktree", "add", "-q", "--detach", f"../elsewhere/{name}")
    (root.parent / "elsewhere" / "out-of-sight").rename(root.parent / "unplugged")
    before = git(root, "worktree", "list", "--porcelain")
    workspace = opened(root)
    assert workspace.root.name == RUN
    workspace.close()
    assert git(root, "worktree", "list", "--porcelain") == before
    assert (root.parent / "elsewhere" / RUN / "a.py").exists()


def test_a_worktree_in_an_earlier_cache_folder_is_found(make_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_repo(FILES)
    before = opened(root)
    monkeypatch.setenv("XDG_CACHE_HOME", str(root.parent / "other-cache"))
    with opened(root) as workspace:
        assert workspace.root != before.root
        assert not before.root.exists()
    assert not (root / ".git" / "worktrees").exists()


def test_two_runs_stand_side_by_side(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    with opened(root) as one, Workspace.open(root, "r2", "overhaul/r2", "main") as two:
        one.apply({"a.py": "a = 2\n"})
        one.commit(MESSAGE, ["a.py"], WHO)
        assert two.read(["a.py"])[0] == {"a.py": "a = 1\n"}
        one.close()
        assert two.changed() == ()


# Warnings and refusals


def test_a_failing_hook_after_the_checkout_is_reported_and_not_fatal(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    install_hook(root, "post-checkout", "echo 'cannot install'; rm a.py; exit 1")
    with opened(root) as workspace:
        assert workspace.warnings == ("The post-checkout hook failed in our worktree: cannot install",)
        assert workspace.read(["a.py"])[0] == {"a.py": "a = 1\n"}


def test_a_checkout_that_fails_is_an_error_and_leaves_nothing(make_repo: MakeRepo, own_home: Path) -> None:
    root = make_repo({**FILES, ".gitattributes": "a.py filter=broken\n"})
    git(root, "config", "filter.broken.smudge", "false")
    git(root, "config", "filter.broken.required", "true")
    with pytest.raises(GitFailed, match=r"`git worktree add` failed .*external filter 'false' failed"):
        opened(root)
    assert not (root / ".git" / "worktrees").exists()
    assert not (own_home / "cache" / "overhaul").exists()
    git(root, "config", "--unset", "filter.broken.smudge")
    git(root, "config", "--unset", "filter.broken.required")
    opened(root).close()


def test_an_empty_submodule_is_told_and_can_be_brought_along(make_repo: MakeRepo) -> None:
    inner, root = make_repo({"lib.py": "x\n"}, "inner"), make_repo(FILES)
    git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "sub")
    git(root, "commit", "-qm", "submodule")
    before = snapshot(root)
    with opened(root) as workspace:
        assert len(workspace.warnings) == 1
        assert workspace.warnings[0].startswith("The submodule sub is empty in our worktree")
        assert workspace.read(["sub"])[1] == {"sub": "it is a folder or a submodule"}
        workspace.bring(["sub"])
        workspace.undo()
        assert (workspace.root / "sub" / "lib.py").read_text() == "x\n"
        assert workspace.changed() == ()
    assert snapshot(root) == before


def test_what_is_brought_along_survives_undo_and_is_never_committed(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    (root / ".env").write_text("KEY=1\n")
    (root / "data" / "deep").mkdir(parents=True)
    (root / "data" / "deep" / "x.bin").write_bytes(b"\0")
    (root / "data" / "link").symlink_to("deep/x.bin")
    with opened(root) as workspace:
        workspace.bring([".env", "data"])
        (workspace.root / "database").write_text("of a test run\n")
        workspace.apply({"a.py": "a = 2\n"})
        workspace.undo()
        assert (workspace.root / "data" / "link").read_bytes() == b"\0"
        assert (workspace.root / ".env").read_text() == "KEY=1\n"
        assert not (workspace.root / "database").exists()
        assert workspace.changed() == ()


NOT_BROUGHT = [
    ("nope", "does not exist"),
    ("a.py", "tracked by git"),
    ("pkg", "tracked by git"),
    ("/etc/passwd", "inside the repository by its path from the top of it"),
    ("../other", "inside the repository"),
    ("pkg/../../other", "inside the repository"),
    (".", "inside the repository"),
    ("", "inside the repository"),
    ("a\0b", "inside the repository"),
    (".git", "part of git's own folder"),
    (".git/config", "part of git's own folder"),
    ("data/.GIT/config", "part of git's own folder"),
    ("out/passwd", "lies behind the symbolic link out, which is not followed"),
]


@pytest.mark.parametrize(("path", "words"), NOT_BROUGHT)
def test_what_cannot_be_brought_along_is_named_even_beforehand(path: str, words: str, make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    (root / "out").symlink_to("/etc")
    (root / ".env").write_text("KEY=1\n")
    with pytest.raises(ApplyError, match=words) as caught:
        check_bring(root, [".env", path])
    with opened(root) as workspace, pytest.raises(ApplyError) as caught_late:
        workspace.bring([path])
    assert str(caught.value) == str(caught_late.value)
    assert str(caught.value).endswith(".")
    assert "Errno" not in str(caught.value)


def test_what_can_be_brought_along_passes_beforehand(make_repo: MakeRepo) -> None:
    inner, root = make_repo({"lib.py": "x\n"}, "inner"), make_repo(FILES)
    git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "sub")
    git(root, "commit", "-qm", "submodule")
    (root / "data").mkdir()
    (root / "data" / "x").write_text("x\n")
    (root / "pkg" / "x.log").write_text("x\n")
    paths = ["sub", "./data/", "data", "pkg/x.log"]
    check_bring(root, paths)
    with opened(root) as workspace:
        workspace.bring(paths)
        workspace.undo()
        assert (workspace.root / "data" / "x").read_text() == "x\n"
        assert (workspace.root / "pkg" / "x.log").read_text() == "x\n"


def test_nothing_is_brought_through_a_link_of_the_worktree(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo(FILES)
    (tmp_path / "outside").mkdir()
    (root / "out").symlink_to(tmp_path / "outside")
    git(root, "add", "out")
    git(root, "commit", "-qm", "link")
    (root / "out").unlink()
    (root / "out").mkdir()
    (root / "out" / "x").write_text("x\n")
    with opened(root) as workspace, pytest.raises(ApplyError, match="behind the symbolic link out"):
        workspace.bring(["out/x"])
    assert not list((tmp_path / "outside").iterdir())


@pytest.mark.parametrize("run", ["..", ".", "", "a/b", "../../x", "-x", "a b"])
def test_a_run_whose_name_is_no_folder_name_is_refused(run: str, make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    with pytest.raises(ApplyError, match="is no name of a run"):
        Workspace.open(root, run, BRANCH, "main")
    with pytest.raises(ApplyError, match="is no name of a run"):
        clear_workspace(root, run)


def test_a_throw_away_worktree_leaves_no_branch(make_repo: MakeRepo) -> None:
    root = make_repo(FILES)
    before, branches = snapshot(root), git(root, "branch")
    with Workspace.throwaway(root, "probe", "main") as probe:
        probe.apply({"a.py": "broken(\n"})
        assert probe.changed() == ("a.py",)
        assert probe.commit("x", ["a.py"], WHO) == probe.head != probe.base
        assert git(root, "branch") == branches
    assert snapshot(root) == before
    assert git(root, "branch") == branches


# Where it stands


def test_a_cache_inside_a_repository_is_not_used(
    make_repo: MakeRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_repo(FILES)
    monkeypatch.setenv("XDG_CACHE_HOME", str(root / ".cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "shared"))
    (tmp_path / "shared").mkdir()
    with opened(root) as workspace:
        assert workspace.root.is_relative_to(tmp_path / "shared" / f"overhaul-{os.getuid()}")
        assert not (root / ".cache").exists()
    assert not (tmp_path / "shared" / f"overhaul-{os.getuid()}" / "worktrees").exists()


def test_a_cache_that_cannot_be_made_is_not_used(
    make_repo: MakeRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with opened(make_repo(FILES)) as workspace:
        assert workspace.root.is_relative_to(tmp_path / f"overhaul-{os.getuid()}")


def _open_to_all(place: Path) -> None:
    place.mkdir()
    place.chmod(0o777)


def _a_link(place: Path) -> None:
    (place.parent / "theirs").mkdir()
    place.symlink_to("theirs")


def _in_a_repository(place: Path) -> None:
    (place.parent / ".git").mkdir()


@pytest.mark.parametrize("spoil", [_open_to_all, _a_link, _in_a_repository])
def test_where_no_place_is_safe_the_way_out_is_named(
    spoil: Callable[[Path], None], make_repo: MakeRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_repo(FILES)
    monkeypatch.setenv("XDG_CACHE_HOME", str(root / ".cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "shared"))
    (tmp_path / "shared").mkdir()
    spoil(tmp_path / "shared" / f"overhaul-{os.getuid()}")
    with pytest.raises(RepositoryUnusable, match="Set XDG_CACHE_HOME"):
        opened(root)
    assert git(root, "branch", "--list", BRANCH) == ""
    assert not (root / ".cache").exists()


def test_a_submodule_can_be_worked_in(make_repo: MakeRepo) -> None:
    inner, outer = make_repo(FILES, "inner"), make_repo({"c.py": "c\n"}, "outer")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "sub")
    with opened(outer / "sub") as workspace:
        workspace.apply({"a.py": "a = 2\n"})
        assert workspace.commit(MESSAGE, ["a.py"], WHO) == workspace.head != workspace.base
    assert (outer / "sub" / "a.py").read_text() == "a = 1\n"


def test_a_tree_with_read_only_folders_is_removed(tmp_path_factory: pytest.TempPathFactory) -> None:
    root = Path(tempfile.mkdtemp())
    (root / "kept").mkdir()
    (root / "kept" / "file").write_text("x")
    tree = root / "tree"
    (tree / "deep").mkdir(parents=True)
    (tree / "deep" / "file").write_text("x")
    (tree / "link").symlink_to(root / "kept")
    for folder in (tree / "deep", tree):
        folder.chmod(0o500)
    uid = os.geteuid()
    try:
        if uid == 0:  # who may remove anything
            for place in (root, tree, tree / "deep"):
                os.chown(place, 65534, -1)
            os.seteuid(65534)
        remove_tree(tree)
    finally:
        os.seteuid(uid)
    assert not tree.exists()
    assert (root / "kept" / "file").exists()
    shutil.rmtree(root)
