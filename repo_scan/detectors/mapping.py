"""Rows that hand values on one by one: `if limit is not None: params["Limit"] = limit`, again and again."""

from collections import Counter
from collections.abc import Iterator, Sequence

from repo_scan.detectors.statements import LogicalLine, Token, logical_lines

_FEWEST_ROWS = 3  # of one shape; two may be chance
_OTHER_WAYS = frozenset({"elif", "else"})

_Shape = tuple[str, ...]


def is_mapping(block: str) -> bool:
    """Whether half or more of the statements of a block are such rows: alike by nature, with no logic to be shared."""
    lines = list(logical_lines(block))
    rows = list(_rows(lines))
    often = Counter(shape for shape, _ in rows)
    inside = sum(size for shape, size in rows if often[shape] >= _FEWEST_ROWS)
    return inside * 2 >= len(lines) > 0


def _rows(lines: Sequence[LogicalLine]) -> Iterator[tuple[_Shape, int]]:
    """Each `if` whose block is one assignment to a part of something, or one call: its shape, and its statements."""
    for place, line in enumerate(lines):
        if line.tokens[0][1] != "if":
            continue
        colon = _first_outside(line.tokens, ":")
        body = line.tokens[colon + 1 :] or (lines[place + 1].tokens if place + 1 < len(lines) else [])
        size = 1 if line.tokens[colon + 1 :] else 2
        target = _target(body) if _ends(lines, place + size, line.indent) else ()
        if target:
            yield (*_shape(line.tokens[:colon]), ":", *target), size


def _ends(lines: Sequence[LogicalLine], place: int, indent: int) -> bool:
    """Whether what begins with an `if` of this indentation is over there, with no other way."""
    if place >= len(lines) or lines[place].indent < indent:
        return True
    return lines[place].indent == indent and lines[place].tokens[0][1] not in _OTHER_WAYS


def _target(tokens: Sequence[Token]) -> _Shape:
    """What stands before the value or the arguments; () unless it is a part of something, or what is called."""
    if not tokens or tokens[0][0] != "name":
        return ()
    equals = _first_outside(tokens, "=")
    if equals < len(tokens):
        is_part = tokens[1][1] in (".", "[") and (tokens[equals - 1][0] == "name" or tokens[equals - 1][1] == "]")
        return _shape(tokens[: equals + 1]) if is_part else ()
    opening = next((place for place, (_, said) in enumerate(tokens) if said == "("), len(tokens))
    return _shape(tokens[: opening + 1]) if tokens[-1][1] == ")" else ()


def _first_outside(tokens: Sequence[Token], sign: str) -> int:
    """Where a sign stands outside of all brackets; the end if nowhere."""
    depth = 0
    for place, (_, said) in enumerate(tokens):
        depth += (said in ("(", "[", "{")) - (said in (")", "]", "}"))
        if depth == 0 and said == sign:
            return place
    return len(tokens)


def _shape(tokens: Sequence[Token]) -> _Shape:
    return tuple(kind if kind in ("name", "string", "number") else said for kind, said in tokens)
