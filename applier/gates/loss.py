"""Gate 5: no definition, test or docstring is lost."""

from collections.abc import Iterator

from applier.facts import Facts, TestFact
from applier.gates.assertions import is_assertion
from applier.gates.fates import TOLD, Fate
from applier.gates.merged import merged_tests
from applier.gates.owned import by_owner
from applier.gates.successors import renamed_tests, successor_of
from applier.gates.vanished import Vanished, comparable, find_vanished, is_declared, simple
from applier.scope import Problem, Scope, Texts

_ASKED: dict[Fate, str] = {
    "shared": "a new `{name}` stands for another one already, with another body. See that it does what both did.",
    "replaced": "a `{name}` that was there before seems to stand for it. See that it does what this one did.",
    "renamed": "`{heir}`, which is new, seems to be what it is called now. See that it does what this one did.",
    "for tests": "it was there for the tests of this file alone. See that they check what they did.",
    "within": "a `{name}` within another definition seems to stand for it. See that it does what this one did.",
    "apart": "most of its tests stand elsewhere by the same names. See that they check what they did.",
    "fixtures": "fixtures that are new seem to stand for it. See that they do what it did, for the same tests.",
    "given": "the module's `__getattr__`, which is new, may give it. See that it does.",
    "unneeded": "nothing asks for it any more. See that what it was there for is done still.",
    "program": "it was of the part that runs as a program, which is there still. See that it does what it did.",
}


def check_loss(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """Every definition and test that vanished is found elsewhere, or declared removed with a reason."""
    merged = merged_tests(facts)
    vanished = tuple(
        each for each in find_vanished(before, after, facts, scope) if (each.path, each.symbol.name) not in merged
    )
    problems = [
        *_of_symbols(vanished),
        *_of_tests(before, after, facts, scope, vanished, merged),
        *_of_docstrings(before, after, facts, scope),
    ]
    order = {path: place for place, path in enumerate(before)}
    return tuple(sorted(problems, key=lambda problem: (order[problem.path or ""], problem.line)))


def _of_symbols(vanished: tuple[Vanished, ...]) -> Iterator[Problem]:
    told = {(each.path, each.symbol.name) for each in vanished if each.fate in TOLD}
    for each in vanished:
        path, symbol = each.path, each.symbol
        if any((path, whole) in told for whole in _wholes(symbol.name)):
            continue  # the class that it was part of is told of
        what = f"The {symbol.kind} `{symbol.name}` (line {symbol.line} of the original) is gone"
        if each.fate == "gone":
            message = f"{what}, and nothing like it stands elsewhere. {_ways_out(path, symbol.name)}"
            yield Problem("loss", "refuse", path, symbol.line, message)
        elif each.fate in _ASKED:
            said = _ASKED[each.fate].format(name=simple(symbol.name), heir=each.heir)
            message = f"{what}; {said} {_ways_out(path, symbol.name)}"
            yield Problem("loss", "ask", path, symbol.line, message)


def _of_tests(
    before: Texts,
    after: Texts,
    facts: Facts,
    scope: Scope,
    vanished: tuple[Vanished, ...],
    merged: frozenset[tuple[str, str]],
) -> Iterator[Problem]:
    """Tests that are no longer run. Those told of as definitions are not told of again."""
    prints = {(each.path, each.symbol.name): each.symbol.fingerprint for each in vanished}
    told = {(each.path, each.symbol.name) for each in vanished if each.fate in TOLD}
    arrived = {simple(test.name) for path in facts.after for test in _arrived_tests(path, facts)}
    tested = _fingerprints_of_tests(facts)
    for path in before:
        renamed = renamed_tests(path, facts) if path in facts.before else {}
        for test in _lost_tests(path, after, facts):
            known = {(path, whole) for whole in (test.name, *_wholes(test.name))}
            found = simple(test.name) in arrived or prints.get((path, test.name), "") in tested
            found = found or test.name in renamed or _is_group(test, path, facts)
            if not (known & (told | merged) or found or is_declared(path, test.name, scope)):
                what = f"The test `{test.name}` (line {test.line} of the original) is no longer run as a test."
                yield Problem("loss", "refuse", path, test.line, f"{what} {_ways_out(path, test.name)}")


def _of_docstrings(before: Texts, after: Texts, facts: Facts, scope: Scope) -> Iterator[Problem]:
    """Definitions that stayed and lost their docstring."""
    for path in before:
        pair = comparable(path, after, facts)
        old, new = (pair[0].symbols, pair[1].symbols) if pair else ((), ())
        kept = {symbol.name for symbol in new}
        documented = {symbol.name for symbol in new if symbol.docstring}
        for symbol in old:
            bare = symbol.docstring and symbol.name in kept - documented
            if bare and not is_declared(path, symbol.name, scope):
                message = f"The docstring of `{symbol.name}` is gone. Put it back, reworded where it no longer holds."
                yield Problem("loss", "ask", path, symbol.line, message)


def _ways_out(path: str, name: str) -> str:
    entry = f'{{"type": "removed", "text": "<the reason>", "source": "{path}::{name}"}}'
    return f"Put it back, or declare it in the log block: {entry}"


def _wholes(name: str) -> Iterator[str]:
    """ "Shop.Cart.total" is part of "Shop.Cart" and of "Shop"."""
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


def _lost_tests(path: str, after: Texts, facts: Facts) -> list[TestFact]:
    pair = comparable(path, after, facts)
    if pair is None:
        return []
    names = {test.name for test in pair[1].tests}
    return [test for test in pair[0].tests if test.name not in names]


def _is_group(test: TestFact, path: str, facts: Facts) -> bool:
    """Whether a test checked nothing but by tests inside of it, which are there still."""
    checks = any(is_assertion(deed) for deed in by_owner(facts.before[path]).get(test.name, ()))
    file, inside = successor_of(path, facts), f"{test.name}."
    return not checks and file is not None and any(one.name.startswith(inside) for one in file.tests)


def _arrived_tests(path: str, facts: Facts) -> list[TestFact]:
    old = facts.before.get(path)
    names = {test.name for test in old.tests} if old else set()
    return [test for test in facts.after[path].tests if test.name not in names]


def _fingerprints_of_tests(facts: Facts) -> set[str]:
    """What the tests that are run do."""
    files = [file for known in (facts.after, facts.others) for file in known.values()]
    return {
        symbol.fingerprint
        for file in files
        for symbol in file.symbols
        if symbol.fingerprint and symbol.name in {test.name for test in file.tests}
    }
