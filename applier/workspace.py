"""Our own git worktree for a run, outside the user's checkout: read, write, undo, commit."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType


@dataclass(frozen=True, slots=True)
class Identity:
    """Who commits, and when ("2026-01-31T12:00:00+00:00"), passed per command and never configured."""

    name: str
    email: str
    date: str


class Workspace:
    """A worktree of one run on its own branch. Use as a context manager: it is removed at the end, the branch stays."""

    root: Path  # of the worktree
    branch: str
    base: str  # commit the branch started from

    @classmethod
    def open(cls, repository: Path, run: str, branch: str, base: str) -> "Workspace":
        """Create the branch at `base` and the worktree, or pick up what an interrupted run left of them, cleaned.

        Raises RepositoryUnusable, GitFailed.
        """
        raise NotImplementedError

    def __enter__(self) -> "Workspace":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def head(self) -> str:
        """Commit id of the branch."""
        raise NotImplementedError

    def read(self, paths: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
        """Texts of the files that can be rewritten, and reasons for those that cannot."""
        raise NotImplementedError

    def apply(self, changes: Mapping[str, str | None]) -> None:
        """Write texts, None deletes; each file keeps its form and mode. Paths are checked by gate 2 before."""
        raise NotImplementedError

    def undo(self) -> None:
        """Back to the last commit: tracked files restored, files that were not there removed."""
        raise NotImplementedError

    def changed(self) -> tuple[str, ...]:
        """Paths among tracked or applied files that differ from the last commit, sorted."""
        raise NotImplementedError

    def commit(self, message: str, paths: Iterable[str], who: Identity) -> str:
        """Commit exactly `paths` (hooks run as git runs them); the new commit id. Raises GitFailed with their words."""
        raise NotImplementedError

    def close(self) -> None:
        """Remove the worktree and its registration; the branch stays."""
        raise NotImplementedError
