"""What the detectors share: quoting lines, and naming places in a sentence."""

from collections.abc import Mapping, Sequence

from repo_scan.finding import Place

_NAMED = 4  # places named in a message; the finding holds them all


def line_at(texts: Mapping[str, str], path: str, line: int) -> str:
    """The line that stands at path:line, stripped; "" if there is none."""
    lines = texts.get(path, "").split("\n")
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""


def listed(items: Sequence[str]) -> str:
    """Some items in words: "a, b and 3 more"."""
    shown = list(items[:_NAMED]) if len(items) > _NAMED else list(items)
    if len(items) > _NAMED:
        shown.append(f"{len(items) - _NAMED} more")
    return " and ".join(part for part in (", ".join(shown[:-1]), shown[-1]) if part)


def spots(places: Sequence[Place]) -> str:
    """Places in words: "a.py:3 and b.py:9"."""
    return listed([f"{place.path}:{place.line}" for place in places])
