"""Renaming a variable of one function."""

import ast

from agent.operations.change import Change
from agent.operations.errors import Refusal
from agent.operations.names.binding import Source
from agent.operations.names.clashes import clash
from agent.operations.names.collected import Collected
from agent.operations.names.scoping import Scope, Word
from agent.operations.names.world import World

_LOOKING = ("locals", "vars", "eval", "exec", "dir")


def rename_local(world: World, source: Source, scope: Scope, old: str, new: str) -> Change:
    """The change. Raises Refusal."""
    found = Collected(world, old, new)
    check_local(source, scope, old, new)
    for word in source.owned(scope, old):
        found.word(source, word, _imported_as(source, word, new))
    return found.finish(f"Renamed `{old}` in `{scope.name}` of {source.path} to `{new}`.")


def check_local(source: Source, scope: Scope, old: str, new: str) -> None:
    """Raises Refusal where a function's name cannot become another one."""
    if why := clash(source, scope, old, new):
        raise Refusal(why)
    for word in (word for name in _LOOKING for word in source.words.get(name, ())):
        if word.kind == "load" and scope in word.scope.chain() and word.scope.owner(word.name) is None:
            raise Refusal(
                f"{source.path}:{source.line(word)} calls `{word.name}()`, which knows names by their letters"
            )


def _imported_as(source: Source, word: Word, new: str) -> str:
    """What an import of this name becomes; "" where only the name changes."""
    alias = word.node
    if not isinstance(alias, ast.alias) or alias.asname is not None:
        return ""
    if "." in alias.name:
        raise Refusal(f"{source.path}:{source.line(word)} imports `{alias.name}` under that name")
    return f"{word.name} as {new}"
