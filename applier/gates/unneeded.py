"""Definitions that are gone and that nothing asks for any more, where nobody outside can have used them either."""

from applier.facts import Facts, FileFacts, SymbolFact
from applier.gates.elsewhere import mentions
from applier.gates.exposed import is_for_tests

_SCRIPTS = frozenset({"benchmarks", "bin", "ci", "docs", "examples", "hack", "scripts", "setup.py", "tools"})
_AROUND = ("setup", "setUp", "teardown", "tearDown")
_BY_RUNNER = (*_AROUND, "pytest", "before", "after", "__")


def is_unneeded(path: str, symbol: SymbolFact, facts: Facts) -> bool:
    """Whether a definition was private, of a script, or a helper of tests, and no name of the repository means it now.

    Tests, and what a runner calls by itself, are needed whoever names them.
    """
    file, name = facts.before[path], symbol.name.rpartition(".")[2]
    within = is_for_tests(file) or not _SCRIPTS.isdisjoint(path.split("/"))
    if (symbol.exported and not within) or name.startswith(_BY_RUNNER) or _is_test(path, symbol.name, facts):
        return False
    if any("autouse" in text for text in symbol.decorators):
        return False
    now = facts.after.get(path)
    if now is not None and (name in now.references or _is_other_now(symbol, file, now)):
        return False
    return not mentions(path, name, facts)


def _is_other_now(symbol: SymbolFact, old: FileFacts, new: FileFacts) -> bool:
    """Whether a new function takes the same, and so seems to stand for a lost one, which it would be known to do."""
    known = {one.name for one in old.symbols}
    takes = (symbol.kind, symbol.signature)
    return symbol.kind in ("function", "method") and any(
        (one.kind, one.signature) == takes for one in new.symbols if one.name not in known
    )


def is_fixture_now(path: str, symbol: SymbolFact, facts: Facts) -> bool:
    """Whether something that set tests up, or took that down, is gone where fixtures came."""
    name, now = symbol.name.rpartition(".")[2], facts.after.get(path)
    if now is None or not name.startswith(_AROUND) or not is_for_tests(facts.before[path]):
        return False
    known = {one.name for one in facts.before[path].symbols}
    return any(one.name not in known and any("fixture" in text for text in one.decorators) for one in now.symbols)


def is_given(path: str, symbol: SymbolFact, facts: Facts) -> bool:
    """Whether a module that lost a name has a `__getattr__` now, which it had not, and may give it."""
    old, new = facts.before[path], facts.after.get(path)
    has = [any(one.name == "__getattr__" for one in file.symbols) for file in (old, new) if file is not None]
    return "." not in symbol.name and has == [False, True]


def _is_test(path: str, name: str, facts: Facts) -> bool:
    """Whether a definition is a test, or holds some."""
    return any(f"{test.name}.".startswith(f"{name}.") for test in facts.before[path].tests)
