"""What a user decides about a run, whole or by module: take it, drop it, take it back. All of it, or none."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.dependence import Dependence
from agent.errors import NothingLanded
from agent.job import sign_now
from agent.journal import Decision, Disposed, Journal
from agent.landed import Landed, choose, landed
from agent.worklog import count
from applier.errors import AcceptConflict, ReplayConflict
from applier.history import (
    Accepted,
    accept,
    accept_steps,
    branch_head,
    check_taker,
    resolve_commit,
    revert_on_branch,
    revert_steps,
    rollback,
    standing,
    step_commits,
)


@dataclass(frozen=True, slots=True)
class Taken:
    """How an accept ended."""

    head: str
    kind: str  # as of applier.history.Accepted
    steps: tuple[Landed, ...]  # that came; those that were to come, where all of them were there already
    whole: bool  # whether all that landed is there now


def take(root: Path, journal: Journal, names: Sequence[str] = ()) -> Taken:
    """Bring what landed, or the steps that `names` mean, into what the user has checked out.

    Raises SettingsError, NothingLanded, AcceptConflict, UnknownBranch.
    """
    job, every = journal.job, landed(journal)
    if not every:
        raise NothingLanded(f"The run {job.run} made no commit, so there is nothing to accept.")
    check_taker(root, job.branch, job.base)
    tip, wanted = branch_head(root, job.branch), tuple(step for step in every if not step.undone)
    chosen = choose(journal, names) if names else wanted
    if not chosen:
        raise NothingLanded(f"All that the run {job.run} made was taken back, so nothing is left to accept.")
    there = _standing(root, journal, every)
    if chosen == wanted and _brings_nothing_else(root, journal, every, there, tip):
        accepted = accept(root, job.branch, job.run, sign_now(), commits=journal.commits, base=job.base)
    else:
        accepted = _pick(root, journal, every, chosen, there)
    if accepted.kind != "nothing":
        journal.append(Disposed(how="accepted", steps=tuple(step.step for step in chosen)))
    fresh = tuple(step for step in chosen if step.step not in there)
    return Taken(
        accepted.head, accepted.kind, fresh or chosen, {*there, *(step.step for step in chosen)} == set(_names(every))
    )


def _brings_nothing_else(
    root: Path, journal: Journal, every: Sequence[Landed], there: Collection[str], tip: str
) -> bool:
    """Whether the branch holds nothing new that was taken back, or picked before, so that it can be taken as it is."""
    ahead = {found.sha for found in step_commits(root, "HEAD", tip, journal.job.run, journal.commits)}
    return ahead.isdisjoint(step.commit for step in every if step.undone or step.step in there)


def _pick(
    root: Path, journal: Journal, every: Sequence[Landed], chosen: Sequence[Landed], there: Collection[str]
) -> Accepted:
    fresh = [step for step in chosen if step.step not in there]
    lacking = [step for step in every if step not in chosen and step.step not in there]
    if fresh and lacking:
        dependence, new = Dependence(root, every, branch_head(root, journal.job.branch)), frozenset(_names(fresh))
        if needed := [step for step in lacking if not dependence.all_users(frozenset({step.step})).isdisjoint(new)]:
            raise AcceptConflict(_needs(every, fresh, needed))
    try:
        return accept_steps(root, [step.commit for step in fresh], journal.job.run, sign_now())
    except ReplayConflict as error:
        if blamed := [step for step in lacking if set(step.files) & set(error.paths)]:
            raise AcceptConflict(_needs(every, fresh, blamed), error.paths) from error
        raise


def _needs(every: Sequence[Landed], fresh: Sequence[Landed], needed: Sequence[Landed]) -> str:
    together = [step for step in every if step in fresh or step in needed]
    return (
        f"{_listed(fresh)} cannot be taken without {_listed(needed)}, on which it builds: "
        f"accept them together ({' '.join(f'--module {name}' for name in _names(together))})."
    )


@dataclass(frozen=True, slots=True)
class Dropped:
    """How a rollback ended."""

    done: tuple[str, ...]  # sentences
    steps: tuple[Landed, ...]


def drop(root: Path, journal: Journal, *, revert: bool) -> Dropped:
    """Drop the run: its branch goes; where it was accepted, commits are made that revert it, if `revert` says so.

    Raises AcceptConflict, UnknownBranch.
    """
    job, every = journal.job, landed(journal)
    accepted = tuple(_standing(root, journal, every))
    base = journal.start.job.base
    done = rollback(root, job.branch, job.run, base, revert=revert, who=sign_now(), commits=journal.commits)
    if accepted:
        journal.append(Disposed(how="reverted", steps=accepted))
    journal.append(Disposed(how="rolled back"))
    return Dropped(done, every)


def drop_modules(root: Path, journal: Journal, names: Sequence[str], *, cascade: bool, revert: bool) -> Dropped:
    """Take back the steps that `names` mean: on the run's branch, or, once accepted, in what the user has checked out.

    Raises SettingsError, AcceptConflict, UnknownBranch.
    """
    job, every = journal.job, landed(journal)
    chosen = [step for step in choose(journal, names) if not step.undone]
    there = _standing(root, journal, every)
    accepted = [step for step in chosen if step.step in there]
    _check_place(journal, chosen, accepted, revert)
    if not chosen:
        return Dropped((f"{_listed(choose(journal, names))} was taken back already.",), ())
    how: Decision = "reverted" if accepted else "rolled back"
    in_force = [step for step in every if not step.undone and (step.step in there) == bool(accepted)]
    at = resolve_commit(root) if accepted else branch_head(root, job.branch)

    def undo(steps: Sequence[Landed]) -> tuple[str, ...]:
        if accepted:
            return revert_steps(root, [there[step.step] for step in reversed(steps)], job.run, sign_now())
        return revert_on_branch(root, job.branch, [step.commit for step in reversed(steps)], job.run, sign_now())

    gone, made = _undo_with_users(chosen, in_force, Dependence(root, in_force, at), undo, cascade)
    head = "" if accepted else branch_head(root, job.branch)
    journal.append(Disposed(how=how, steps=tuple(step.step for step in gone), head=head))
    where = "your branch" if accepted else f"the branch {job.branch}"
    return Dropped((f"Made {count(len(made), 'commit')} on {where} to revert {_listed(gone)}.",), tuple(gone))


def _undo_with_users(
    chosen: Sequence[Landed],
    in_force: Sequence[Landed],
    dependence: Dependence,
    undo: Callable[[Sequence[Landed]], tuple[str, ...]],
    cascade: bool,
) -> tuple[list[Landed], tuple[str, ...]]:
    """Undo the chosen steps and what builds on them, by its names or by the very lines it changed."""
    gone = frozenset(step.step for step in chosen)
    while True:
        later = gone | dependence.all_users(gone)
        conflict: ReplayConflict | None = None
        if later <= gone:
            steps = [step for step in in_force if step.step in gone]
            try:
                return steps, undo(steps)
            except ReplayConflict as error:
                conflict = error
                first = next(number for number, step in enumerate(in_force) if step.step in gone)
                later = gone | {step.step for step in in_force[first:] if set(step.files) & set(error.paths)}
                if later <= gone:
                    raise
        if not cascade:
            builds = [step for step in in_force if step.step in later - gone]
            raise AcceptConflict(
                f"{_listed(builds)} builds on {_listed(chosen)}, so nothing was done: use --cascade to take back both.",
                conflict.paths if conflict else (),
            )
        gone = later


def _check_place(journal: Journal, chosen: Sequence[Landed], accepted: Sequence[Landed], revert: bool) -> None:
    if accepted and not revert:
        raise AcceptConflict(f"{_listed(accepted)} was accepted already: use --revert to make commits that undo it.")
    if accepted and len(accepted) < len(chosen):
        rest = [step for step in chosen if step not in accepted]
        raise AcceptConflict(
            f"{_listed(accepted)} was accepted and {_listed(rest)} was not, so nothing was done: "
            "take them back in two commands."
        )


def _standing(root: Path, journal: Journal, every: Sequence[Landed]) -> dict[str, str]:
    """Steps that stand in what the user has checked out, and their commits there."""
    names = {step.commit: step.step for step in every}
    base = journal.start.job.base
    found = standing(root, base, resolve_commit(root), journal.job.run, journal.commits)
    return {names.get(commit.sha, commit.step): commit.sha for commit in found}


def _names(steps: Sequence[Landed]) -> tuple[str, ...]:
    return tuple(step.step for step in steps)


def _listed(steps: Sequence[Landed]) -> str:
    return ", ".join(str(step) for step in steps)
