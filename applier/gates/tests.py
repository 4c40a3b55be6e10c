"""Gate 8: tests stay as strict as they were."""

from collections.abc import Iterator

from applier.facts import Facts, TestFact
from applier.gates.vanished import comparable, simple
from applier.scope import Problem, Scope, Texts


def check_tests(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """No test became skipped or holds fewer assertions, unless that is declared; then it is noted for the report.

    A test that went to another file or name of the step is judged there. One that vanished is for gate 5 to refuse.
    """
    problems: list[Problem] = []
    for path in before:
        pair = comparable(path, after, facts)
        for test in pair[0].tests if pair else ():
            heirs = [found for found in pair[1].tests if found.name == test.name] if pair else []
            heirs = heirs or _moved(test, facts)
            change = _change(test, heirs) if heirs else "is no longer there"
            problems += _judged(path, test, change, bool(heirs), scope)
    return tuple(problems)


def _judged(path: str, test: TestFact, change: str, stays: bool, scope: Scope) -> Iterator[Problem]:
    reason = _reason(path, test.name, scope)
    if change and reason:
        yield Problem("tests", "note", path, test.line, f"The test `{test.name}` {change}: {reason}")
    elif change and stays:
        entry = f'{{"type": "removed", "text": "<the reason>", "source": "{path}::{test.name}"}}'
        message = f"The test `{test.name}` {change}. Put back what it checked, or declare it in the log block: {entry}"
        yield Problem("tests", "refuse", path, test.line, message)


def _change(test: TestFact, heirs: list[TestFact]) -> str:
    """What became worse, in the best of those that stand for a test; "" where nothing did."""
    best = max(heirs, key=lambda heir: (test.skipped or not heir.skipped, heir.assertions))
    if best.skipped and not test.skipped:
        return "is skipped now, and was run before"
    if best.assertions < test.assertions:
        return f"holds {_counted(best.assertions)} now, and held {_counted(test.assertions)} before"
    return ""


def _counted(number: int) -> str:
    return "1 assertion" if number == 1 else f"{number or 'no'} assertions"


def _moved(test: TestFact, facts: Facts) -> list[TestFact]:
    """Tests of its own name that are new in another file, or in another class."""
    return [
        found
        for path, file in facts.after.items()
        for found in file.tests
        if simple(found.name) == simple(test.name) and found.name not in _names_before(path, facts)
    ]


def _names_before(path: str, facts: Facts) -> set[str]:
    return {test.name for test in facts.before[path].tests} if path in facts.before else set()


def _reason(path: str, name: str, scope: Scope) -> str:
    """Why the step's log says that a test, or what it is part of, was removed."""
    fitting = (each for each in scope.removed if each.path == path and f"{name}.".startswith(f"{each.name}."))
    return next((each.reason.strip() for each in fitting if each.reason.strip()), "")
