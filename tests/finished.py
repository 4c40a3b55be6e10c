"""A finished run in a user's checkout, made without a model: its commits on its branch and its journal."""

from collections.abc import Mapping
from pathlib import Path

from agent.diagnosis import Diagnosis, Finding
from agent.job import Job
from agent.journal import Diagnosed, Ended, Journal, Planned, Settled, Started
from agent.outcome import Committed, Refused
from agent.plan import Level, Plan, Step
from agent.settings import Settings
from agent.worklog import LogEntry
from applier.history import resolve_commit, state_folder
from applier.workspace import Identity, Workspace

WHO = Identity("Overhaul", "overhaul@localhost", "2026-01-31T12:00:00+00:00")
Changes = Mapping[str, str | None]


def finished_run(
    root: Path,
    run: str,
    steps: Mapping[str, Changes],
    refused: Mapping[str, str] | None = None,
    pending: Mapping[str, str] | None = None,
    findings: tuple[Finding, ...] = (),
) -> Journal:
    """Steps that landed by their changes; refused and pending ones by their file. The journal is closed."""
    job = Job(run=run, branch=f"overhaul/{run}", base=resolve_commit(root), settings=Settings())
    files = {name: tuple(changes) for name, changes in steps.items()}
    files |= {name: (path,) for name, path in {**(refused or {}), **(pending or {})}.items()}
    levels = tuple(
        Level((Step(id=name, title=f"Do {name}", files=paths, criteria=("tidy",)),)) for name, paths in files.items()
    )
    with (
        Journal(state_folder(root) / "runs" / run) as journal,
        Workspace.open(root, run, job.branch, job.base) as workspace,
    ):
        journal.append(Started(job=job, key="k7f3q9zz"))
        journal.append(Diagnosed(diagnosis=Diagnosis(findings=findings)))
        journal.append(Planned(plan=Plan(levels=levels)))
        for name, changes in steps.items():
            workspace.apply(changes)
            message = f"Do {name}\n\nOverhaul-Run: {run}\nOverhaul-Step: {name}\n"
            commit = workspace.commit(message, changes, WHO)
            landed = Committed(step=name, commit=commit, files=tuple(sorted(changes)), verified=True, notes=("a note",))
            journal.append(Settled(outcome=landed, log=(LogEntry(type="done", text=f"did {name}", step=name),)))
        for name in refused or ():
            journal.append(Settled(outcome=Refused(step=name, problems=("it lost a function",))))
        if not pending:
            journal.append(Ended(exit=int(bool(refused))))
    return journal
