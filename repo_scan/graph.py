"""Which file imports which, and what follows from it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import TopologicalSorter

import msgspec

from repo_scan.outline import ImportKind


class Edge(msgspec.Struct, frozen=True, order=True, gc=False):
    """One import that binds two files of the repository."""

    importer: str
    imported: str
    line: int
    kind: ImportKind


@dataclass(frozen=True, slots=True)
class Graph:
    """The import graph. Cycles are those of runtime edges alone."""

    edges: tuple[Edge, ...]  # sorted
    cycles: tuple[tuple[str, ...], ...]  # each sorted, two files or more
    _imports: Mapping[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)
    _importers: Mapping[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_imports", _neighbours((edge.importer, edge.imported) for edge in self.edges))
        object.__setattr__(self, "_importers", _neighbours((edge.imported, edge.importer) for edge in self.edges))

    @classmethod
    def of(cls, edges: Iterable[Edge]) -> "Graph":
        """The graph of these edges."""
        ordered = tuple(sorted(set(edges)))
        return cls(ordered, tuple(group for group in _groups((), _runtime(ordered)) if len(group) > 1))

    def imports_of(self, path: str) -> tuple[str, ...]:
        """Files that `path` imports, sorted."""
        return self._imports.get(path, ())

    def importers_of(self, path: str) -> tuple[str, ...]:
        """Files that import `path`, sorted."""
        return self._importers.get(path, ())

    def all_importers_of(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Files that import one of `paths`, directly or by way of others, sorted; not `paths` themselves."""
        start = set(paths)
        seen, waiting = set(start), list(start)
        while waiting:
            for importer in self.importers_of(waiting.pop()):
                if importer not in seen:
                    seen.add(importer)
                    waiting.append(importer)
        return tuple(sorted(seen - start))

    def dependency_levels(self, paths: Iterable[str]) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """Groups of these files by level, imported before importer; files of a runtime cycle form one group.

        Type-only and dynamic imports order groups too, as far as they do not contradict the runtime ones.
        """
        known = set(paths)
        edges = [edge for edge in self.edges if edge.importer in known and edge.imported in known]
        groups = _groups(known, _runtime(edges))
        place = {path: number for number, group in enumerate(groups) for path in group}
        knots = _groups(known, [(edge.importer, edge.imported) for edge in edges])
        knot = {path: number for number, group in enumerate(knots) for path in group}
        binding = [
            (place[edge.importer], place[edge.imported])
            for edge in edges
            if edge.kind == "runtime" or knot[edge.importer] != knot[edge.imported]
        ]
        levels = _longest_paths(len(groups), binding)
        found: list[list[tuple[str, ...]]] = [[] for _ in range(max(levels, default=-1) + 1)]
        for group, level in zip(groups, levels, strict=True):
            found[level].append(group)
        return tuple(tuple(level) for level in found)


def _runtime(edges: Iterable[Edge]) -> list[tuple[str, str]]:
    return [(edge.importer, edge.imported) for edge in edges if edge.kind == "runtime"]


def _neighbours(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
    return {one: tuple(sorted(others)) for one, others in found.items()}


def _groups(nodes: Iterable[str], pairs: Iterable[tuple[str, str]]) -> list[tuple[str, ...]]:
    """Strongly connected components, each sorted, sorted."""
    nexts: dict[str, list[str]] = {node: [] for node in nodes}
    for one, other in pairs:
        nexts.setdefault(one, []).append(other)
        nexts.setdefault(other, [])
    return sorted(tuple(sorted(group)) for group in _components(nexts))


def _components(nexts: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    """Tarjan's algorithm with its recursion written out, so that no chain of imports is too long."""
    lowest: dict[str, int] = {}  # the earliest discovered node of its component that a node leads to, as far as known
    finished = len(nexts)  # as `lowest` of what belongs to a component already
    waiting: list[str] = []  # discovered, in order, and in no component yet
    for root in nexts:
        trail = [(root, len(lowest), iter(nexts[root]))] if root not in lowest else []
        while trail:
            node, number, others = trail[-1]
            if node not in lowest:
                lowest[node] = number
                waiting.append(node)
            for other in others:
                if other not in lowest:
                    trail.append((other, len(lowest), iter(nexts[other])))
                    break
                lowest[node] = min(lowest[node], lowest[other])
            else:
                trail.pop()
                if trail:
                    above = trail[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
                if lowest[node] == number:
                    group = _popped(waiting, node)
                    lowest.update(dict.fromkeys(group, finished))
                    yield group


def _popped(stack: list[str], last: str) -> list[str]:
    """Everything from the top of a stack down to `last`, taken off."""
    group = [stack.pop()]
    while group[-1] != last:
        group.append(stack.pop())
    return group


def _longest_paths(count: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """For each node of an acyclic graph, the length of the longest way down."""
    needs: dict[int, set[int]] = {node: set() for node in range(count)}
    for importer, imported in pairs:
        if importer != imported:
            needs[importer].add(imported)
    levels = [0] * count
    for node in TopologicalSorter(needs).static_order():
        levels[node] = max((levels[imported] + 1 for imported in needs[node]), default=0)
    return levels
