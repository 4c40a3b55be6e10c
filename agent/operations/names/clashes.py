"""Whether a namespace can call something by another name without anything else changing its meaning."""

from agent.operations.names.binding import Source, is_looked_up
from agent.operations.names.scoping import Scope, Word


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
