"""Operations: mechanical, exact changes over the whole repository, at no output tokens.

Each operation is a plain function in its own file: (request, scan, texts) -> Change. It refuses rather than guesses.
libcst runs in worker processes, so that a file it dies on is left alone and named.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from repo_scan import Scan

#: An operation as a plan names it: {"op": "remove-unused", ...}, with the command line's option names.
Request = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class LeftAlone:
    """One place that an operation did not touch, and why."""

    path: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Change:
    """What an operation would do. Empty texts: there is nothing (left) to do."""

    texts: Mapping[str, str | None]  # complete new texts; None deletes
    done: tuple[str, ...]  # sentences for the working log
    left: tuple[LeftAlone, ...] = ()
    removed: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # path -> qualified names it took away on purpose


def apply_operation(request: Request, scan: Scan, texts: Mapping[str, str]) -> Change:
    """Compute an operation on the repository as `texts` (every file of a known language) shows it.

    Raises SettingsError for an unknown operation or bad options.
    """
    raise NotImplementedError


def check_request(request: Request) -> tuple[str, ...]:
    """What is wrong with an operation as written, in sentences; empty if it can be tried."""
    raise NotImplementedError


def propose(scan: Scan, texts: Mapping[str, str]) -> tuple[Request, ...]:
    """Operations that are safe for what the detectors find here, in the order in which to do them."""
    raise NotImplementedError


def describe() -> tuple[str, ...]:
    """One line an operation, with an example, for the plan prompt."""
    raise NotImplementedError
