"""Whether the places that a working log names are there: `path`, `path:line` or `path::qualified.name`."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from msgspec.structs import replace

from agent.worklog import LogEntry

_LINE = re.compile(r"(?P<path>.+?):(?P<line>\d+)(?:[-:]\d+)?")
Versions = Callable[[str], Sequence[str]]  # texts of a path, before and after the step; none where there is no file


@dataclass(frozen=True, slots=True)
class Checked:
    """Entries whose sources hold, and the sources that do not."""

    entries: tuple[LogEntry, ...]
    named: int  # sources that were looked up
    false: tuple[str, ...]


def check_sources(entries: Sequence[LogEntry], versions: Versions) -> Checked:
    """Take away what is not there.

    An entry loses a false source; a finding without one is something to verify, and what is said to be removed or
    changed, and never was there, is not said at all.
    """
    false = tuple(entry.source for entry in entries if entry.source and not holds(entry.source, versions))
    kept = chain.from_iterable(_without(entry) if entry.source in false else (entry,) for entry in entries)
    return Checked(tuple(map(_unproven, kept)), sum(bool(entry.source) for entry in entries), false)


def holds(source: str, versions: Versions) -> bool:
    """Whether a file has such a line, or speaks of such a name, before or after the step."""
    path, names, name = source.partition("::")
    if names:
        last = re.split(r"[.:#(]", name.strip().removesuffix("()"))[-1]
        word = re.compile(rf"(?<![\w$]){re.escape(last)}(?![\w$])")
        return bool(last) and any(word.search(text) for text in versions(path))
    if versions(source):
        return True
    found = _LINE.fullmatch(source)
    return found is not None and any(
        1 <= int(found["line"]) <= text.rstrip("\n").count("\n") + 1 for text in versions(found["path"])
    )


def _without(entry: LogEntry) -> Iterator[LogEntry]:
    if entry.type not in ("removed", "changed"):
        yield replace(entry, source="")


def _unproven(entry: LogEntry) -> LogEntry:
    return replace(entry, type="hypothesis") if entry.type == "finding" and not entry.source else entry
