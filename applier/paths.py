"""Which paths may be written: declared, inside the repository, not protected."""

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from applier.protection import allowed, protected
from applier.scope import Problem, Scope

__all__ = ["check_paths", "is_inside", "protected", "repository_at"]

_ABSOLUTE = re.compile(r"/|[A-Za-z]:(?:/|$)")
_DRIVE = re.compile(r"[A-Za-z]:")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:[.:].*)?", re.IGNORECASE)
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})  # control, format, surrogate, line and paragraph separators
_LONGEST_NAME, _LONGEST_PATH = 255, 1000  # bytes
_SUBMODULE = re.compile(r"^\s*path\s*=\s*(.+?)\s*$", re.MULTILINE)
_LFS_POINTER = b"version https://git-lfs.github.com/spec/v1"


def check_paths(paths: Iterable[str], scope: Scope, root: Path) -> tuple[Problem, ...]:
    """Gate 2: problems of every path that a step wants to write or delete below `root`."""
    wanted = tuple(dict.fromkeys(paths))
    base = root.resolve()
    submodules, spellings = _submodules(base), _spellings(wanted)
    faults = ((path, _fault(path, scope, base, submodules) or _twin_among(path, spellings, scope)) for path in wanted)
    return tuple(Problem("paths", "refuse", path, 0, fault) for path, fault in faults if fault)


def is_inside(path: str) -> bool:
    """Whether the path can only be that of a file in a worktree, and of none of git's own, by its shape alone."""
    return not (_bad_shape(path) or protected(path, ["**"]))


def repository_at(path: str, root: Path) -> str | None:
    """The other repository inside this one that a path is, or lies in."""
    base = root.resolve()
    return _repository_at(path, base, _submodules(base))


def _fault(path: str, scope: Scope, base: Path, submodules: frozenset[str]) -> str | None:
    """The first thing that speaks against a path, and what to do."""
    return (
        _bad_shape(path)
        or _bad_file(path, scope)
        or _bad_name(path, scope)
        or _bad_way(path, base, submodules)
        or _twin_on_disk(path, base)
        or _bad_target(path, scope, base)
    )


def _bad_shape(path: str) -> str | None:
    if not path or ">>>" in path or not {"\0", "\r", "\n"}.isdisjoint(path) or not _can_be_stored(path):
        return "This cannot be the path of a file. Name the file by its path from the top of the repository."
    if "\\" in path:
        return "The path holds a backslash. Write it with forward slashes, exactly as the step names it."
    if _ABSOLUTE.match(path):
        return "The path is absolute. Write it from the top of the repository, exactly as the step names it."
    if {"", ".", ".."} & set(path.split("/")):
        return "The path holds `..`, `.` or an empty part. Write it out, exactly as the step names it."
    return None


def _can_be_stored(path: str) -> bool:
    try:
        stored = os.fsencode(path)
    except UnicodeEncodeError:
        return False
    return len(stored) <= _LONGEST_PATH and max(map(len, stored.split(b"/"))) <= _LONGEST_NAME


def _bad_file(path: str, scope: Scope) -> str | None:
    if reason := protected(path, scope.allow):
        unless = "" if protected(path, ["**"]) else " unless the user allows its path"
        return f"This is {reason}, which must not be touched{unless}. Leave it as it is."
    declared = (*scope.files, *scope.new, *scope.delete)
    if path not in declared:
        return f"This file was not asked for. Write only the files of this step: {', '.join(declared) or 'none'}."
    return None


def _bad_name(path: str, scope: Scope) -> str | None:
    """Names that another system could not check out. What is there already may keep its name."""
    if path not in scope.new:
        return None
    parts = path.split("/")
    if any(_DEVICE.fullmatch(part) or part[-1] in ". " for part in parts) or _DRIVE.match(path):
        return "A file of this name cannot exist on every system. Choose another name."
    if any(unicodedata.category(char) in _INVISIBLE for char in path):
        return "The name of this new file holds an invisible character. Choose a name without it."
    return None


def _repository_at(path: str, base: Path, submodules: frozenset[str]) -> str | None:
    found = (
        below
        for below in _prefixes(path)
        if below in submodules or ((base / below).is_dir() and os.path.lexists(base / below / ".git"))
    )
    return next(found, None)


def _bad_way(path: str, base: Path, submodules: frozenset[str]) -> str | None:
    """What is wrong with the folders on the way, or with the file as a link."""
    for below in _prefixes(path):
        place = base / below
        if place.is_symlink():
            inside = Path(os.path.realpath(place)).is_relative_to(base)
            way = "a symlink" if inside else "a symlink that leads out of the repository"
            return (
                f"{below} is {way}, and nothing is written through it. Change the file that it stands for, or leave it."
            )
        if _repository_at(below, base, submodules):
            return f"{below} is another repository inside this one. Leave everything in it as it is."
        if below != path and place.exists() and not place.is_dir():
            return f"{below} is a file, so nothing can lie below it. Choose another path."
    return None


def _bad_target(path: str, scope: Scope, base: Path) -> str | None:
    target = base / path
    if path in scope.new and target.exists():
        return "This file was declared as new but is there already. Choose a path that is not taken."
    if path not in scope.new and not target.exists():
        return "There is no such file. Rewrite only files that exist; a new one must be declared as new."
    if path not in scope.new and not target.is_file():
        return "This is no ordinary file. Leave it as it is."
    if target.exists() and not allowed(path, scope.allow) and _is_lfs_pointer(target):
        return "This is a Git LFS pointer, not the file itself, and must not be touched. Leave it as it is."
    return None


def _twin_on_disk(path: str, base: Path) -> str | None:
    """An entry that some file systems cannot tell from the path."""
    for below in _prefixes(path):
        place = base / below
        names = {entry.name for entry in place.parent.iterdir()} if place.parent.is_dir() else set()
        twins = () if place.name in names else (name for name in sorted(names) if _folded(name) == _folded(place.name))
        for twin in twins:
            return _twin_message(twin)
    return None


def _twin_among(path: str, spellings: Mapping[str, set[str]], scope: Scope) -> str | None:
    """Another path of the same step that some file systems cannot tell from this new one."""
    for below in _prefixes(path) if path in scope.new else ():
        for twin in sorted(spellings[_folded(below)] - {below}):
            return _twin_message(twin)
    return None


def _spellings(paths: Iterable[str]) -> dict[str, set[str]]:
    """Files and folders by what a file system that knows no letter case calls them."""
    found: dict[str, set[str]] = {}
    for path in paths:
        for below in _prefixes(path):
            found.setdefault(_folded(below), set()).add(below)
    return found


def _twin_message(twin: str) -> str:
    return f"The path differs from {twin} only in letter case or in how accents are stored. Choose another name."


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())


def _prefixes(path: str) -> Iterator[str]:
    """ "a/b/c" gives "a", "a/b", "a/b/c"."""
    parts = path.split("/")
    return ("/".join(parts[:count]) for count in range(1, len(parts) + 1))


def _submodules(base: Path) -> frozenset[str]:
    """Paths of submodules, also of those that are not checked out."""
    listing = base / ".gitmodules"
    return frozenset(_SUBMODULE.findall(listing.read_text("utf-8", "replace")) if listing.is_file() else ())


def _is_lfs_pointer(file: Path) -> bool:
    with file.open("rb") as stream:
        return stream.read(len(_LFS_POINTER)) == _LFS_POINTER
