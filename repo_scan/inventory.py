"""Which files there are: exactly git's list, split into text files and skipped ones."""

from dataclasses import dataclass

import msgspec


class FileEntry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One text file of the repository."""

    path: str  # "src/shop/cart.py"
    language: str | None  # "python"; None where unknown
    lines: int
    bytes: int
    tokens: int  # the plain estimate, the same on every machine
    blob: str  # git blob id of the content as read
    parsed: bool = False  # as its outline says; never where the language is unknown
    symbols: int = 0
    fault: str = ""  # why it does not parse: the first of its faults


class Skipped(msgspec.Struct, frozen=True, gc=False):
    """One path of git's list that is not offered as text."""

    path: str
    reason: str  # "binary", "not UTF-8 and declares no encoding", "symlink", "submodule", ...
    blob: str = ""  # of the content that is the reason


@dataclass(frozen=True, slots=True)
class Inventory:
    """Git's list of paths: `files` and `skipped` together, each sorted by path."""

    files: tuple[FileEntry, ...]
    skipped: tuple[Skipped, ...]
