"""Which file imports which, and what follows from it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import msgspec

from repo_scan.outline import ImportKind

Node = TypeVar("Node", str, int)
Levels = tuple[tuple[tuple[str, ...], ...], ...]  # groups of files that import each other, by level


class Edge(msgspec.Struct, frozen=True, order=True, array_like=True, gc=False):
    """One import that binds two files of the repository."""

    importer: str
    imported: str
    line: int
    kind: ImportKind


@dataclass(frozen=True)
class Graph:
    """The import graph. Cycles are those of runtime edges alone."""

    edges: tuple[Edge, ...]  # sorted
    cycles: tuple[tuple[str, ...], ...]  # each sorted, two files or more; sorted

    @classmethod
    def of(cls, edges: Iterable[Edge]) -> "Graph":
        """The graph of these edges."""
        ordered = tuple(sorted(set(edges)))
        return cls(ordered, _cycles(ordered))

    @cached_property
    def _imports(self) -> Mapping[str, tuple[str, ...]]:
        return _neighbours((edge.importer, edge.imported) for edge in self.edges)

    @cached_property
    def _importers(self) -> Mapping[str, tuple[str, ...]]:
        return _neighbours((edge.imported, edge.importer) for edge in self.edges)

    @cached_property
    def _edges_from(self) -> Mapping[str, tuple[Edge, ...]]:
        found: dict[str, list[Edge]] = {}
        for edge in self.edges:
            found.setdefault(edge.importer, []).append(edge)
        return {importer: tuple(edges) for importer, edges in found.items()}

    def edges_from(self, path: str) -> tuple[Edge, ...]:
        """The imports of `path`, sorted."""
        return self._edges_from.get(path, ())

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

    def dependency_levels(self, paths: Iterable[str]) -> Levels:
        """Groups of these files by level, imported before importer; files of a runtime cycle form one group.

        Type-only and dynamic imports order groups too, as far as they do not contradict the runtime ones.
        """
        known = set(paths)
        edges = [edge for edge in self.edges if edge.importer in known and edge.imported in known]
        cycles = self.cycles if len(edges) == len(self.edges) else _cycles(edges)
        groups = sorted([*cycles, *((path,) for path in known.difference(*cycles))])
        place = {path: number for number, group in enumerate(groups) for path in group}
        runtime = {(place[one], place[other]) for one, other in _runtime(edges) if place[one] != place[other]}
        every = runtime | {(place[edge.importer], place[edge.imported]) for edge in edges if edge.kind != "runtime"}
        knots = _components(_nexts(range(len(groups)), every))
        knot = {place: number for number, group in enumerate(knots) for place in group}
        levels = _longest_paths(len(groups), runtime | {pair for pair in every if knot[pair[0]] != knot[pair[1]]})
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


def _cycles(edges: Iterable[Edge]) -> tuple[tuple[str, ...], ...]:
    """Files that lead to each other by runtime edges, each group sorted, sorted."""
    groups = _components(_nexts((), _runtime(edges)))
    return tuple(sorted(tuple(sorted(group)) for group in groups if len(group) > 1))


def _nexts(nodes: Iterable[Node], pairs: Iterable[tuple[Node, Node]]) -> dict[Node, list[Node]]:
    nexts: dict[Node, list[Node]] = {node: [] for node in nodes}
    for one, other in pairs:
        nexts.setdefault(one, []).append(other)
        nexts.setdefault(other, [])
    return nexts


def _components(nexts: Mapping[Node, Sequence[Node]]) -> Iterator[list[Node]]:
    """Tarjan's algorithm with its recursion written out, so that no chain of imports is too long."""
    lowest: dict[Node, int] = {}  # the earliest discovered node of its component that a node leads to, as far as known
    finished = len(nexts)  # as `lowest` of what belongs to a component already
    waiting: list[Node] = []  # discovered, in order, and in no component yet
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


def _popped(stack: list[Node], last: Node) -> list[Node]:
    """Everything from the top of a stack down to `last`, taken off."""
    group = [stack.pop()]
    while group[-1] != last:
        group.append(stack.pop())
    return group


def _longest_paths(count: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """For each node of an acyclic graph, the length of the longest way down."""
    importers: list[list[int]] = [[] for _ in range(count)]
    missing = [0] * count  # of what a node imports, how many have no level yet
    for importer, imported in pairs:
        importers[imported].append(importer)
        missing[importer] += 1
    levels = [0] * count
    ready = [node for node in range(count) if not missing[node]]
    for node in ready:  # which grows
        for importer in importers[node]:
            levels[importer] = max(levels[importer], levels[node] + 1)
            missing[importer] -= 1
            if not missing[importer]:
                ready.append(importer)
    return levels
