"""Whether a module can have one more name."""

import builtins

from agent.operations.errors import Refusal
from agent.operations.names.binding import Source, is_looked_up
from agent.operations.names.world import World
from repo_scan.paths import folder_of


def check_fresh(world: World, source: Source, name: str) -> None:
    """Raises Refusal where the name is taken, here or where this module's names go."""
    if name in dir(builtins):
        raise Refusal(f"`{name}` is built in")
    for word in source.words.get(name, ()):
        if is_looked_up(word):
            raise Refusal(f"{source.path}:{source.line(word)} has a `{name}` already")
    if source.path.endswith("/__init__.py") and world.repo.map.find(source.path, f".{name}") is not None:
        raise Refusal(f"`{name}` is a module of {folder_of(source.path)}")
    for one in world.repo.importers(source.path):
        other = world.source(one.importer)
        if one.item.name == "*" and (other is None or name in other.words):
            raise Refusal(f"{one.importer} takes every name of {source.path}, and has a `{name}` already")
