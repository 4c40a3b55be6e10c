"""Gate 8: tests that stay are as strict as before; what is declared is noted."""

from collections.abc import Mapping, Sequence

import pytest

from applier.facts import Facts, FileFacts, SyntaxFault, TestFact
from applier.gates import check
from applier.gates.tests import check_tests
from applier.scope import Declared, Problem, Scope

Files = Mapping[str, Sequence[TestFact]]


def run(name: str, assertions: int = 2, skipped: bool = False) -> TestFact:
    return TestFact(name, 3, assertions, skipped)


def facts_of(before: Files, after: Files, faults: int = 0) -> Facts:
    def known(files: Files, faults: int) -> dict[str, FileFacts]:
        broken = (SyntaxFault(1, "invalid syntax"),) * faults
        return {path: FileFacts(path, "python", broken, tests=tuple(tests)) for path, tests in files.items()}

    return Facts(known(before, 0), known(after, faults))


def judge(before: Files, after: Files, removed: Sequence[Declared] = (), faults: int = 0) -> list[Problem]:
    texts = dict.fromkeys(before, "before"), dict.fromkeys(after, "after")
    return list(check_tests(*texts, facts_of(before, after, faults), Scope(tuple(before), removed=tuple(removed))))


AS_STRICT: dict[str, tuple[Files, Files]] = {
    "as it was": ({"t": [run("test_f")]}, {"t": [run("test_f")]}),
    "more assertions": ({"t": [run("test_f")]}, {"t": [run("test_f", 5)]}),
    "run again": ({"t": [run("test_f", skipped=True)]}, {"t": [run("test_f")]}),
    "skipped before as well": ({"t": [run("test_f", skipped=True)]}, {"t": [run("test_f", skipped=True)]}),
    "moved": ({"t": [run("test_f")]}, {"t": [], "u": [run("test_f")]}),
    "moved, and its file is gone": ({"t": [run("test_f")]}, {"u": [run("test_f")]}),
    "moved into a class": ({"t": [run("test_f")]}, {"t": [run("TestF.test_f")]}),
    "moved beside another of its name": (
        {"t": [run("test_f")], "u": [run("A.test_f", 1)]}, {"t": [], "u": [run("A.test_f", 1), run("test_f")]}
    ),
    "one of two of a name": ({"t": [run("test_f", 1), run("test_f", 2)]}, {"t": [run("test_f", 2)]}),
    "a new one, skipped and empty": ({"t": []}, {"t": [run("test_new", 0, skipped=True)]}),
    "gone, which gate 5 tells": ({"t": [run("test_f")]}, {"t": []}),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), AS_STRICT.values(), ids=AS_STRICT)
def test_nothing_is_said_where_tests_are_as_strict(before: Files, after: Files) -> None:
    assert judge(before, after) == []


WEAKER: dict[str, tuple[Files, Files, str]] = {
    "skipped": ({"t": [run("test_f")]}, {"t": [run("test_f", skipped=True)]}, "is skipped now"),
    "fewer": ({"t": [run("test_f", 3)]}, {"t": [run("test_f", 1)]}, "holds 1 assertion now, and held 3 assertions"),
    "none": ({"t": [run("test_f", 1)]}, {"t": [run("test_f", 0)]}, "holds no assertions now, and held 1 assertion"),
    "fewer in a skipped one": (
        {"t": [run("test_f", 3, skipped=True)]}, {"t": [run("test_f", 1, skipped=True)]}, "holds 1 assertion"
    ),
    "moved and skipped": ({"t": [run("test_f")]}, {"t": [], "u": [run("test_f", 9, skipped=True)]}, "is skipped now"),
    "moved with fewer": ({"t": [run("test_f")]}, {"u": [run("test_f", 1)]}, "holds 1 assertion"),
    "another test has more": (
        {"t": [run("test_f"), run("test_g")]}, {"t": [run("test_f", 1), run("test_g", 3)]}, "`test_f` holds 1"
    ),
    "another of its name stands elsewhere": (
        {"t": [run("test_f")], "u": [run("test_f", 9)]}, {"t": [run("test_f", 1)], "u": [run("test_f", 9)]}, "holds 1"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "words"), WEAKER.values(), ids=WEAKER)
def test_a_test_that_became_weaker_is_refused_with_the_way_out(before: Files, after: Files, words: str) -> None:
    (problem,) = judge(before, after)
    assert (problem.gate, problem.severity, problem.path, problem.line) == ("tests", "refuse", "t", 3)
    assert words in problem.message
    assert '{"type": "removed", "text": "<the reason>", "source": "t::test_f"}' in problem.message


DECLARED: list[tuple[Files, str, str]] = [
    ({"t": [run("A.test_f", 0)]}, "A.test_f", "holds no assertions now"),
    ({"t": [run("A.test_f", skipped=True)]}, "A", "is skipped now"),
    ({"t": []}, "A.test_f", "is no longer there: It tested the old parser."),
    ({}, "A", "is no longer there: It tested the old parser."),
]


@pytest.mark.parametrize(("after", "name", "words"), DECLARED)
def test_what_is_declared_is_noted_with_its_reason(after: Files, name: str, words: str) -> None:
    (problem,) = judge({"t": [run("A.test_f")]}, after, [Declared("t", name, "It tested the old parser.")])
    assert (problem.gate, problem.severity, problem.path) == ("tests", "note", "t")
    assert words in problem.message


@pytest.mark.parametrize(
    "removal", [Declared("t", "test_f", " "), Declared("t", "test", "x"), Declared("u", "test_f", "x")]
)
def test_what_is_declared_without_a_reason_or_elsewhere_is_refused(removal: Declared) -> None:
    assert [problem.severity for problem in judge({"t": [run("test_f")]}, {"t": [run("test_f", 0)]}, [removal])] == [
        "refuse"
    ]


def test_nothing_is_said_of_a_file_that_broke() -> None:
    assert judge({"t": [run("test_f")]}, {"t": [run("test_f", 0)]}, faults=1) == []


def test_it_is_one_of_the_gates() -> None:
    files: tuple[Files, Files] = {"t": [run("test_f")]}, {"t": [run("test_f", 0)]}
    problems = check({"t": "before"}, {"t": "after"}, facts_of(*files), Scope(("t",)))
    assert [problem.gate for problem in problems] == ["tests"]
