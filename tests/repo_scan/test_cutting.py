"""Cutting an import cycle that is too large for one step."""

import time

from hypothesis import given
from hypothesis import strategies as st

from repo_scan.cutting import cut_cycle
from repo_scan.graph import Edge, Graph

RING = list("abcdef")


def ring(*extra: tuple[str, str, int]) -> Graph:
    """a imports b, b imports c, … f imports a; `extra` adds imports on lines of their own."""
    edges = [Edge(path, RING[(place + 1) % len(RING)], 1, "runtime") for place, path in enumerate(RING)]
    return Graph.of(edges + [Edge(one, other, line, "runtime") for one, other, line in extra])


def test_what_fits_is_not_cut() -> None:
    assert cut_cycle(RING, ring(), dict.fromkeys(RING, 10), 60) == [tuple(RING)]


def test_parts_keep_together_what_imports_each_other_most() -> None:
    extra = [(one, other, line) for one, other in ("ab", "bc", "de", "ef") for line in (2, 3)]
    assert sorted(cut_cycle(RING, ring(*extra), dict.fromkeys(RING, 10), 30)) == [("a", "b", "c"), ("d", "e", "f")]


def test_what_is_needed_most_comes_first_and_what_needs_nothing_left_follows() -> None:
    graph = ring(("a", "d", 2), ("b", "d", 3))
    assert cut_cycle(RING, graph, dict.fromkeys(RING, 10), 10)[:3] == [("d",), ("c",), ("b",)]


@given(st.lists(st.integers(1, 50), min_size=6, max_size=6), st.integers(1, 120))
def test_parts_hold_every_file_once_within_the_budget(sizes: list[int], budget: int) -> None:
    tokens = dict(zip(RING, sizes, strict=True))
    parts = cut_cycle(RING, ring(), tokens, budget)
    assert sorted(path for part in parts for path in part) == RING
    assert all(len(part) == 1 or sum(tokens[path] for path in part) <= budget for part in parts)
    assert parts == cut_cycle(RING[::-1], ring(), tokens, budget)


def test_a_cycle_of_very_many_files_is_cut_in_reasonable_time() -> None:
    names = [f"m{number}" for number in range(10_000)]
    edges = [
        Edge(path, names[(place + step) % len(names)], step, "runtime")
        for place, path in enumerate(names)
        for step in (1, 7, 50)
    ]
    started = time.monotonic()
    parts = cut_cycle(names, Graph.of(edges), dict.fromkeys(names, 10), 10)
    assert sorted(path for part in parts for path in part) == sorted(names)
    assert time.monotonic() - started < 20  # looking at all imports and files anew for each part would take minutes
