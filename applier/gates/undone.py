"""Gate 5 for statements: checks, branches, handlers and effects that a function lost, and that nothing took over."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from applier.facts import DeedFact, Facts, FileFacts
from applier.gates.assertions import is_assertion
from applier.gates.exposed import is_for_tests
from applier.gates.owned import Deeds, beyond, by_owner, without_renouncing
from applier.gates.takeover import Takeover, awaited_in, called_bare_in, calls_in
from applier.gates.vanished import called, comparable, find_vanished, is_declared, simple
from applier.scope import Problem, Scope, Severity, Texts

_SHOWN = 3  # statements of one function
_WIDTH = 80  # characters of one
_MANY, _LEFT = 8, 0.34  # statements lost, and the part of them that stays: then a body was cut short
_OPEN = ("decorator", "default")  # of public definitions, gate 6 tells of these
_ASKED: tuple[str, Severity] = ("loss", "ask")
_CUT_SHORT: tuple[str, Severity] = ("elision", "refuse")
_BARE = ("return", "return None", "return undefined")


@dataclass(frozen=True, slots=True)
class _Pair:
    """What a definition did, and what that does which stands for it."""

    path: str
    owner: str
    old: Deeds
    new: Deeds


@dataclass(frozen=True, slots=True)
class _Step:
    """What is new in a step, and what its functions do, by the last part of their names."""

    fresh: tuple[tuple[str, str, DeedFact], ...]  # path, definition, statement
    helpers: dict[str, Deeds]

    @classmethod
    def of(cls, facts: Facts) -> "_Step":
        fresh: list[tuple[str, str, DeedFact]] = []
        helpers: dict[str, Deeds] = {}
        for path, file in facts.after.items():
            known = by_owner(facts.before[path]) if path in facts.before else {}
            for name, deeds in by_owner(file).items():
                fresh += ((path, name, deed) for deed in beyond(deeds, known.get(name, ())))
                helpers[simple(name)] = (*helpers.get(simple(name), ()), *deeds)
        return cls(tuple(fresh), helpers)

    def taken(self, pair: _Pair, own: Deeds) -> Deeds:
        """What is new in other definitions, and what those do that one calls since."""
        elsewhere = [deed for path, name, deed in self.fresh if (path, name) != (pair.path, pair.owner)]
        helpers = calls_in(own) - calls_in(pair.old)
        return (*elsewhere, *(deed for name in sorted(helpers) for deed in self.helpers.get(name, ())))


def check_deeds(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """Every statement that a definition lost is done elsewhere in the step, or in other words where it was.

    Where most of a long body is gone, it was left out: then gate 4 refuses.
    """
    step = _Step.of(facts)
    problems: list[Problem] = []
    for pair in _pairs(before, after, facts, scope):
        if not _is_declared(pair, scope) and (lost := _lost(pair, step, facts)):
            problems.append(_problem(pair, lost, before[pair.path]))
    return tuple(problems)


def _pairs(before: Texts, after: Texts, facts: Facts, scope: Scope) -> Iterator[_Pair]:
    """Definitions and tests whose statements changed, but for those that are told of anyway."""
    moved = _moved(before, after, facts, scope)
    for path in before:
        pair = comparable(path, after, facts) if path in after else None
        if pair is None:
            continue
        left_out, new = _emptied(*pair), by_owner(pair[1])
        known = {"", *(symbol.name for symbol in pair[1].symbols), *(test.name for test in pair[1].tests)}
        for owner, old in by_owner(pair[0]).items():
            heir = new.get(owner, ()) if owner in known else moved.get((path, owner))
            if heir is not None and owner not in left_out and beyond(old, heir):
                yield _Pair(path, owner, old, heir)


def _moved(before: Texts, after: Texts, facts: Facts, scope: Scope) -> dict[tuple[str, str], Deeds]:
    """What stands elsewhere, with another body, for definitions that went there."""
    gone = [each for each in find_vanished(before, after, facts, scope) if each.fate in ("elsewhere", "renamed")]
    if not gone:
        return {}
    files = (*facts.after.values(), *facts.others.values())
    standing = {symbol.fingerprint for file in files for symbol in file.symbols} - {""}
    heirs: dict[tuple[str, str], Deeds] = {}
    for path, file in facts.after.items():
        deeds, old = by_owner(file), facts.before.get(path)
        arrived = {symbol.name for symbol in file.symbols} - {symbol.name for symbol in (old.symbols if old else ())}
        for symbol in file.symbols:
            if symbol.name in arrived:
                heirs[called(symbol)] = (*heirs.get(called(symbol), ()), *deeds.get(symbol.name, ()))
    moved = {
        (each.path, each.symbol.name): heirs[called(each.symbol)]
        for each in gone
        if each.symbol.fingerprint not in standing and called(each.symbol) in heirs
    }
    renamed = [each for each in gone if each.heir]
    return moved | {
        (each.path, each.symbol.name): by_owner(facts.after[each.path]).get(each.heir, ()) for each in renamed
    }


def _emptied(old: FileFacts, new: FileFacts) -> set[str]:
    """Functions whose body is gone: gate 4 tells."""
    worked = {symbol.name for symbol in old.symbols if symbol.does == "work"}
    working = {symbol.name for symbol in new.symbols if symbol.does not in ("nothing", "constant")}
    return worked & {symbol.name for symbol in new.symbols} - working


def _lost(pair: _Pair, step: _Step, facts: Facts) -> list[DeedFact]:
    """Statements that are done nowhere any more, and calls that are no longer waited for."""
    file, all_gone = facts.after[pair.path], beyond(pair.old, pair.new)
    named = {simple(symbol.name) for symbol in file.symbols} | {found.binds for found in file.imports}
    own, gone = without_renouncing(beyond(pair.new, pair.old), all_gone, named)
    if not gone and len(pair.new) == len(pair.old):  # then it is a parameter that is gone
        gone = all_gone
    taken = step.taken(pair, own)
    takeover = Takeover(pair.new, own, taken, facts.after[pair.path].references, gone)
    standing = {(deed.kind, deed.text) for deed in taken}
    lost = [
        deed
        for deed in gone
        if (deed.kind, deed.text) not in standing
        and not _is_idle(deed, pair, facts.before[pair.path])
        and not takeover.does(deed)
    ]
    return lost or ([] if _is_plain_now(pair, facts) else _unawaited(pair))


def _is_idle(deed: DeedFact, pair: _Pair, file: FileFacts) -> bool:
    """Whether nothing is lost with a statement, or another gate tells of it."""
    if any(test.name == pair.owner for test in file.tests) and (is_assertion(deed) or _is_row(deed, pair)):
        return True  # gate 8 tells of them
    if deed.kind in _OPEN and not is_for_tests(file) and deed in _of_the_head(pair, file):
        return any(symbol.name == pair.owner and symbol.exported for symbol in file.symbols)
    ends = deed.text in _BARE and deed is pair.old[-1] and not (pair.new and pair.new[-1].text in _BARE)
    unused = deed.kind == "assign" and "(" not in deed.text and any(deed.line == line for _, line in file.idle)
    return ends or unused


def _of_the_head(pair: _Pair, file: FileFacts) -> list[DeedFact]:
    """Decorators and defaults of the definition itself, not of what is defined inside."""
    count = max((len(symbol.decorators) for symbol in file.symbols if symbol.name == pair.owner), default=0)
    decorators = [deed for deed in pair.old if deed.kind == "decorator"][:count]
    behind = pair.old[len(decorators) :]
    return [*decorators, *takewhile(lambda deed: deed.kind == "default", behind)]


def _is_row(deed: DeedFact, pair: _Pair) -> bool:
    """Whether it is of the tables of cases above a test, which is run with as many tables as before."""
    old, new = (takewhile(lambda each: each.kind in ("decorator", "entry"), deeds) for deeds in (pair.old, pair.new))
    heads = [[each for each in head if each.kind == "entry" or "parametrize" in each.text] for head in (old, new)]
    tables = [sum(each.kind == "decorator" for each in head) for head in heads]
    return deed in heads[0] and tables[0] == tables[1]


def _is_plain_now(pair: _Pair, facts: Facts) -> bool:
    """Whether a coroutine became a plain function, which gate 6 tells."""
    signatures = [
        symbol.signature
        for file in (facts.before[pair.path], facts.after[pair.path])
        for symbol in file.symbols
        if symbol.name == pair.owner
    ]
    return any(each.startswith("async ") for each in signatures) and not all(
        each.startswith("async ") for each in signatures
    )


def _unawaited(pair: _Pair) -> list[DeedFact]:
    """What was waited for, and is only called now."""
    lost = (awaited_in(pair.old) - awaited_in(pair.new)) & called_bare_in(pair.new)
    return [deed for deed in pair.old if awaited_in([deed]) & lost]


def _is_declared(pair: _Pair, scope: Scope) -> bool:
    changed = (each for each in scope.changed if each.path == pair.path and each.reason.strip())
    whole = f"{pair.owner}."
    return is_declared(pair.path, pair.owner, scope) or any(whole.startswith(f"{each.name}.") for each in changed)


def _problem(pair: _Pair, lost: list[DeedFact], text: str) -> Problem:
    lines = text.split("\n")
    shown = "; ".join(f"`{_short(lines[deed.line - 1])}` (line {deed.line})" for deed in lost[:_SHOWN])
    more = f" and {len(lost) - _SHOWN} more" if len(lost) > _SHOWN else ""
    whose = f"`{pair.owner}`" if pair.owner else "The module"
    entry = f'{{"type": "changed", "text": "<the reason>", "source": "{pair.path}::{pair.owner or "<name>"}"}}'
    message = (
        f"{whose} lost what these lines of the original did, and nothing seems to do it now: {shown}{more}. "
        f"Put it back, or declare it in the log block, also where it is done in other words now: {entry}"
    )
    cut_short = len(lost) >= _MANY and len(pair.new) < _LEFT * len(pair.old) and bool(pair.owner)
    gate, severity = _CUT_SHORT if cut_short else _ASKED
    return Problem(gate, severity, pair.path, lost[0].line, message, owed=True)


def _short(line: str) -> str:
    line = line.strip()
    return line if len(line) <= _WIDTH else f"{line[:_WIDTH]}…"
