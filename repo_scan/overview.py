"""The overview: inventory, graph and modules. Without outlines, so that of a known tree few have to be loaded."""

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache as once
from pathlib import Path

from repo_scan.cache import OutlineCache
from repo_scan.edges import decides_for_others, edges_of
from repo_scan.gitcommand import Records
from repo_scan.graph import Edge, Graph, Levels
from repo_scan.inventory import FileEntry, Inventory
from repo_scan.modules import Module, make_modules
from repo_scan.outline import Outline
from repo_scan.source import WorkingTree, open_working_tree
from repo_scan.stock import Progress, Stock, take_stock
from repo_scan.tree import Tree


@dataclass(frozen=True, slots=True)
class Overview:
    """What is there. Deterministic: equal content gives an equal overview."""

    commit: str | None  # the commit that was read; None for the working tree
    budget: int  # tokens a module may hold
    inventory: Inventory
    graph: Graph
    modules: tuple[Module, ...]  # by level, then id


def take_overview(
    root: Path,
    *,
    budget: int = 8000,
    within: str = "",
    jobs: int | None = None,
    progress: Progress | None = None,
    cache: OutlineCache | None = None,
    records: Records | None = None,
) -> Overview:
    """The overview of the working tree at `root`, as a scan would give it; `within` limits the modules to a folder.

    Where `cache` knows the tree, only what changed is read, and only its imports are looked up, unless it may decide
    what others mean. `records` is what git lists, where it began before.

    Raises ScanError where git cannot give the list.
    """
    cache = cache if cache is not None else OutlineCache()
    source = open_working_tree(root, lambda top: cache.tree(top).stamps, records)
    with no_collecting():
        stock, shape = _looked_over(source, cache, jobs, progress)
        cache.remember(source.root, stock.inventory, shape.graph.edges)
        cache.save()
        tokens = {entry.path: entry.tokens for entry in stock.inventory.files if entry.language is not None}
        modules = make_modules(shape.graph, tokens, budget, within, shape.levels)
        return Overview(None, budget, stock.inventory, shape.graph, modules)


@contextmanager
def no_collecting() -> Iterator[None]:
    """A scan makes many objects and no cycles of them: to look for cycles would take a tenth of its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@dataclass(frozen=True, slots=True)
class _Shape:
    """A graph, and the levels of all files of a known language."""

    graph: Graph
    paths: frozenset[str]
    levels: Levels

    @classmethod
    def of(cls, edges: Iterable[Edge], paths: frozenset[str]) -> "_Shape":
        graph = Graph.of(edges)
        return cls(graph, paths, graph.dependency_levels(paths))

    def with_edges(self, edges: tuple[Edge, ...]) -> "_Shape":
        """The same files with these edges: often the same edges, or the same on other lines."""
        if edges == self.graph.edges:
            return self
        if _arrows(edges) == _arrows(self.graph.edges):
            return _Shape(Graph(edges, self.graph.cycles), self.paths, self.levels)
        return _Shape.of(edges, self.paths)


def _arrows(edges: Iterable[Edge]) -> set[tuple[str, str, str]]:
    return {(edge.importer, edge.imported, edge.kind) for edge in edges}


def _looked_over(
    source: WorkingTree, cache: OutlineCache, jobs: int | None, progress: Progress | None
) -> tuple[Stock, _Shape]:
    tree, listed = cache.tree(source.root), source.listing()
    known = tree.edges
    before = once(lambda: _Shape.of(known or (), _code(row.entry for row in tree.rows.values() if not row.reason)))
    meanwhile = before if known is not None else None
    stock = take_stock(source, listed, cache, tree.rows, deep=False, jobs=jobs, progress=progress, meanwhile=meanwhile)
    edges = _renewed(source, stock, tree, cache)
    if edges is not None:
        return stock, before().with_edges(edges)
    if not stock.is_whole:
        stock = take_stock(source, listed, cache, tree.plain, deep=False, jobs=jobs, progress=progress)
    return stock, _Shape.of(edges_of(source, stock.inventory, stock.outlines), _code(stock.inventory.files))


def _code(entries: Iterable[FileEntry]) -> frozenset[str]:
    return frozenset(entry.path for entry in entries if entry.language is not None)


def _renewed(source: WorkingTree, stock: Stock, tree: Tree, cache: OutlineCache) -> tuple[Edge, ...] | None:
    """The edges of the tree with those of what changed; None where all imports have to be looked up anew."""
    files = stock.inventory.files
    if tree.edges is None or {path for path, row in tree.rows.items() if not row.reason} != {one.path for one in files}:
        return None
    changed = {entry.path for entry in files if tree.rows[entry.path].entry.blob != entry.blob}
    fresh = {path: outline for path, outline in stock.outlines.items() if path in changed}
    others = _deciding(files, fresh, cache) if not any(map(decides_for_others, changed)) else None
    if others is None:
        return None
    kept = (edge for edge in tree.edges if edge.importer not in fresh)
    return tuple(sorted({*kept, *edges_of(source, stock.inventory, fresh, others)})) if fresh else tree.edges


def _deciding(
    files: Iterable[FileEntry], fresh: Mapping[str, Outline], cache: OutlineCache
) -> dict[str, Outline] | None:
    """The outlines that decide what the imports of some files mean; None where they are not at hand."""
    wanted = [entry for entry in files if fresh and entry.language is not None and decides_for_others(entry.path)]
    cache.fetch((entry.language, entry.blob) for entry in wanted)
    found: dict[str, Outline] = {}
    for entry in wanted:
        facts = cache.known(entry.language, entry.blob, deep=False)
        if facts is None or facts.outline is None:
            return None
        found[entry.path] = facts.outline.at(entry.path)
    return found
