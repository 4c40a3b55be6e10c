"""What became of a run on its branch: steps by their trailers, accept, rollback."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class StepCommit:
    """One commit of ours, told by its trailers."""

    sha: str
    run: str
    step: str
    subject: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """How an accept ended."""

    head: str
    kind: str  # "fast-forward", "merge", "already"


def resolve_commit(repository: Path, revision: str = "HEAD") -> str:
    """Full commit id. Raises RepositoryUnusable: no repository, bare, no commit, unknown revision."""
    raise NotImplementedError


def state_folder(repository: Path) -> Path:
    """The `overhaul/` folder under the common git directory (not made)."""
    raise NotImplementedError


def describe_head(repository: Path) -> tuple[str | None, bool]:
    """Name of the checked-out branch (None when detached), and whether tracked files are dirty."""
    raise NotImplementedError


def step_commits(repository: Path, base: str, head: str, run: str | None = None) -> tuple[StepCommit, ...]:
    """Commits of ours between `base` and `head`, oldest first."""
    raise NotImplementedError


def accept(repository: Path, branch: str, run: str) -> Accepted:
    """Bring the run's branch into the branch checked out in the user's worktree: fast-forward, or a merge commit.

    Raises AcceptConflict where dirty or untracked files overlap or the merge conflicts (nothing half done), UnknownBranch.
    """
    raise NotImplementedError


def rollback(repository: Path, branch: str, run: str, base: str, *, revert: bool = False) -> tuple[str, ...]:
    """Undo a run: delete its branch and worktree; where it was accepted already, make revert commits (`revert`).

    Returns sentences that say what was done. Raises AcceptConflict, where reverting conflicts or `revert` is needed.
    """
    raise NotImplementedError
