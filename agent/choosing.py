"""From the lines of an outline to the plan that is taken: the only one, or the best of several that hold."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from agent.diagnosis import Diagnosis
from agent.ground import Ground
from agent.owners import overlaps, undecidable
from agent.plan import Drafted, Plan, plan_from_outline, read_outline
from agent.weighing import Weighed, score
from agent.worklog import one_line
from repo_scan import Scan


class _Named(msgspec.Struct, frozen=True):
    """What tells the lines of one plan from those of another."""

    plan: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A plan, or why there is none; how it was weighed against others; what could be better about it."""

    plan: Plan
    problems: tuple[str, ...] = ()
    weighed: tuple[Weighed, ...] = ()
    remarks: tuple[str, ...] = ()  # asked about once
    said: tuple[str, ...] = ()  # what the user should know of it


def choose(lines: Sequence[str], ground: Ground, diagnosis: Diagnosis) -> Chosen:
    """Check every plan of an outline, and take the one with the most points of those that hold."""
    outlines = by_plan(lines)
    drafts = {name: _drafted(own, ground) for name, own in outlines.items()}
    sound = {name: draft.plan for name, draft in drafts.items() if not draft.problems}
    if not sound:
        name, draft = next(iter(drafts.items()))
        whose = f"In the plan {name!r}: " if len(drafts) > 1 else ""
        return Chosen(draft.plan, tuple(f"{whose}{problem}" for problem in draft.problems))
    weighed = weigh(sound, diagnosis, ground.scan) if len(drafts) > 1 else ()
    taken = next((one.name for one in weighed if one.taken), next(iter(sound)))
    remarks = undecidable(read_outline(outlines[taken])[0])
    return Chosen(sound[taken], (), weighed, remarks, drafts[taken].said)


def by_plan(lines: Iterable[str]) -> dict[str, list[str]]:
    """The lines of each plan under its name; all under one where they name none. A line that names none, beside
    others that do, or that cannot be read, is of the plan before it."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in lines:
        if not line.strip():
            continue
        with suppress(msgspec.MsgspecError):  # which is said where steps are read
            name = one_line(msgspec.json.decode(line, type=_Named).plan)[:80] or name
        found.setdefault(name, []).append(line)
    return found or {"": []}


def weigh(plans: Mapping[str, Plan], diagnosis: Diagnosis, scan: Scan) -> tuple[Weighed, ...]:
    """All plans with their points, the best first and taken; of equal ones the first that was named."""
    scored = {name: score(plan, diagnosis, scan) for name, plan in plans.items()}
    ranked = sorted(plans, key=lambda name: -scored[name].total)
    return tuple(
        Weighed(name=name, steps=len(plans[name].steps), score=scored[name], taken=name == ranked[0]) for name in ranked
    )


def _drafted(lines: Sequence[str], ground: Ground) -> Drafted:
    """One plan, checked against the scan and what the run may touch."""
    settings = ground.settings
    drafted = plan_from_outline(lines, ground.scan, settings.goal, ground.base, settings.allow, settings.max_diff_lines)
    problems = (*drafted.problems, *overlaps(read_outline(lines)[0]), *_outside(drafted.plan, ground))
    return Drafted(drafted.plan, problems, drafted.said)


def _outside(plan: Plan, ground: Ground) -> tuple[str, ...]:
    paths = sorted({path for step in plan.steps for path in step.files + step.new + step.delete})
    held = ground.withheld.files
    return (
        *(f"{path} lies outside what this run may touch; leave it out." for path in paths if not ground.covers(path)),
        *(f"{path} may not be shown to you ({held[path]}); leave it out." for path in paths if path in held),
    )
