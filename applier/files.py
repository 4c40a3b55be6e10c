"""Reads and writes the files of a worktree: each keeps its form, mode and kind, and links are never followed."""

import secrets
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from applier.attributes import Custom
from applier.errors import ApplyError
from applier.fidelity import Form, Undecodable, decode, encode, form_of_new
from applier.paths import is_inside, repository_at

_LFS_POINTER = b"version https://git-lfs.github.com/spec/"
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")  # UTF-16 and UTF-32, which hold NULs and yet are text
_PLAIN = Custom()
_LOOK = 8000  # bytes, as git looks for a NUL to tell binary files


def unreadable(root: Path, path: str) -> str | None:
    """Why the file at `path` cannot be rewritten, judged by what stands there; None where it can."""
    if link := link_above(root, path):
        return f"it lies behind the symbolic link {link}"
    place = root / path
    if place.is_symlink():
        return "it is a symbolic link"
    if place.is_dir():
        return "it is a folder or a submodule"
    if not place.exists():
        return "it is not in the worktree"
    return None if place.is_file() else "it is no regular file"


def read_text(root: Path, path: str, custom: Custom = _PLAIN, original: bytes | None = None) -> str | Undecodable:
    """The text of a file, or why it cannot be offered for rewriting. `original` is what it held before we wrote it."""
    if reason := unreadable(root, path):
        return Undecodable(reason)
    return text_of((root / path).read_bytes(), path, custom, original)


def text_of(data: bytes, path: str, custom: Custom = _PLAIN, original: bytes | None = None) -> str | Undecodable:
    """The text of a file's bytes, or why they cannot be offered for rewriting."""
    was = _decode(original, path, custom) if original else None
    decoded = _decode(data, path, custom, was[1] if isinstance(was, tuple) else None)
    return decoded if isinstance(decoded, Undecodable) else decoded[0]


def prepare(path: str, text: str, original: bytes | None, custom: Custom = _PLAIN) -> bytes:
    """Bytes of a new text in the form of the original. Raises ApplyError where it has no such form."""
    form = form_of_new(custom.encoding, custom.newline)
    if original:
        decoded = _decode(original, path, custom)
        if isinstance(decoded, Undecodable):
            raise ApplyError(f"{path} cannot be rewritten: {decoded.reason}.")
        form = decoded[1]
    try:
        return encode(text, form, original or None)
    except LookupError as error:
        raise ApplyError(f"{path} cannot be written: git's attributes name an unknown encoding: {error}.") from error
    except UnicodeEncodeError as error:
        bad = error.object[error.start : error.end].encode("ascii", "backslashreplace").decode()
        why = f"is written in {form.encoding}, which cannot hold {bad}: use only characters of that encoding."
        if form.alike:
            why = (
                f"does not say in which encoding it is written ({', '.join(form.alike)}?), and {bad} could be written "
                "wrong: use only ASCII and characters that stand in it already."
            )
        raise ApplyError(f"{path} {why}") from error


def check_place(root: Path, path: str, changes: Mapping[str, str | None]) -> None:
    """Raises ApplyError where writing or deleting `path` would follow or replace something that is no plain file."""
    if not is_inside(path):
        raise ApplyError(f"{path!r} is no path inside the repository.")
    if link := link_above(root, path):
        raise ApplyError(f"{path} lies behind the symbolic link {link}, which is not followed.")
    place = root / path
    if place.is_symlink():
        raise ApplyError(f"{path} is a symbolic link, which is not replaced.")
    if place.is_dir() and not _emptied(place, root, changes):
        raise ApplyError(f"{path} is a folder or a submodule, so it cannot be written as a file.")
    if inner := repository_at(path, root):
        raise ApplyError(f"{path} lies in {inner}, which is another repository.")
    if place.exists() and not place.is_dir() and not place.is_file():
        raise ApplyError(f"{path} is no regular file.")
    if changes[path] is not None and (above := _file_above(root, path, changes)):
        raise ApplyError(f"{path} cannot be written, since {above} is a file and not a folder.")


def mode_of(root: Path, path: str) -> int | None:
    """The permissions of a file; None where it is not there."""
    place = root / path
    return stat.S_IMODE(place.stat().st_mode) if place.exists() else None


def write_bytes(root: Path, path: str, data: bytes, mode: int | None = None) -> None:
    """Write a file as a whole or not at all; the mode of the one it replaces stays, a new one gets `mode`.

    A hard link to it elsewhere keeps its content, as with git's own checkout: that may be a file of the user's.
    """
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_name(f".overhaul-{secrets.token_hex(8)}")
    try:
        draft.write_bytes(data)
        wanted = mode_of(root, path)
        if wanted is None:
            wanted = mode
        if wanted is not None:
            draft.chmod(wanted)
        draft.replace(place)
    finally:
        draft.unlink(missing_ok=True)


def remove_file(root: Path, path: str) -> None:
    """Remove a file and the folders that are empty without it."""
    place = root / path
    if place.is_symlink() or not place.is_dir():
        with suppress(FileNotFoundError, NotADirectoryError):
            place.unlink()
    with suppress(OSError):
        for folder in _folders(path):
            (root / folder).rmdir()


def _decode(data: bytes, path: str, custom: Custom, before: Form | None = None) -> tuple[str, Form] | Undecodable:
    if data.startswith(_LFS_POINTER):
        return Undecodable("it is a Git LFS pointer")
    if b"\0" in data[:_LOOK] and not data.startswith(_WIDE_MARKS) and not custom.encoding:
        return Undecodable("it is binary")
    return decode(data, path, custom.encoding, before)


def _emptied(folder: Path, root: Path, changes: Mapping[str, str | None]) -> bool:
    """Whether there are files below a folder and the same changes delete every one."""
    inside = {found for found in folder.rglob("*") if found.is_symlink() or not found.is_dir()}
    return bool(inside) and inside <= {root / name for name, text in changes.items() if text is None}


def _file_above(root: Path, path: str, changes: Mapping[str, str | None]) -> str | None:
    """What stands as a file where `path` needs a folder, after the changes."""
    for folder in _folders(path):
        if changes[folder] is not None if folder in changes else (root / folder).is_file():
            return folder
    return None


def link_above(root: Path, path: str) -> str | None:
    """The symbolic link that a path lies behind, if any."""
    return next((folder for folder in _folders(path) if (root / folder).is_symlink()), None)


def _folders(path: str) -> list[str]:
    """The folders that a path lies in, innermost first."""
    parts = path.split("/")
    return ["/".join(parts[:count]) for count in range(len(parts) - 1, 0, -1)]
