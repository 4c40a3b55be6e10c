"""How two pieces of code differ, in words that quote both."""

import re
from collections.abc import Mapping

from applier.forms import Piece

_LONGEST = 90  # characters that are quoted
_AROUND = 25  # characters before the first difference, where it is quoted in part
_MEANING = re.compile(r"@\S+")


def difference(was: Piece | None, now: Piece | None, place: str, names: Mapping[str, str]) -> str:
    """ "in `total` `a > 0` became `a >= 0`"; one of the two may be missing. `names` are those of what is imported."""
    if was is None or now is None:
        piece = now or was
        verb = "is new" if was is None else "is gone"
        return f"{place}{_quoted(piece.shown if piece else '')} {verb}"
    if was.shown == now.shown:
        return f"{place}{_meaning(was, now, names)}"
    before, after = _narrowed(was.shown, now.shown)
    return f"{place}{_quoted(before)} became {_quoted(after)}"


def _meaning(was: Piece, now: Piece, names: Mapping[str, str]) -> str:
    """What differs in pieces that look alike."""
    meant, means = _MEANING.findall(was.key), _MEANING.findall(now.key)
    for before, after in zip(meant, means, strict=False):
        if before != after and len(meant) == len(means):
            name = names.get(after[1:], after[1:])
            return f"`{name}` in {_quoted(now.shown)} means `{after[1:]}` now, and meant `{before[1:]}`"
    for target in meant:
        if target not in means:
            return f"{_quoted(now.shown)} uses `{target[1:]}`, which nothing imports any more"
    words = "means something else now: it belongs to another block, or a name in it to another thing"
    return f"{_quoted(now.shown)} {words}"


def _narrowed(before: str, after: str) -> tuple[str, str]:
    """Both around the first place where they differ."""
    if max(len(before), len(after)) <= _LONGEST:
        return before, after
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    cut = max(0, start - _AROUND)
    return _part(before, cut), _part(after, cut)


def _part(text: str, start: int) -> str:
    rest = text[start : start + _LONGEST]
    return ("…" if start else "") + rest + ("…" if start + _LONGEST < len(text) else "")


def _quoted(text: str) -> str:
    return f"`{_part(text, 0)}`"
