"""Which repositories can be worked in, and what is said of the others."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from applier.errors import RepositoryUnusable
from applier.repository import find_repository
from tests.applier.user_side import introduce
from tests.conftest import MakeRepo, git


def _plain(root: Path) -> Path:
    return root


def _nested(root: Path) -> Path:
    return root / "pkg"


def _linked(root: Path) -> Path:
    git(root, "worktree", "add", "-q", "--detach", "../linked")
    return root.parent / "linked"


def _nested_in_linked(root: Path) -> Path:
    return _linked(root) / "pkg"


@pytest.mark.parametrize("place", [_plain, _nested, _linked, _nested_in_linked])
def test_any_place_in_a_checkout_leads_to_the_same_state(place: Callable[[Path], Path], make_repo: MakeRepo) -> None:
    root = make_repo({"pkg/a.py": "x\n"})
    found = find_repository(place(root))
    assert found.state == root.resolve() / ".git" / "overhaul"
    assert found.id == find_repository(root).id
    assert not found.state.exists()
    assert found.resolve("HEAD") == git(root, "rev-parse", "HEAD").strip()


def test_two_repositories_have_two_ids(make_repo: MakeRepo) -> None:
    assert find_repository(make_repo({"a": "x\n"}, "one")).id != find_repository(make_repo({"a": "x\n"}, "two")).id


def test_a_submodule_is_a_repository_of_its_own(make_repo: MakeRepo) -> None:
    inner, outer = make_repo({"a.py": "x\n"}, "inner"), make_repo({"b.py": "x\n"}, "outer")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "sub")
    assert find_repository(outer / "sub").root == outer.resolve() / "sub"
    assert find_repository(outer / "sub").common == outer.resolve() / ".git/modules/sub"


def test_a_detached_head_has_a_commit_and_no_branch(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x\n"})
    assert find_repository(root).current_branch() == "main"
    git(root, "switch", "-q", "--detach")
    assert find_repository(root).current_branch() is None
    assert find_repository(root).resolve("HEAD") == git(root, "rev-parse", "main").strip()


def test_what_is_no_repository_is_named(tmp_path: Path) -> None:
    with pytest.raises(RepositoryUnusable, match=r"is not in a git repository: run `git init`"):
        find_repository(tmp_path)


def test_a_path_that_is_no_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for name in ("file", "gone"):
        with pytest.raises(RepositoryUnusable, match=f"{name} is no folder"):
            find_repository(tmp_path / name)


def test_a_bare_repository_and_gits_own_folder_are_refused(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo({"a.py": "x\n"})
    git(tmp_path, "clone", "-q", "--bare", str(root), "bare.git")
    for place in (tmp_path / "bare.git", root / ".git"):
        with pytest.raises(RepositoryUnusable, match="is a bare repository or git's own folder"):
            find_repository(place)


def test_a_repository_without_a_commit_says_so(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    with pytest.raises(RepositoryUnusable, match="has no commit yet"):
        find_repository(tmp_path).resolve("HEAD")


@pytest.mark.parametrize("revision", ["nope", "--all", "", "HEAD:a.py", "@{9}", "deadbeef"])
def test_a_revision_that_names_no_commit_is_named(revision: str, make_repo: MakeRepo) -> None:
    with pytest.raises(RepositoryUnusable, match="has no commit"):
        find_repository(make_repo({"a.py": "x\n"})).resolve(revision)


def test_a_repository_of_somebody_else_is_told_in_one_sentence(
    make_repo: MakeRepo, tmp_path: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_repo({"a.py": "x\n"})
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    # git's own switch for trying this out, which cannot reach it through our environment
    program.write_text(f'#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec {shutil.which("git")} "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(
        RepositoryUnusable, match=r"belongs to another user.*git config --global --add safe.directory /"
    ):
        find_repository(root)
    assert not (own_home / ".gitconfig").exists()


def test_what_is_dirty_is_listed_whether_staged_or_not(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x\n", "b ü.py": "x\n", "c.py": "x\n", ".gitignore": "d\n"})
    assert find_repository(root).dirty() == ()
    (root / "a.py").write_text("y\n")
    (root / "b ü.py").unlink()
    git(root, "mv", "c.py", "moved.py")
    (root / "d").write_text("ignored\n")
    (root / "e").write_text("untracked\n")
    assert sorted(find_repository(root).dirty()) == ["a.py", "b ü.py", "c.py", "moved.py"]


def test_what_the_user_has_begun_is_told(make_repo: MakeRepo) -> None:
    root = make_repo({"a.py": "x\n"})
    introduce(root)
    assert find_repository(root).under_way() is None
    git(root, "switch", "-q", "-c", "other")
    git(root, "commit", "-q", "--allow-empty", "-m", "other")
    (root / "a.py").write_text("other\n")
    git(root, "commit", "-q", "-a", "-m", "other")
    git(root, "switch", "-q", "main")
    (root / "a.py").write_text("main\n")
    git(root, "commit", "-q", "-a", "-m", "main")
    for words in (["merge", "other"], ["cherry-pick", "other"], ["rebase", "other"]):
        subprocess.run(["git", *words], cwd=root, capture_output=True, check=False)
        assert find_repository(root).under_way() == words[0]
        git(root, words[0], "--abort")
    assert find_repository(root).under_way() is None
