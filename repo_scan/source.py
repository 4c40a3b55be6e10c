"""Where bytes come from: the working tree or a commit of a repository.

Paths travel as git stores them. Nothing here writes: no index refresh, no configuration, no network.
"""

import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import msgspec

from repo_scan.errors import BareRepository, NoCommit, NotARepository, ScanError, UnknownCommit
from repo_scan.gitcommand import Records, begin_records, blob_reader, git_records, plain, run_git
from repo_scan.paths import folder_of
from repo_scan.stamps import Stamps

LARGEST = 1_000_000  # bytes; a longer file is listed, not read

_SYMLINK, _SUBMODULE = b"120000", b"160000"
_UNFIT = re.compile(r"[\n\r\0]|>>>")  # in the name of a file that a marker line is to name


class Listed(msgspec.Struct, frozen=True, gc=False):
    """One path of git's list."""

    path: str
    blob: str = ""  # known beforehand in a commit; in the working tree only of files that are as they were
    reason: str = ""  # why its content is not offered; "" if it is


class Source(Protocol):
    """A tree of files: the list, and the bytes of what is listed."""

    @property
    def commit(self) -> str | None:
        """The commit's id; None for the working tree."""

    def listing(self) -> tuple[Listed, ...]:
        """Git's list, sorted by path."""

    def contents(self, wanted: Iterable[Listed]) -> Iterator[tuple[Listed, bytes]]:
        """The bytes of what is wanted, with the blob id filled in; a reason instead of bytes where that fails."""


def open_source(path: Path, commit: str | None, stamps: Callable[[Path], Stamps] | None = None) -> Source:
    """The tree of `commit` in the repository that holds `path`, or its working tree."""
    if commit is None:
        return open_working_tree(path, stamps)
    root = find_root(path)
    return CommitTree(root, _resolve(root, commit))


def open_working_tree(
    path: Path, stamps: Callable[[Path], Stamps] | None = None, records: Records | None = None
) -> "WorkingTree":
    """The working tree that holds `path`.

    `stamps` gives what is known of its files from earlier times, `records` what git lists, where it began before.
    """
    root, object_format = _find(path)
    return WorkingTree(root, object_format, stamps(root) if stamps is not None else Stamps(), records)


def find_root(path: Path) -> Path:
    """The top folder of the working tree that holds `path`."""
    return _find(path)[0]


def _find(path: Path) -> tuple[Path, str]:
    """The top folder of the working tree that holds `path`, and how git calls its objects."""
    if not path.exists():
        raise NotARepository(f"There is no {path}.")
    folder = path if path.is_dir() else path.parent
    done = run_git(folder, "rev-parse", "--is-bare-repository", "--show-object-format", "--show-toplevel")
    if done.returncode != 0:
        raise _not_opened(path, done.stdout, plain(done.stderr))
    _, object_format, root = done.stdout.split(b"\n", 2)
    return Path(os.fsdecode(root.removesuffix(b"\n"))), plain(object_format)


def _not_opened(path: Path, answer: bytes, words: str) -> ScanError:
    """Why git itself opens no working tree there. Its safety settings are the user's alone to change."""
    if "dubious ownership" in words:
        named = re.search(r"'(.+)'", words)
        root = named[1] if named else path
        return NotARepository(
            f"git does not trust {root}, because another user owns it. If you do, run: "
            f"git config --global --add safe.directory '{root}'"
        )
    if answer.startswith(b"true"):
        return BareRepository(f"{path} is a bare repository, without working files; give a clone of it instead.")
    if "must be run in a work tree" in words:
        return NotARepository(f"{path} belongs to git itself; give the folder that holds your files.")
    if "not a git repository" in words:
        return NotARepository(f"{path} is in no git repository; run `git init` and commit there first.")
    return NotARepository(f"git cannot open {path}: {words}")


def _resolve(root: Path, revision: str) -> str:
    done = run_git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
    if done.returncode == 0:
        return plain(done.stdout)
    if run_git(root, "rev-parse", "--verify", "--quiet", "HEAD").returncode != 0:
        raise NoCommit(f"{root} has no commit yet; commit something first.")
    raise UnknownCommit(f"{revision!r} names no commit of {root}; `git log` shows which there are.")


def begin_listing(root: Path) -> Records:
    """Let git begin to list a working tree."""
    return begin_records(root, "ls-files", "-t", "-s", "-c", "-o", "--exclude-standard", "-z")


@dataclass(frozen=True, slots=True)
class _RealFolders:
    """Remembers which folders are reached without passing through a symlink."""

    root: bytes
    known: dict[bytes, bool] = field(default_factory=lambda: {b"": True})

    def holds(self, folder: bytes) -> bool:
        """Whether neither `folder` nor any folder above it is a symlink."""
        missing: list[bytes] = []
        while folder not in self.known:
            missing.append(folder)
            folder = folder.rpartition(b"/")[0]
        answer = self.known[folder]
        for inner in reversed(missing):
            answer = answer and not os.path.islink(self.root + b"/" + inner)  # noqa: PTH114 (names may be no text)
            self.known[inner] = answer
        return answer


@dataclass(frozen=True, slots=True)
class WorkingTree:
    """Tracked and untracked files that are not ignored, as they are on disk."""

    root: Path
    object_format: str = "sha1"
    stamps: Stamps = field(default_factory=Stamps)
    records: Records | None = None  # what git lists, where it began before
    ahead: dict[str, tuple[str, str]] = field(default_factory=dict)  # blobs or reasons, told before git's list
    real: _RealFolders = field(init=False)
    prefix: str = field(init=False)
    commit: None = field(default=None, init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "real", _RealFolders(os.fsencode(self.root)))
        object.__setattr__(self, "prefix", f"{self.root}/")

    def touched(self) -> tuple[Listed, ...]:
        """Files known from earlier times that were written since, told before git has listed what there is."""
        self.stamps.begin()
        self.ahead.update({path: self._look(path) for path in self.stamps.known})
        written = (path for path, (blob, reason) in self.ahead.items() if not blob and not reason)
        return tuple(Listed(path) for path in written if self.real.holds(os.fsencode(folder_of(path))))

    def listing(self) -> tuple[Listed, ...]:
        """Git's list of the working tree, sorted by path."""
        records = self.records or begin_listing(self.root)
        modes = dict(_path_and_mode(record) for record in records())  # a conflict names a path thrice
        if not self.ahead:
            self.stamps.begin()
        listed = _sorted(_listed(raw, *self._blob_or_reason(raw, mode)) for raw, mode in modes.items())
        self.stamps.end(self.ahead)
        self.ahead.clear()
        return listed

    def contents(self, wanted: Iterable[Listed]) -> Iterator[tuple[Listed, bytes]]:
        """The bytes of what is wanted, with the blob id filled in; a reason instead of bytes where that fails."""
        for item in wanted:
            try:
                with open(self.prefix + item.path, "rb", buffering=0) as file:  # noqa: PTH123 (a tenth of a scan)
                    data = file.read()
            except OSError as exc:
                yield Listed(item.path, reason=f"cannot be read: {exc.strerror}"), b""
            else:
                blob = _blob_id(data, self.object_format)
                self.stamps.note(item.path, blob)
                yield Listed(item.path, blob), data

    def _blob_or_reason(self, raw: bytes, mode: bytes) -> tuple[str, str]:
        """The blob id if the file is as it was when last read, and why its content is not offered."""
        if mode == _SUBMODULE:
            return "", "submodule"
        if raw.endswith(b"/"):
            return "", "a repository of its own"
        if mode == _SYMLINK:
            return "", "symlink"
        if not self.real.holds(raw.rpartition(b"/")[0]):
            return "", "behind a symlink"
        path = os.fsdecode(raw)
        return self.ahead.pop(path, None) or self._look(path)

    def _look(self, path: str) -> tuple[str, str]:
        try:
            facts = os.lstat(self.prefix + path)
        except (FileNotFoundError, NotADirectoryError):
            return "", "not on disk"
        except OSError as exc:
            return "", f"cannot be read: {exc.strerror}"
        reason = _reason_of_facts(facts)
        return ("", reason) if reason else (self.stamps.look(path, facts), "")


def _reason_of_facts(facts: os.stat_result) -> str:
    if stat.S_ISREG(facts.st_mode):
        return _reason_of_size(facts.st_size)
    return "symlink" if stat.S_ISLNK(facts.st_mode) else "not a regular file"


@dataclass(frozen=True, slots=True)
class CommitTree:
    """The files of one commit."""

    root: Path
    commit: str

    def listing(self) -> tuple[Listed, ...]:
        """The paths of the commit's tree, sorted."""
        records = git_records(self.root, "ls-tree", "-r", "-z", "-l", "--full-tree", self.commit)
        return _sorted(_of_tree(record) for record in records)

    def contents(self, wanted: Iterable[Listed]) -> Iterator[tuple[Listed, bytes]]:
        """The bytes of what is wanted, read from one git process."""
        with blob_reader(self.root) as ask:
            for item in wanted:
                data = ask(item.blob)
                yield (item, data) if data is not None else (Listed(item.path, reason="missing from this clone"), b"")


def _of_tree(record: bytes) -> Listed:
    facts, _, raw = record.partition(b"\t")
    mode, _, name, size = facts.split()
    blob = name.decode("ascii")
    if mode == _SUBMODULE:
        return _listed(raw, "", "submodule")
    if mode == _SYMLINK:
        return _listed(raw, blob, "symlink")
    if not size.isdigit():  # git writes BAD where a partial clone lacks the object
        return _listed(raw, blob, "missing from this clone")
    return _listed(raw, blob, _reason_of_size(int(size)))


def _reason_of_size(size: int) -> str:
    return f"larger than {LARGEST // 1_000_000} MB" if size > LARGEST else ""


def _listed(raw: bytes, blob: str, reason: str) -> Listed:
    try:
        path = raw.decode("utf-8")
    except UnicodeDecodeError:
        return Listed(raw.decode("utf-8", "backslashreplace"), blob, reason or "its name is not UTF-8")
    if _UNFIT.search(path):
        return Listed(path, blob, reason or "its name holds a line break or >>>")
    return Listed(path, blob, reason)


def _sorted(listed: Iterable[Listed]) -> tuple[Listed, ...]:
    return tuple(sorted(listed, key=lambda item: item.path))


def _path_and_mode(record: bytes) -> tuple[bytes, bytes]:
    """Of "H 100644 <blob> 0<tab>path", or "? path" of what git does not track."""
    if record.startswith(b"? "):
        return record[2:], b""
    facts, _, raw = record.partition(b"\t")
    return raw, facts[2:8]


def _blob_id(data: bytes, object_format: str) -> str:
    return hashlib.new(object_format, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
