"""`clean`: removes old runs, with their worktrees and branches, and nothing else."""

from typing import Annotated

import typer

from agent.cli.place import AsJson, Folder, find_place
from agent.cli.screen import show, show_json


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command()(clean)


def clean(
    keep: Annotated[int, typer.Option(min=0, metavar="N", help="Keep the newest N runs, whatever else is said.")] = 0,
    older_than: Annotated[
        float | None,
        typer.Option(min=0, metavar="DAYS", help="Only runs that were last at work so long ago; accepted or not."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also runs with commits that were not accepted.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    as_json: AsJson = False,
    folder: Folder = None,
) -> int:
    """Remove runs that are over, with their worktrees and branches.

    A run stays that is at work, that can be resumed, or of which something was not accepted yet, unless --all or
    --older-than says otherwise. A branch with commits of somebody else always stays, and its run with it.
    """
    from agent.cleaning import Removed, Rules, lines_of, sweep
    from applier.history import state_folder

    place, rules = find_place(None, folder), Rules(keep, older_than, everything, dry_run)
    swept = sweep(place.root, state_folder(place.root), rules)
    if as_json:
        gone = [one for one in swept if isinstance(one, Removed)]
        kept = [one for one in swept if not isinstance(one, Removed)]
        show_json({"schema": 1, "dry_run": dry_run, "removed": gone, "kept": kept})
    else:
        show(lines_of(swept, rules))
    return 0
