"""What fits into a budget, and that nothing is cut or left out in silence."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prompts import Listing, fit_lines, fit_listings
from prompts.render import shown


def letters(text: str) -> int:
    return len(text)


@pytest.mark.parametrize("budget", [9, 10, 1000])
def test_lines_that_all_fit_are_given_back_as_they_are(budget: int) -> None:
    fitted = fit_lines(("ab", "cd", "ef"), budget, letters)
    assert fitted.lines == ("ab", "cd", "ef")
    assert fitted.left_out == ()


def rank_by_last_letter(line: str) -> float:
    return ord(line[-1])


@pytest.mark.parametrize(
    ("rank", "kept"),
    [
        (None, ("line 1", "line 2")),
        (rank_by_last_letter, ("line 8", "line 9")),
        (lambda line: line in ("line 3", "line 7"), ("line 3", "line 7")),
    ],
    ids=["the first", "the highest", "the chosen"],
)
def test_lines_that_matter_most_stay_in_their_own_order(
    rank: Callable[[str], float] | None, kept: tuple[str, ...]
) -> None:
    lines = tuple(f"line {number}" for number in range(1, 10))
    fitted = fit_lines(lines, 14 + 36, letters, rank)
    assert fitted.lines == (*kept, "(7 more left out for lack of room)")
    assert set(fitted.left_out) == set(lines) - set(kept)


def test_with_no_room_at_all_the_note_is_still_there() -> None:
    assert fit_lines(("a", "b"), 0, letters).lines == ("(2 more left out for lack of room)",)


def test_no_lines_need_no_note() -> None:
    assert fit_lines((), 0, letters).lines == ()


@given(lines=st.lists(st.text(max_size=30), max_size=30), budget=st.integers(0, 400))
def test_lines_are_whole_all_accounted_for_and_within_the_budget(lines: list[str], budget: int) -> None:
    fitted = fit_lines(lines, budget, letters)
    kept = list(fitted.lines[:-1] if fitted.left_out else fitted.lines)
    assert sorted([*kept, *fitted.left_out]) == sorted(lines)
    remaining = iter(lines)
    assert all(line in remaining for line in kept)
    if kept:
        assert letters("".join(f"{line}\n" for line in fitted.lines)) <= budget


LISTINGS = (Listing("a.py", "a" * 50), Listing("b.py", "b" * 500), Listing("c.py", "c" * 5))


@pytest.mark.parametrize(
    ("budget", "rank", "kept"),
    [
        (0, None, ()),
        (40, None, ("c.py",)),
        (75, None, ("a.py",)),
        (140, None, ("a.py", "c.py")),
        (540, {"b.py": 9.0}, ("b.py",)),
        (575, {"b.py": 9.0, "c.py": 8.0}, ("b.py", "c.py")),
        (9999, {"c.py": 1.0}, ("a.py", "b.py", "c.py")),
    ],
)
def test_files_are_kept_whole_by_rank_or_named_as_left_out(
    budget: int, rank: dict[str, float] | None, kept: tuple[str, ...]
) -> None:
    by_path = (lambda path: rank.get(path, 0.0)) if rank else None
    fitted = fit_listings(LISTINGS, budget, letters, by_path)
    assert tuple(listing.path for listing in fitted.listings) == kept
    assert fitted.left_out == tuple(listing.path for listing in LISTINGS if listing.path not in kept)
    assert set(fitted.listings) <= set(LISTINGS)
    assert sum(letters(shown(listing)) for listing in fitted.listings) <= budget
