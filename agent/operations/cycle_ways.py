"""What one module takes from another at run time, and the moves of definitions after which it would not."""

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.operations.errors import Refusal
from agent.operations.names.annotated import Annotations
from agent.operations.names.binding import Source, is_looked_up
from agent.operations.names.needs import is_inside, needs_of
from agent.operations.names.scoping import Word
from agent.operations.names.segments import segments_of
from agent.operations.names.world import Thing, World
from agent.operations.repository import Imported, Repository


@dataclass(frozen=True, slots=True, order=True)
class Way:
    """A move that may break a circle."""

    lines: int
    is_aside: bool  # to a module that is in no circle
    home: str
    names: tuple[str, ...]
    target: str


def ways(repo: Repository, cycle: Sequence[str], to: str) -> Iterator[Way]:
    """Moves to try: what one file takes from another, or what takes it; with all that it needs of its own file.

    They go to one of the two, to a module below both, or to the one that is given.
    """
    world = World(repo)
    for path in cycle:
        for target in dict.fromkeys(one.target for one in repo.imports(path) if one.target in cycle):
            source, other = world.source(path), world.source(str(target))
            if target == path or source is None or other is None:
                continue
            taken = _taken(world, source, other)
            if taken is None:
                continue
            below = _below(repo, (path, other.path), cycle)
            yield from _moves(other, sorted(taken), [to] if to else [path, *below])
            places = [place for found in taken.values() for place in found]
            yield from _moves(source, _users(source, places), [to] if to else [other.path])


def _taken(world: World, source: Source, other: Source) -> Mapping[str, list[int]] | None:
    """Names of another file that a file uses at run time, and where; None where that cannot be told."""
    annotations, found = Annotations(source), dict[str, list[int]]()
    for one in world.repo.imports(source.path):
        if one.target != other.path or one.item.kind == "type-only":
            continue
        if one.item.name == "*":
            return None
        words = _words(source, one)
        if one.whole:
            gotten = {name: list(_gotten(world, source, other, name)) for name in other.scope.bindings}
            bases = {id(node.value) for nodes in gotten.values() for _, node in nodes}
            if any(id(word.node) not in bases and not _is_package(word, one) for word in words):
                return None
            uses = {name: [word for word, _ in nodes] for name, nodes in gotten.items()}
        else:
            uses = {str(one.item.name): words}
        for name, called in uses.items():
            if called and not annotations.hold(called):
                found.setdefault(name, []).extend(word.start for word in called)
    return found


def _words(source: Source, one: Imported) -> list[Word]:
    """The uses of what an import binds."""

    def is_its(word: Word) -> bool:
        owner = word.scope.owner(word.name)
        bindings = owner.bindings.get(word.name, ()) if owner is not None else ()
        return any(getattr(each.statement, "lineno", 0) == one.item.line for each in bindings)

    return [
        word
        for word in source.words.get(one.item.binds, ())
        if is_looked_up(word) and word.kind != "import" and is_its(word)
    ]


def _gotten(world: World, source: Source, other: Source, name: str) -> Iterator[tuple[Word, ast.Attribute]]:
    for word in source.words.get(name, ()):
        node = word.node
        if word.kind != "attribute" or not isinstance(node, ast.Attribute):
            continue
        if world.resolve(source, node.value, word.scope) == Thing(other.path, ""):
            yield word, node


def _is_package(word: Word, one: Imported) -> bool:
    """Whether a word is the first of a dotted module, `shop` of `shop.cart`, which may stand for other modules, too."""
    return one.item.name is None and one.item.alias is None and "." in one.item.module and word.kind == "load"


def _below(repo: Repository, paths: Sequence[str], cycle: Sequence[str]) -> list[str]:
    """Files beside the circle that one of two imports: what both need may go there."""
    found = {one.target for path in paths for one in repo.imports(path)} - {None, *cycle}
    return sorted(str(path) for path in found if not str(path).endswith("__init__.py"))


def _moves(home: Source, names: Sequence[str], targets: Sequence[str]) -> Iterator[Way]:
    try:
        whole = _with_needs(home, names)
        lines = sum(home.text.count("\n", one.start, one.end) for name in whole for one in segments_of(home, name))
    except Refusal:
        return
    if whole:
        yield from (Way(lines, at > 0, home.path, whole, target) for at, target in enumerate(targets))


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


def _users(source: Source, places: Collection[int]) -> tuple[str, ...]:
    """The definitions of a file in which all these places stand; none if some stand elsewhere."""
    left = list(places)
    found: list[str] = []
    for name, bindings in source.scope.bindings.items():
        if any(one.kind == "import" for one in bindings):
            continue
        try:
            segments = segments_of(source, name)
        except Refusal:
            continue
        inside = [place for place in left if is_inside(place, segments)]
        found += [name] if inside else []
        left = [place for place in left if place not in inside]
    return tuple(found) if not left else ()
