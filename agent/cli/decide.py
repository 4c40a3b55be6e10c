"""Commands by which the user decides about a run: accept, rollback."""

from typing import TYPE_CHECKING, Annotated

import typer

from agent.cli.place import AsJson, Folder, Modules, Run, held_journal
from agent.cli.screen import show, show_json, tell

if TYPE_CHECKING:
    from agent.decision import Taken

TAKEN = {
    "already": "was accepted already",
    "fast-forward": "was accepted",
    "merge": "was accepted by a merge commit",
    "picked": "was accepted",
    "nothing": "holds nothing to accept",
}


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command()(accept)
    app.command()(rollback)


def accept(run: Run = None, module: Modules = None, as_json: AsJson = False, folder: Folder = None) -> int:
    """Bring a run's commits into the branch that you have checked out. Refuses where your own changes overlap.

    With --module only those of some steps, which are picked; what they build on must come along.
    """
    from agent.decision import take

    with held_journal(folder, run) as (place, journal):
        taken = take(place.root, journal, module or ())
        name = journal.job.run
    if as_json:
        steps = [step.step for step in taken.steps]
        show_json({"schema": 1, "run": name, "head": taken.head, "kind": taken.kind, "steps": steps})
        return 0
    if taken.kind == "picked" or module:
        show(f"{step}  {TAKEN[taken.kind]}: {step.title}" for step in taken.steps)
    if taken.kind == "picked" and not taken.whole:
        tell("the tests ran on the whole branch, not on this choice: run them again")
    show([f"{_what(taken, name)}: the head is now {taken.head[:10]}"])
    return 0


def _what(taken: "Taken", run: str) -> str:
    """What became of the run, or of a part of it."""
    from agent.worklog import count

    if taken.whole or taken.kind == "nothing":
        return f"run {run} {TAKEN[taken.kind]}"
    many = len(taken.steps)
    words = TAKEN[taken.kind] if many == 1 else TAKEN[taken.kind].replace("was", "were", 1)
    return f"{count(many, 'step')} of run {run} {words}"


def rollback(
    run: Run = None,
    module: Modules = None,
    cascade: Annotated[
        bool, typer.Option("--cascade", help="With --module: take later steps along that build on it.")
    ] = False,
    revert: Annotated[bool, typer.Option("--revert", help="Revert commits that were accepted already.")] = False,
    as_json: AsJson = False,
    folder: Folder = None,
) -> int:
    """Drop a run that was not accepted: its branch and worktree are removed, and no file of yours changes.

    What was accepted stays on your branch unless you give --revert: then one commit for each step is made there that
    undoes it. It refuses where your own changes overlap, or where undoing conflicts.

    With --module the run stays, and only some of its steps are taken back, by commits that revert them: on the run's
    branch, or, once accepted, with --revert on yours. Later steps that build on one must go too: see --cascade.

    The record of the run, with all replies, is kept until `overhaul clean` removes it.
    """
    from agent.decision import drop, drop_modules
    from agent.errors import SettingsError

    if cascade and not module:
        raise SettingsError("--cascade needs --module.", "Without --module the whole run is rolled back.")
    with held_journal(folder, run) as (place, journal):
        if module:
            dropped = drop_modules(place.root, journal, module, cascade=cascade, revert=revert)
        else:
            dropped = drop(place.root, journal, revert=revert)
    if as_json:
        steps = [step.step for step in dropped.steps]
        show_json({"schema": 1, "run": journal.job.run, "done": dropped.done, "steps": steps})
    else:
        show(dropped.done)
    tell(f"the record of the run stays: {journal.folder}")
    return 0
