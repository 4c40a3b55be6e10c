"""Files that need each other to be imported."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from repo_scan.detectors.evidence import line_at
from repo_scan.finding import Finding, Place
from repo_scan.graph import Edge, Graph
from repo_scan.imports import ImportMap
from repo_scan.outline import Import, Outline
from repo_scan.paths import folder_of, is_apart, is_within, name_of
from repo_scan.scan import Scan

_SHOWN = 6


def import_cycle(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each cycle of runtime imports; every file of it is a place, at its import of another.

    Imports under an `if` or `try` may never happen, so a cycle that needs one is left out; so are cycles among tests,
    examples and vendored code alone. A file that imports the package around it is in no cycle for that: the package is
    always loaded first. It needs the file that the package has the name from.
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
        is_certain = edge.kind == "runtime" and (edge.importer, edge.line) not in guarded
        if is_certain and not _is_around(edge.imported, edge.importer):
            yield edge
    yield from _edges_through_packages(scan)


def _is_around(package: str, path: str) -> bool:
    """Whether a file is the `__init__` of a package that holds a file, at any depth."""
    return name_of(package) == "__init__.py" and is_within(path, folder_of(package))


def _edges_through_packages(scan: Scan) -> Iterator[Edge]:
    """Edges to the files from which the packages around a file have the names that it imports from them."""
    imports = scan.import_map
    for path, outline in scan.outlines.items():
        for item in outline.imports if outline.language == "python" else ():
            if item.kind == "runtime" and not item.guarded and item.name is not None:
                target = imports.resolve(path, item)
                source = _source(path, target, item.name, scan.outlines, imports) if target is not None else None
                if source is not None and source != path:
                    yield Edge(path, source, item.line, "runtime")


def _source(path: str, target: str, name: str, outlines: Mapping[str, Outline], imports: ImportMap) -> str | None:
    """The file that gives a name to the packages around `path`; None where they define it, or do not hold `path`."""
    asked: set[str] = set()
    while _is_around(target, path) and target not in asked and target in outlines:
        asked.add(target)
        given = next((item for item in outlines[target].imports if _gives(item, name)), None)
        found = imports.resolve(target, given) if given is not None else None
        if given is None or found is None:
            return None
        target, name = found, given.name or ""
    return target if asked and target not in asked else None


def _gives(item: Import, name: str) -> bool:
    return item.binds == name and item.kind == "runtime" and not item.guarded and item.name is not None


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
        "Loading any of them loads all, at least one while what it imports is still incomplete.",
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
