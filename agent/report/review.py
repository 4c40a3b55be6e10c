"""What a run changed and why, module by module."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from agent.diagnosis import Finding
from agent.journal import Diagnosed, Journal, Planned
from agent.landed import Landed, choose
from agent.outcome import Committed, Refused
from agent.plan import Step
from agent.report.reasons import is_about
from agent.worklog import TITLES, LogEntry, count
from applier.review import FileChange, changes, diff_text


class ModuleReview(msgspec.Struct, frozen=True, kw_only=True):
    """One step that landed."""

    step: str
    module: str
    title: str
    commit: str
    verified: bool
    disposed: str
    findings: tuple[Finding, ...]  # why
    criteria: tuple[str, ...]
    op: dict[str, object] | None
    files: tuple[FileChange, ...]  # what
    notes: tuple[str, ...]  # of the gates
    log: tuple[LogEntry, ...]
    diff: str


def reviews(root: Path, journal: Journal, names: Sequence[str] = ()) -> tuple[ModuleReview, ...]:
    """Every step that landed, or those that names mean, in order. Raises SettingsError where a name means none."""
    steps = {step.id: step for record in journal.all(Planned) for step in record.plan.steps}
    return tuple(_review(root, journal, landed, steps.get(landed.step)) for landed in choose(journal, names))


def _review(root: Path, journal: Journal, landed: Landed, step: Step | None) -> ModuleReview:
    outcome, parent = journal.outcomes[landed.step], f"{landed.commit}^"
    assert isinstance(outcome, Committed)
    return ModuleReview(
        step=landed.step,
        module=landed.module,
        title=landed.title,
        commit=landed.commit,
        verified=outcome.verified,
        disposed=landed.disposed or "",
        findings=_findings(journal, landed, step),
        criteria=step.criteria if step else (),
        op=step.op if step else None,
        files=changes(root, parent, landed.commit),
        notes=outcome.notes,
        log=tuple(entry for entry in journal.log if entry.step == landed.step),
        diff=diff_text(root, parent, landed.commit),
    )


def findings_of(journal: Journal, landed: Landed) -> tuple[Finding, ...]:
    """Why a step that landed was made."""
    steps = {step.id: step for record in journal.all(Planned) for step in record.plan.steps}
    return _findings(journal, landed, steps.get(landed.step))


def _findings(journal: Journal, landed: Landed, step: Step | None) -> tuple[Finding, ...]:
    every = {finding for record in journal.all(Diagnosed) for finding in record.diagnosis.findings}
    concerned = [found for found in every if step and is_about(found, step, landed.files)]
    return tuple(sorted(concerned, key=lambda found: (found.id, found.path, found.line)))


def review_lines(journal: Journal, found: Sequence[ModuleReview], *, stat: bool, whole: bool) -> Iterator[str]:
    """Why and what of each module, then its difference unless only the figures are wanted.

    Of the `whole` run, also what was refused and why.
    """
    job = journal.job
    yield f"run {job.run} on branch {job.branch}, from {job.base[:10]}: {count(len(found), 'module')} to review"
    for one in found:
        yield ""
        yield from _module_lines(one)
        if not stat:
            yield ""
            yield from one.diff.removesuffix("\n").split("\n")
    for outcome in journal.outcomes.values() if whole else ():
        if isinstance(outcome, Refused):
            yield ""
            yield f"{outcome.step}  refused"
            yield from (f"  because:   {_first_line(problem)}" for problem in outcome.problems)


def _module_lines(one: ModuleReview) -> Iterator[str]:
    state = "tests pass" if one.verified else "unverified"
    disposed = f", {one.disposed}" if one.disposed else ""
    yield f"{one.step}  {one.module}  {one.commit[:10]}  {state}{disposed}"
    yield f"  {one.title}"
    for finding in one.findings:
        yield f"  why:       {finding.id} {finding.kind}, {finding.path}:{finding.line}: {finding.message}"
    if one.op:
        yield f"  operation: {'; '.join(f'{name} {value}' for name, value in one.op.items())}"
    yield from (f"  criterion: {criterion}" for criterion in one.criteria)
    for change in one.files:
        yield f"  {change.status + ':':<10} +{change.added} -{change.removed}  {change.path}"
    yield from (f"  note:      {_first_line(note)}" for note in one.notes)
    yield from (f"  log:       {TITLES[entry.type]}: {entry.text}" for entry in one.log)


def _first_line(text: str) -> str:
    return text.partition("\n")[0]
