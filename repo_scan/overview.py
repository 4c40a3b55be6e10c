"""The overview: inventory, graph and modules. Without outlines, so that of a known tree few have to be loaded."""

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from repo_scan.cache import OutlineCache
from repo_scan.edges import edges_of
from repo_scan.gitcommand import Records
from repo_scan.graph import Edge, Graph, Levels
from repo_scan.imports import ImportMap, is_init
from repo_scan.inventory import FileEntry, Inventory
from repo_scan.languages import language_of
from repo_scan.modules import Module, make_modules
from repo_scan.outline import Outline
from repo_scan.source import Listed, WorkingTree, open_working_tree
from repo_scan.stock import Progress, Stock, take_stock
from repo_scan.tree import Tree
from repo_scan.web_configs import is_config

_FEW = 50  # files; to examine more takes longer than to start a worker


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
    known = _Known(source, cache, cache.tree(source.root))
    if known.tree.edges is not None:
        known.examine_touched(jobs)
    stock = take_stock(source, known.listed, cache, known.tree.rows, deep=False, jobs=jobs, progress=progress)
    edges = known.renewed_edges(stock)
    if edges is not None:
        return stock, known.shape.with_edges(edges)
    if not stock.is_whole:
        stock = take_stock(source, known.listed, cache, known.tree.plain, deep=False, jobs=jobs, progress=progress)
    return stock, _Shape.of(edges_of(source, stock.inventory, stock.outlines), _code(stock.inventory.files))


def _code(entries: Iterable[FileEntry]) -> frozenset[str]:
    return frozenset(entry.path for entry in entries if entry.language is not None)


@dataclass
class _Known:
    """What follows from the record of a tree, found out when it is first asked for: at leisure if a worker starts."""

    source: WorkingTree
    cache: OutlineCache
    tree: Tree

    def examine_touched(self, jobs: int | None) -> None:
        """Begin with what was written since, if it is little, for a worker takes as long to start as all the rest."""
        touched = self.source.touched()
        if not 0 < len(touched) <= _FEW:
            return
        from repo_scan.examining import Content, examine

        contents = [
            Content(item.path, language_of(item.path), item.blob, data)
            for item, data in self.source.contents(touched)
            if not item.reason and item.blob != self.tree.rows[item.path].entry.blob
        ]
        self.cache.fetch((content.language, content.blob) for content in contents)
        for _ in examine(contents, self.cache, deep=False, jobs=jobs, meanwhile=self.prepare):
            pass

    def prepare(self) -> None:
        """Find out everything."""
        _ = self.listed, self.shape, self.imports and self.imports.bound

    @cached_property
    def listed(self) -> tuple[Listed, ...]:
        return self.source.listing()

    @cached_property
    def entries(self) -> tuple[FileEntry, ...]:
        return tuple(row.entry for row in self.tree.rows.values() if not row.reason)

    @cached_property
    def shape(self) -> _Shape:
        return _Shape.of(self.tree.edges or (), _code(self.entries))

    @cached_property
    def imports(self) -> ImportMap | None:
        """The map of the tree's imports; None where the outlines that decide on it are not at hand."""
        wanted = [entry for entry in self.entries if entry.language is not None and is_init(entry.path)]
        self.cache.fetch((entry.language, entry.blob) for entry in wanted)
        found: dict[str, Outline] = {}
        for entry in wanted:
            facts = self.cache.known(entry.language, entry.blob, deep=False)
            if facts is None or facts.outline is None:
                return None
            found[entry.path] = facts.outline.at(entry.path)
        return ImportMap.of((entry.path for entry in self.entries), found)

    def renewed_edges(self, stock: Stock) -> tuple[Edge, ...] | None:
        """The edges of the tree with those of what changed; None where all imports have to be looked up anew."""
        files, rows, edges = stock.inventory.files, self.tree.rows, self.tree.edges
        if edges is None or {entry.path for entry in self.entries} != {entry.path for entry in files}:
            return None
        changed = {entry.path for entry in files if rows[entry.path].entry.blob != entry.blob}
        fresh = {path: outline for path, outline in stock.outlines.items() if path in changed}
        if not fresh and not any(map(is_config, changed)):
            return edges
        if any(is_init(path) or is_config(path) for path in changed) or self.imports is None:
            return None
        kept = (edge for edge in edges if edge.importer not in fresh)
        return tuple(sorted({*kept, *edges_of(self.source, stock.inventory, fresh, self.imports)}))
