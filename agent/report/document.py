"""The document of `run --json` and `status --json`, made from the journal alone."""

from typing import Literal

import msgspec

from agent.forecast import Figures
from agent.journal import Answered, Disposed, Ended, Forecast, Journal, Measured, Planned, Settled
from agent.outcome import Committed, Outcome, Refused, Unchanged
from agent.plan import Step

SCHEMA = 1
Status = Literal["committed", "unchanged", "refused", "pending"]


class StepLine(msgspec.Struct, frozen=True, kw_only=True):
    """One step, and how it ended."""

    step: str
    module: str
    title: str
    status: Status
    verified: bool = False
    commit: str | None = None
    files: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()  # why it was refused; or what is worth knowing of a commit


class AnchorCount(msgspec.Struct, frozen=True, kw_only=True):
    """How often constraints were to be restated, and were."""

    asked: int = 0
    restated: int = 0


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The whole run."""

    schema: int = SCHEMA
    run: str
    branch: str
    base: str
    head: str
    model: str
    strategy: str = "stepwise"
    outcomes: tuple[StepLine, ...]
    usage: Figures
    forecast: Figures
    anchors: AnchorCount
    exit: int | None  # None: the run was interrupted, or is still at work
    reason: str = ""
    tests: str = ""  # how the test command did on the base
    working: bool = False
    disposed: str = ""  # "accepted", "rolled back", "reverted", where the user has decided


def report_of(journal: Journal, *, working: bool = False) -> Report:
    """What the journal says of its run; `working` where a process holds it at this moment."""
    job = journal.job
    planned, ended, foreseen = journal.last(Planned), journal.last(Ended), journal.last(Forecast)
    outcomes = journal.outcomes
    commits = [outcome.commit for outcome in outcomes.values() if isinstance(outcome, Committed)]
    settled = journal.all(Settled)
    disposed, measured = journal.last(Disposed), journal.last(Measured)
    over = isinstance(journal.records[-1], (Ended, Disposed))
    return Report(
        run=job.run,
        branch=job.branch,
        base=job.base,
        head=commits[-1] if commits else job.base,
        model=job.settings.model,
        outcomes=tuple(_line(step, outcomes.get(step.id)) for step in (planned.plan.steps if planned else ())),
        usage=usage_of(journal),
        forecast=foreseen.figures if foreseen else Figures(),
        anchors=AnchorCount(
            asked=sum(record.asked for record in settled), restated=sum(record.restated for record in settled)
        ),
        exit=ended.exit if ended and over else None,
        reason=ended.reason if ended and over else "",
        tests=measured.baseline.note if measured else "",
        working=working,
        disposed=disposed.how if disposed else "",
    )


def _line(step: Step, outcome: Outcome | None) -> StepLine:
    line = StepLine(step=step.id, module=step.module, title=step.title, status="pending", files=step.files)
    match outcome:
        case Committed():
            return msgspec.structs.replace(
                line,
                status="committed",
                verified=outcome.verified,
                commit=outcome.commit,
                files=outcome.files,
                problems=outcome.notes,
            )
        case Unchanged(notes=notes):
            return msgspec.structs.replace(line, status="unchanged", problems=notes)
        case Refused(problems=problems):
            return msgspec.structs.replace(line, status="refused", problems=problems)
        case None:
            return line


def usage_of(journal: Journal) -> Figures:
    """What was really used: every request that was answered or broke, each counted once."""
    builtin = journal.job.settings.model == "builtin"  # which is asked, but costs nothing and goes nowhere
    answered = () if builtin else journal.all(Answered)
    return Figures(
        requests=len(answered),
        input_tokens=sum(record.usage.input_tokens for record in answered),
        output_tokens=sum(record.usage.output_tokens for record in answered),
        cost_usd=0.0 if not answered else None,
        seconds=round(sum(record.seconds for record in answered), 3),
    )
