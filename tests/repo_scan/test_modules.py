"""Units of work: cycles whole where they fit, small files together, levels in order."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repo_scan.graph import Edge, Graph
from repo_scan.modules import Module, make_modules
from repo_scan.paths import folder_of

BUDGET = 100


def runtime(*arrows: tuple[str, str]) -> Graph:
    return Graph.of(Edge(importer, imported, 1, "runtime") for importer, imported in arrows)


def files_of(modules: tuple[Module, ...]) -> list[tuple[int, tuple[str, ...]]]:
    return [(module.level, module.files) for module in modules]


@pytest.mark.parametrize(
    ("tokens", "packs"),
    [
        ({"a.py": 40, "b.py": 60}, [("a.py", "b.py")]),
        ({"a.py": 40, "b.py": 61}, [("a.py",), ("b.py",)]),
        ({"a.py": 30, "b.py": 30, "c.py": 30, "d.py": 30}, [("a.py", "b.py", "c.py"), ("d.py",)]),
        ({"x/a.py": 1, "y/b.py": 1}, [("x/a.py",), ("y/b.py",)]),
        ({"x/a.py": 1, "x/y/b.py": 1}, [("x/a.py",), ("x/y/b.py",)]),
        ({"a.py": 1, "test_a.py": 1, "b.py": 1}, [("a.py", "b.py"), ("test_a.py",)]),
        ({"a.py": 500}, [("a.py",)]),
        ({"a.py": 10, "b.py": 500, "c.py": 10}, [("a.py",), ("b.py",), ("c.py",)]),
        ({"a.py": 0}, [("a.py",)]),
        ({}, []),
    ],
)
def test_small_files_of_one_folder_share_a_module(tokens: dict[str, int], packs: list[tuple[str, ...]]) -> None:
    assert files_of(make_modules(runtime(), tokens, BUDGET)) == [(0, pack) for pack in packs]


def test_levels_count_up_from_what_imports_nothing() -> None:
    graph = runtime(("app.py", "cart.py"), ("cart.py", "prices.py"), ("app.py", "log.py"))
    tokens = dict.fromkeys(["app.py", "cart.py", "prices.py", "log.py"], 1)
    assert files_of(make_modules(graph, tokens, BUDGET)) == [
        (0, ("log.py", "prices.py")),
        (1, ("cart.py",)),
        (2, ("app.py",)),
    ]


def test_a_cycle_that_fits_is_one_module_and_not_marked() -> None:
    graph = runtime(("a.py", "b.py"), ("b.py", "a.py"), ("b.py", "c.py"))
    (low, cycle) = make_modules(graph, {"a.py": 50, "b.py": 50, "c.py": 1}, BUDGET)
    assert low == Module("c.py", ("c.py",), 0, 1)
    assert cycle == Module("a.py", ("a.py", "b.py"), 1, 100)


def test_a_cycle_that_is_too_large_is_cut_where_it_holds_together_least() -> None:
    strong = [Edge("a.py", "b.py", line, "runtime") for line in (1, 2, 3)]
    weak = [Edge("b.py", "c.py", 1, "runtime"), Edge("c.py", "a.py", 1, "runtime")]
    modules = make_modules(Graph.of(strong + weak), {"a.py": 50, "b.py": 50, "c.py": 50}, BUDGET)
    assert {module.files for module in modules} == {("a.py", "b.py"), ("c.py",)}
    assert all(module.cut for module in modules)
    assert len({module.level for module in modules}) == 2


def test_what_imports_a_cut_cycle_comes_after_all_its_parts() -> None:
    graph = runtime(("a.py", "b.py"), ("b.py", "a.py"), ("z.py", "a.py"), ("z.py", "b.py"))
    modules = make_modules(graph, {"a.py": 90, "b.py": 90, "z.py": 1}, BUDGET)
    assert [module.level for module in modules if module.files == ("z.py",)] == [2]


def test_a_file_over_the_budget_inside_a_cycle_stands_alone() -> None:
    graph = runtime(("a.py", "b.py"), ("b.py", "a.py"), ("b.py", "c.py"), ("c.py", "b.py"))
    modules = make_modules(graph, {"a.py": 10, "b.py": 500, "c.py": 10}, BUDGET)
    assert [module.files for module in modules if "b.py" in module.files] == [("b.py",)]


@pytest.mark.parametrize(
    ("within", "found"),
    [
        ("", ["a.py", "shop/b.py", "shopping/c.py"]),
        ("shop", ["shop/b.py"]),
        ("shop/", ["shop/b.py"]),
        ("shop/b.py", ["shop/b.py"]),
        ("nowhere", []),
    ],
)
def test_a_folder_limits_the_modules_and_leaves_their_levels(within: str, found: list[str]) -> None:
    graph = runtime(("shop/b.py", "a.py"))
    modules = make_modules(graph, {"a.py": 1, "shop/b.py": 1, "shopping/c.py": 1}, BUDGET, within)
    assert sorted(path for module in modules for path in module.files) == found
    assert all(module.level == 1 for module in modules if module.id == "shop/b.py")


PATHS = ["a.py", "b.py", "c.py", "x/a.py", "x/test_b.py", "x/c.py", "y/a.py"]
ARROWS = st.lists(st.tuples(st.sampled_from(PATHS), st.sampled_from(PATHS), st.sampled_from(["runtime", "type-only"])))
TOKENS = st.fixed_dictionaries({path: st.integers(0, 150) for path in PATHS})


@given(ARROWS, TOKENS)
def test_modules_hold_every_file_once_within_the_budget_and_in_order(
    arrows: list[tuple[str, str, str]], tokens: Mapping[str, int]
) -> None:
    graph = Graph.of(Edge(importer, imported, 1, kind) for importer, imported, kind in arrows)  # type: ignore[arg-type]
    modules = make_modules(graph, tokens, BUDGET)
    level_of = {path: module.level for module in modules for path in module.files}
    module_of = {path: module for module in modules for path in module.files}
    assert sorted(path for module in modules for path in module.files) == sorted(PATHS)
    for module in modules:
        assert module.tokens == sum(tokens[path] for path in module.files)
        assert module.tokens <= BUDGET or len(module.files) == 1
        assert module.id == module.files[0]
    for edge in graph.edges:
        one, other = module_of[edge.importer], module_of[edge.imported]
        if edge.kind == "runtime" and one != other and not (one.cut and other.cut):
            assert level_of[edge.importer] > level_of[edge.imported]
    assert list(modules) == sorted(modules, key=lambda module: (module.level, module.id))


@given(ARROWS, TOKENS)
def test_a_cycle_within_the_budget_is_never_split(
    arrows: list[tuple[str, str, str]], tokens: Mapping[str, int]
) -> None:
    graph = Graph.of(Edge(importer, imported, 1, kind) for importer, imported, kind in arrows)  # type: ignore[arg-type]
    module_of = {path: module for module in make_modules(graph, tokens, BUDGET) for path in module.files}
    for cycle in graph.cycles:
        if sum(tokens[path] for path in cycle) <= BUDGET:
            assert {module_of[path] for path in cycle} == {
                Module(cycle[0], cycle, module_of[cycle[0]].level, sum(tokens[p] for p in cycle))
            }


def of_folders(modules: tuple[Module, ...], *folders: str) -> set[tuple[str, ...]]:
    """The files of each module that lies in one of these folders."""
    return {module.files for module in modules if {folder_of(path) for path in module.files} <= set(folders)}


def all_of(arrows: list[tuple[str, str, str]]) -> Graph:
    return Graph.of(Edge(importer, imported, 1, kind) for importer, imported, kind in arrows)  # type: ignore[arg-type]


NEW = st.sampled_from(["new/a.py", "new/b.py", "new/test_c.py"])
FROM_NEW = st.lists(st.tuples(NEW, st.sampled_from([*PATHS, "new/a.py"]), st.sampled_from(["runtime", "type-only"])))


@given(ARROWS, TOKENS, FROM_NEW, st.dictionaries(NEW, st.integers(0, 150)))
def test_new_files_that_nothing_imports_leave_the_modules_of_all_other_folders_as_they_were(
    arrows: list[tuple[str, str, str]],
    tokens: Mapping[str, int],
    added: list[tuple[str, str, str]],
    new: dict[str, int],
) -> None:
    added = [arrow for arrow in added if arrow[0] in new and (arrow[1] in new or arrow[1] in tokens)]
    before = make_modules(all_of(arrows), tokens, BUDGET)
    after = make_modules(all_of(arrows + added), {**tokens, **new}, BUDGET)
    assert of_folders(after, "", "x", "y") == {module.files for module in before}


@given(ARROWS, TOKENS, st.sampled_from(["x/a.py", "x/test_b.py", "x/c.py"]), st.integers(0, 150))
def test_a_file_that_grows_or_shrinks_leaves_the_modules_of_folders_with_which_it_shares_no_cycle_as_they_were(
    arrows: list[tuple[str, str, str]], tokens: Mapping[str, int], path: str, size: int
) -> None:
    graph = all_of(arrows)
    tied = {folder_of(other) for cycle in graph.cycles if path in cycle for other in cycle} | {"x"}
    before, after = make_modules(graph, tokens, BUDGET), make_modules(graph, {**tokens, path: size}, BUDGET)
    others = {"", "x", "y"} - tied
    assert of_folders(after, *others) == of_folders(before, *others)
