"""What an operation is asked, and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field

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
    # What it took away, or whose parameters, annotations or kind it changed, on purpose: path -> qualified names.
    removed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    changed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    allow: tuple[str, ...] = ()  # files that decide what runs, in which it changed names only
    refused: str = ""  # why nothing of it can be done
