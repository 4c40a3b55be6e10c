"""Chooses what fits into a token budget: whole items by rank, and what was left out, so that it can be said.

An item is a line, a summary or a whole file; none is ever cut.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def fitting(
    items: Sequence[T], budget: int, tokens: Callable[[T], int], rank: Callable[[T], float] | None = None
) -> tuple[tuple[T, ...], tuple[T, ...]]:
    """What fits together and what does not, both in the order given.

    The highest rank is kept first; without a rank, what comes first. One that is too large leaves its room to smaller
    ones after it.
    """
    order: Iterable[int] = range(len(items))
    if rank is not None:
        ranks = [rank(item) for item in items]
        order = sorted(order, key=lambda index: -ranks[index])
    kept = set()
    for index in order:
        cost = tokens(items[index])
        if cost <= budget:
            budget -= cost
            kept.add(index)
    fits = tuple(item for index, item in enumerate(items) if index in kept)
    left_out = tuple(item for index, item in enumerate(items) if index not in kept)
    return fits, left_out
