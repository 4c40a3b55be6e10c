"""Why each step of a run was planned, and which findings were left as they are, and why."""

from collections.abc import Collection, Mapping

import msgspec

from agent.diagnosis import Finding
from agent.journal import Diagnosed, Journal, Planned
from agent.landed import UNDONE, decisions
from agent.outcome import Committed, Outcome, Refused
from agent.plan import Step

HEALS = {  # operation → kinds of findings
    "merge-functions": ("copies",),
    "remove-unused": ("unused-import", "dead-symbol"),
    "break-cycle": ("import-cycle",),
    "split-module": ("god-module",),
}


class LeftAlone(msgspec.Struct, frozen=True, kw_only=True):
    """A finding that no step healed."""

    finding: str  # "F03"
    kind: str
    path: str
    line: int
    message: str
    why: str


def is_about(finding: Finding, step: Step, files: Collection[str]) -> bool:
    """Whether a finding is why a step was made: about its files, or what its operation heals in `files`."""
    paths = {finding.path, *(place.path for place in finding.places)}
    if step.op is None:
        return not paths.isdisjoint(step.files)
    spots = [step.op.get("home"), *step.op.get("copies", ())]
    names = [str(spot).rpartition(":")[2] for spot in spots if spot]
    named = not names or any(f"`{name}`" in finding.message for name in names)
    return finding.kind in HEALS.get(step.module, ()) and named and not paths.isdisjoint(files)


def reasons_of(step: Step, findings: Collection[Finding], files: Collection[str]) -> tuple[str, ...]:
    """Why a step was planned: findings, else what is to be true after it; none where the goal alone is."""
    about = tuple(f"{f.id} {f.kind}, {f.path}:{f.line}: {f.message}" for f in findings if is_about(f, step, files))
    return about or step.criteria


def left_alone(journal: Journal) -> tuple[LeftAlone, ...]:
    """Findings that still stand, and why."""
    planned, diagnosed = journal.last(Planned), journal.last(Diagnosed)
    steps = planned.plan.steps if planned else ()
    outcomes, decided = journal.outcomes, decisions(journal)
    undone = {step for step, how in decided.items() if how in UNDONE}
    found = diagnosed.diagnosis.findings if diagnosed else ()
    return tuple(
        LeftAlone(
            finding=one.id, kind=one.kind, path=one.path, line=one.line, message=one.message, why="; ".join(reasons)
        )
        for one in found
        if (reasons := _why_left(one, steps, outcomes, undone))
    )


def _why_left(
    finding: Finding, steps: Collection[Step], outcomes: Mapping[str, Outcome], undone: Collection[str]
) -> tuple[str, ...]:
    """Why no step healed it; none where one did, as far as can be told."""
    about = [step for step in steps if is_about(finding, step, _files(step, outcomes.get(step.id), finding))]
    if not about:
        return ("no step of the plan is about it",)
    ends = [_end(step, outcomes.get(step.id), undone) for step in about]
    return tuple(dict.fromkeys(ends)) if all(ends) else ()


def _files(step: Step, outcome: Outcome | None, finding: Finding) -> Collection[str]:
    """The files of a step; of an operation that did not land any may be, and its kind and names decide."""
    if isinstance(outcome, Committed):
        return outcome.files
    return (finding.path,) if step.op else step.files


def _end(step: Step, outcome: Outcome | None, undone: Collection[str]) -> str:
    match outcome:
        case Committed():
            return f"{step.id} was taken back" if step.id in undone else ""
        case Refused():
            return f"{step.id} was refused"
        case None:
            return f"{step.id} waits"
        case _:
            return f"{step.id} changed nothing"
