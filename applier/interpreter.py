"""Which Python the test command runs, told where it is not the one that the user's own shell would run."""

import os
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path

from applier.commands import run_command
from applier.environment import for_commands
from applier.errors import CommandUnusable
from applier.programs import interpreter_of, programs_of

_ANYWAY = "python python3"  # which a Makefile or script that the command names may run


def other_python(command: str, cwd: Path, checkout: Path, secrets: Iterable[str] = ()) -> str:
    """A line about the first program that differs; "" where all are the same."""
    users = _programs(command, cwd, os.environ)
    theirs = _programs(command, cwd, for_commands(secrets, checkout))
    for name, program in theirs.items():
        if name in users and users[name] != program:
            return (
                f"the test command gets {program} ({_version(interpreter_of(program), cwd)}) as `{name}`, not "
                f"{users[name]} as in your shell, for Overhaul's own environment comes last on its PATH; name another "
                "by its path in --test"
            )
    return ""


def _programs(command: str, cwd: Path, environment: Mapping[str, str]) -> dict[str, Path]:
    return {program.name: program for program in programs_of(f"{command} {_ANYWAY}", cwd, environment)}


def _version(interpreter: Path, cwd: Path) -> str:
    try:
        said = run_command(f"{shlex.quote(str(interpreter))} --version", cwd).output.strip()
    except CommandUnusable:
        return "which cannot be run"
    return said.split("\n")[0] or "of no known version"
