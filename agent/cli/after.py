"""Commands that tell what became of a run: status, log."""

import typer

from agent.cli.place import AsJson, Folder, Run, open_journal
from agent.cli.screen import show, show_json


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command()(status)
    app.command()(log)


def status(run: Run = None, as_json: AsJson = False, folder: Folder = None) -> int:
    """Show how far a run is, what landed, and what did not and why."""
    from agent.hold import at_work
    from agent.landed import is_lost
    from agent.report.document import report_of
    from agent.report.text import report_lines

    place, journal = open_journal(folder, run)
    report = report_of(journal, working=at_work(journal.folder), root=place.root)
    if as_json:
        show_json(report)
    else:
        show(report_lines(report, lost=is_lost(place.root, journal)))
    return 0


def log(run: Run = None, as_json: AsJson = False, folder: Folder = None) -> int:
    """Read the working log of a run: what it was for, what each step did, found and left alone, and what is open."""
    from agent.report.story import story

    _, journal = open_journal(folder, run)
    job = journal.job
    if as_json:
        show_json({"schema": 1, "run": job.run, "goal": job.settings.goal, "entries": journal.log})
    else:
        show(story(journal))
    return 0
