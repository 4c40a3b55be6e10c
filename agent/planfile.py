"""The plan file, which a person may have edited."""

from collections.abc import Sequence

import msgspec

from agent.errors import SettingsError
from agent.outline import OutlineEntry
from agent.plan import SCHEMA, STEP_ID, Plan, Step, check_entries
from agent.worklog import one_line
from repo_scan import Scan


def read_plan(text: str) -> Plan:
    """A plan file as it stands; whether it fits a repository is not asked. Raises SettingsError."""
    try:
        return msgspec.json.decode(text, type=Plan)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise SettingsError(f"The plan file cannot be read: {error}.", "`overhaul plan --out` writes one.") from error


def fitting_plan(plan: Plan, scan: Scan, allow: Sequence[str] = ()) -> Plan:
    """A plan that a person may have edited. Raises SettingsError that lists everything wrong with it."""
    if plan.schema != SCHEMA:
        raise SettingsError(f"The plan file has schema {plan.schema}; this version reads {SCHEMA}.", "Plan again.")
    if not plan.steps:
        raise SettingsError("The plan file holds no step under `levels`.", "`overhaul plan --out` writes one.")
    problems = [
        f"The step id {step.id!r} cannot be used; letters, digits, - and _ can."
        for step in plan.steps
        if not STEP_ID.fullmatch(step.id)
    ]
    problems += [
        f"The title of {step.id!r} has more than one line." for step in plan.steps if step.title != one_line(step.title)
    ]
    problems += list(check_entries([_entry(step, plan) for step in plan.steps], scan, allow))
    for level in plan.levels:
        owned = [path for step in level.steps for path in step.files + step.new + step.delete]
        problems += [
            f"{path} has two owners in one level." for path in sorted({p for p in owned if owned.count(p) > 1})
        ]
    if problems:
        raise SettingsError("The plan does not fit this repository: " + " ".join(problems), "Correct it or plan again.")
    return plan


def _entry(step: Step, plan: Plan) -> OutlineEntry:
    known = {other.id for other in plan.steps}  # a person may take a step out of a plan that others came after
    return OutlineEntry(
        step=step.id,
        title=step.title,
        files=step.files,
        new=step.new,
        delete=step.delete,
        only=step.only,
        op=step.op,
        criteria=step.criteria,
        depends_on=tuple(name for name in step.depends_on if name in known),
    )
