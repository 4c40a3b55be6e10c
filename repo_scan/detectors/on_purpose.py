"""Functions that are alike and shall be: what stands at them says so, or their names are opposites."""

import re
from collections.abc import Sequence

from repo_scan.outline import Outline, Symbol

_SAID = re.compile(
    r"\bsame\s+(as|way|function)\b|\bidentical\s+to\b|\balias\s+(of|for|to)\b|\bon\s+purpose\b|\bintentional(ly)?\b"
    r"|\bdeliberate(ly)?\b|\bduplicated?\s+(of|from)\b|\bcopied\s+from\b|\b(keep|kept)\s+in\s+sync\b",
    re.IGNORECASE,
)
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PAIRS = """
    pause/resume start/stop open/close lock/unlock add/remove enable/disable show/hide push/pop get/set load/save
    read/write encode/decode encrypt/decrypt pack/unpack connect/disconnect begin/end enter/exit up/down left/right
    first/last next/previous next/prev min/max send/receive attach/detach acquire/release on/off install/uninstall
    register/unregister subscribe/unsubscribe increase/decrease increment/decrement before/after
"""
_OPPOSITES = frozenset(frozenset(pair.split("/")) for pair in _PAIRS.split())


def says_so(outline: Outline, symbol: Symbol, lines: Sequence[str]) -> bool:
    """Whether the comments right above a function, at the head of its body, or its docstring say it is like another."""
    notes = {note.line: note.text for note in outline.comments}
    above = symbol.line - 1
    said = [symbol.docstring or ""]
    while above in notes and lines[above - 1].lstrip().startswith("#"):
        said.append(notes[above])
        above -= 1
    said += [notes[line] for line in range(symbol.line, min(symbol.line + 3, symbol.end_line + 1)) if line in notes]
    return any(_SAID.search(words) for words in said)


def are_opposites(one: str, other: str) -> bool:
    """Whether two names are the same but for one word and its opposite: `pause_all`, `resume_all`."""
    left, right = ([part.lower() for part in _PART.findall(name)] for name in (one, other))
    differing = [frozenset(pair) for pair in zip(left, right, strict=False) if pair[0] != pair[1]]
    return len(left) == len(right) and len(differing) == 1 and differing[0] in _OPPOSITES
