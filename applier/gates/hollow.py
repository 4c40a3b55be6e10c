"""Gate 4 for bodies: no function keeps its name and loses what it did."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from applier.facts import Facts, FileFacts, SymbolFact
from applier.gates.vanished import arrived, called, comparable, find_vanished, simple
from applier.scope import Problem, Scope, Severity, Texts

_FUNCTIONS = ("function", "method")
_SUBSTANTIAL = 20  # tokens of a body; a shorter one may really have come to a constant
_STRAY = 8  # tokens that are never run; fewer are of no weight

Loss = Literal["nothing", "constant", "name", "dead"]

#: What a function does now, in order of weight, and what it has fewer of then.
_LOSSES: tuple[tuple[Loss, tuple[str, ...]], ...] = (
    ("nothing", ("constant", "table", "name", "work")),
    ("constant", ("work",)),
    ("name", ("work",)),
)
_WORDS: dict[Loss, str] = {
    "nothing": "The body of `{name}` is gone: what stands for it does nothing.",
    "constant": "The body of `{name}` is gone: what stands for it gives a constant and works nothing out.",
    "name": "The body of `{name}` is gone: what stands for it hands back a name and works nothing out.",
    "dead": "Code of `{name}` can never be run: it stands behind a statement or a condition that lets nothing through.",
}
_WRITE_OUT = (
    "Send the whole file again with the body written out. What is really to go goes whole, and the log block says why."
)
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class _Hollow:
    """What stands for a function now, and what it lost."""

    path: str
    symbol: SymbolFact
    loss: Loss
    effort: int = 0  # tokens of the body that was there


def check_bodies(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """No function with a body became a stub, a constant or code that is never run, where it stood or where it went."""
    found = (*_of_kept(before, after, facts), *_of_moved(before, after, facts, scope))
    return tuple(problem for path, name, hollow in found for problem in _judged(hollow, name, path, scope))


def _of_kept(before: Texts, after: Texts, facts: Facts) -> Iterator[tuple[str, str, _Hollow]]:
    taken_over = {
        simple(symbol.name) for _, symbol in _newcomers(facts) if symbol.does == "work" and symbol.kind == "method"
    }
    for path in before:
        pair = comparable(path, after, facts) if path in after else None
        if pair is None:
            continue
        kept = _by_name(_functions(pair[1]))
        for name, old in _by_name(_functions(pair[0])).items():
            hollow = _hollowed(path, old, kept.get(name, []))
            # A method may become abstract where a class that is new has it instead.
            abstract = (
                hollow and hollow.loss != "dead" and hollow.symbol.kind == "method" and simple(name) in taken_over
            )
            if hollow and not abstract:
                yield path, name, hollow


def _of_moved(before: Texts, after: Texts, facts: Facts, scope: Scope) -> Iterator[tuple[str, str, _Hollow]]:
    vanished = [
        each
        for each in find_vanished(before, after, facts, scope)
        if each.fate in ("elsewhere", "shared") and each.symbol.kind in _FUNCTIONS
    ]
    fresh = _newcomers(facts) if vanished else []
    standing = {
        symbol.fingerprint
        for files in (facts.after, facts.others)
        for file in files.values()
        for symbol in file.symbols
    }
    for each in vanished:
        if each.symbol.fingerprint and each.symbol.fingerprint in standing:
            continue
        heirs = [(path, symbol) for path, symbol in fresh if called(symbol) == called(each.symbol)]
        losses = [_hollowed(path, [each.symbol], [symbol]) for path, symbol in heirs]
        if losses and losses[0] and all(losses):
            yield each.path, each.symbol.name, losses[0]


def _hollowed(path: str, old: list[SymbolFact], new: list[SymbolFact]) -> _Hollow | None:
    """What a name (with overloads or a setter) lost: it has fewer bodies than before, and more that are none."""
    effort = max((symbol.effort for symbol in old if symbol.does == "work"), default=0)
    if _dead(new) >= _STRAY + _dead(old):
        return _Hollow(path, max(new, key=lambda symbol: symbol.dead), "dead", effort)
    for loss, better in _LOSSES:
        hollow = [symbol for symbol in new if symbol.does == loss]
        if len(hollow) > _count(old, loss) and _count(new, *better) < _count(old, *better):
            return _Hollow(path, hollow[-1], loss, effort)
    return None


def _dead(symbols: Iterable[SymbolFact]) -> int:
    return sum(symbol.dead for symbol in symbols)


def _count(symbols: Iterable[SymbolFact], *does: str) -> int:
    return sum(1 for symbol in symbols if symbol.does in does)


def _newcomers(facts: Facts) -> list[tuple[str, SymbolFact]]:
    return [(path, symbol) for path in facts.after for symbol in arrived(path, facts) if symbol.kind in _FUNCTIONS]


def _functions(file: FileFacts) -> list[SymbolFact]:
    return [symbol for symbol in file.symbols if symbol.kind in _FUNCTIONS]


def _by_name(symbols: Iterable[SymbolFact]) -> dict[str, list[SymbolFact]]:
    groups: dict[str, list[SymbolFact]] = {}
    for symbol in symbols:
        groups.setdefault(symbol.name, []).append(symbol)
    return groups


def _judged(hollow: _Hollow, name: str, path: str, scope: Scope) -> Iterator[Problem]:
    """What really is to give a constant now may be declared; what does nothing or is never run may not."""
    message, severity = f"{_WORDS[hollow.loss].format(name=name)} {_WRITE_OUT}", _severity(hollow)
    if hollow.loss in ("constant", "name"):
        entry = f'{{"type": "changed", "text": "<the reason>", "source": "{path}::{name}"}}'
        message = f"{message} If that is all that it is to do now, declare it in the log block: {entry}"
        if reason := _reason(path, name, scope):
            message, severity = f"`{name}` only gives back what it has from the start now: {reason}", "note"
        elif severity == "refuse" and any(simple(name) in _WORD.findall(criterion) for criterion in scope.criteria):
            severity = "ask"
    if severity:
        yield Problem("elision", severity, hollow.path, hollow.symbol.line, message)


def _severity(hollow: _Hollow) -> Severity | None:
    match hollow.loss:
        case "constant":
            return "refuse" if hollow.effort >= _SUBSTANTIAL else "ask"
        case "name":
            return "ask" if hollow.effort >= _SUBSTANTIAL else None
        case _:
            return "refuse"


def _reason(path: str, name: str, scope: Scope) -> str:
    """Why the step's log says that a function, or its class, was changed."""
    fitting = (each for each in scope.changed if each.path == path and f"{name}.".startswith(f"{each.name}."))
    return next((each.reason.strip() for each in fitting if each.reason.strip()), "")
