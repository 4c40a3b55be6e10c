"""Puts up a linked worktree and takes it down again, whatever an interrupted run left of it.

A worktree is a folder and a registration, `worktrees/<name>` in git's common folder. Either may be missing, half made
or locked after a `kill -9`. Only what points at one of our own folders is ever touched; `git worktree prune` would also
drop those of the user's worktrees that happen to be out of sight.
"""

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal, get_args

from applier.errors import GitFailed
from applier.git import Git
from applier.repository import Repository

Verb = Literal["revert", "cherry-pick"]  # what is done with a run's commits in a worktree aside
Purpose = Verb | Literal["probe", "differential"]
_PURPOSES: tuple[Purpose, ...] = (*get_args(Verb), "probe", "differential")


def aside(run: str, purpose: Purpose) -> str:
    """Name of a throw-away worktree, to revert or pick a run's commits in, probe its base, or call its functions."""
    return f"{run}-{purpose}"


def asides(run: str) -> tuple[str, ...]:
    """Names of all of them."""
    return tuple(aside(run, purpose) for purpose in _PURPOSES)


def add_worktree(repository: Repository, root: Path, *words: str) -> tuple[str, ...]:
    """Run `git worktree add` with `words`, which put it at `root`; warnings about what can be lived with."""
    try:
        repository.git.work("worktree", "add", "--quiet", *words)
    except GitFailed as error:
        # git takes back an unfinished worktree by itself: if it stands, only the hook after the checkout failed.
        if not (root / ".git").exists():
            raise
        Git(root).read("reset", "--hard", "--quiet")
        return (f"The post-checkout hook failed in our worktree: {error.output or 'it gave no reason'}",)
    return ()


def discard_worktree(repository: Repository, root: Path) -> None:
    """Remove the folder at `root` and every registration of a worktree of the same run."""
    for entry, folder in list(_registrations(repository.common)):
        if folder is None:
            if entry.name == root.name:  # broken off before git wrote where it would be
                remove_tree(entry)
        elif folder == root or _same_run(folder, root):
            remove_tree(folder)
            remove_tree(entry)
    remove_tree(root)
    with suppress(OSError):  # as git does with the last one: only if empty
        (repository.common / "worktrees").rmdir()


def remove_empty_folders(folder: Path, upto: Path) -> None:
    """Remove `folder` and its parents below and including `upto`, as far as they are empty."""
    with suppress(OSError):
        while folder.is_relative_to(upto):
            folder.rmdir()
            folder = folder.parent


def remove_tree(path: Path) -> None:
    """Remove a file, a link or a whole folder; nothing there is fine."""
    if path.is_symlink() or path.is_file():
        path.unlink()
    elif path.exists():
        try:
            shutil.rmtree(path)
        except PermissionError:  # a command left read-only folders, as Go's module cache does
            _make_writable(path)
            shutil.rmtree(path)


def _make_writable(path: Path) -> None:
    path.chmod(stat.S_IRWXU)
    for folder, names, _ in os.walk(path):
        for child in (Path(folder, name) for name in names):
            if not child.is_symlink():
                child.chmod(stat.S_IRWXU)


def _registrations(common: Path) -> Iterator[tuple[Path, Path | None]]:
    """Each registration, and the folder of its worktree (None where it does not say)."""
    entries = common / "worktrees"
    for entry in sorted(entries.iterdir()) if entries.is_dir() else ():
        try:
            place = os.fsdecode((entry / "gitdir").read_bytes()).removesuffix("\n")
        except (FileNotFoundError, NotADirectoryError):
            place = ""
        # Not resolved: what stands there now may be a link to somewhere else.
        yield entry, Path(os.path.normpath(entry / place)).parent if place else None


def _same_run(folder: Path, root: Path) -> bool:
    """Whether a folder is that of the same run in another cache folder, or from before the repository was moved."""
    return folder.name == root.name and folder.parent.parent.name == root.parent.parent.name == "worktrees"
