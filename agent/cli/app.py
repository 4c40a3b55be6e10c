"""The application: its commands, and the one place where errors become sentences and exit codes."""

import os
import signal
import sys
from types import FrameType

import typer

from agent.cli import after, look, work
from agent.cli.screen import complain, show_json
from agent.errors import AgentError
from applier.errors import AcceptConflict, ApplyError, CommandUnusable
from repo_scan.errors import ScanError

INTERRUPTED = 130

app = typer.Typer(
    name="overhaul",
    help="Refactors a whole repository with a language model, and lets nothing land that lost code.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for family in (look, work, after):
    family.add_to(app)


def main() -> None:
    """Run the command line; every end has its exit code (docs/design.md §8)."""
    signal.signal(signal.SIGTERM, _as_interrupt)
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
        hint = "Nothing of yours was touched; `overhaul resume` goes on from here."
        _fail(INTERRUPTED, "interrupted", "interrupted", hint, as_json)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def exit_code_of(error: Exception) -> int:
    """The exit code that an error stands for."""
    match error:
        case AgentError():
            return error.exit_code
        case AcceptConflict():
            return 6
        case CommandUnusable():
            return 2
        case _:
            return 3


def code_of(error: Exception) -> str:
    """The short name of an error in JSON: "no-commit" for NoCommit."""
    if isinstance(error, AgentError):
        return error.code
    name = type(error).__name__
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


def _fail(status: int, code: str, message: str, hint: str, as_json: bool) -> None:
    complain(message, hint)
    if as_json:
        show_json({"error": {"code": code, "message": message, "hint": hint}})
    sys.exit(status)


def _as_interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
