"""What a run changed, for a reader."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file of a diff."""

    path: str
    status: str  # "added", "modified", "deleted"
    added: int  # lines; 0 for binary
    removed: int


def changes(repository: Path, base: str, head: str) -> tuple[FileChange, ...]:
    """Files that differ between two commits, sorted by path. No external diff or text conversion runs."""
    raise NotImplementedError


def diff_text(repository: Path, base: str, head: str, paths: tuple[str, ...] = ()) -> str:
    """The unified diff between two commits."""
    raise NotImplementedError
