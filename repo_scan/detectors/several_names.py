"""Parameters that are spelled in two ways, where calls show that both mean one thing: `f(userid=user_id)`."""

import re
from collections.abc import Iterator, Mapping, Sequence

from repo_scan.detectors.evidence import line_at, listed, spots
from repo_scan.detectors.judged import own_code
from repo_scan.detectors.statements import Token, logical_lines
from repo_scan.finding import Finding, Place
from repo_scan.scan import Scan

_PARAMETER = re.compile(
    r"[(,]\s*\*{0,2}([a-z]\w*)\s*(?=[:=,)])"
)  # no constants and classes, whose case means something
_FEWEST_FUNCTIONS = 2  # that take each spelling: one alone may follow somebody else's interface
_SHORTEST = 4

_Pair = tuple[str, str]  # two spellings, sorted
_Users = Mapping[str, int]  # spelling -> how many functions take a parameter of that name


def several_names(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each parameter that functions spell in two ways, where calls give one as the other."""
    own = {outline.path: text for outline, text in own_code(scan, texts)}
    signatures = [
        frozenset(_PARAMETER.findall(symbol.signature))
        for path in own
        for symbol in scan.outlines[path].symbols
        if symbol.kind in ("function", "method")
    ]
    users = _users(signatures)
    crossings: dict[_Pair, list[Place]] = {}
    for path, text in sorted(own.items()):
        for pair, place in _crossings(path, text, users):
            crossings.setdefault(pair, []).append(place)
    return tuple(
        _finding(pair, places, users, texts)
        for pair, places in crossings.items()
        if not any(signature.issuperset(pair) for signature in signatures)  # both at once: an old name lives on
    )


def _users(signatures: Sequence[frozenset[str]]) -> _Users:
    """The spellings in question: those of which there are several, each taken by some functions."""
    counts: dict[str, int] = {}
    for name in (name for signature in signatures for name in signature):
        counts[name] = counts.get(name, 0) + 1
    concepts: dict[str, set[str]] = {}
    for name, count in counts.items():
        if count >= _FEWEST_FUNCTIONS and len(_concept(name)) >= _SHORTEST:
            concepts.setdefault(_concept(name), set()).add(name.strip("_"))
    return {name: counts[name] for names in concepts.values() if len(names) > 1 for name in sorted(names)}


def _concept(name: str) -> str:
    return name.replace("_", "").lower()


def _crossings(path: str, text: str, users: _Users) -> Iterator[tuple[_Pair, Place]]:
    """Where one spelling is given as the other: `f(one=other)`, `f(one=self.other)`."""
    if sum(name in text for name in users) < 2:
        return
    lines = text.split("\n")
    for line in logical_lines(text):
        for name, value in _given(line.tokens):
            if name != value and name in users and value in users and _concept(name) == _concept(value):
                given = re.compile(rf"\b{name}\s*=.*\b{value}\b")
                places = (number for number in range(line.line, line.end_line) if given.search(lines[number - 1]))
                yield (min(name, value), max(name, value)), Place(path, next(places, line.end_line))


def _given(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Keyword arguments whose value is a name or an attribute, with the last part of that."""
    for place in range(1, len(tokens) - 2):
        if tokens[place][0] != "name" or tokens[place + 1][1] != "=" or tokens[place - 1][1] not in ("(", ","):
            continue
        end = place + 2
        while end + 2 < len(tokens) and tokens[end + 1][1] == ".":
            end += 2
        if tokens[end][0] == "name" and end + 1 < len(tokens) and tokens[end + 1][1] in (",", ")"):
            yield tokens[place][1], tokens[end][1]


def _finding(pair: _Pair, places: Sequence[Place], users: _Users, texts: Mapping[str, str]) -> Finding:
    first = places[0]
    taken = listed([f"{users[name]} functions take `{name}`" for name in sorted(pair, key=lambda name: -users[name])])
    return Finding(
        kind="several-names",
        severity="low",
        path=first.path,
        line=first.line,
        quote=line_at(texts, first.path, first.line),
        message=f"`{pair[0]}` and `{pair[1]}` are one thing, given as each other at {spots(places)}. {taken}. Readers "
        "must know both, and whoever searches for one misses the other.",
        places=tuple(places),
    )
