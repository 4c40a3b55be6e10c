"""Which files there are: exactly git's list, split into text files and skipped ones."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One text file of the repository."""

    path: str  # "src/shop/cart.py"
    language: str | None  # "python"; None where unknown
    lines: int
    bytes: int
    tokens: int  # the plain estimate, the same on every machine
    blob: str  # git blob id of the content as read


@dataclass(frozen=True, slots=True)
class Skipped:
    """One path of git's list that is not offered as text."""

    path: str
    reason: str  # "binary", "not UTF-8 and no encoding declared", "symlink", "submodule", ...


@dataclass(frozen=True, slots=True)
class Inventory:
    """Git's list of paths: `files` and `skipped` together, each sorted by path."""

    files: tuple[FileEntry, ...]
    skipped: tuple[Skipped, ...]
