"""Where bytes come from: the working tree or a commit of a repository. The only module that knows GitPython.

Paths travel as git stores them. Nothing here writes: no index refresh, no configuration, no network.
"""

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from repo_scan.errors import BareRepository, NoCommit, NotARepository, ScanError, UnknownCommit
from repo_scan.gitcommand import MISSING, blob_reader, git_records, plain, run_git
from repo_scan.stamps import Stamps

LARGEST = 1_000_000  # bytes; a longer file is listed, not read

_SYMLINK, _SUBMODULE = "120000", "160000"


@dataclass(frozen=True, slots=True)
class Listed:
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
    """The tree of `commit` in the repository that holds `path`, or its working tree.

    `stamps` gives what is known of the files of a working tree from earlier times.
    """
    root = find_root(path)
    if commit is None:
        return WorkingTree(root, _object_format(root), stamps(root) if stamps is not None else Stamps())
    return CommitTree(root, _resolve(root, commit))


def find_root(path: Path) -> Path:
    """The top folder of the working tree that holds `path`."""
    try:
        import git  # late: a tenth of a second, which `--help` and the worker processes do without
    except ImportError as exc:
        raise ScanError(MISSING) from exc
    try:
        with git.Repo(path, search_parent_directories=True, expand_vars=False) as repo:
            root, bare = repo.working_tree_dir, repo.bare
    except git.NoSuchPathError as exc:
        raise NotARepository(f"There is no {path}.") from exc
    except git.InvalidGitRepositoryError as exc:
        raise NotARepository(f"{path} is in no git repository; run `git init` and commit there first.") from exc
    if bare or root is None:
        raise BareRepository(f"{path} is a bare repository, without working files; give a clone of it instead.")
    _require_trust(Path(root))
    return Path(root)


def _require_trust(root: Path) -> None:
    """Raise where git itself refuses to open the repository. Its safety settings are the user's alone to change."""
    done = run_git(root, "rev-parse", "--git-dir")
    if done.returncode == 0:
        return
    words = plain(done.stderr)
    if "dubious ownership" in words:
        raise NotARepository(
            f"git does not trust {root}, because another user owns it. If you do, run: "
            f"git config --global --add safe.directory '{root}'"
        )
    raise NotARepository(f"git cannot open {root}: {words}")


def _resolve(root: Path, revision: str) -> str:
    done = run_git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
    if done.returncode == 0:
        return plain(done.stdout)
    if run_git(root, "rev-parse", "--verify", "--quiet", "HEAD").returncode != 0:
        raise NoCommit(f"{root} has no commit yet; commit something first.")
    raise UnknownCommit(f"{revision!r} names no commit of {root}; `git log` shows which there are.")


def _object_format(root: Path) -> str:
    done = run_git(root, "rev-parse", "--show-object-format")
    return plain(done.stdout) if done.returncode == 0 else "sha1"


@dataclass(frozen=True, slots=True)
class WorkingTree:
    """Tracked and untracked files that are not ignored, as they are on disk."""

    root: Path
    object_format: str = "sha1"
    stamps: Stamps = field(default_factory=Stamps)
    commit: None = field(default=None, init=False)

    def listing(self) -> tuple[Listed, ...]:
        """Git's list of the working tree, sorted by path."""
        tracked = dict(_mode_and_path(record) for record in git_records(self.root, "ls-files", "-s", "-z"))
        every = set(git_records(self.root, "ls-files", "-c", "-o", "--exclude-standard", "-z"))
        real = _RealFolders(self.root)
        self.stamps.begin()
        listed = _sorted(_listed(raw, *self._blob_or_reason(raw, tracked.get(raw, ""), real)) for raw in every)
        self.stamps.end()
        return listed

    def contents(self, wanted: Iterable[Listed]) -> Iterator[tuple[Listed, bytes]]:
        """The bytes of what is wanted, with the blob id filled in; a reason instead of bytes where that fails."""
        for item in wanted:
            try:
                data = Path(f"{self.root}/{item.path}").read_bytes()
            except OSError as exc:
                yield Listed(item.path, reason=f"cannot be read: {exc.strerror}"), b""
            else:
                blob = _blob_id(data, self.object_format)
                self.stamps.note(item.path, blob)
                yield Listed(item.path, blob), data

    def _blob_or_reason(self, raw: bytes, mode: str, real: "_RealFolders") -> tuple[str, str]:
        """The blob id if the file is as it was when last read, and why its content is not offered."""
        if mode == _SUBMODULE:
            return "", "submodule"
        if raw.endswith(b"/"):
            return "", "a repository of its own"
        if mode == _SYMLINK:
            return "", "symlink"
        if not real.holds(raw.rpartition(b"/")[0]):
            return "", "behind a symlink"
        try:
            facts = os.lstat(os.fsencode(self.root) + b"/" + raw)
        except (FileNotFoundError, NotADirectoryError):
            return "", "not on disk"
        except OSError as exc:
            return "", f"cannot be read: {exc.strerror}"
        reason = _reason_of_facts(facts)
        return ("", reason) if reason else (self.stamps.look(os.fsdecode(raw), facts), "")


def _reason_of_facts(facts: os.stat_result) -> str:
    if stat.S_ISLNK(facts.st_mode):
        return "symlink"
    if not stat.S_ISREG(facts.st_mode):
        return "not a regular file"
    return _reason_of_size(facts.st_size)


@dataclass(frozen=True, slots=True)
class _RealFolders:
    """Remembers which folders are reached without passing through a symlink."""

    root: Path
    known: dict[bytes, bool] = field(default_factory=lambda: {b"": True})

    def holds(self, folder: bytes) -> bool:
        """Whether neither `folder` nor any folder above it is a symlink."""
        parts = folder.split(b"/") if folder else []
        for depth in range(1, len(parts) + 1):
            here = b"/".join(parts[:depth])
            if here not in self.known:
                self.known[here] = not (self.root / os.fsdecode(here)).is_symlink()
            if not self.known[here]:
                return False
        return True


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
    mode, _, blob, size = facts.decode("ascii").split()
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
    if any(sign in path for sign in ("\n", "\r", "\0", ">>>")):
        return Listed(path, blob, reason or "its name holds a line break or >>>")
    return Listed(path, blob, reason)


def _sorted(listed: Iterable[Listed]) -> tuple[Listed, ...]:
    return tuple(sorted(listed, key=lambda item: item.path))


def _mode_and_path(record: bytes) -> tuple[bytes, str]:
    facts, _, raw = record.partition(b"\t")
    return raw, facts[:6].decode("ascii")


def _blob_id(data: bytes, object_format: str) -> str:
    return hashlib.new(object_format, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
