"""What counts as a difference, how much it weighs and how it is told."""

from typing import Any

import pytest

from agent.differential.compare import difference, tells
from agent.differential.runner import Writer


def gave(value: object, *arguments: object) -> dict[str, Any]:
    return {"value": Writer().write(value), "arguments": [Writer().write(one) for one in arguments]}


def raised(error: type[BaseException], *, meant: bool = True) -> dict[str, Any]:
    return {"raised": [kind.__name__ for kind in error.__mro__[:-1]], "meant": meant, "arguments": []}


class Money:
    def __init__(self, cents: int, hidden: int = 0) -> None:
        self.cents, self._hidden = cents, hidden


class Slotted:
    __slots__ = ("cents",)

    def __init__(self, cents: int) -> None:
        self.cents = cents


LOOP: list[Any] = []
LOOP.append(LOOP)

ALIKE = [
    (1, 1),
    (0.1 + 0.2, 0.3),
    (float("nan"), float("nan")),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ({1, 2, 3}, {3, 2, 1}),
    ([0.1 + 0.2], [0.3]),
    (iter([1, 2]), (x for x in (1, 2))),
    (len, max),  # functions cannot be told apart
    (Money(3, 1), Money(3, 2)),
    (LOOP, LOOP),
    (object(), object()),
    (ValueError("a"), ValueError("a")),
]
DIFFERENT = [
    (1, 2, "plain"),
    (1, 1.0, "faint"),
    (True, 1, "faint"),
    ([1], (1,), "faint"),
    ([1], [1, 1], "plain"),
    ("a", "b", "plain"),
    ("1", 1, "plain"),
    (b"a", "a", "plain"),
    (None, 0, "plain"),
    (None, False, "plain"),
    ([], None, "plain"),
    ({"a": 1}, {"a": 2}, "plain"),
    ({"a": 1}, {"b": 1}, "plain"),
    ({"a": 1}, {"a": 1, "b": 1}, "plain"),
    ({"a": 1}, {"a": True}, "faint"),
    ({1}, {2}, "plain"),
    ({1}, frozenset({1}), "faint"),
    (iter([1]), iter([2]), "plain"),
    (iter([1]), [1], "faint"),
    (Money(1), Money(2), "plain"),
    (Slotted(1), Slotted(2), "plain"),
    (float("nan"), 0.5, "plain"),
    (1e20, float("inf"), "plain"),
    (range(3), range(4), "plain"),
    (ValueError("a"), ValueError("b"), "plain"),
    ("a" * 9000, "a" * 4500 + "b" + "a" * 4499, "plain"),
]


@pytest.mark.parametrize(("old", "new"), ALIKE)
def test_equal_values_are_no_difference(old: object, new: object) -> None:
    assert difference(gave(old), gave(new)) is None


@pytest.mark.parametrize(("old", "new", "weight"), DIFFERENT)
def test_other_values_are_and_other_types_less_so(old: object, new: object, weight: str) -> None:
    found = difference(gave(old), gave(new))
    assert found
    assert found.weight == weight


@pytest.mark.parametrize(
    ("argument", "old", "new", "alike"),
    [
        (1e16, 0.0, 1.0, True),  # (1e16 + 1) - 1e16
        (1e9, 128.0, 0.0, True),  # of squares
        (400.0, 1e-5, 0.0, False),
        (400, 1e-8, 0.0, True),
        ([1.0, {"a": 1e16}], 0.0, 1.0, True),
        (1e16, 0, 1, False),  # whole numbers are exact
        (1e200, 0.0, 1.0, False),
        ("1e16", 0.0, 1.0, False),
    ],
)
def test_floats_may_differ_by_what_rounding_makes_of_the_numbers_given(
    argument: object, old: object, new: object, alike: bool
) -> None:
    assert (difference(gave(old, argument), gave(new, argument)) is None) is alike


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (gave(1), raised(KeyError), "plain gave 1/raises KeyError"),
        (gave(1), raised(TypeError, meant=False), "plain gave 1/raises TypeError"),
        (raised(ValueError), gave(None), "plain raised ValueError/gives None"),
        (raised(KeyError, meant=False), gave(None), "faint raised KeyError/gives None"),
        (raised(ValueError), raised(KeyError), "plain raised ValueError/raises KeyError"),
        (raised(LookupError), raised(KeyError), ""),  # who catches the one catches the other
        (raised(KeyError), raised(LookupError), "plain raised KeyError/raises LookupError"),
        (raised(TypeError, meant=False), gave(1), ""),  # it was not meant for such a value
        (raised(TypeError, meant=False), raised(AttributeError, meant=False), ""),
        (raised(TypeError), gave(1), "plain raised TypeError/gives 1"),
        (gave(1), {"slow": True}, "plain gave 1 at once/does not end"),
        ({"slow": True}, gave(1), ""),
        (gave(1), {"died": "signal 11"}, "plain gave 1/ends the interpreter (signal 11)"),
        (gave(1), {"touched": "open"}, ""),
        ({"touched": "open"}, gave(1), ""),
        ({"unfit": "NameError"}, gave(1), ""),
        (gave(None, [1]), gave(None, [1, 2]), "plain left its argument x as [1]/leaves it as [1, 2]"),
        (gave(None, [1]), gave(None, [1]), ""),
    ],
)
def test_outcomes_are_told_in_words(old: dict[str, Any], new: dict[str, Any], told: str) -> None:
    found = difference(old, new, ("x",))
    assert (f"{found.weight} {found.was}/{found.now}" if found else "") == told


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ((1,), "(1,)"),
        ([], "[]"),
        (set(), "set()"),
        ({"a": [1.5]}, "{'a': [1.5]}"),
        (iter(()), "iterator of nothing"),
        (Money(3), "Money(cents=3)"),
        ("x" * 500, "'" + "x" * 119 + "…"),
    ],
)
def test_values_are_shown_as_python_writes_them(value: object, words: str) -> None:
    found = difference(gave(value), gave("other"))
    assert found
    assert found.was == f"gave {words}"


@pytest.mark.parametrize(
    ("outcome", "is_told"),
    [
        (gave(1), True),
        (raised(ValueError, meant=False), True),
        (raised(TypeError), True),
        (raised(TypeError, meant=False), False),
        (raised(RecursionError, meant=False), False),
        ({"slow": True}, False),
        (None, False),
    ],
)
def test_what_an_outcome_tells_of_a_function(outcome: dict[str, Any] | None, is_told: bool) -> None:
    assert tells(outcome) is is_told
