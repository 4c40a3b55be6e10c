"""What a run changed, for a reader."""

from dataclasses import dataclass
from pathlib import Path

from applier.repository import Repository, find_repository

# `diff-tree` heeds none of the user's taste in diffs; what attributes name to run is switched off.
_PLAIN = ("-r", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color")
_STATUS = {"A": "added", "D": "deleted"}


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file of a diff."""

    path: str
    status: str  # "added", "modified", "deleted"
    added: int  # lines; 0 for binary
    removed: int


def changes(repository: Path, base: str, head: str) -> tuple[FileChange, ...]:
    """Files that differ between two commits, sorted by path. No external diff or text conversion runs."""
    home = find_repository(repository)
    ends = home.resolve(base), home.resolve(head)
    counts = _line_counts(home, ends)
    words = home.git.names("diff-tree", *_PLAIN, "-z", "--name-status", *ends)
    found = zip(words[::2], words[1::2], strict=True)
    return tuple(
        FileChange(path, _STATUS.get(letter, "modified"), *counts[path])
        for letter, path in sorted(found, key=lambda pair: pair[1])
    )


def diff_text(repository: Path, base: str, head: str, paths: tuple[str, ...] = ()) -> str:
    """The unified diff between two commits, of all files or of `paths`."""
    home = find_repository(repository)
    ends = home.resolve(base), home.resolve(head)
    return home.git.read("diff-tree", *_PLAIN, "--patch", *ends, "--", *paths).decode("utf-8", "replace")


def pager_of(repository: Path) -> str:
    """The command that git would show long output with, by the user's settings; "" or "cat" for none."""
    return find_repository(repository).git.line("var", "GIT_PAGER")


def _line_counts(repository: Repository, ends: tuple[str, str]) -> dict[str, tuple[int, int]]:
    entries = repository.git.names("diff-tree", *_PLAIN, "-z", "--numstat", *ends)
    split = (entry.split("\t", 2) for entry in entries)
    return {path: (_number(added), _number(removed)) for added, removed, path in split}


def _number(word: str) -> int:
    return 0 if word == "-" else int(word)  # git counts no lines in binary files
