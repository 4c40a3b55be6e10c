"""Removes what is left of a run: its worktrees and its branch, and nothing else."""

from collections.abc import Collection, Mapping
from pathlib import Path

from applier.branches import check_removable, noted_branch, only_on, remove_branch
from applier.clearing import clear_workspace
from applier.errors import RepositoryUnusable
from applier.places import place_for
from applier.repository import Repository, find_repository
from applier.worktree import asides, remove_empty_folders, remove_tree


def unshared(repository: Path, run: str, branch: str, base: str, commits: Mapping[str, str]) -> frozenset[str]:
    """Those of a run's commits, by the names of their steps, that only its branch holds; none where that is gone."""
    home = find_repository(repository)
    return only_on(home, run, branch, _known(home, base), commits) if home.tip(branch) else frozenset()


def branch_of(repository: Path, run: str) -> str | None:
    """The branch that a run noted as its own, for where its journal cannot be read."""
    return noted_branch(find_repository(repository), run)


def has_worktree(repository: Path, run: str) -> bool:
    """Whether a killed process of the run left a worktree."""
    home = find_repository(repository)
    return any(place_for(home, name).exists() for name in (run, *asides(run)))


def check_discard(repository: Path, run: str, branch: str | None, base: str, known: Collection[str]) -> str | None:
    """The branch that would go with the run. Raises AcceptConflict where it must stay: it is checked out, or holds
    somebody else's commits."""
    home = find_repository(repository)
    if branch is None or home.tip(branch) is None:
        return None
    check_removable(home, run, branch, _known(home, base), known)
    return branch


def discard(repository: Path, run: str, branch: str | None) -> None:
    """Remove a run: its worktrees, its branch, which was checked, and its record. The caller holds its lock."""
    home = find_repository(repository)
    clear_workspace(home.root, run)
    if branch:
        remove_branch(home, run, branch)
    folder = home.state / "runs" / run
    remove_tree(folder)
    remove_empty_folders(folder.parent, home.state)


def _known(repository: Repository, base: str) -> str | None:
    try:
        return repository.resolve(base)
    except RepositoryUnusable:  # history was rewritten and cleared away
        return None
