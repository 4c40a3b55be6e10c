"""What fits into a budget, and that nothing is cut or left out in silence."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prompts import Listing, fitting

LINES = ("aa", "bbbbbb", "c", "dddd")


@pytest.mark.parametrize("budget", [13, 14, 1000])
def test_what_fits_is_given_back_as_it_is(budget: int) -> None:
    assert fitting(LINES, budget, len) == (LINES, ())


@pytest.mark.parametrize(
    ("budget", "kept", "left_out"),
    [
        (0, (), LINES),
        (1, ("c",), ("aa", "bbbbbb", "dddd")),
        (7, ("aa", "c", "dddd"), ("bbbbbb",)),  # the large one leaves its room to those after it
        (8, ("aa", "bbbbbb"), ("c", "dddd")),
        (12, ("aa", "bbbbbb", "c"), ("dddd",)),
    ],
)
def test_without_a_rank_the_first_are_kept(budget: int, kept: tuple[str, ...], left_out: tuple[str, ...]) -> None:
    assert fitting(LINES, budget, len) == (kept, left_out)


@pytest.mark.parametrize(
    ("rank", "kept"),
    [
        (len, ("bbbbbb", "c")),
        (lambda line: ord(line[0]), ("aa", "c", "dddd")),
        (lambda line: line == "bbbbbb", ("bbbbbb", "c")),
        (lambda line: 0.0, ("aa", "c", "dddd")),
    ],
    ids=["longest", "last letter", "one chosen", "all alike"],
)
def test_the_highest_rank_is_kept_first_and_the_order_stays(
    rank: Callable[[str], float], kept: tuple[str, ...]
) -> None:
    fits, left_out = fitting(LINES, 7, len, rank)
    assert fits == kept
    assert left_out == tuple(line for line in LINES if line not in kept)


def test_files_are_shown_whole_or_not_at_all() -> None:
    listings = (Listing("a.py", "a\n" * 5), Listing("b.py", "b\n" * 50), Listing("c.py", "c\n"))
    fits, left_out = fitting(listings, 20, lambda listing: len(listing.text))
    assert (fits, left_out) == ((listings[0], listings[2]), (listings[1],))


@given(items=st.lists(st.text(max_size=30), max_size=30), budget=st.integers(0, 400))
def test_every_item_is_accounted_for_and_the_budget_holds(items: list[str], budget: int) -> None:
    fits, left_out = fitting(items, budget, len, rank=len)
    assert sorted([*fits, *left_out]) == sorted(items)
    assert sum(map(len, fits)) <= budget
    assert all(len(item) + sum(map(len, fits)) > budget for item in left_out)
