"""`review`: what a run changed and why, module by module, on a terminal through the user's pager."""

import os
from typing import TYPE_CHECKING, Annotated

import typer

from agent.cli.pager import page
from agent.cli.place import AsJson, Folder, Modules, Run, open_journal
from agent.cli.screen import show_json

if TYPE_CHECKING:
    from agent.report.review import ModuleReview


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command()(review)


def review(
    run: Run = None,
    module: Modules = None,
    stat: Annotated[bool, typer.Option("--stat", help="Only which files changed, and by how much.")] = False,
    as_json: AsJson = False,
    folder: Folder = None,
) -> int:
    """Read what a run changed: module by module why, what, what the gates said of it, and the difference."""
    from agent.report.document import report_of
    from agent.report.review import review_lines, reviews
    from applier.history import branch_head
    from applier.review import changes, diff_text, pager_of

    place, journal = open_journal(folder, run)
    job, found = journal.job, reviews(place.root, journal, module or ())
    head = branch_head(place.root, job.branch)
    if as_json:
        whole = "" if stat or module else diff_text(place.root, job.base, head)
        files = () if module else changes(place.root, job.base, head)
        show_json(
            {
                "schema": 1,
                "run": job.run,
                "report": report_of(journal),
                "modules": [_without_diff(one) if stat else one for one in found],
                "files": files,
                "diff": whole,
            }
        )
        return 0
    pager = os.environ.get("GIT_PAGER", pager_of(place.root))  # our own git never sees the variable
    page(review_lines(journal, found, stat=stat, whole=not module), pager)
    return 0


def _without_diff(one: "ModuleReview") -> "ModuleReview":
    from msgspec.structs import replace

    return replace(one, diff="")
