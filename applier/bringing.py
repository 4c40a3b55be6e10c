"""Copies what git does not track from the user's checkout into our worktree, and says beforehand what cannot be."""

import os
import posixpath
import shutil
from collections.abc import Iterable
from pathlib import Path

from applier.errors import ApplyError
from applier.files import link_above
from applier.protection import protected
from applier.relocating import move_in
from applier.repository import find_repository

_SUBMODULE = "160000"
_TRACKED = "it is tracked by git and so there already, leave it out of --copy"


def check_bring(repository: Path, paths: Iterable[str]) -> None:
    """Raises ApplyError where a path cannot be copied into a worktree of the repository; nothing is done."""
    home = find_repository(repository)
    for path in normal(paths):
        _check_source(home.root, path)
        entries = home.git.names("ls-tree", "-r", "-z", "HEAD", "--", path)
        if any(not entry.startswith(_SUBMODULE) for entry in entries):
            raise _refusal(path, _TRACKED)


def bring(source: Path, target: Path, path: str) -> None:
    """Copy a file or folder from one checkout into another. A submodule counts as untracked, since git leaves its
    folder empty. Raises ApplyError."""
    _check_source(source, path)
    if link := link_above(target, path):
        raise _refusal(path, f"it lies behind the symbolic link {link}, which is not followed")
    place = target / path
    if os.path.lexists(place) and not (place.is_dir() and not any(place.iterdir())):
        raise _refusal(path, _TRACKED)
    try:
        _copy(source / path, place)
        for folder in (place, *place.glob("*/")):
            if (folder / "pyvenv.cfg").is_file():
                move_in(folder, source, target)
    except OSError as error:
        raise _refusal(path, str(error)) from error


def normal(paths: Iterable[str]) -> tuple[str, ...]:
    """Paths from the top of the repository, each once, "./data/" as "data". Raises ApplyError for others."""
    return tuple(sorted({_normal(path) for path in paths}))


def _normal(path: str) -> str:
    short = posixpath.normpath(path)
    if not path or "\0" in path or short.startswith("/") or short.split("/")[0] in {".", ".."}:
        raise _refusal(path or "''", "name a file or folder inside the repository by its path from the top of it")
    if protected(short, ["**"]):
        raise _refusal(path, "it is part of git's own folder")
    return short


def _check_source(root: Path, path: str) -> None:
    if link := link_above(root, path):
        raise _refusal(path, f"it lies behind the symbolic link {link}, which is not followed")
    if not (root / path).exists():
        raise _refusal(path, f"{root / path} does not exist")


def _refusal(path: str, why: str) -> ApplyError:
    return ApplyError(f"{path} cannot be copied into the worktree: {why}.")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        without = shutil.ignore_patterns(".git")  # of a submodule: it leads to the user's own
        shutil.copytree(source, target, symlinks=True, ignore=without, dirs_exist_ok=True)
    else:
        shutil.copy2(source, target)
