"""Gate 8: tests stay as strict as they were."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from applier.facts import Facts, FileFacts, TestFact
from applier.gates.assertions import fails, is_assertion, matches, repeated
from applier.gates.followed import Names, names_of, raised_instead
from applier.gates.owned import beyond
from applier.gates.selection import check_selection
from applier.gates.successors import renamed_tests, successor_of
from applier.gates.vanished import comparable, simple
from applier.gates.weakened import Body, Change, body_after, body_of, is_looped, is_tabled, weakened
from applier.scope import Problem, Scope, Texts


def check_tests(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """No test became skipped or checks less, unless that is declared; then it is noted for the report.

    A test that went to another file or name of the step is judged there. One that vanished is for gate 5 to refuse.
    """
    problems, names = list(check_selection(before, after, facts, scope)), names_of(facts)
    for path in before:
        pair = comparable(path, after, facts)
        renamed = renamed_tests(path, facts) if pair else {}
        for test in pair[0].tests if pair else ():
            heirs = _in_place(path, test, renamed, facts) or _moved(test, facts)
            change = _change(facts.before[path], test, heirs, _Now(after, facts, names)) if heirs else None
            problems += _judged(path, test, change, bool(heirs), scope)
    return tuple(problems)


def _judged(path: str, test: TestFact, change: Change | None, stays: bool, scope: Scope) -> Iterator[Problem]:
    reason = reason_for(path, test.name, scope)
    words = change.words if change else "" if stays else "is no longer there"
    if words and reason:
        yield Problem("tests", "note", path, test.line, f"The test `{test.name}` {words}: {reason}")
    elif change:
        entry = f'{{"type": "changed", "text": "<the reason>", "source": "{path}::{test.name}"}}'
        message = f"The test `{test.name}` {words}. Put back what it checked, or declare it in the log block: {entry}"
        yield Problem("tests", change.severity, path, test.line, message)


class _Now(NamedTuple):
    """The state that a step leads to."""

    texts: Texts
    facts: Facts
    names: Names


def _change(file: FileFacts, test: TestFact, heirs: list[tuple[FileFacts, TestFact]], now: _Now) -> Change | None:
    """What became worse, in the best of those that stand for a test; None where nothing did."""
    where, best = max(heirs, key=lambda heir: (test.skipped or not heir[1].skipped, heir[1].assertions))
    if best.skipped and not test.skipped:
        return Change("refuse", "is skipped now, and was run before")
    old = body_of(file, test.name)
    new = body_after(old, where, best.name, now.facts.after)
    worse = weakened(old, new, now.texts[where.path], now.names) if old != Body(new.deeds) else None
    count = best.assertions + sum(map(is_assertion, new.helped)) + sum(map(fails, beyond(new.deeds, old.deeds)))
    count += max(0, matches(new.deeds) - matches(old.deeds)) + max(0, repeated(old.deeds) - repeated(new.deeds))
    if count >= test.assertions or is_tabled(old, new):
        return worse
    fewer = f"holds {_counted(count)} now, and held {_counted(test.assertions)} before"
    if not is_looped(old, new) and count + raised_instead(old.deeds, new.deeds) < test.assertions:
        return Change("refuse", fewer)
    return worse if worse is not None and worse.severity == "refuse" else Change("ask", fewer)


def _counted(number: int) -> str:
    return "1 assertion" if number == 1 else f"{number or 'no'} assertions"


def _in_place(
    path: str, test: TestFact, renamed: Mapping[str, TestFact], facts: Facts
) -> list[tuple[FileFacts, TestFact]]:
    """Tests of its whole name, or of the one that it has now, in its file or in the one that this file is now."""
    file = successor_of(path, facts)
    if file is None:
        return []
    same = [(file, found) for found in file.tests if found.name == test.name]
    return same or [(file, renamed[test.name])] if same or test.name in renamed else []


def _moved(test: TestFact, facts: Facts) -> list[tuple[FileFacts, TestFact]]:
    """Tests of its own name that are new in another file, or in another class."""
    return [
        (file, found)
        for path, file in facts.after.items()
        for found in file.tests
        if simple(found.name) == simple(test.name) and found.name not in _names_before(path, facts)
    ]


def _names_before(path: str, facts: Facts) -> set[str]:
    return {test.name for test in facts.before[path].tests} if path in facts.before else set()


def reason_for(path: str, name: str, scope: Scope) -> str:
    """Why the step's log says that a test, or what it is part of, was removed or changed."""
    declared = chain(scope.removed, scope.changed)
    fitting = (each for each in declared if each.path == path and f"{name}.".startswith(f"{each.name}."))
    return next((each.reason.strip() for each in fitting if each.reason.strip()), "")
