"""Whose a branch is: a run makes its own, notes that it did, and touches no other."""

import os
from collections.abc import Collection, Mapping
from pathlib import Path

from applier.errors import AcceptConflict, RepositoryUnusable, UnknownBranch
from applier.places import place_for
from applier.repository import Repository
from applier.steps import foreign_commits, read_steps, steps_among


def claim_branch(repository: Repository, run: str, branch: str, base: str) -> bool:
    """Note that the branch is the run's; whether it exists already.

    Raises RepositoryUnusable where it exists and is not the run's, or is checked out somewhere.
    """
    tip = repository.tip(branch)
    if tip is None:
        note_branch(repository, run, branch)
        return False
    if not _is_ours(repository, run, branch, base, tip):
        raise RepositoryUnusable(
            f"The branch {branch} exists already and was not made by run {run}: choose another name with --branch."
        )
    if place := checked_out_at(repository, branch):
        raise RepositoryUnusable(
            f"The branch {branch} is checked out in {place}: switch to another branch there first (git switch -)."
        )
    # Nobody but the run moves its branch, so a lock on it is left from an interrupted commit.
    (repository.common / "refs" / "heads" / f"{branch}.lock").unlink(missing_ok=True)
    return True


def checked_out_at(repository: Repository, branch: str) -> str | None:
    """The worktree that a branch is checked out in."""
    return repository.git.line("for-each-ref", "--format=%(worktreepath)", f"refs/heads/{branch}") or None


def existing_tip(repository: Repository, branch: str) -> str:
    """Commit id of a run's branch. Raises UnknownBranch."""
    tip = repository.tip(branch)
    if tip is None:
        raise UnknownBranch(
            f"There is no branch {branch} in {repository.root} (any more): "
            "`overhaul clean` removes what is left of its run, and `overhaul run` starts a new one."
        )
    return tip


def check_removable(
    repository: Repository, run: str, branch: str, base: str | None, known: Collection[str] = ()
) -> None:
    """Raises AcceptConflict where deleting the branch would lose work of the user's or pull it from under them.

    `known` are ids of commits that are ours whatever their messages say.
    """
    tip = existing_tip(repository, branch)
    place = checked_out_at(repository, branch)
    if place and Path(place).resolve() != place_for(repository, run):  # there a killed run left it
        raise AcceptConflict(
            f"The branch {branch} is checked out in {place}: switch to another branch there first (git switch -)."
        )
    elsewhere = _elsewhere(branch)
    if foreign := foreign_commits(repository, base, tip, run, *elsewhere, known=known):
        raise AcceptConflict(
            f"The branch {branch} alone holds commits that are not of run {run} "
            f"({', '.join(sha[:10] for sha in foreign)}): keep them with `git branch NAME {branch}` first."
        )


def move_branch(repository: Repository, branch: str, tip: str, was: str) -> None:
    """Put a branch that is checked out nowhere from one commit to another. Raises AcceptConflict, GitFailed."""
    if place := checked_out_at(repository, branch):
        raise AcceptConflict(
            f"The branch {branch} is checked out in {place}: switch to another branch there first (git switch -)."
        )
    repository.git.read("update-ref", "-m", "overhaul", f"refs/heads/{branch}", tip, was)


def remove_branch(repository: Repository, run: str, branch: str) -> str:
    """Delete the branch and the note on it; the commit it stood at."""
    tip = existing_tip(repository, branch)
    repository.git.read("branch", "--delete", "--force", "--quiet", "--", branch)
    _note(repository, run).unlink(missing_ok=True)
    return tip


def noted_branch(repository: Repository, run: str) -> str | None:
    """The branch that the run noted as its own."""
    note = _note(repository, run)
    return note.read_text("utf-8", "surrogateescape") if note.is_file() else None


def only_on(
    repository: Repository, run: str, branch: str, base: str | None, commits: Mapping[str, str]
) -> frozenset[str]:
    """Those commits, by the names of their steps, that no other branch or tag holds, be it as a copy."""
    others = (f"--exclude={branch}", "--branches", "--tags", "--remotes")  # and not HEAD: it moves on
    alone = repository.git.line("rev-list", f"refs/heads/{branch}", "--not", *others).split()
    left = {step: commit for step, commit in commits.items() if commit in alone}
    if left:
        copied = steps_among(repository, run, *others, *(["--not", base] if base else []))
        left = {step: commit for step, commit in left.items() if step not in copied}
    return frozenset(left.values()) - _same_changes(repository, branch, base) if left else frozenset()


def _same_changes(repository: Repository, branch: str, base: str | None) -> frozenset[str]:
    """Commits of the branch whose very changes another branch holds: a hook may have taken our trailers away."""
    ours = f"refs/heads/{branch}"
    since = ["--contains", base] if base else []
    names = repository.git.line("for-each-ref", "--format=%(refname)", *since, "refs/heads").split("\n")
    words = [repository.git.line("cherry", name, ours).split() for name in names if name not in ("", ours)]
    return frozenset(sha for pairs in words for mark, sha in zip(pairs[::2], pairs[1::2], strict=True) if mark == "-")


def _elsewhere(branch: str) -> tuple[str, ...]:
    """Words for everything but the branch, and but what a worktree that a killed run left is at."""
    return ("--single-worktree", f"--exclude=refs/heads/{branch}", "--all")


def _is_ours(repository: Repository, run: str, branch: str, base: str, tip: str) -> bool:
    if noted_branch(repository, run) == branch:
        return True
    return bool(read_steps(repository, base, tip, run)) and not foreign_commits(repository, base, tip, run)


def _note(repository: Repository, run: str) -> Path:
    """Tells a branch of ours without commits from one of the user's."""
    return repository.state / "runs" / run / "branch"


def note_branch(repository: Repository, run: str, branch: str) -> None:
    """Note that the branch is the run's, also while none of its commits are on it."""
    path = _note(repository, run)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    with path.open("w", encoding="utf-8", errors="surrogateescape") as note:
        note.write(branch)
        note.flush()
        os.fsync(note.fileno())
