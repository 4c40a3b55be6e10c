"""A part of gate 6: public definitions are as they were, and what a file lists as public is still listed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from applier.facts import Facts, FileFacts, SymbolFact
from applier.gates.definitions import Side, compare, lost_bases
from applier.gates.offers import State
from applier.gates.signatures import Difference
from applier.scope import Problem, Scope, Severity, Texts

_TESTS = frozenset({"test", "tests", "__tests__", "testing", "conftest.py"})


@dataclass(frozen=True, slots=True)
class Pair:
    """A definition before and after the step, wherever it stands now."""

    name: str  # as it was called
    old: Side
    new: Side

    @property
    def is_public(self) -> bool:
        """Whether people outside of the repository may use it."""
        return any(symbol.exported for symbol in self.old.symbols) and not is_for_tests(self.old.file)

    def is_used(self, facts: Facts) -> bool:
        """Whether files outside of the step take it from its file."""
        path, first = self.old.file.path, self.name.partition(".")[0]
        files = [facts.earlier[other] for other in facts.importers.get(path, ()) if other in facts.earlier]
        private = is_for_tests(self.old.file) or "." in self.name
        return not private and any(_uses(file, path, first) for file in files)


def _uses(file: FileFacts, path: str, name: str) -> bool:
    """Whether a file takes a name from another one."""
    imported = any(item.resolved == path and item.member == name for item in file.imports)
    return imported or any(use.path == path and use.name.partition(".")[0] == name for use in file.uses)


def is_for_tests(file: FileFacts) -> bool:
    """Whether a file is there for tests: nobody imports from it who is not a test himself."""
    parts = file.path.split("/")
    return bool(file.tests) or not _TESTS.isdisjoint(parts) or parts[-1].startswith("test_")


def pairs(before: Texts, after: Texts, facts: Facts) -> Iterator[Pair]:
    """Every definition of the step's files that is still there: in its file, passed on by it, or moved."""
    was, now = State.before(facts), State.after(facts)
    arrived = _arrived(facts)
    for path, file in facts.before.items():
        new = facts.after.get(path)
        if was.file(path) is None or (new is not None and now.file(path) is None):
            continue
        for name, symbols in _by_name(file).items():
            home = _home(path, name, now, arrived)
            if home is not None:
                other = now.file(home[0])
                assert other is not None  # a definition was found in it
                old = Side(file, symbols, before.get(path, ""), was)
                yield Pair(name, old, Side(other, home[1], after.get(home[0], ""), now))


def _by_name(file: FileFacts) -> dict[str, tuple[SymbolFact, ...]]:
    found: dict[str, list[SymbolFact]] = {}
    for symbol in file.symbols:
        found.setdefault(symbol.name, []).append(symbol)
    return {name: tuple(symbols) for name, symbols in found.items()}


def _arrived(facts: Facts) -> dict[str, list[str]]:
    """By top-level name, the files of the step that define it and did not before."""
    found: dict[str, list[str]] = {}
    for path, file in facts.after.items():
        old = facts.before.get(path)
        known = {symbol.name for symbol in old.symbols} if old is not None else set()
        for name in {symbol.name for symbol in file.symbols if "." not in symbol.name} - known:
            found.setdefault(name, []).append(path)
    return found


def _home(
    path: str, name: str, now: State, arrived: Mapping[str, list[str]]
) -> tuple[str, tuple[SymbolFact, ...]] | None:
    """Where a definition stands after the step."""
    first, dot, rest = name.partition(".")
    there = now.home(path, first)
    if there is not None and there[0] != path and there[0] not in arrived.get(there[1][0].name, ()):
        return None  # another one, that was there before, took its place
    if there is None and len(arrived.get(first, ())) == 1:
        there = now.home(arrived[first][0], first)
    if there is None or not dot:
        return there
    file = now.file(there[0])
    inner = f"{there[1][0].name}.{rest}"
    found = tuple(symbol for symbol in file.symbols if symbol.name == inner) if file is not None else ()
    return (there[0], found) if found else None


def changed_definitions(pairs: list[Pair], after: Texts, facts: Facts, scope: Scope) -> Iterator[Problem]:
    """One problem for each definition that is not as those need it who may use it, unless the log declares it."""
    texts = list(after.values())
    for pair in pairs:
        if not is_declared(pair.old.file.path, pair.new.file.path, pair.name, scope):
            found = list(dict.fromkeys(compare(pair.old, pair.new, texts)))
            if found and (told := _weighed(found, pair, facts)):
                yield _problem(pair, told)


def _weighed(found: list[Difference], pair: Pair, facts: Facts) -> list[Difference]:
    """What is to be told of differences.

    It is asked about helpers of many tests, and about what only other files of the repository use, whose calls are
    looked at one by one; of what a file keeps to itself only bases are told.
    """
    if pair.is_public:
        return found
    if pair.is_used(facts):
        return [replace(one, severity="ask") for one in found]
    helps_tests = is_for_tests(pair.old.file) and not pair.old.file.tests
    kept = found if helps_tests else lost_bases(pair.old, pair.new) if pair.old.main.kind == "class" else ()
    return [replace(one, severity="ask") for one in kept]


def is_declared(path: str, place: str, name: str, scope: Scope) -> bool:
    """Whether the log says, with a reason, that a definition or what it is part of was changed or taken away."""
    return any(
        each.path in (path, place) and each.reason.strip() and f"{name}.".startswith(f"{each.name}.")
        for each in (*scope.changed, *scope.removed)
    )


def _problem(pair: Pair, found: list[Difference]) -> Problem:
    grave = any(one.severity == "refuse" for one in found)
    words = "; it ".join(one.words for one in found)
    place = pair.new.file.path
    message = (
        f"`{pair.name}` {words}. Others may rely on what it was: put it back, "
        f"or declare the change in the log block: {entry('changed', place, pair.name)}"
    )
    return Problem("contract", "refuse" if grave else "ask", place, pair.new.main.line, message)


def entry(kind: str, path: str, name: str) -> str:
    """The line of the log that declares a change."""
    return f'{{"type": "{kind}", "text": "<the reason>", "source": "{path}::{name}"}}'


def hidden_names(facts: Facts, scope: Scope, told: set[tuple[str, str]]) -> Iterator[Problem]:
    """Names that a file listed as public and does not any more, though what they name is there."""
    was, now = State.before(facts), State.after(facts)
    for path, file in facts.before.items():
        new = now.file(path) if path in facts.after else None
        if new is None or was.file(path) is None or is_for_tests(file):
            continue
        for name in _hidden(file, new):
            declared = is_declared(path, path, name, scope) or any(each.name == name for each in scope.removed)
            if (path, name) in told or declared or not _is_there(path, name, was, now):
                continue
            what = "The default export" if name == "default" else f"`{name}`"
            where = "left `__all__`" if file.language == "python" else "is not exported any more"
            message = (
                f"{what} {where}, and others may import it. Put it back, "
                f"or declare it in the log block: {entry('changed', path, name)}"
            )
            yield Problem("contract", "refuse", path, _line(new, name), message)


def listed_for_nothing(facts: Facts) -> Iterator[Problem]:
    """Names that `__all__` still lists, and that the file does not have any more."""
    was, now = State.before(facts), State.after(facts)
    for path, file in facts.after.items():
        for name in (file.exports or ()) if file.language == "python" else ():
            there, known = was.offers(path, name), now.offers(path, name)
            if (known is False and there is not False) or (known is None and there):  # None: `__getattr__` may have it
                what = f"`__all__` lists `{name}`, which the file does not have any more"
                severity: Severity = "refuse" if known is False else "ask"
                yield Problem("contract", severity, path, 0, f"{what}. Bring it back, or take it out of the list.")


def _hidden(old: FileFacts, new: FileFacts) -> Iterator[str]:
    """What was listed and is not; with a list that is new, nothing."""
    if new.exports is None and new.language == "python":
        return
    listed = {*(new.exports or ()), *new.binds}
    for name in old.exports or ():
        if name not in listed and name != "*":
            yield name


def _is_there(path: str, name: str, was: State, now: State) -> bool:
    """Whether what a name means is still where it was, so that only the way to it is gone."""
    old, new = was.file(path), now.file(path)
    if old is None or new is None or (new.language != "python" and now.offers(path, name)):
        return False
    if name == "default":
        kept = {symbol.name for symbol in new.symbols}
        return all(symbol.name in kept or symbol.name == "default" for symbol in old.symbols if "." not in symbol.name)
    home = was.home(path, name)
    return home is not None and now.home(home[0], home[1][0].name) is not None


def _line(file: FileFacts, name: str) -> int:
    return next((symbol.line for symbol in file.symbols if symbol.name == name), 0)
