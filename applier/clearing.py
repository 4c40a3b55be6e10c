"""Removes worktrees of ours: at the end of a run, and after a process that was killed."""

from pathlib import Path

from applier.places import place_for
from applier.repository import Repository, find_repository
from applier.worktree import asides, discard_worktree, remove_empty_folders


def clear_workspace(repository: Path, run: str) -> None:
    """Remove what an interrupted run left of its worktrees; its branch stays."""
    home = find_repository(repository)
    take_down(home, place_for(home, run))
    clear_asides(repository, run)


def clear_asides(repository: Path, run: str) -> None:
    """Remove throw-away worktrees that a killed process of the run left. The caller holds the run's lock."""
    home = find_repository(repository)
    for name in asides(run):
        take_down(home, place_for(home, name))


def take_down(repository: Repository, root: Path) -> None:
    """Remove a worktree, its registration, and the folders around it that are empty then."""
    discard_worktree(repository, root)
    remove_empty_folders(root.parent, root.parents[2])
