"""Gate 3: no new syntax error."""

import pytest

from applier.facts import Facts, FileFacts, SyntaxFault
from applier.gates import check
from applier.gates.parse import check_parse
from applier.scope import Scope

SCOPE = Scope(("a.py",))
ONE = (SyntaxFault(3, "expected ':'"),)
OTHER = (SyntaxFault(9, "unexpected indent"),)
TWO = (*ONE, *OTHER)
MANY = tuple(SyntaxFault(line, "invalid syntax") for line in range(1, 50))


def facts(before: dict[str, tuple[SyntaxFault, ...]], after: dict[str, tuple[SyntaxFault, ...]]) -> Facts:
    return Facts(
        {path: FileFacts(path, "python", faults) for path, faults in before.items()},
        {path: FileFacts(path, "python", faults) for path, faults in after.items()},
    )


def texts(*paths: str) -> dict[str, str]:
    return {path: f"# {path}\n" for path in paths}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"a.py": ()}, {"a.py": ()}),
        ({}, {"a.py": ()}),
        ({"a.py": ONE}, {"a.py": ONE}),
        ({"a.py": ONE}, {"a.py": OTHER}),
        ({"a.py": TWO}, {"a.py": ONE}),
        ({"a.py": ONE}, {"a.py": ()}),
        ({"a.py": ONE}, {}),
        ({"a.py": MANY}, {"a.py": MANY}),
    ],
)
def test_a_file_that_did_not_get_worse_passes(
    before: dict[str, tuple[SyntaxFault, ...]], after: dict[str, tuple[SyntaxFault, ...]]
) -> None:
    assert check_parse(texts(*before), texts(*after), facts(before, after), SCOPE) == ()


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        ({"a.py": ()}, {"a.py": ONE}, [3]),
        ({"a.py": ()}, {"a.py": TWO}, [3, 9]),
        ({}, {"a.py": ONE}, [3]),
        ({"a.py": ONE}, {"a.py": TWO}, [3, 9]),
        ({"a.py": ()}, {"a.py": MANY}, [1, 2, 3]),
        ({"a.py": (), "b.py": ()}, {"a.py": ONE, "b.py": OTHER}, [3, 9]),
        ({"a.py": ()}, {"a.py": (SyntaxFault(0, "too deeply nested"),)}, [0]),
        ({"b.py": ONE}, {"a.py": ONE}, [3]),
    ],
)
def test_new_syntax_errors_refuse_the_step(
    before: dict[str, tuple[SyntaxFault, ...]], after: dict[str, tuple[SyntaxFault, ...]], lines: list[int]
) -> None:
    problems = check_parse(texts(*before), texts(*after), facts(before, after), SCOPE)
    assert [problem.line for problem in problems] == lines
    assert {(problem.gate, problem.severity) for problem in problems} == {("parse", "refuse")}


def test_a_broken_file_that_only_moved_passes() -> None:
    text = {"old.py": "def f(:\n"}
    moved = {"new.py": "def f(:\n"}
    assert check_parse(text, moved, facts({"old.py": ONE}, {"new.py": ONE}), SCOPE) == ()


def test_a_file_of_an_unknown_language_is_not_judged() -> None:
    assert check_parse({}, {"a.conf": "{"}, Facts({}, {}), SCOPE) == ()
    assert check_parse({}, {"a.conf": "{"}, Facts({}, {"a.conf": FileFacts("a.conf")}), SCOPE) == ()


def test_the_message_names_line_language_and_fault_and_what_to_do() -> None:
    (problem,) = check_parse(texts("a.py"), texts("a.py"), facts({"a.py": ()}, {"a.py": ONE}), SCOPE)
    assert str(problem) == (
        "a.py:3: Line 3 is not valid python: expected ':'. Correct it and send the whole file again. [parse]"
    )


def test_the_message_says_so_where_the_file_was_broken_already() -> None:
    problem = check_parse(texts("a.py"), texts("a.py"), facts({"a.py": ONE}, {"a.py": TWO}), SCOPE)[0]
    assert "was already unparsable" in problem.message


def test_the_gates_speak_in_their_order() -> None:
    before = {"a.py": "def f():\n    return 1\n"}
    after = {"a.py": "# ... existing code ...\n", "b.py": "(\n"}
    known = facts({"a.py": ()}, {"a.py": (), "b.py": ONE})
    assert [problem.gate for problem in check(before, after, known, SCOPE)] == ["parse", "elision"]
