"""Runs the user's commands: own process group, no standard input, our secrets kept out, time and output limited."""

import shlex
from dataclasses import dataclass
from pathlib import Path

from applier.environment import for_commands
from applier.errors import CommandUnusable
from applier.process import run_group

_CANNOT_START = {126: "it may not be executed", 127: "it was not found"}


@dataclass(frozen=True, slots=True)
class CommandResult:
    """How one command ended."""

    command: str
    exit_code: int | None  # None: ended by the time limit
    output: str  # standard output and error as they came, the middle left out where too long
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether it ended with 0."""
        return self.exit_code == 0


def run_command(
    command: str,
    cwd: Path,
    *,
    seconds: float = 1800,
    output_limit: int = 200_000,
    secrets: tuple[str, ...] = (),
) -> CommandResult:
    """Run a shell command line in `cwd`; `secrets` names environment variables to leave out beside the usual ones.

    Raises CommandUnusable where it cannot be started at all (exit 126 or 127).
    """
    if not cwd.is_dir():
        raise CommandUnusable(f"The command `{command}` cannot run in {cwd}: there is no such folder.")
    words = ("/bin/sh", "-c", command)
    ended = run_group(words, cwd, for_commands(secrets), seconds=seconds, output_limit=output_limit)
    if ended.exit_code in _CANNOT_START:
        raise CommandUnusable(_why_unusable(command, cwd, ended.exit_code, ended.output))
    return CommandResult(command, ended.exit_code, ended.output, ended.seconds)


def _why_unusable(command: str, cwd: Path, exit_code: int, output: str) -> str:
    said = output.strip().rpartition("\n")[2]
    why = f"The command `{command}` cannot run (exit {exit_code}, {_CANNOT_START[exit_code]})"
    missing = _missing_program(command, cwd)
    advice = (
        f"Commands run in a fresh worktree, which has no {missing}: give its absolute path or copy it in with --copy."
        if missing
        else "Install it, or correct the command."
    )
    return f"{why}: {said}. {advice}" if said else f"{why}. {advice}"


def _missing_program(command: str, cwd: Path) -> str | None:
    """The first word, where it names a file relative to the worktree that is not there (".venv/bin/pytest")."""
    try:
        first = next(iter(shlex.split(command)), "")
    except ValueError:  # quotes that only a shell makes sense of
        return None
    return first if "/" in first and not first.startswith("/") and not (cwd / first).exists() else None
