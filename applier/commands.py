"""Runs the user's commands: own process group, no standard input, our secrets kept out, time and memory limited."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from applier.environment import for_commands
from applier.errors import CommandUnusable
from applier.process import Ended, run_group
from applier.programs import missing_files
from applier.sandbox import shut_in

_CANNOT_START = {126: "it may not be executed", 127: "it was not found"}
_NO_MODULE = re.compile(r"\S*python[\d.]*: No module named \S+")
# Ends the whole group when our end of the pipe on its standard input closes, as it does however we die; then becomes
# the command. The memory is what each process may write to, not what it reserves, as V8 and Go do by the terabyte.
_ON_A_LEASH = """
exec 3<&0 0</dev/null
( ( read -r _; kill -s KILL 0 ) <&3 >/dev/null 2>&1 & )
exec 3<&-
ulimit -S -d "$1" 2>/dev/null
shift
exec "$@"
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What the user's commands get, and may take."""

    seconds: float = 1800
    megabytes: int = 0  # of memory for each process; 0: three quarters of what the machine has
    output_limit: int = 200_000  # bytes
    secrets: tuple[str, ...] = ()  # environment variables that are left out beside the usual ones
    checkout: Path | None = None  # the user's, of which the worktree is another
    sandbox: bool = False


USUAL = Conditions()


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


def run_command(command: str, cwd: Path, conditions: Conditions = USUAL) -> CommandResult:
    """Run a shell command line in a worktree. Raises CommandUnusable where it cannot be started at all."""
    if not cwd.is_dir():
        raise CommandUnusable(f"The command `{command}` cannot run in {cwd}: there is no such folder.")
    words: tuple[str, ...] = ("/bin/sh", "-c", command)
    environment = for_commands(conditions.secrets, conditions.checkout)
    if conditions.sandbox:
        words, environment = shut_in(words, command, cwd, environment, conditions.checkout)
    limit = str((conditions.megabytes or _three_quarters()) * 1024)
    with _leash() as held:
        ended = run_group(
            ("/bin/sh", "-c", _ON_A_LEASH, "sh", limit, *words),
            cwd,
            environment,
            seconds=conditions.seconds,
            output_limit=conditions.output_limit,
            stdin=held,
        )
    if why := _why_not_started(ended):
        raise CommandUnusable(_unusable(command, cwd, why, ended.output, conditions.checkout))
    return CommandResult(command, ended.exit_code, ended.output, ended.seconds)


@contextmanager
def _leash() -> Iterator[int]:
    """The end for reading of a pipe that nobody writes to, and that only we hold the other end of."""
    held, ours = os.pipe()
    try:
        yield held
    finally:
        os.close(held)
        os.close(ours)


def _three_quarters() -> int:
    """Of the machine's memory, in megabytes: a single process that takes more has run away."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 3 // 4 // 2**20


def _why_not_started(ended: Ended) -> str:
    if ended.exit_code in _CANNOT_START:
        return f"exit {ended.exit_code}, {_CANNOT_START[ended.exit_code]}"
    if ended.exit_code == 1 and _NO_MODULE.fullmatch(ended.output.strip()):
        return "exit 1, the module was not found"
    return ""


def _unusable(command: str, cwd: Path, why: str, output: str, checkout: Path | None) -> str:
    said = output.strip().rpartition("\n")[2]
    whole = f"The command `{command}` cannot run ({why}){f': {said}' if said else ''}"
    return f"{whole.rstrip('.')}. {_advice(command, cwd, checkout)}"


def _advice(command: str, cwd: Path, checkout: Path | None) -> str:
    """What is in the checkout, and not in the worktree since git does not track it; else the plain way out."""
    bring = "Commands run in a fresh worktree, which has no {}: copy it in with --copy {}, or give its absolute path."
    for name in missing_files(command, cwd):
        top, _, below = name.removeprefix("./").partition("/")
        folder = top if top in (".venv", "venv", "node_modules") or not below else name.removeprefix("./")
        return bring.format(name, folder)
    for folder in ("node_modules", ".venv"):
        if checkout and (checkout / folder).is_dir() and not (cwd / folder).exists():
            return bring.format(f"{folder}, as your checkout has", folder)
    return "Install it, or correct the command."
