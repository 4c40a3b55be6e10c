"""Files that need each other to be imported."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from repo_scan.detectors.evidence import line_at
from repo_scan.finding import Finding, Place
from repo_scan.graph import Edge, Graph
from repo_scan.paths import folder_of, is_apart
from repo_scan.scan import Scan

_SHOWN = 6


def import_cycle(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each cycle of runtime imports; every file of it is a place, at its import of another.

    Imports under an `if` or `try` may never happen, so a cycle that needs one is left out; so are cycles among tests,
    examples and vendored code alone.
    """
    certain = Graph.of(_certain_edges(scan))
    return tuple(
        _finding(cycle, _inner(cycle, certain), texts)
        for cycle in certain.cycles
        if not all(is_apart(folder_of(path)) for path in cycle)
    )


def _certain_edges(scan: Scan) -> Iterator[Edge]:
    guarded = {(path, item.line) for path, outline in scan.outlines.items() for item in outline.imports if item.guarded}
    for edge in scan.graph.edges:
        if edge.kind == "runtime" and (edge.importer, edge.line) not in guarded:
            yield edge


def _inner(cycle: Sequence[str], graph: Graph) -> dict[str, list[Edge]]:
    """The edges inside a cycle, by importer."""
    members = set(cycle)
    found: dict[str, list[Edge]] = {path: [] for path in cycle}
    for edge in graph.edges:
        if edge.importer in members and edge.imported in members:
            found[edge.importer].append(edge)
    return found


def _finding(cycle: Sequence[str], edges: Mapping[str, list[Edge]], texts: Mapping[str, str]) -> Finding:
    places = tuple(Place(path, min(edge.line for edge in edges[path])) for path in cycle)
    loop = _shortest_loop(cycle[0], edges)
    way = " → ".join([*loop[:_SHOWN], "…", cycle[0]] if len(loop) > _SHOWN else [*loop, cycle[0]])
    return Finding(
        kind="import-cycle",
        severity="medium",
        path=places[0].path,
        line=places[0].line,
        quote=line_at(texts, places[0].path, places[0].line),
        message=f"{len(cycle)} files import each other; the shortest way round is {way}. "
        "None can be understood, tested or moved alone.",
        places=places,
    )


def _shortest_loop(start: str, edges: Mapping[str, list[Edge]]) -> list[str]:
    """Files from `start` to the one that imports it again, on the shortest way."""
    came_from: dict[str, str] = {}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for edge in edges[here]:
            if edge.imported == start:
                return _way_back(start, here, came_from)
            if edge.imported not in came_from:
                came_from[edge.imported] = here
                waiting.append(edge.imported)
    return [start]


def _way_back(start: str, last: str, came_from: Mapping[str, str]) -> list[str]:
    way = [last]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return way[::-1]
