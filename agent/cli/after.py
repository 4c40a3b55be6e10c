"""Commands for what became of a run: status, log, review, accept, rollback."""

from typing import Annotated

import typer

from agent.cli.place import AsJson, Folder, Run, open_journal
from agent.cli.screen import show, show_diff, show_json, tell


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command()(status)
    app.command()(log)
    app.command()(review)
    app.command()(accept)
    app.command()(rollback)


def status(run: Run = None, as_json: AsJson = False, folder: Folder = None) -> int:
    """Show how far a run is, what landed, and what did not and why."""
    from agent.journal import at_work
    from agent.report.document import report_of
    from agent.report.text import report_lines

    _, journal = open_journal(folder, run)
    report = report_of(journal, working=at_work(journal.folder))
    if as_json:
        show_json(report)
    else:
        show(report_lines(report))
    return 0


def log(run: Run = None, as_json: AsJson = False, folder: Folder = None) -> int:
    """Read the working log of a run."""
    from agent.worklog import as_markdown

    _, journal = open_journal(folder, run)
    job = journal.job
    if as_json:
        show_json({"schema": 1, "run": job.run, "goal": job.settings.goal, "entries": journal.log})
    else:
        show(as_markdown(job.run, job.settings.goal, journal.log).rstrip("\n").split("\n"))
    return 0


def review(
    run: Run = None,
    stat: Annotated[bool, typer.Option("--stat", help="Only which files changed, and by how much.")] = False,
    as_json: AsJson = False,
    folder: Folder = None,
) -> int:
    """Read what a run changed: step by step why, then the difference to its base."""
    from agent.report.document import report_of
    from agent.report.text import report_lines
    from applier.history import branch_head
    from applier.review import changes, diff_text

    place, journal = open_journal(folder, run)
    report, job = report_of(journal), journal.job
    head = branch_head(place.root, job.branch)
    changed = changes(place.root, job.base, head)
    if as_json:
        diff = "" if stat else diff_text(place.root, job.base, head)
        show_json({"schema": 1, "run": job.run, "report": report, "files": changed, "diff": diff})
        return 0
    show(report_lines(report))
    show(f"  {change.status:<8}  +{change.added} -{change.removed}  {change.path}" for change in changed)
    if not stat:
        show_diff(diff_text(place.root, job.base, head))
    return 0


def accept(run: Run = None, as_json: AsJson = False, folder: Folder = None) -> int:
    """Bring a run's commits into the branch that you have checked out. Refuses where your own changes overlap."""
    from agent.errors import NothingLanded
    from agent.job import sign_now
    from agent.journal import Disposed, locked
    from applier.history import accept as take

    place, journal = open_journal(folder, run)
    job = journal.job
    if not journal.commits:
        raise NothingLanded(f"The run {job.run} made no commit, so there is nothing to accept.")
    with locked(journal.folder), journal:
        accepted = take(place.root, job.branch, job.run, sign_now(), commits=journal.commits, base=job.base)
        if accepted.kind != "nothing":
            journal.append(Disposed(how="accepted"))
    if as_json:
        show_json({"schema": 1, "run": job.run, "head": accepted.head, "kind": accepted.kind})
    else:
        words = {
            "already": "was accepted already",
            "fast-forward": "was accepted",
            "merge": "was accepted by a merge commit",
            "nothing": "holds nothing to accept",
        }
        show([f"run {job.run} {words[accepted.kind]}: the head is now {accepted.head[:10]}"])
    return 0


def rollback(
    run: Run = None,
    revert: Annotated[bool, typer.Option("--revert", help="Revert commits that were accepted already.")] = False,
    as_json: AsJson = False,
    folder: Folder = None,
) -> int:
    """Drop a run: its branch and worktree go. After an accept, --revert makes commits that undo it."""
    from agent.job import sign_now
    from agent.journal import Disposed, locked
    from applier.history import rollback as undo

    place, journal = open_journal(folder, run)
    job = journal.job
    with locked(journal.folder), journal:
        done = undo(place.root, job.branch, job.run, job.base, revert=revert, who=sign_now(), commits=journal.commits)
        journal.append(Disposed(how="reverted" if revert else "rolled back"))
    if as_json:
        show_json({"schema": 1, "run": job.run, "done": done})
    else:
        show(done)
    tell(f"the record of the run stays: {journal.folder}")
    return 0
