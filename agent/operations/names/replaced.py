"""Whether others put something else in place of what a module calls by a name, as tests do."""

import ast
import re

from agent.operations.names.world import Thing, World


def replaced_by(world: World, path: str, name: str) -> str:
    """Who sets the name in a module from elsewhere, or may do so by a string: a sentence, "" if nobody."""
    quoted = [f"{mark}{one}.{name}{mark}" for one in world.repo.map.names_of(path) for mark in "\"'"]
    # Only a file in which something of that name seems to be set is worth reading.
    is_set = re.compile(rf"\.\s*{re.escape(name)}\s*(?:[-+*/%@&|^<>]*=(?!=)|[,:)\]])")
    for other, text in sorted(world.repo.texts.items()):
        if not other.endswith(".py"):
            continue
        if found := next((one for one in quoted if one in text), ""):
            return f"{other} names {found} in a string, perhaps to put something else in its place"
        if is_set.search(text) and (found := _set_in(world, other, path, name)):
            return f"{other}:{found}"
    return ""


def _set_in(world: World, other: str, path: str, name: str) -> str:
    source = world.source(other)
    if source is None:
        return ""
    for word in source.words.get(name, ()):
        node = word.node
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Store):
            continue
        if world.resolve(source, node.value, word.scope) == Thing(path, ""):
            return f"{source.line(word)} sets `{ast.unparse(node)}`"
    return ""
