"""Private definitions that no text of the repository mentions: they go, as a part of remove-unused."""

from collections.abc import Collection

from agent.operations.change import Change, LeftAlone
from agent.operations.errors import Refusal
from agent.operations.import_rules import file_objection
from agent.operations.names.binding import Source
from agent.operations.names.needs import unbound
from agent.operations.names.segments import cut, pieces_of
from agent.operations.names.world import World
from agent.operations.repository import Repository
from repo_scan import Place
from repo_scan.detectors.dead_symbol import dead_symbol


def without_dead(repo: Repository, wanted: Collection[str] | None) -> Change:
    """Take out what nothing mentions, in the files that are wanted; what only that used may be dead afterwards."""
    by_path: dict[str, list[Place]] = {}
    for finding in dead_symbol(repo.scan, repo.texts):
        if wanted is None or finding.path in wanted:
            by_path.setdefault(finding.path, []).extend(finding.places)
    world, texts, left = World(repo), dict[str, str | None](), list[LeftAlone]()
    for path, places in by_path.items():
        try:
            texts[path] = _without(world, path, [place.symbol for place in places])
        except Refusal as error:
            left += [LeftAlone(path, place.line, f"`{place.symbol}` stays: {error}") for place in places]
    removed = {path: tuple(place.symbol for place in by_path[path]) for path in texts}
    done = tuple(f"Removed {_named(names)} from {path}, which nothing mentions." for path, names in removed.items())
    return Change(texts, done, tuple(left), removed=removed)


def _without(world: World, path: str, names: list[str]) -> str:
    """The text of a file without definitions. Raises Refusal."""
    source = world.source(path)
    if source is None:
        raise Refusal("the file cannot be read")
    if objection := file_objection(world.repo, path):
        raise Refusal(objection)
    text = cut(source.text, pieces_of(source, names))
    if unbound(Source(path, text)) - unbound(source):
        raise Refusal("the file uses it")
    return text


def _named(names: Collection[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
