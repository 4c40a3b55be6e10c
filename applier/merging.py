"""Brings commits into the user's own worktree: looked at beforehand, so nothing is lost and nothing left half done."""

from collections.abc import Mapping
from pathlib import Path

from applier.errors import AcceptConflict, GitFailed
from applier.repository import Repository

_NO_SURPRISES = ("--no-autostash", "--commit", "--no-squash", "--no-edit", "--no-stat", "--quiet")
_UNKNOWN_OPTION = 129


def fast_forward(repository: Repository, tip: str) -> None:
    """Move HEAD and the worktree on to `tip`. Raises AcceptConflict where something of the user's is in the way."""
    check_calm(repository)
    _check_overlap(repository, tip)
    repository.git.work("merge", "--ff-only", *_NO_SURPRISES, tip)


def merge(repository: Repository, tip: str, message: str, identity: Mapping[str, str]) -> None:
    """Merge `tip` into HEAD. Raises AcceptConflict where it conflicts or something of the user's is in the way."""
    check_calm(repository)
    if repository.current_branch() is None:
        raise AcceptConflict("HEAD is detached, so nothing would hold on to a merge: switch to a branch first.")
    _check_overlap(repository, _merged_tree(repository, tip))
    if staged := repository.git.names("diff", "--cached", "--name-only", "-z", "--no-ext-diff", "HEAD"):
        raise AcceptConflict("A merge needs an index without staged files: commit or unstage them first.", staged)
    try:
        repository.git.work("merge", "--no-ff", *_NO_SURPRISES, "--no-log", "-m", message, tip, environment=identity)
    except GitFailed as error:
        if repository.under_way() != "merge":
            raise
        repository.git.read("merge", "--abort")
        raise AcceptConflict(
            f"A hook of yours or the signing refused the merge, so nothing was done. {error} Put that right and accept "
            f"again, or merge by hand with `git merge {tip}`."
        ) from error


def check_calm(repository: Repository) -> None:
    """Raises AcceptConflict where the user is in the middle of something."""
    if begun := repository.under_way():
        raise AcceptConflict(f"A {begun} is under way in {repository.root}: finish or abort it first.")


def _merged_tree(repository: Repository, tip: str) -> str:
    """The tree that merging `tip` into HEAD gives, found without touching anything."""
    words = ("merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", "HEAD", tip)
    try:
        names = repository.git.names(*words, ok=(0, 1))
    except GitFailed as error:
        if error.exit_code != _UNKNOWN_OPTION:
            raise
        raise AcceptConflict(
            "This git cannot tell beforehand whether the merge conflicts (that takes git 2.38): "
            f"update git, or merge by hand with `git merge {tip}`."
        ) from error
    tree, conflicts = names[0], tuple(sorted(set(names[1:])))
    if conflicts:
        raise AcceptConflict(
            f"The merge conflicts in {_listed(conflicts)}, so nothing was done: merge by hand with `git merge {tip}`.",
            conflicts,
        )
    return tree


def _check_overlap(repository: Repository, target: str) -> None:
    """Raises AcceptConflict where going from HEAD to a tree would overwrite what no commit holds."""
    words = repository.git.names("diff-tree", "-r", "-z", "--name-status", "--no-renames", "HEAD", target)
    changes = dict(zip(words[1::2], words[::2], strict=True))
    dirty = set(repository.dirty()) | _hidden(repository)
    in_the_way = {path for path in changes if path in dirty}
    gone = {path for path, letter in changes.items() if letter == "D"}
    for path, letter in changes.items():
        if letter == "A":
            in_the_way |= _untracked_at(repository, path, gone)
    if in_the_way:
        names = tuple(sorted(in_the_way))
        raise AcceptConflict(
            f"Files of yours that are not committed are in the way: {_listed(names)}. "
            "Nothing was done: commit, stash or move them first.",
            names,
        )


def _hidden(repository: Repository) -> set[str]:
    """Files that git was told not to look at, and that stand in the worktree all the same."""
    entries = (entry.split(" ", 1) for entry in repository.git.names("ls-files", "-v", "-z"))
    flagged = {path for mark, path in entries if mark == "S" or mark.islower()}  # sparse, or assumed unchanged
    return {path for path in flagged if _stands(repository.root / path)}


def _untracked_at(repository: Repository, path: str, gone: set[str]) -> set[str]:
    """Untracked files, ignored ones too, that stand where `path` is to be created."""
    parts = path.split("/")
    for count in range(1, len(parts) + 1):
        name = "/".join(parts[:count])
        place = repository.root / name
        if not _stands(place):
            return set()
        if place.is_symlink() or not place.is_dir():
            return set() if name in gone else {name}
    return set(repository.git.names("ls-files", "--others", "-z", "--", path))


def _stands(place: Path) -> bool:
    return place.is_symlink() or place.exists()


def _listed(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:10])
    return shown if len(names) <= 10 else f"{shown} and {len(names) - 10} more"
