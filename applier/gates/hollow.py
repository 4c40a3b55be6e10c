"""Gate 4 for bodies: no function keeps its name and loses what it did."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from applier.facts import Facts, FileFacts, SymbolFact
from applier.gates.stub import is_stub, source_of
from applier.gates.vanished import arrived, called, comparable, find_vanished, simple
from applier.scope import Problem, Scope, Texts

_FUNCTIONS = ("function", "method")


@dataclass(frozen=True, slots=True)
class _Body:
    """A function and whether it does nothing (None: cannot be told)."""

    path: str
    symbol: SymbolFact
    stub: bool | None


def check_bodies(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """No function with a body became a stub, neither where it stood nor where it went."""
    return (*_of_kept(before, after, facts, scope), *_of_moved(before, after, facts, scope))


def _of_kept(before: Texts, after: Texts, facts: Facts, scope: Scope) -> Iterator[Problem]:
    fresh = _newcomers(after, facts)
    taken_over = {simple(body.symbol.name) for body in fresh if body.stub is False and body.symbol.kind == "method"}
    for path in before:
        pair = comparable(path, after, facts)
        if pair is None or path not in after:
            continue
        kept = _by_name(_functions(pair[1]))
        for name, old in _by_name(_functions(pair[0])).items():
            if _sources(old, before[path]) == _sources(kept.get(name, []), after[path]):
                continue
            hollowed = _hollowed(_bodies(old, pair[0], before[path]), _bodies(kept.get(name, []), pair[1], after[path]))
            # A method may become abstract where a class that is new has it instead.
            abstract = hollowed and hollowed.symbol.kind == "method" and simple(name) in taken_over
            if hollowed and not abstract:
                yield _problem(hollowed, name)


def _of_moved(before: Texts, after: Texts, facts: Facts, scope: Scope) -> Iterator[Problem]:
    vanished = [
        each
        for each in find_vanished(before, after, facts, scope)
        if each.fate in ("elsewhere", "shared") and each.symbol.kind in _FUNCTIONS
    ]
    fresh = _newcomers(after, facts) if vanished else []
    standing = {
        symbol.fingerprint
        for files in (facts.after, facts.others)
        for file in files.values()
        for symbol in file.symbols
    }
    for each in vanished:
        path, symbol = each.path, each.symbol
        if symbol.fingerprint and symbol.fingerprint in standing:
            continue
        heirs = [body for body in fresh if called(body.symbol) == called(symbol)]
        had = is_stub(source_of(symbol, before[path]), facts.before[path].language) is False
        if had and heirs and all(body.stub for body in heirs):
            yield _problem(heirs[0], symbol.name)


def _hollowed(old: list[_Body], new: list[_Body]) -> _Body | None:
    """What stands for a body now, where a name (with overloads or a setter) has fewer bodies and more stubs."""
    stubs = [body for body in new if body.stub]
    fewer = _count(new, False) < _count(old, False)
    return stubs[-1] if fewer and len(stubs) > _count(old, True) else None


def _count(bodies: Iterable[_Body], stub: bool) -> int:
    return sum(1 for body in bodies if body.stub is stub)


def _newcomers(after: Texts, facts: Facts) -> list[_Body]:
    return [
        body
        for path in after
        if path in facts.after
        for body in _bodies(
            [symbol for symbol in arrived(path, facts) if symbol.kind in _FUNCTIONS], facts.after[path], after[path]
        )
    ]


def _functions(file: FileFacts) -> list[SymbolFact]:
    return [symbol for symbol in file.symbols if symbol.kind in _FUNCTIONS]


def _by_name(symbols: Iterable[SymbolFact]) -> dict[str, list[SymbolFact]]:
    groups: dict[str, list[SymbolFact]] = {}
    for symbol in symbols:
        groups.setdefault(symbol.name, []).append(symbol)
    return groups


def _sources(symbols: Iterable[SymbolFact], text: str) -> list[str]:
    return [source_of(symbol, text) for symbol in symbols]


def _bodies(symbols: Iterable[SymbolFact], file: FileFacts, text: str) -> list[_Body]:
    return [_Body(file.path, symbol, is_stub(source_of(symbol, text), file.language)) for symbol in symbols]


def _problem(hollowed: _Body, name: str) -> Problem:
    message = (
        f"The body of `{name}` is gone: what stands for it does nothing. Send the whole file again with the body "
        "written out. What is really to go goes whole, and the log block says why."
    )
    return Problem("elision", "refuse", hollowed.path, hollowed.symbol.line, message)
