"""Which files of a working tree need not be read again: those whose stamp is the one they had when they were read."""

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

_RACY = 2_000_000_000  # nanoseconds: a file as young as this may change once more within one tick of its clock

Stamp = tuple[int, int, int, int, int]  # size, mtime, ctime, inode, device


def stamp_of(facts: os.stat_result) -> Stamp:
    """What changes whenever the content does. The time of change cannot be set by programs, unlike that of writing."""
    return facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns, facts.st_ino, facts.st_dev


@dataclass(slots=True)
class Stamps:
    """Blob ids of files as they were read, by path; only of files that had not just been written."""

    known: dict[str, tuple[Stamp, str]] = field(default_factory=dict)
    seen: dict[str, Stamp] = field(default_factory=dict)  # taken by the listing in progress
    changed: bool = False

    def begin(self) -> None:
        """A listing begins."""
        self.seen.clear()

    def end(self, unlisted: Iterable[str] = ()) -> None:
        """It is complete: what it did not hold is forgotten, though it may have been looked at."""
        for path in unlisted:
            self.seen.pop(path, None)
        for path in self.known.keys() - self.seen.keys():
            del self.known[path]
            self.changed = True

    def look(self, path: str, facts: os.stat_result) -> str:
        """The blob id of a file if it is as it was; else "". To be called before its content is read."""
        stamp = stamp_of(facts)
        self.seen[path] = stamp
        known = self.known.get(path)
        return known[1] if known is not None and known[0] == stamp else ""

    def note(self, path: str, blob: str) -> None:
        """Remember what was read from a file that `look` has seen."""
        stamp = self.seen.get(path)
        if stamp is not None and max(stamp[1], stamp[2]) + _RACY < time.time_ns():
            self.known[path] = (stamp, blob)
            self.changed = True
