"""All that the page of a pull request says, as one document: made from a run, or read from a file of unknown origin."""

from collections.abc import Collection
from pathlib import Path

import msgspec

from agent.errors import PublishFailed
from agent.journal import Journal, Planned
from agent.landed import landed
from agent.publish.imports import ImportChange, import_change
from agent.report.document import Report, report_of
from agent.report.review import findings_of
from agent.worklog import LogEntry
from applier.history import step_commits

SCHEMA = 1
LARGEST = 30_000_000  # bytes of the file


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """A finding because of which something was changed."""

    kind: str
    path: str
    line: int
    message: str


class Constraint(msgspec.Struct, frozen=True, kw_only=True):
    """A hard constraint of the run."""

    id: str
    text: str


class Dossier(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A run for those who read its pull request."""

    schema: int = SCHEMA
    report: Report
    goal: str = ""
    pilot: bool = False  # one module first: more is to come
    reasons: tuple[Reason, ...] = ()
    anchors: tuple[Constraint, ...] = ()
    levels: dict[str, int] = {}  # step → level of the plan, from 0
    log: tuple[LogEntry, ...] = ()
    imports: ImportChange = ImportChange()
    verdict: str = ""  # of tests that ran apart from the model, in a sentence


def dossier_of(root: Path, journal: Journal, head: str) -> Dossier:
    """The dossier of a run whose branch stands at `head`: of what landed, only what is not in its base."""
    job, planned, report = journal.job, journal.last(Planned), report_of(journal)
    levels = planned.plan.levels if planned else ()
    here = {commit.sha for commit in step_commits(root, job.base, head, job.run, journal.commits)}
    lines = tuple(line for line in report.outcomes if line.status != "committed" or line.commit in here)
    return Dossier(
        report=msgspec.structs.replace(report, outcomes=lines),
        goal=job.settings.goal,
        reasons=_reasons(journal, here),
        anchors=tuple(Constraint(id=anchor.id, text=anchor.text) for anchor in job.settings.anchors),
        levels={step.id: number for number, level in enumerate(levels) for step in level.steps},
        log=journal.log,
        imports=import_change(root, job.base, head),
    )


def _reasons(journal: Journal, here: Collection[str]) -> tuple[Reason, ...]:
    steps = (step for step in landed(journal) if not step.undone and step.commit in here)
    found = (finding for step in steps for finding in findings_of(journal, step))
    once = {finding.id: finding for finding in found}
    return tuple(Reason(kind=f.kind, path=f.path, line=f.line, message=f.message) for f in once.values())


def write_dossier(dossier: Dossier, path: Path) -> None:
    """Put it into a file."""
    path.write_bytes(msgspec.json.encode(dossier))


def read_dossier(path: Path) -> Dossier:
    """The dossier in a file. Raises PublishFailed where the file is none."""
    try:
        if path.stat().st_size > LARGEST:
            raise PublishFailed(f"{path} is too large for what it should be.", "Make the artifacts again.")
        found = msgspec.json.decode(path.read_bytes(), type=Dossier)
    except (OSError, msgspec.DecodeError, RecursionError) as error:
        raise PublishFailed(f"{path} cannot be read: {error}.", "Make the artifacts again.") from error
    if found.schema != SCHEMA:
        raise PublishFailed(f"{path} has schema {found.schema}; this version reads {SCHEMA}.", "Use one version.")
    return found
