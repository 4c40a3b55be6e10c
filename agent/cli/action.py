"""`action`: what action.yml starts on a runner. Its inputs come from the environment (see agent.action)."""

import os
import secrets
from pathlib import Path

import typer

from agent.cli.exits import exit_code_of
from agent.cli.screen import show, tell, write_out
from agent.errors import AgentError
from applier.errors import ApplyError
from repo_scan.errors import ScanError


def add_to(app: typer.Typer) -> None:
    """Register the command; people have no use for it."""
    app.command(hidden=True)(action)


def action() -> int:
    """Work as a step of a GitHub workflow."""
    from agent.action.modes import act
    from agent.action.runner import Ended, Note, write_outputs, write_summary

    environment, mark = dict(os.environ), f"overhaul-{secrets.token_hex(16)}"
    root = Path(environment.get("GITHUB_WORKSPACE") or ".")
    write_out(f"::stop-commands::{mark}\n")  # nothing that is said from here on can be a command
    try:
        ended = act(root, environment, tell)
    except (AgentError, ApplyError, ScanError) as error:
        words = f"{error} {getattr(error, 'hint', '')}".strip()
        ended = Ended(status="failed", exit=exit_code_of(error), notes=(Note(level="error", text=words),))
    finally:
        write_out(f"\n::{mark}::\n")
    show(map(str, ended.notes))
    write_outputs({"status": ended.status, **ended.outputs}, environment)
    write_summary(ended.summary, environment)
    return ended.exit
