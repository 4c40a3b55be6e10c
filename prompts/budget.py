"""Chooses what fits into a token budget: whole items by rank, and says what was left out.

A line is never cut, and a file is shown whole or not at all.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from prompts.briefs import Listing
from prompts.render import shown

T = TypeVar("T")
Count = Callable[[str], int]  # tokens of a text
Rank = Callable[[str], float]  # how much a line or a path matters; more is kept first


@dataclass(frozen=True, slots=True)
class FittedLines:
    """Lines that fit, in their own order, the last one saying how many do not."""

    lines: tuple[str, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FittedListings:
    """Files that fit, in their own order, and the paths of those that do not."""

    listings: tuple[Listing, ...]
    left_out: tuple[str, ...]


def fit_lines(lines: Sequence[str], budget: int, count: Count, rank: Rank | None = None) -> FittedLines:
    """Keep the lines that matter most; without a rank the first ones."""
    costs = [count(f"{line}\n") for line in lines]
    ranks = [rank(line) for line in lines] if rank else None
    kept = _choose(costs, budget, ranks)
    if len(kept) == len(lines):
        return FittedLines(tuple(lines), ())
    kept = _choose(costs, budget - count(f"{_note(len(lines))}\n"), ranks)
    left_out = tuple(line for index, line in enumerate(lines) if index not in kept)
    return FittedLines((*_pick(lines, kept), _note(len(left_out))), left_out)


def fit_listings(listings: Sequence[Listing], budget: int, count: Count, rank: Rank | None = None) -> FittedListings:
    """Keep the files that matter most, each whole; without a rank the first ones. `rank` is asked with the path."""
    costs = [count(shown(listing)) for listing in listings]
    kept = _choose(costs, budget, [rank(listing.path) for listing in listings] if rank else None)
    left_out = tuple(listing.path for index, listing in enumerate(listings) if index not in kept)
    return FittedListings(_pick(listings, kept), left_out)


def _choose(costs: Sequence[int], budget: int, ranks: Sequence[float] | None) -> frozenset[int]:
    """Positions that fit together, best rank first; one that is too large leaves room for smaller ones after it."""
    order: Iterable[int] = range(len(costs))
    if ranks is not None:
        order = sorted(order, key=lambda index: -ranks[index])
    kept = set()
    for index in order:
        if costs[index] <= budget:
            budget -= costs[index]
            kept.add(index)
    return frozenset(kept)


def _pick(items: Sequence[T], kept: frozenset[int]) -> tuple[T, ...]:
    return tuple(item for index, item in enumerate(items) if index in kept)


def _note(left_out: int) -> str:
    return f"({left_out} more left out for lack of room)"
