"""The marks around our part of a body, by which it is found and renewed, and what people wrote around it is kept."""

import hashlib
import re
from dataclasses import dataclass

_OPEN = re.compile(
    r"<!-- overhaul run=(?P<run>[\w.-]+) head=(?P<head>[0-9a-f]+)"
    r" change=(?P<change>[0-9a-f]+) title=(?P<title>[0-9a-f]+) -->"
)
_CLOSE = "<!-- /overhaul -->"
ROOM = 300  # characters that the marks take


@dataclass(frozen=True, slots=True)
class Marker:
    """What we know of our pull request when we meet it again."""

    run: str
    head: str  # the commit that we pushed
    change: str  # a digest of what it changes
    title: str  # a digest of the title that we gave it

    def wrap(self, page: str) -> str:
        """A page between its marks."""
        opening = f"<!-- overhaul run={self.run} head={self.head} change={self.change} title={self.title} -->"
        return f"{opening}\n{page.strip()}\n{_CLOSE}"


def digest(text: str) -> str:
    """A short name of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def read_marker(body: str | None) -> Marker | None:
    """The marks in a body."""
    found = _OPEN.search(body or "")
    return Marker(found["run"], found["head"], found["change"], found["title"]) if found else None


def renewed(body: str | None, ours: str, longest: int) -> str:
    """A body with our part in place of the old one; without one, ours goes below what is there."""
    before = body or ""
    found = _OPEN.search(before)
    end = before.find(_CLOSE, found.end()) if found else -1
    if found and end >= 0:
        whole = before[: found.start()] + ours + before[end + len(_CLOSE) :]
    else:
        whole = f"{before.rstrip()}\n\n{ours}" if before.strip() else ours
    return whole if len(whole) <= longest else ours
