"""The acceptance table of the gates: small rewrites, good and bad, and what every gate says of each."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from agent.facts import facts_of_texts
from applier.scope import Problem
from repo_scan import OutlineCache, outline_texts
from tests.replies import SEVERITIES, Case, draft_of, judge, read_case, read_cases

GATES = (
    *("blocks", "paths", "parse", "elision", "loss", "contract", "imports", "tests", "anchors", "noise", "stale"),
    *("equivalence", "worth"),
)

#: Gates that are not written yet: what they are to say is not compared. One that speaks has to leave this list.
PENDING: tuple[str, ...] = ()

#: Cases in which a gate that is there says too little or too much, and why. They must fail until it is right.
NOT_YET: dict[str, str] = {}

CASES = read_cases()
PYTHON, WEB = (".py", ".pyi"), (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs")


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
    sides = [texts for case in CASES for texts in (case.repository, draft_of(case)[0].texts)]
    whole = {f"{side}/{path}": text for side, texts in enumerate(sides) for path, text in texts.items() if text}
    outline_texts(whole, cache=cache)
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
        if verdict.certain and verdict.gate not in PENDING and not any(verdict.covers(problem) for problem in problems)
    ]


def _is_of(case: Case, endings: tuple[str, ...]) -> bool:
    return any(path.endswith(endings) for path in (*case.step.files, *case.step.new, *case.step.delete))


def test_the_table_is_large_and_holds_as_much_good_work_as_the_gates_must_let_through() -> None:
    assert len(CASES) >= 120
    assert sum(_is_of(case, PYTHON) for case in CASES) >= 40
    assert sum(_is_of(case, WEB) for case in CASES) >= 40
    assert sum(case.is_good for case in CASES) >= 40


@pytest.mark.parametrize("gate", GATES)
def test_beside_cases_in_which_a_gate_speaks_stand_others_in_which_it_must_be_silent(gate: str) -> None:
    speaks = [gate in {verdict.gate for verdict in case.verdicts} for case in CASES if case.gate == gate]
    assert {*speaks} == {True, False}


def test_cases_are_named_by_gates_and_say_what_gates_can_say() -> None:
    assert {case.gate for case in CASES} == set(GATES)
    said = [verdict for case in CASES for verdict in case.verdicts]
    assert {verdict.gate for verdict in said} <= set(GATES)
    assert {verdict.severity for verdict in said} == set(SEVERITIES)
    assert set(NOT_YET) <= {case.name for case in CASES}
    assert set(PENDING) <= set(GATES)


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
