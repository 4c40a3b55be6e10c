"""Which new file takes the place of one that goes, so that it is written in its form and mode: it was moved."""

from collections import Counter
from collections.abc import Mapping

ALIKE = 0.5  # of the lines of the longer one are in both


def heirs(changes: Mapping[str, str | None], originals: Mapping[str, bytes | None]) -> dict[str, str]:
    """New paths, and of those that go the one each is most alike; a file that is like none of them is left out."""
    gone = {path: data for path, data in originals.items() if data and changes[path] is None}
    lines = {path: _lines(data) for path, data in gone.items()}
    found = {}
    for path, text in changes.items():
        if text and originals[path] is None and gone:
            own = _lines(text.encode("utf-8", "replace"))
            share, nearest = max((_share(own, lines[old]), old) for old in gone)
            if share >= ALIKE:
                found[path] = nearest
    return found


def _lines(data: bytes) -> Counter[bytes]:
    return Counter(line.strip() for line in data.replace(b"\0", b"").splitlines() if line.strip())


def _share(one: Counter[bytes], other: Counter[bytes]) -> float:
    return (one & other).total() / (max(one.total(), other.total()) or 1)
