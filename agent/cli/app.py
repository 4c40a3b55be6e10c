"""The application: its commands, and the one place where errors become sentences and exit codes."""

import os
import signal
import sys
from types import FrameType
from typing import Annotated

import typer

from agent.cli import action, after, clean, decide, doctor, look, operate, pr, review, work
from agent.cli.exits import INTERRUPTED, PIPE_CLOSED, code_of, exit_code_of
from agent.cli.screen import OutputLost, complain, lead_nowhere, open_streams, show, show_json
from agent.errors import AgentError
from applier.environment import misleads_git
from applier.errors import ApplyError
from repo_scan.errors import ScanError

app = typer.Typer(
    name="overhaul",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for family in (look, work, operate, after, review, pr, decide, clean, doctor, action):
    family.add_to(app)


@app.callback(invoke_without_command=True)
def overhaul(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and end.")] = False,
) -> None:
    """Refactors a whole repository with a language model, and lets nothing land that lost code."""
    if version:
        from importlib.metadata import version as installed

        show([f"overhaul {installed('overhaul')}"])
    elif context.invoked_subcommand is None:
        show([context.get_help()])


def main() -> None:
    """Run the command line; every end has its exit code (docs/design.md §8)."""
    open_streams()
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup
            signal.signal(number, _as_interrupt)
    for name in filter(misleads_git, tuple(os.environ)):
        del os.environ[name]  # as hooks and aliases of git set them
    as_json = "--json" in sys.argv[1:] or "json" in sys.argv[1:]
    try:
        status = app(standalone_mode=False)
        if status == INTERRUPTED:  # typer turns Ctrl-C into this
            raise KeyboardInterrupt
        sys.exit(status or 0)
    except (AgentError, ApplyError, ScanError) as error:
        _fail(exit_code_of(error), code_of(error), str(error), getattr(error, "hint", ""), as_json)
    except typer.TyperException as error:
        _fail(2, "usage", error.format_message(), "See `overhaul --help`.", as_json)
    except (KeyboardInterrupt, typer.Abort):
        hint = "Nothing of yours was touched; a run that had begun goes on with `overhaul resume`."
        _fail(INTERRUPTED, "interrupted", "interrupted", hint, as_json)
    except OutputLost as error:
        lead_nowhere(sys.stdout)
        if error.reader_left:
            sys.exit(PIPE_CLOSED)
        _fail(2, "output", str(error), "", as_json=False)
    except OSError as error:  # of the system: no room, no right, no such device
        hint = "Put that right and try again; a run that had begun goes on with `overhaul resume`."
        _fail(exit_code_of(error), "system", f"The system refused: {error}.", hint, as_json)


def _fail(status: int, code: str, message: str, hint: str, as_json: bool) -> None:
    complain(message, hint)
    if as_json:
        show_json({"error": {"code": code, "message": message, "hint": hint}})
    sys.exit(status)


def _as_interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
