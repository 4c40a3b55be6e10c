"""The operation break-cycle: what modules that import each other need of one another moves to where no circle is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.operations import move
from agent.operations.change import Change, Request
from agent.operations.errors import Refusal
from agent.operations.names.binding import Source, is_looked_up
from agent.operations.names.needs import is_inside, needs_of
from agent.operations.names.segments import segments_of
from agent.operations.names.world import World
from agent.operations.repository import Repository
from agent.operations.sequence import after, new_cycle, together
from agent.operations.symbols import file_of, is_module

EXAMPLE = '{"op": "break-cycle", "modules": ["shop/cart.py", "shop/prices.py"], "to": "shop/base.py"}'
MEANING = (
    "moves the fewest definitions by which modules no longer import each other in a circle: to the module that needs "
    "them, to the one that they need, to one below both, or to the new one named in `to`"
)
_TRIES = 40  # moves that are worked out, the smallest first


@dataclass(frozen=True, slots=True, order=True)
class _Way:
    """A move that may break a circle."""

    lines: int
    home: str
    names: tuple[str, ...]
    target: str


def check(request: Request) -> tuple[str, ...]:
    """What is wrong with the options."""
    modules, problems = request.get("modules"), []
    if not isinstance(modules, list | tuple) or not modules or not all(map(is_module, modules)):
        problems.append('break-cycle: `modules` must be a list of modules, for example ["shop/cart.py"].')
    to = request.get("to", "")
    if to and (not is_module(to) or str(to).endswith("/")):
        problems.append('break-cycle: `to` must be a module, for example "shop/base.py".')
    return tuple(problems)


def break_cycle(request: Request, repo: Repository) -> Change:
    """Move what closes the circles that these modules are in, until there are none. Raises Refusal."""
    modules = request["modules"]
    assert isinstance(modules, list | tuple)
    paths = {file_of(repo, str(one)) for one in modules}
    now, changes = repo, list[Change]()
    while cycle := next((one for one in now.scan.graph.cycles if not paths.isdisjoint(one)), None):
        change, now = _smaller(now, cycle, str(request.get("to", "")))
        changes.append(change)
    return together(repo, now, changes)


def _smaller(repo: Repository, cycle: Sequence[str], to: str) -> tuple[Change, Repository]:
    """The smallest move after which fewer files import each other, and the repository after it. Raises Refusal."""
    refused: list[str] = []
    size = sum(map(len, repo.scan.graph.cycles))
    for way in sorted(set(_ways(repo, cycle, to)))[:_TRIES]:
        try:
            change = move.move({"symbols": [f"{way.home}:{name}" for name in way.names], "to": way.target}, repo)
        except Refusal as error:
            refused.append(str(error))
            continue
        then = after(repo, change)
        if sum(map(len, then.scan.graph.cycles)) < size and not new_cycle(repo.scan.graph, then.scan.graph):
            return change, then
    why = f", for example since {refused[0]}" if refused else ""
    raise Refusal(f"no move of definitions breaks the circle of {' and '.join(cycle)}{why}")


def _ways(repo: Repository, cycle: Sequence[str], to: str) -> Iterator[_Way]:
    """Moves to try: what one file takes from another, or what takes it; with all that it needs of its own file."""
    world = World(repo)
    for path in cycle:
        for target in dict.fromkeys(one.target for one in repo.imports(path) if one.target in cycle):
            source, other = world.source(path), world.source(str(target))
            items = [one for one in repo.imports(path) if one.target == target]
            if target == path or source is None or other is None:
                continue
            if any(one.whole or one.item.name in (None, "*") for one in items):
                continue  # what it uses of that file is not told by its imports
            below = _below(repo, (path, str(target)), cycle)
            yield from _moves(other, [str(one.item.name) for one in items], [to] if to else [path, *below])
            called = {one.item.alias or str(one.item.name) for one in items}
            yield from _moves(source, _users(source, called), [to] if to else [str(target)])


def _below(repo: Repository, paths: Sequence[str], cycle: Sequence[str]) -> list[str]:
    """Files beside the circle that one of two imports: what both need may go there."""
    found = {one.target for path in paths for one in repo.imports(path)} - {None, *cycle}
    return sorted(str(path) for path in found if not str(path).endswith("__init__.py"))


def _moves(home: Source, names: Sequence[str], targets: Sequence[str]) -> Iterator[_Way]:
    try:
        whole = _with_needs(home, names)
        lines = sum(home.text.count("\n", one.start, one.end) for name in whole for one in segments_of(home, name))
    except Refusal:
        return
    if whole:
        yield from (_Way(lines, home.path, whole, target) for target in targets)


def _with_needs(home: Source, names: Sequence[str]) -> tuple[str, ...]:
    """Definitions with all others of their file that they need. Raises Refusal where one is not defined plainly."""
    found = list(dict.fromkeys(names))
    if not all(any(one.kind != "import" for one in home.scope.bindings.get(name, ())) for name in found):
        return ()
    while True:
        segments = [one for name in found for one in segments_of(home, name)]
        more = [name for name in needs_of(home, segments, found).local if name not in found]
        if not more:
            return tuple(found)
        found += more


def _users(source: Source, names: set[str]) -> tuple[str, ...]:
    """The definitions of a file in which all uses of some names stand; none if some stand elsewhere."""
    places = [
        word.start
        for name in names
        for word in source.words.get(name, ())
        if is_looked_up(word) and word.kind != "import" and word.scope.owner(name) is source.scope
    ]
    found: list[str] = []
    for name, bindings in source.scope.bindings.items():
        if any(one.kind == "import" for one in bindings):
            continue
        try:
            segments = segments_of(source, name)
        except Refusal:
            continue
        inside = [place for place in places if is_inside(place, segments)]
        found += [name] if inside else []
        places = [place for place in places if place not in inside]
    return tuple(found) if not places else ()
