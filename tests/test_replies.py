"""The acceptance table of the gates: small rewrites, good and bad, and what every gate says of each."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from agent.facts import facts_of_texts
from applier.scope import Problem
from repo_scan import OutlineCache, outline_texts
from tests.replies import Case, judge, read_case, read_cases

#: Gates that are not written yet: what they are to say is not compared. One that speaks has to leave this list.
PENDING = ("contract", "imports", "anchors", "noise", "stale", "equivalence", "worth")

#: Cases in which a gate that is there says too little or too much, and why. They must fail until it is right.
NOT_YET: dict[str, str] = {
    "blocks/a_file_nobody_asked_for": "a block that was not asked for is dropped without a word",
    "blocks/given_twice": "of a block that was given twice the first is kept without a word",
    "elision/js_early_return": "code that became unreachable counts as a body",
    "elision/py_early_return": "code that became unreachable counts as a body",
    "elision/py_if_false": "code that became unreachable counts as a body",
    "elision/py_rest_inside_a_function": "lost branches and raises are not looked for",
    "elision/py_return_empty_string": "a body that became a mere constant counts as a body",
    "elision/py_todo_rest_as_before": "`TODO: rest as before` is not known as a stand-in",
    "elision/ts_as_any_return": "a body that became a mere constant counts as a body",
    "elision/tsx_return_null": "a body that became a mere constant counts as a body",
    "parse/py_return_outside_a_function": "Python is asked for its grammar only, not whether the text compiles",
    "parse/tsx_unmatched_tag": "tags of JSX that do not match are no fault",
}

CASES = read_cases()


def _label(case: Case) -> str:
    pending = sum(verdict.gate in PENDING for verdict in case.verdicts)
    return f"{case.name}[{pending} pending]" if pending else case.name


def _marks(case: Case) -> list[pytest.MarkDecorator]:
    reason = NOT_YET.get(case.name)
    return [pytest.mark.xfail(strict=True, reason=reason)] if reason else []


@pytest.fixture(scope="module")
def cache() -> OutlineCache:
    """Outlines of all texts, made at once."""
    cache = OutlineCache()
    for number, case in enumerate(CASES):
        outline_texts({f"{number}/{path}": text for path, text in case.repository.items()}, cache=cache)
    return cache


@pytest.mark.parametrize("case", [pytest.param(case, id=_label(case), marks=_marks(case)) for case in CASES])
def test_every_gate_says_what_it_should_and_nothing_else(case: Case, tmp_path: Path, cache: OutlineCache) -> None:
    problems = judge(case, tmp_path, cache)
    assert _unexpected(case, problems) == []
    assert _unsaid(case, problems) == []


def _unexpected(case: Case, problems: Iterable[Problem]) -> list[str]:
    return [
        f"{problem.severity}: {problem}"
        for problem in problems
        if problem.gate in PENDING or not any(verdict.covers(problem) for verdict in case.verdicts)
    ]


def _unsaid(case: Case, problems: tuple[Problem, ...]) -> list[str]:
    return [
        words
        for verdict, words in zip(case.verdicts, case.header.says, strict=True)
        if verdict.gate not in PENDING and not any(verdict.covers(problem) for problem in problems)
    ]


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_a_case_starts_from_sources_that_are_in_order(case: Case, cache: OutlineCache) -> None:
    faults = {path: facts.faults for path, facts in facts_of_texts(case.repository, cache).items() if facts.faults}
    assert not faults or case.gate == "parse"
    assert case.header.title.startswith("Good") == case.is_good


CASE = """title = "A case"
says = ["loss ask a.py:3 `f` is gone", "blocks refuse - log"]
-- diff: a.py --
 x = 1
-y = 2
+y = 3

-- before: b.py --
z = 1
-- after: c.py --
z = 1
-- other: d.py --
w = 1
"""


def test_a_case_is_read_into_a_step_texts_a_reply_and_verdicts() -> None:
    case = read_case("loss/a_case", CASE)
    assert case.before == {"a.py": "x = 1\ny = 2\n\n", "b.py": "z = 1\n"}
    assert case.repository == {**case.before, "d.py": "w = 1\n"}
    assert (case.step.files, case.step.new, case.step.delete) == (("a.py",), ("c.py",), ("b.py",))
    assert "<<<BLOCK:01:file:a.py:k7f3q9w2>>>\nx = 1\ny = 3\n\n<<<END:01:k7f3q9w2>>>\n" in case.reply
    first, second = case.verdicts
    assert (first.path, first.line, first.words) == ("a.py", 3, "`f` is gone")
    assert (second.path, second.line, second.words) == (None, 0, "log")
    assert first.covers(Problem("loss", "ask", "a.py", 3, "The function `f` is gone."))
    assert not first.covers(Problem("loss", "ask", "a.py", 4, "The function `f` is gone."))
    assert not first.covers(Problem("loss", "note", "a.py", 3, "The function `f` is gone."))


@pytest.mark.parametrize(
    "text",
    [
        'titel = "A case"\n',
        'title = "A case"\nonly = "imports"\n',
        'title = "A case"\n-- diff: a.py --\n x\n*y\n',
        'title = "A case"\n-- after --\nx\n',
        "title = A case\n",
    ],
)
def test_a_case_that_cannot_be_understood_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="loss/a_case"):
        read_case("loss/a_case", text)
