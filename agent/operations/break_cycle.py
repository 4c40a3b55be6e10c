"""The operation break-cycle: what modules that import each other need of one another moves to where no circle is."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from agent.operations import move
from agent.operations.change import Change, LeftAlone, Request
from agent.operations.cycle_ways import Way, ways
from agent.operations.errors import Refusal
from agent.operations.repository import Repository
from agent.operations.sequence import after, new_cycle, together
from agent.operations.symbols import file_of, is_module
from agent.operations.type_only import for_type_checkers
from repo_scan import Edge, Graph

EXAMPLE = '{"op": "break-cycle", "modules": ["shop/cart.py", "shop/prices.py"], "to": "shop/base.py"}'
MEANING = (
    "moves the fewest definitions by which modules no longer import each other in a circle: to the module that needs "
    "them, to the one that they need, to one below both, or to the new one named in `to`"
)
_TRIES = 40  # moves that are worked out, the smallest first

Cycles = tuple[tuple[str, ...], ...]


def check(request: Request) -> tuple[str, ...]:
    """What is wrong with the options."""
    modules, problems = request.get("modules"), []
    if not isinstance(modules, list | tuple) or not modules or not all(map(is_module, modules)):
        problems.append('break-cycle: `modules` must be a list of modules, for example ["shop/cart.py"].')
    to = request.get("to", "")
    if to and (not is_module(to) or str(to).endswith("/")):
        problems.append('break-cycle: `to` must be a module, for example "shop/base.py".')
    return tuple(problems)


def break_cycle(request: Request, repo: Repository, tries: int = _TRIES) -> Change:
    """Move what closes the circles that these modules are in, until there are none. Raises Refusal.

    Then what is imported inside of functions of the same modules, where that can be had, too: such an import is hidden
    there for the sake of a circle, as a rule. What of it cannot is listed.
    """
    modules, to = request["modules"], str(request.get("to", ""))
    assert isinstance(modules, list | tuple)
    paths = {file_of(repo, str(one)) for one in modules}
    tied = {path for cycle in _circles(repo.scan.graph) if not paths.isdisjoint(cycle) for path in cycle}
    now, changes = repo, list[Change]()
    while cycle := _of(now.scan.graph.cycles, paths):
        change, now = _smaller(now, cycle, to, lambda graph: graph.cycles, tries)
        changes.append(change)
    while changes and (cycle := _of(_circles(now.scan.graph), tied)):
        try:
            change, now = _smaller(now, cycle, to, _circles, tries)
        except Refusal:
            break
        changes.append(change)
    whole = together(repo, now, changes)
    return replace(whole, left=(*whole.left, *_hidden(now, tied))) if changes else whole


def _of(cycles: Cycles, paths: set[str]) -> tuple[str, ...]:
    """A circle in which one of the files is; () if there is none."""
    return next((one for one in cycles if not paths.isdisjoint(one)), ())


def _circles(graph: Graph) -> Cycles:
    """Circles with what is imported inside of functions, too."""
    edges = (Edge(one.importer, one.imported, one.line, "runtime") for one in graph.edges if one.kind != "type-only")
    return Graph.of(edges).cycles


def _hidden(repo: Repository, paths: set[str]) -> tuple[LeftAlone, ...]:
    """Imports inside of functions by which files lead to each other still."""
    cycle = _of(_circles(repo.scan.graph), paths)
    return tuple(
        LeftAlone(edge.importer, edge.line, f"it imports {edge.imported} inside of a function, which leads back to it")
        for edge in repo.scan.graph.edges
        if edge.kind == "dynamic" and edge.importer in cycle and edge.imported in cycle
    )


def _smaller(
    repo: Repository, cycle: Sequence[str], to: str, cycles_of: Callable[[Graph], Cycles], tries: int
) -> tuple[Change, Repository]:
    """The smallest move after which fewer files lead to each other, and the repository after it. Raises Refusal."""
    refused: list[str] = []
    size = _size(cycles_of(repo.scan.graph))
    for way in [None, *sorted(set(ways(repo, cycle, to)))[:tries]]:
        try:
            change, then = _taken(repo, cycle, way)
        except Refusal as error:
            refused.append(str(error))
            continue
        if _size(cycles_of(then.scan.graph)) < size and not new_cycle(repo.scan.graph, then.scan.graph):
            return change, then
    why = f", for example since {refused[0]}" if refused else ""
    raise Refusal(f"no move of definitions breaks the circle of {' and '.join(cycle)}{why}")


def _size(cycles: Cycles) -> int:
    return sum(map(len, cycles))


def _taken(repo: Repository, cycle: Sequence[str], way: Way | None) -> tuple[Change, Repository]:
    """A move, and imports of the circle that are for type checkers alone after it marked as such. Raises Refusal."""
    now, changes = repo, list[Change]()
    if way is not None:
        changes = [move.move({"symbols": [f"{way.home}:{name}" for name in way.names], "to": way.target}, repo)]
        now = after(repo, changes[0])
    for edge in now.scan.graph.edges:
        if edge.kind == "runtime" and edge.importer in cycle and edge.imported in cycle:
            change = for_type_checkers(now, edge.importer, edge.imported)
            if change is not None:
                changes.append(change)
                now = after(now, change)
    return together(repo, now, changes), now
