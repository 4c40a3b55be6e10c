"""The append-only record of a run, from which it resumes: one JSON object a line, synced to disk before the next act.

A torn last line, as a crash leaves it, is cut off before anything is appended.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from agent.baseline import Baseline
from agent.course import Course
from agent.diagnosis import Diagnosis
from agent.errors import JournalDamaged, NoRun
from agent.figures import Figures
from agent.job import Job
from agent.models.protocol import Finish, Usage
from agent.outcome import Committed, Outcome, moved_on
from agent.pilot.card import Scorecard
from agent.plan import Plan
from agent.private import make_private, reaching
from agent.settings import Settings
from agent.weighing import Weighed
from agent.withholding import Withheld
from agent.worklog import LogEntry

SCHEMA = 1
Decision = Literal["accepted", "rolled back", "reverted"]
RecordT = TypeVar("RecordT", bound="Record")


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the journal."""


class Started(Record, tag="started", frozen=True, kw_only=True):
    """The first line."""

    job: Job
    key: str  # of the fence
    plan: Plan | None = None  # that the user gave
    schema: int = SCHEMA


class Kept(Record, tag="withheld", frozen=True, kw_only=True):
    """What no model of the run gets to see."""

    withheld: Withheld


class Diagnosed(Record, tag="diagnosed", frozen=True, kw_only=True):
    """The diagnosis is made."""

    diagnosis: Diagnosis


class Planned(Record, tag="planned", frozen=True, kw_only=True):
    """The plan is made."""

    plan: Plan
    weighed: tuple[Weighed, ...] = ()  # where a model gave several
    sent_back: int = 0  # outlines not accepted


class Forecast(Record, tag="forecast", frozen=True, kw_only=True):
    """What the plan is expected to cost."""

    figures: Figures  # every request answered well the first time
    worst: Figures | None = None  # every repair needed, every reply as long as it may be


class Piloted(Record, tag="pilot", frozen=True, kw_only=True):
    """The module that is done first is chosen, and what it and the rest should take."""

    module: str
    files: tuple[str, ...]
    steps: tuple[str, ...]
    reasons: tuple[str, ...]
    forecast: Figures
    forecast_worst: Figures
    rest: Figures
    rest_worst: Figures


class Scored(Record, tag="scorecard", frozen=True, kw_only=True):
    """The pilot is done; what waits is for another process."""

    card: Scorecard


class Measured(Record, tag="measured", frozen=True, kw_only=True):
    """The user's commands have run on the base."""

    baseline: Baseline


class Asked(Record, tag="asked", frozen=True, kw_only=True):
    """A request is about to be sent; its reply goes to `file` as it is received."""

    label: str  # "S01-2": the second request of step S01
    blocks: tuple[str, ...]  # what was expected: "01 file src/a.py"
    file: str


class BlockSaved(Record, tag="block", frozen=True, kw_only=True):
    """A block closed and was saved."""

    label: str
    number: int
    kind: str
    path: str | None
    file: str


class Answered(Record, tag="answered", frozen=True, kw_only=True):
    """A reply ended."""

    label: str
    file: str
    finish: Finish
    usage: Usage
    seconds: float
    detail: str = ""
    model: str = ""  # as the user named it
    cost_usd: float | None = None  # None: no price is known
    stopped: bool = False  # by us


class Settled(Record, tag="settled", frozen=True, kw_only=True):
    """A step ended."""

    outcome: Outcome
    log: tuple[LogEntry, ...] = ()
    asked: int = 0  # anchors to be restated
    restated: int = 0
    sources: int = 0  # places that the log named
    false_sources: int = 0  # of them, those that are not there
    course: Course | None = None  # None: not known


class Intended(Record, tag="intended", frozen=True, kw_only=True):
    """A step is about to be committed on top of `parent` with this date; `settled` lacks only the commit."""

    settled: Settled
    date: str
    parent: str


class Ended(Record, tag="ended", frozen=True, kw_only=True):
    """The run came to its end, or to a stop."""

    exit: int
    reason: str = ""


class Amended(Record, tag="amended", frozen=True, kw_only=True):
    """The run goes on with other settings: a command corrected, another model."""

    settings: Settings


class Moved(Record, tag="moved", frozen=True, kw_only=True):
    """The run goes on from another commit; its branch is about to be put there."""

    base: str
    tip: str  # where the branch goes: to the base, or to what was carried onto it
    was: str  # where it stood; "" where it was gone
    known: str  # the commit that the plan knew
    commits: dict[str, str] = {}  # step → its new commit


class Disposed(Record, tag="disposed", frozen=True, kw_only=True):
    """The user decided about the run, or about some steps of it."""

    how: Decision
    steps: tuple[str, ...] | None = None  # None: all of it
    head: str = ""  # where the run's branch stands after it, if it was moved


Beginning = Started | Kept | Diagnosed | Planned | Forecast | Piloted | Measured
Working = Asked | BlockSaved | Answered | Intended | Settled | Scored
AnyRecord = Beginning | Working | Ended | Amended | Moved | Disposed


class Journal:
    """The journal and the replies of one run, in its folder under the repository's common git directory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "journal.ndjson"
        self.records: list[AnyRecord] = list(read_records(self.path))
        self._file = -1

    def __enter__(self) -> "Journal":
        make_private(self.folder)
        with reaching(self.path):
            repair_tail(self.path)
            self._file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)
        self._file = -1

    def append(self, record: AnyRecord) -> None:
        """Write a record through to the disk, whole or not at all. Raises StateUnusable."""
        line = msgspec.json.encode(record) + b"\n"
        with reaching(self.path):
            whole = os.fstat(self._file).st_size
            try:
                while line:
                    line = line[os.write(self._file, line) :]
                os.fsync(self._file)
            except OSError:
                os.ftruncate(self._file, whole)  # a shorter record may fit, and must not follow half a line
                raise
        self.records.append(record)

    def last(self, kind: type[RecordT]) -> RecordT | None:
        """The newest record of a kind."""
        return next((record for record in reversed(self.records) if isinstance(record, kind)), None)

    def fresh(self, kind: type[RecordT], *later: type[Record]) -> RecordT | None:
        """The newest record of a kind, unless one of other kinds came after it."""
        record = next((one for one in reversed(self.records) if isinstance(one, (kind, *later))), None)
        return record if isinstance(record, kind) else None

    def all(self, kind: type[RecordT]) -> tuple[RecordT, ...]:
        """Every record of a kind, in order."""
        return tuple(record for record in self.records if isinstance(record, kind))

    @property
    def job(self) -> Job:
        """The orders of the run, as last amended and moved. Raises NoRun where the journal does not begin with them."""
        job, amended, moved = self.start.job, self.last(Amended), self.last(Moved)
        job = replace(job, settings=amended.settings) if amended else job
        return replace(job, base=moved.base) if moved else job

    @property
    def start(self) -> Started:
        """The first record."""
        started = self.last(Started)
        if started is None:
            raise NoRun(f"The run {self.folder.name} never began.", "Start it again with `overhaul run`.")
        return started

    @property
    def outcomes(self) -> dict[str, Outcome]:
        """How each settled step ended."""
        found: dict[str, Outcome] = {}
        for record in self.records:
            if isinstance(record, Settled):
                found[record.outcome.step] = record.outcome
            elif isinstance(record, Moved):
                carried = {step: (found[step], commit) for step, commit in record.commits.items()}
                found |= {step: moved_on(outcome, commit, record.base) for step, (outcome, commit) in carried.items()}
        return found

    @property
    def commits(self) -> tuple[str, ...]:
        """Ids of the commits that landed, in order."""
        return tuple(outcome.commit for outcome in self.outcomes.values() if isinstance(outcome, Committed))

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """The working log."""
        return tuple(entry for record in self.all(Settled) for entry in record.log)


def read_records(path: Path) -> Iterator[AnyRecord]:
    """Records of a journal; a torn last line is passed over. Raises JournalDamaged, StateUnusable."""
    with reaching(path, "read"):
        lines = path.read_bytes().split(b"\n") if path.exists() else []
    for number, line in enumerate(lines[:-1], start=1):
        try:
            yield msgspec.json.decode(line, type=AnyRecord)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise JournalDamaged(
                f"Line {number} of the journal {path} cannot be read: {error}.",
                f"It is damaged, or of another version. To drop the run by hand, delete its branch (`git branch --list "
                f"'overhaul/*'` shows it) and {path.parent}.",
            ) from error


def repair_tail(path: Path) -> None:
    """Cut off what a crash left of a last line, so that the next record begins on a line of its own."""
    if not path.exists():
        return
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole != len(data):
        with path.open("r+b") as file:
            file.truncate(whole)
            os.fsync(file.fileno())
