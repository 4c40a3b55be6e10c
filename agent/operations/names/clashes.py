"""Whether a namespace can have another name for something, or a new one, without anything else changing its meaning."""

from collections.abc import Collection, Set

from agent.operations.errors import Refusal
from agent.operations.names.binding import Source, is_looked_up
from agent.operations.names.scoping import Scope, Word
from agent.operations.names.world import Thing, World


def clash(source: Source, scope: Scope, old: str, new: str) -> str:
    """Why a namespace cannot have the new name for the old one, in words; "" if it can."""
    where = f"`{scope.name}` of {source.path}" if scope.name else source.path
    if new in scope.bindings:
        return f"{where} has a `{new}` already"
    for word in source.words.get(new, ()):
        if is_looked_up(word) and scope in word.scope.chain() and _is_passed(word, scope):
            return f"{source.path}:{source.line(word)} uses another `{new}`, which would be hidden"
    for word in source.words.get(old, ()):
        owner = word.scope.owner(new) if is_looked_up(word) else None
        if owner is not None and owner is not scope and scope in owner.chain():
            mine = word.scope.owner(old)
            if mine is scope or (mine is None and scope.kind == "module"):
                return f"{source.path}:{source.line(word)} would mean the local `{new}`"
    return ""


def check_arrivals(
    world: World, there: Source, home: str, names: Collection[str], imports: Set[str], built_in: Set[str]
) -> None:
    """Raises Refusal where a module cannot take in names of another, with imports that they need.

    `built_in` are names that mean Python's own to what comes.
    """
    for name in names:
        bindings = there.scope.bindings.get(name, ())
        if bindings and world.lookup(there.path, name) != Thing(home, name):
            raise Refusal(f"{there.path} has a `{name}` already")
    for name in {*names, *imports} - set(there.scope.bindings):
        for word in there.words.get(name, ()):
            if is_looked_up(word) and word.scope.owner(name) is None:
                raise Refusal(f"{there.path}:{there.line(word)} uses another `{name}`")
    for name in built_in & set(there.scope.bindings):
        raise Refusal(f"{there.path} means something else by `{name}`")


def _is_passed(word: Word, scope: Scope) -> bool:
    """Whether a name is looked up by way of a namespace and found beyond it, or nowhere."""
    if scope.kind == "class" and word.scope.around is not scope:
        return False
    owner = word.scope.owner(word.name)
    if owner is scope:
        return False
    for one in word.scope.chain():
        if one is scope:
            return True
        if one is owner:
            return False
    return False
