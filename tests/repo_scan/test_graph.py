"""The import graph and what follows from it."""

import time
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repo_scan.graph import Edge, Graph
from repo_scan.outline import ImportKind


def graph(*arrows: str) -> Graph:
    """Arrows such as "a>b" (runtime), "a~b" (type-only), "a?b" (dynamic)."""
    kinds: dict[str, ImportKind] = {">": "runtime", "~": "type-only", "?": "dynamic"}
    return Graph.of(Edge(arrow[0], arrow[2], line, kinds[arrow[1]]) for line, arrow in enumerate(arrows, 1))


def test_neighbours_are_sorted_and_told_once() -> None:
    found = graph("a>c", "a>b", "a~b", "d?b")
    assert found.imports_of("a") == ("b", "c")
    assert found.importers_of("b") == ("a", "d")
    assert found.imports_of("b") == found.importers_of("x") == ()


@pytest.mark.parametrize(
    ("arrows", "cycles"),
    [
        (["a>b", "b>a"], [("a", "b")]),
        (["c>a", "a>b", "b>c"], [("a", "b", "c")]),
        (["a>b", "b>a", "b>c", "c>b"], [("a", "b", "c")]),
        (["d>c", "c>d", "a>b", "b>a"], [("a", "b"), ("c", "d")]),
        (["a>b", "b>a", "a~b"], [("a", "b")]),
    ],
)
def test_runtime_imports_that_come_back_are_a_cycle(arrows: list[str], cycles: list[tuple[str, ...]]) -> None:
    assert list(graph(*arrows).cycles) == cycles


@pytest.mark.parametrize("arrows", [[], ["a>b"], ["a>b", "b>c", "a>c"], ["a>b", "b~a"], ["a>b", "b?a"], ["a~b", "b~a"]])
def test_type_only_and_dynamic_imports_close_no_cycle(arrows: list[str]) -> None:
    assert graph(*arrows).cycles == ()


@pytest.mark.parametrize(
    ("arrows", "start", "found"),
    [
        (["a>b", "b>c"], "c", ("a", "b")),
        (["a>b", "b~c", "d?b"], "c", ("a", "b", "d")),
        (["a>b", "b>a"], "a", ("b",)),
        (["a>b"], "a", ()),
    ],
)
def test_all_importers_are_found_however_far(arrows: list[str], start: str, found: tuple[str, ...]) -> None:
    assert graph(*arrows).all_importers_of([start]) == found


@pytest.mark.parametrize(
    ("arrows", "levels"),
    [
        ([], [[("a",), ("b",), ("c",), ("d",)]]),
        (["a>b", "b>c"], [[("c",), ("d",)], [("b",)], [("a",)]]),
        (["a>b", "b>a", "a>c"], [[("c",), ("d",)], [("a", "b")]]),
        (["a~b", "b?c"], [[("c",), ("d",)], [("b",)], [("a",)]]),
        (["a>b", "b~a"], [[("b",), ("c",), ("d",)], [("a",)]]),
        (["a>b", "b?a", "b>c", "d~a"], [[("c",)], [("b",)], [("a",)], [("d",)]]),
        (["a~b", "b~a"], [[("a",), ("b",), ("c",), ("d",)]]),
        (["a>x", "x>b"], [[("a",), ("b",), ("c",), ("d",)]]),
    ],
)
def test_levels_put_the_imported_before_the_importer(arrows: list[str], levels: list[list[tuple[str, ...]]]) -> None:
    assert [list(level) for level in graph(*arrows).dependency_levels("abcd")] == levels


EDGES = st.builds(
    Edge,
    st.sampled_from("abcdefg"),
    st.sampled_from("abcdefg"),
    st.integers(1, 3),
    st.sampled_from(["runtime", "type-only", "dynamic"]),
)


@given(st.lists(EDGES, max_size=20))
def test_levels_hold_every_file_once_and_respect_every_runtime_import(edges: list[Edge]) -> None:
    made = Graph.of(edges)
    levels = made.dependency_levels("abcdefg")
    level_of = {path: number for number, level in enumerate(levels) for group in level for path in group}
    group_of = {path: group for level in levels for group in level for path in group}
    assert sorted(path for level in levels for group in level for path in group) == list("abcdefg")
    for edge in made.edges:
        if edge.kind == "runtime" and group_of[edge.importer] != group_of[edge.imported]:
            assert level_of[edge.importer] > level_of[edge.imported]


@given(st.lists(EDGES, max_size=20), st.randoms())
def test_the_order_in_which_edges_come_makes_no_difference(edges: list[Edge], random: Random) -> None:
    shuffled = list(edges)
    random.shuffle(shuffled)
    assert Graph.of(shuffled) == Graph.of(edges)


@given(st.lists(EDGES, max_size=20))
def test_a_cycle_is_all_that_lead_to_each_other(edges: list[Edge]) -> None:
    found = Graph.of(edges)
    runtime = Graph.of(edge for edge in edges if edge.kind == "runtime")
    leads_to = {
        path: set(runtime.all_importers_of([path])) for edge in edges for path in (edge.importer, edge.imported)
    }
    together = {tuple(sorted({one} | {other for other in leads_to[one] if one in leads_to[other]})) for one in leads_to}
    assert set(found.cycles) == {group for group in together if len(group) > 1}


@pytest.mark.parametrize("length", [2, 3000])
def test_a_cycle_may_be_of_any_length(length: int) -> None:
    ring = [Edge(f"m{number}", f"m{(number + 1) % length}", 1, "runtime") for number in range(length)]
    assert [len(cycle) for cycle in Graph.of(ring).cycles] == [length]
    assert Graph.of(ring[:-1]).cycles == ()


def test_levels_may_be_as_many_as_files() -> None:
    chain = [Edge(f"m{number + 1}", f"m{number}", 1, "runtime") for number in range(30_000)]
    started = time.monotonic()
    levels = Graph.of(chain).dependency_levels(f"m{number}" for number in range(30_001))
    assert levels[:2] == ((("m0",),), (("m1",),))
    assert len(levels) == 30_001
    assert time.monotonic() - started < 20  # asking each level of each file would take minutes
