"""The document of `run --json` and `status --json`, made from the journal alone."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from agent.figures import Figures
from agent.journal import (
    Answered,
    Diagnosed,
    Disposed,
    Ended,
    Forecast,
    Journal,
    Kept,
    Measured,
    Moved,
    Planned,
    Scored,
    Settled,
)
from agent.landed import decided, decisions
from agent.ledger import by_scope, figures_of, used
from agent.outcome import Committed, Outcome, Refused, Unchanged
from agent.pilot.card import Scorecard
from agent.plan import Plan, Step
from agent.report.attention import Look, look_first
from agent.report.quality import Quality, qualities, summary
from agent.report.reasons import LeftAlone, left_alone, reasons_of
from agent.report.samples import Sample, samples
from agent.weighing import Weighed
from agent.withholding import Withheld

SCHEMA = 1
NOTHING = Figures(seconds=0.0)
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
    disposed: str = ""  # "accepted", "rolled back", "reverted", where the user has decided
    usage: Figures = NOTHING  # of its requests
    why: tuple[str, ...] = ()  # findings, or criteria; none where the goal alone is
    gates: tuple[str, ...] = ()  # that objected to the last try of a refused step
    quality: Quality | None = None  # where a model wrote it


class RequestLine(msgspec.Struct, frozen=True, kw_only=True):
    """One request as it was answered, or as it broke."""

    label: str  # "S01-2": the second of step S01
    model: str
    finish: str
    usage: Figures


class KeptFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file that no model got to see."""

    path: str
    reason: str


class AnchorCount(msgspec.Struct, frozen=True, kw_only=True):
    """How often constraints were to be restated, and were."""

    asked: int = 0
    restated: int = 0


class SourceCount(msgspec.Struct, frozen=True, kw_only=True):
    """How many places the working log named, and how many of them are not there."""

    named: int = 0
    false: int = 0


class QuestionCount(msgspec.Struct, frozen=True, kw_only=True):
    """What of the answers to the questions before the steps did not hold."""

    findings_dropped: int = 0  # their evidence does not stand there
    outlines_sent_back: int = 0


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The whole run."""

    schema: int = SCHEMA
    run: str
    branch: str
    base: str
    head: str
    model: str
    models: dict[str, str]  # by kind of work
    strategy: str = "stepwise"
    outcomes: tuple[StepLine, ...]
    usage: Figures
    forecast: Figures
    forecast_worst: Figures
    requests: tuple[RequestLine, ...]
    withheld: tuple[KeptFile, ...]
    notes: tuple[str, ...]  # what a reader should know: places shown though a name speaks of a secret, odd commands
    anchors: AnchorCount
    sources: SourceCount = SourceCount()
    considered: tuple[Weighed, ...] = ()  # plans that were chosen from
    questions: QuestionCount = QuestionCount()
    exit: int | None  # None: the run was interrupted, or is still at work
    reason: str = ""
    tests: str = ""  # how the test command did on the base
    working: bool = False
    disposed: str = ""  # "accepted", "rolled back", "reverted", where the user has decided
    pilot: Scorecard | None = None  # of a pilot that is done
    left: tuple[LeftAlone, ...] = ()  # findings that still stand
    first: tuple[Look, ...] = ()  # what to look at first
    goal: str = ""
    quality: tuple[str, ...] = ()  # of the whole run, and how its end differs from its beginning
    samples: tuple[Sample, ...] = ()

    @property
    def is_pilot(self) -> bool:
        """Whether a pilot is done, and nothing of the rest."""
        others = [line for line in self.outcomes if self.pilot and line.step not in self.pilot.steps]
        return bool(others) and all(line.status == "pending" for line in others)


def report_of(journal: Journal, *, working: bool = False, root: Path | None = None) -> Report:
    """What the journal says of its run; `working` where a process holds it at this moment. Samples need the `root`."""
    job = journal.job
    planned, ended, foreseen = journal.last(Planned), journal.last(Ended), journal.last(Forecast)
    answered = [record for record in journal.all(Answered) if record.model != "builtin"]
    kept = record.withheld if (record := journal.last(Kept)) else Withheld()
    measured, diagnosed = journal.last(Measured), journal.last(Diagnosed)
    settled = journal.all(Settled)
    over = isinstance(journal.records[-1], (Ended, Disposed))
    return Report(
        run=job.run,
        branch=job.branch,
        base=job.base,
        head=_head(journal),
        model=job.settings.model,
        models={role: job.settings.model_for(role) for role in job.settings.roles},
        outcomes=tuple(_lines(planned.plan, journal, answered)) if planned else (),
        usage=used(answered),
        forecast=foreseen.figures if foreseen else NOTHING,
        forecast_worst=foreseen.worst or NOTHING if foreseen else NOTHING,
        requests=tuple(_request(record) for record in answered),
        withheld=tuple(KeptFile(path=path, reason=reason) for path, reason in kept.files.items()),
        notes=(*kept.notes, *(measured.baseline.remarks if measured else ())),
        anchors=_anchors(settled),
        sources=SourceCount(
            named=sum(record.sources for record in settled), false=sum(record.false_sources for record in settled)
        ),
        considered=planned.weighed if planned else (),
        questions=QuestionCount(
            findings_dropped=len(diagnosed.diagnosis.dropped) if diagnosed else 0,
            outlines_sent_back=planned.sent_back if planned else 0,
        ),
        exit=ended.exit if ended and over else None,
        reason=ended.reason if ended and over else "",
        tests=measured.baseline.note if measured else "",
        working=working,
        disposed=decided(journal) or "",
        pilot=scored.card if (scored := journal.last(Scored)) else None,
        goal=job.settings.goal,
        left=left_alone(journal),
        first=look_first(journal),
        quality=summary(journal),
        samples=samples(root, journal) if root else (),
    )


def _lines(plan: Plan, journal: Journal, answered: Sequence[Answered]) -> Iterator[StepLine]:
    outcomes, scopes, decided_on = journal.outcomes, by_scope(answered), decisions(journal)
    known, every = qualities(journal), [found for one in journal.all(Diagnosed) for found in one.diagnosis.findings]
    last = {record.outcome.step: record.course.objections for record in journal.all(Settled) if record.course}
    for step in plan.steps:
        outcome = outcomes.get(step.id)
        files = outcome.files if isinstance(outcome, Committed) else step.paths
        refused = isinstance(outcome, Refused) and last.get(step.id)
        yield replace(
            _line(step, outcome),
            disposed=decided_on.get(step.id, ""),
            usage=scopes.get(step.id, NOTHING),
            why=reasons_of(step, dict.fromkeys(every), files),
            gates=tuple(dict.fromkeys(refused[-1])) if refused else (),
            quality=known.get(step.id),
        )


def _anchors(settled: Sequence[Settled]) -> AnchorCount:
    asked, restated = sum(one.asked for one in settled), sum(one.restated for one in settled)
    return AnchorCount(asked=asked, restated=restated)


def _head(journal: Journal) -> str:
    """Where the journal left the run's branch."""
    head = journal.start.job.base
    for record in journal.records:
        match record:
            case Moved(tip=tip):
                head = tip
            case Settled(outcome=Committed(commit=commit)):
                head = commit
            case Disposed(head=moved) if moved:
                head = moved
    return head


def _line(step: Step, outcome: Outcome | None) -> StepLine:
    line = StepLine(step=step.id, module=step.module, title=step.title, status="pending", files=step.files)
    match outcome:
        case Committed():
            return replace(
                line,
                status="committed",
                verified=outcome.verified,
                commit=outcome.commit,
                files=outcome.files,
                problems=outcome.notes,
            )
        case Unchanged(notes=notes):
            return replace(line, status="unchanged", problems=notes)
        case Refused(problems=problems):
            return replace(line, status="refused", problems=problems)
        case None:
            return line


def _request(record: Answered) -> RequestLine:
    return RequestLine(
        label=record.label,
        model=record.model,
        finish=record.finish,
        usage=figures_of(record),
    )
