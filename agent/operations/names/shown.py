"""Where code shows classes by their names, or chooses by them: nobody can tell which of these a new name changes."""

import ast
from collections.abc import Iterator

from agent.operations.names.binding import Source
from agent.operations.names.classes import Classes
from agent.operations.names.world import Thing, World

_NAMES = ("__name__", "__qualname__")


def shown_at(world: World, cls: Thing) -> Iterator[tuple[Source, int, str]]:
    """Source, line and text of each `type(x).__name__` and the like in the files of a class and its bases."""
    classes = Classes(world)
    if classes.scope(cls) is None:
        return
    for source in filter(None, map(world.source, sorted({one.path for one in classes.above(cls)}))):
        for word in (word for name in _NAMES for word in source.words.get(name, ())):
            if isinstance(word.node, ast.Attribute) and _is_of_a_type(word.node.value):
                yield source, source.line(word), ast.unparse(word.node)


def _is_of_a_type(node: ast.expr) -> bool:
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "type"
    return called or (isinstance(node, ast.Attribute) and node.attr == "__class__")
