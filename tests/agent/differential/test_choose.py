"""Which functions of a step are called."""

import pytest

from agent.differential.choose import choose
from tests.differing_sources import sources_of

Texts = dict[str, str]


def chosen(before: Texts, after: Texts) -> tuple[list[str], dict[str, str]]:
    found = choose(before, after, sources_of(before), sources_of(after))
    pairs = [f"{pair.old.path}>{pair.new.path}::{pair.name}" for pair in found.pairs]
    return pairs, dict(found.skipped)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a", "a"),
        ("a", "a, b=1"),
        ("a, b=1", "a, b=2"),
        ("a, *, b=1", "a, *, b=1, c=2"),
        ("a, *more", "a, *more"),
        ("a, /", "a, /"),
        ("a, /", "b, /"),
        ("a, **more", "a, **more"),
        ("a, b", "a, b=1"),
    ],
)
def test_a_function_that_takes_the_same_calls_is_compared(old: str, new: str) -> None:
    before, after = ({"a.py": f"def f({one}):\n    return {number}\n"} for number, one in enumerate((old, new)))
    assert chosen(before, after) == (["a.py>a.py::f"], {})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a", "b"),
        ("a", ""),
        ("a", "a, b"),
        ("a, b", "b, a"),
        ("a, b=1", "a, b"),
        ("a", "a, /"),
        ("a", "*, a"),
        ("a, *more", "a"),
        ("a, *more", "a, b=1, *more"),
        ("*, a", "*, b"),
        ("a", "a, *, b"),
    ],
)
def test_one_that_takes_others_is_left_to_the_gate_for_contracts(old: str, new: str) -> None:
    before, after = ({"a.py": f"def f({one}):\n    return {number}\n"} for number, one in enumerate((old, new)))
    assert chosen(before, after) == ([], {"a.py::f": "it takes other parameters now"})


ONE, TWO = "def f(x):\n    return 1\n", "def f(x):\n    return 2\n"


@pytest.mark.parametrize(
    ("before", "after", "pairs"),
    [
        ({"a.py": ONE}, {"a.py": ONE}, []),
        ({"a.py": ONE}, {"a.py": TWO}, ["a.py>a.py::f"]),
        ({"a.py": ONE}, {"b.py": TWO}, ["a.py>b.py::f"]),
        ({"a.py": ONE}, {"b.py": TWO, "c.py": TWO}, []),  # it cannot be told which is it
        ({"a.py": ONE, "b.py": ONE}, {"b.py": ONE}, []),  # another f was there before
        ({"tests/test_a.py": ONE}, {"tests/test_a.py": TWO}, []),
        ({"conftest.py": ONE}, {"conftest.py": TWO}, []),
        ({"a.ts": ONE}, {"a.ts": TWO}, []),
        ({"a.py": ONE}, {"a.py": "def f("}, []),
        ({"a.py": "class A:\n    def f(self):\n        return 1\n"}, {"a.py": "class A:\n    def f(self): ...\n"}, []),
    ],
)
def test_what_is_there_before_and_after_and_came_to_something_else_is_chosen(
    before: Texts, after: Texts, pairs: list[str]
) -> None:
    assert chosen(before, after)[0] == pairs


@pytest.mark.parametrize(("name", "private"), [("f", False), ("_f", True)])
def test_a_private_function_is_known_as_such(name: str, private: bool) -> None:
    before, after = {"a.py": ONE.replace("f(", f"{name}(")}, {"a.py": TWO.replace("f(", f"{name}(")}
    (pair,) = choose(before, after, sources_of(before), sources_of(after)).pairs
    assert pair.private is private


def test_a_file_without_a_name_cannot_be_imported() -> None:
    pairs, skipped = chosen({"a-b.py": ONE, "pkg/__main__.py": ONE}, {"a-b.py": TWO, "pkg/__main__.py": TWO})
    assert pairs == []
    assert set(skipped.values()) == {"its file has no name by which it can be imported"}
