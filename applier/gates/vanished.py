"""What became of every definition that is no longer where it was. Told by name, kind and fingerprint.

A private variable is also known by its value, and a private function by its signature and most of its statements.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from applier.facts import Facts, FileFacts, SymbolFact
from applier.gates.definitions import bases_of
from applier.gates.elsewhere import mentions
from applier.gates.fates import Fate
from applier.gates.inner import is_of_program, stands_within
from applier.gates.owned import by_owner, does_most
from applier.gates.private_values import is_local_now, value_of
from applier.gates.successors import ForTests, is_of_tests, stands_as_test, successor_of, tests_stand_elsewhere
from applier.gates.unneeded import is_fixture_now, is_given, is_unneeded
from applier.scope import Scope, Texts

_FAMILY = {"method": "function", "attribute": "variable"}  # kinds that a move turns into each other


@dataclass(frozen=True, slots=True)
class Vanished:
    """One definition that is no longer in its file."""

    path: str
    symbol: SymbolFact
    fate: Fate
    heir: str = ""  # what stands for it in its file, where that has another name and another body


def find_vanished(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Vanished, ...]:
    """Every definition that a step took out of a file, in the order of files and lines."""
    lost = [(path, symbol) for path in before for symbol in _lost(path, after, facts)]
    values = {value_of(symbol, after.get(path, "")) for path in facts.after for symbol in arrived(path, facts)}
    fates = _Fates(before, facts, [symbol for _, symbol in lost])
    known = {
        (path, symbol.name)
        for path, symbol in lost
        if value_of(symbol, before[path]) in values - {""}
        or is_local_now(symbol, before[path], after.get(path, ""))
        or _is_in_source(path, symbol, after, facts)
    }
    found: list[Vanished] = []
    for_tests = ForTests(facts)
    for path, symbol in lost:
        fate: Fate = "elsewhere" if (path, symbol.name) in known else fates.of(path, symbol, scope)
        heir = _successor(path, symbol, facts) if fate == "gone" else ""
        if not heir and fate == "gone" and (heir := for_tests.renamed(path, symbol)):
            fate = "renamed"
        if fate == "gone" and not heir:
            fate = _weaker(path, symbol, facts)
        found.append(Vanished(path, symbol, "elsewhere" if heir and fate == "gone" else fate, heir))
    return tuple(found)


def _weaker(path: str, symbol: SymbolFact, facts: Facts) -> Fate:
    """What became of something that is gone for all that its name and words tell."""
    if is_of_tests(path, symbol, facts):
        return "for tests"
    if tests_stand_elsewhere(path, symbol, facts):
        return "apart"
    if is_fixture_now(path, symbol, facts):
        return "fixtures"
    if is_given(path, symbol, facts):
        return "given"
    return "unneeded" if is_unneeded(path, symbol, facts) else "gone"


def _successor(path: str, symbol: SymbolFact, facts: Facts) -> str:
    """The new private function of its file that takes the same as a lost one and does most of it; "" if none.

    None either where somebody still asks for the old one.
    """
    name = simple(symbol.name)
    if symbol.exported or symbol.kind not in ("function", "method") or path not in facts.after:
        return ""
    if name in facts.after[path].references or mentions(path, name, facts):
        return ""
    old, new = by_owner(facts.before[path]).get(symbol.name, ()), by_owner(facts.after[path])
    alike = (
        one
        for one in arrived(path, facts)
        if (one.kind, one.signature, one.exported) == (symbol.kind, symbol.signature, False)
    )
    return next((one.name for one in alike if does_most(new.get(one.name, ()), old)), "")


def _is_in_source(path: str, symbol: SymbolFact, after: Texts, facts: Facts) -> bool:
    """Whether a stub file is gone, and the source beside it defines the same."""
    source = path.removesuffix("i")
    file = facts.after.get(source) or facts.others.get(source)
    if path in after or not path.endswith(".pyi") or file is None:
        return False
    return any(_is_like(each, symbol) for each in file.symbols)


def comparable(path: str, after: Texts, facts: Facts) -> tuple[FileFacts, FileFacts] | None:
    """Facts of a file before and after; None where they cannot be told apart.

    That is so in an unknown language, and where new syntax errors hide what is there: gate 3 refuses those.
    """
    old = facts.before.get(path)
    new = facts.after.get(path) if path in after else FileFacts(path, old.language if old else None)
    if old is None or new is None or old.language is None or new.language is None:
        return None
    return None if len(new.faults) > len(old.faults) else (old, new)


def is_declared(path: str, name: str, scope: Scope) -> bool:
    """Whether the step says, with a reason, that it removes `name` or what it is part of."""
    return any(
        removal.path == path and removal.reason.strip() and f"{name}.".startswith(f"{removal.name}.")
        for removal in scope.removed
    )


def simple(name: str) -> str:
    """ "Cart.total" is called "total"."""
    return name.rpartition(".")[2]


def called(symbol: SymbolFact) -> tuple[str, str]:
    """What a definition may be found by elsewhere: the last part of its name, and its kind."""
    return simple(symbol.name), _FAMILY.get(symbol.kind, symbol.kind)


def arrived(path: str, facts: Facts) -> list[SymbolFact]:
    """Definitions of a file that were not in it before."""
    old = facts.before.get(path)
    return _beyond(facts.after[path].symbols, old.symbols if old else ())


class _Fates:
    """Where lost definitions may have gone."""

    def __init__(self, before: Texts, facts: Facts, lost: list[SymbolFact]) -> None:
        self._before, self._facts = before, facts
        standing = [
            symbol for files in (facts.after, facts.others) for file in files.values() for symbol in file.symbols
        ]
        self._prints = {symbol.fingerprint for symbol in standing} - {""}
        moved = {(symbol.fingerprint, simple(symbol.name)) for symbol in lost}
        fresh = [symbol for path in facts.after for symbol in arrived(path, facts)]
        self._names = {called(symbol) for symbol in fresh}
        # Where a function went that is known by its fingerprint, no other one of the same name went.
        self._free = Counter(
            called(symbol) for symbol in fresh if (symbol.fingerprint, simple(symbol.name)) not in moved
        )
        self._copies: set[str] = set()  # fingerprints of what was found by its name

    def of(self, path: str, symbol: SymbolFact, scope: Scope) -> Fate:
        """What became of one; to be asked once for each, in order."""
        name = called(symbol)
        if symbol.fingerprint in self._prints or symbol.fingerprint in self._copies:
            return "elsewhere"
        if is_declared(path, symbol.name, scope):
            return "declared"
        if name not in self._names:
            return self._of_others(path, symbol)
        if not symbol.fingerprint:
            return "elsewhere"
        self._free[name] -= 1
        if self._free[name] < 0:
            return "shared"
        self._copies.add(symbol.fingerprint)
        return "elsewhere"

    def _of_others(self, path: str, symbol: SymbolFact) -> Fate:
        """What became of one that nothing new is called like: whether something that was there stands for it."""
        old, new = self._facts.before[path], successor_of(path, self._facts)
        if new is not None and self._is_renamed(symbol, old, new):
            return "elsewhere"
        homes = [file for file in self._facts.others.values() if any(_is_like(each, symbol) for each in file.symbols)]
        does = _does(old, symbol) if symbol.fingerprint and "." not in symbol.name else []
        if does and any(_does(file, symbol) == does for file in homes):
            return "elsewhere"
        if new is None:
            return "replaced" if self._is_tested(symbol, old) else "gone"
        if stands_within(symbol, old, new):
            return "within"
        if is_of_program(symbol, self._before[path], new):
            return "program"
        return self._inherited(symbol, old, new) or self._replaced(symbol, homes, old, new)

    def _is_renamed(self, symbol: SymbolFact, old: FileFacts, new: FileFacts) -> bool:
        """Whether a private function does the same under another name, and nobody asks for the old one."""
        name, does = simple(symbol.name), _does(old, symbol)
        if symbol.exported or not name.startswith("_") or not does or name in new.references:
            return False
        owner = symbol.name.removesuffix(name)
        fresh = (each for each in arrived(new.path, self._facts) if each.name.removesuffix(simple(each.name)) == owner)
        heirs = [each for each in fresh if each.kind == symbol.kind and _does(new, each) == does]
        return bool(heirs) and not mentions(new.path, name, self._facts)

    def _inherited(self, symbol: SymbolFact, old: FileFacts, new: FileFacts) -> Fate | None:
        """What became of a member of a class that has further bases now."""
        owner, _, member = symbol.name.rpartition(".")
        bases = _bases(owner, new) - _bases(owner, old)
        if not (owner and bases):
            return None
        files = [new, *(file for item in new.imports if (file := self._facts.others.get(item.resolved or "")))]
        waiting, found = [*bases], list[SymbolFact]()
        for base in waiting:
            for file in files:
                inside = [each for each in file.symbols if simple(each.name.rpartition(".")[0]) == base]
                found += [each for each in inside if simple(each.name) == member]
                waiting += [each for each in _bases(base, file) if each not in waiting]
        same = any((each.kind, each.signature) == ("attribute", symbol.signature) for each in found)
        return ("elsewhere" if same else "replaced") if found else None

    def _replaced(self, symbol: SymbolFact, homes: list[FileFacts], old: FileFacts, new: FileFacts) -> Fate:
        """What became of one whose file imports something of its name now, or begins to use a file that has such."""
        fresh = {item.resolved for item in new.imports} - {item.resolved for item in old.imports} - {None}
        sources = [file for place in fresh if (file := self._facts.others.get(place or ""))]
        inside = "." in symbol.name
        delegated = inside and any(called(each) == called(symbol) for file in sources for each in file.symbols)
        places = {file.path for file in homes}
        value = called(symbol)[1] == "variable"
        bound = any(item.binds == symbol.name and (value or item.resolved in places) for item in new.imports)
        does = by_owner(old).get(symbol.name, ())
        alike = any(does_most(by_owner(file).get(symbol.name, ()), does) for file in homes)
        whole = symbol.kind == "class" and any(_has_members(file, symbol, old) for file in homes)
        known = delegated or bound or alike or whole or self._is_tested(symbol, old)
        return "replaced" if known else "gone"

    def _is_tested(self, symbol: SymbolFact, old: FileFacts) -> bool:
        """Whether another file has a test of its name that checks as often, as where copies became cases of one."""
        files = (*self._facts.others.values(), *self._facts.after.values())
        return any(stands_as_test(symbol.name, old, file) for file in files if file.path != old.path)


def _has_members(file: FileFacts, symbol: SymbolFact, old: FileFacts) -> bool:
    """Whether a class of a file has every member of a lost one, which had some."""
    inside = f"{symbol.name}."
    members = {each.name for each in old.symbols if each.name.startswith(inside)}
    return bool(members) and members <= {each.name for each in file.symbols}


def _bases(owner: str, file: FileFacts) -> set[str]:
    """Bases of the classes of a name, whole or its last part."""
    classes = (each for each in file.symbols if each.kind == "class" and owner in (each.name, simple(each.name)))
    return {base for each in classes for base in bases_of(each, str(file.language))}


def _is_like(one: SymbolFact, other: SymbolFact) -> bool:
    return (one.name, called(one)) == (other.name, called(other))


def _does(file: FileFacts, symbol: SymbolFact) -> list[tuple[str, str]]:
    """What a function does in the words of its statements, whatever its annotations are."""
    return [(deed.kind, deed.text) for deed in file.deeds if deed.owner == symbol.name]


def _lost(path: str, after: Texts, facts: Facts) -> list[SymbolFact]:
    pair = comparable(path, after, facts)
    return _beyond(pair[0].symbols, pair[1].symbols) if pair else []


def _beyond(symbols: Iterable[SymbolFact], others: Iterable[SymbolFact]) -> list[SymbolFact]:
    """Those of `symbols` that have no counterpart of their name in `others`."""
    counterparts = _by_name(others)
    return [left for name, group in _by_name(symbols).items() for left in _unmatched(group, counterparts.get(name, []))]


def _by_name(symbols: Iterable[SymbolFact]) -> dict[str, list[SymbolFact]]:
    groups: dict[str, list[SymbolFact]] = {}
    for symbol in symbols:
        groups.setdefault(symbol.name, []).append(symbol)
    return groups


def _unmatched(group: list[SymbolFact], others: list[SymbolFact]) -> list[SymbolFact]:
    """What a name has more of than before: overloads, setters. A variable assigned to many times is still one."""
    if all(_FAMILY.get(symbol.kind, symbol.kind) == "variable" for symbol in group):
        return [] if others else group[:1]
    signatures = Counter(other.signature for other in others)
    changed: list[SymbolFact] = []
    for symbol in group:
        if signatures[symbol.signature]:
            signatures[symbol.signature] -= 1
        else:
            changed.append(symbol)
    return changed[len(changed) - max(0, len(group) - len(others)) :]
