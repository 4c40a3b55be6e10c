"""Gate 15: a difference over the limit is asked about once, in words that do not depend on its length."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from applier.facts import Facts
from applier.gates.size import changed_lines, check_size
from applier.scope import Scope

TEN = "".join(f"{number} = {number}\n" for number in range(10))
OTHER = TEN.replace(" = ", " == ")


def judge(before: dict[str, str], after: dict[str, str], most: int | None) -> list[str]:
    problems = check_size(before, after, Facts({}, {}), Scope(tuple(before), most_lines=most))
    return [problem.severity for problem in problems]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"a": TEN}, {"a": OTHER}),
        ({}, {"a": TEN * 2}),
        ({"a": TEN * 2}, {}),
        ({"a": TEN, "b": TEN}, {"a": TEN.replace("1", "x"), "b": OTHER}),
    ],
)
def test_more_than_the_limit_is_asked_about(before: dict[str, str], after: dict[str, str]) -> None:
    assert judge(before, after, 19) == ["ask"]


@pytest.mark.parametrize(
    ("before", "after", "most"),
    [
        ({"a": TEN}, {"a": OTHER}, 20),
        ({"a": TEN}, {"a": OTHER}, None),
        ({"a": TEN * 500}, {"a": TEN * 500}, 1),
        ({"a": TEN * 500}, {"a": TEN * 500 + "x = 1\n"}, 1),
        ({}, {"a": TEN}, 10),
        ({"a": TEN}, {}, 10),
        ({"a": ""}, {"a": ""}, 1),
    ],
)
def test_up_to_the_limit_or_without_one_nothing_is_said(
    before: dict[str, str], after: dict[str, str], most: int | None
) -> None:
    assert judge(before, after, most) == []


def test_the_words_stay_the_same_whatever_the_length_so_that_it_is_asked_once() -> None:
    scope = Scope(("a",), most_lines=5)
    one, other = (check_size({"a": TEN}, {"a": text}, Facts({}, {}), scope) for text in (OTHER, OTHER * 3))
    assert one == other


@given(st.lists(st.sampled_from("abcd")), st.lists(st.sampled_from("abcd")))
def test_what_is_added_and_taken_away_makes_up_the_difference_of_lengths(old: list[str], new: list[str]) -> None:
    before, after = ("".join(f"{line}\n" for line in lines) for lines in (old, new))
    added, removed = changed_lines({"f": before}, {"f": after})
    assert added - removed == len(new) - len(old)
    assert 0 <= added <= len(new)
    assert 0 <= removed <= len(old)
    assert (added + removed == 0) == (old == new)
