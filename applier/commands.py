"""Runs the user's commands: their own process group, no standard input, our secrets kept out, time and output limited."""

from dataclasses import dataclass
from pathlib import Path


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
    raise NotImplementedError
