"""A run whose base branch moved on: where it goes on from, and what of its plan is made anew."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from msgspec import structs

from agent.asking import Asker, Say
from agent.consider import diagnose, make_plan
from agent.diagnosis import Diagnosis
from agent.errors import NoRun
from agent.ground import Ground
from agent.job import sign_now
from agent.journal import Diagnosed, Disposed, Journal, Moved, Planned
from agent.landed import Landed, dropped, landed
from agent.pilot.stage import is_alone
from agent.plan import Level, Plan, Step
from agent.ranking import merge
from applier.history import branch_tip, carry, check_move, move_run, resolve_commit, standing, step_commits
from applier.review import changes

Covers = Callable[[str], bool]


def follow(root: Path, journal: Journal, onto: str | None, say: Say) -> None:
    """Take a run to the head of what the user has checked out, if its steps are there, or onto a commit they name.

    The move is journalled before the branch is touched. Raises NoRun where the run was dropped, AcceptConflict where
    its steps do not fit there or its branch holds somebody else's commits; then nothing is done.
    """
    if dropped(journal):
        what = "pilot of the run" if is_alone(journal) else "run"
        raise NoRun(f"The {what} {journal.job.run} was rolled back.", "Start a new one with `overhaul run`.")
    _finish(root, journal)
    target, tip = resolve_commit(root, onto or "HEAD"), branch_tip(root, journal.job.branch)
    if target in (journal.job.base, tip) or not (onto or _has_more(journal)):
        return
    steps = [step for step in landed(journal) if not step.undone]
    there = _standing(root, journal, steps, target)
    lacking = [step for step in steps if step.step not in there]
    if onto is None and (lacking or not steps):
        return
    if lacking and tip is None:
        raise NoRun(
            f"The branch {journal.job.branch} of the run is gone, and with it its commits.",
            "Remove what is left of it with `overhaul clean`, and start a new one with `overhaul run`.",
        )
    commits = _carried(root, journal, lacking, target)
    end = list(commits.values())[-1] if commits else target
    job = journal.job
    check_move(root, job.run, job.branch, end, journal.start.job.base, journal.commits)
    if accepted := tuple(step.step for step in steps if step.step in there and step.disposed is None):
        journal.append(Disposed(how="accepted", steps=accepted))
    journal.append(Moved(base=target, tip=end, was=tip or "", known=tip or journal.job.base, commits=commits))
    _finish(root, journal)
    say(
        f"the run goes on from {target[:10]}, which holds what was accepted of it" if not onto else f"moved onto {onto}"
    )


def _has_more(journal: Journal) -> bool:
    planned = journal.last(Planned)
    return not planned or any(step.id not in journal.outcomes for step in planned.plan.steps)


def _standing(root: Path, journal: Journal, steps: Sequence[Landed], at: str) -> set[str]:
    names = {step.commit: step.step for step in steps}
    found = standing(root, journal.start.job.base, at, journal.job.run, journal.commits)
    return {names.get(commit.sha, commit.step) for commit in found}


def _carried(root: Path, journal: Journal, lacking: Sequence[Landed], target: str) -> dict[str, str]:
    """Steps and their new commits on top of another commit; what changes nothing there has none."""
    run = journal.job.run
    made = carry(root, [step.commit for step in lacking], run, target, sign_now())
    found = step_commits(root, target, made[-1], run) if made else ()
    return {commit.step: commit.sha for commit in found}


def _finish(root: Path, journal: Journal) -> None:
    """Move the branch as it was written down, unless that is done."""
    if moved := journal.last(Moved):
        move_run(root, journal.job.run, journal.job.branch, moved.tip, moved.was)


def is_outdated(journal: Journal) -> bool:
    """Whether the plan was made before the run was moved."""
    return journal.last(Planned) is not None and journal.fresh(Planned, Moved) is None


def renew(root: Path, journal: Journal, ground: Ground, asker_for: Callable[[Covers], Asker], say: Say) -> None:
    """Plan those pending steps anew whose files changed under the run, and leave the others as they are."""
    planned, moved, diagnosed = journal.last(Planned), journal.last(Moved), journal.last(Diagnosed)
    assert planned
    assert moved
    changed = {change.path for change in changes(root, moved.known, moved.base)}
    stale = [s for s in planned.plan.steps if s.id not in journal.outcomes and not changed.isdisjoint(s.paths)]
    diagnosis, remade = diagnosed.diagnosis if diagnosed else Diagnosis(), tuple[Level, ...]()
    if stale:
        for step in stale:
            say(f"{step.id} is planned anew, since {', '.join(sorted(changed & step.paths))} changed")
        own = {path for step in stale for path in step.paths}
        narrow = replace(ground, covers=lambda path: path in own and ground.covers(path))
        diagnosis, remade = _considered(narrow, asker_for(narrow.covers), diagnosis, own)
    journal.append(Diagnosed(diagnosis=diagnosis))
    journal.append(Planned(plan=_spliced(journal, stale, remade), weighed=planned.weighed, sent_back=planned.sent_back))


def _considered(ground: Ground, asker: Asker, known: Diagnosis, own: set[str]) -> tuple[Diagnosis, tuple[Level, ...]]:
    """What is wrong with some files now, beside what is known of the others, and the steps against it."""
    if not ground.covered:  # they are gone, and so is what was to be done with them
        return Diagnosis(findings=tuple(found for found in known.findings if found.path not in own)), ()
    fresh = diagnose(ground, asker)
    kept = tuple(found for found in known.findings if found.path not in own)
    return merge(kept, fresh), make_plan(ground, asker, fresh).plan.levels


def _spliced(journal: Journal, stale: Sequence[Step], remade: Sequence[Level]) -> Plan:
    """The newest plan with some steps in place of others, under names that no step ever had."""
    plans = [record.plan for record in journal.all(Planned)]
    taken = {step.id for plan in plans for step in plan.steps}
    names = (name for number in count(1) if (name := f"S{number:02d}") not in taken)
    ids = {step.id: next(names) for level in remade for step in level.steps}
    fresh = [Level(tuple(_renamed(step, ids) for step in level.steps)) for level in remade]
    levels, gone = plans[-1].levels, {step.id for step in stale}
    first = next((number for number, level in enumerate(levels) if any(step.id in gone for step in level.steps)), 0)
    rest = [Level(tuple(step for step in level.steps if step.id not in gone)) for level in levels]
    whole = (*rest[:first], *fresh, *rest[first:])
    return structs.replace(plans[-1], levels=tuple(level for level in whole if level.steps))


def _renamed(step: Step, ids: Mapping[str, str]) -> Step:
    return structs.replace(step, id=ids[step.id], depends_on=tuple(ids[name] for name in step.depends_on))
