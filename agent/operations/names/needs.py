"""What a piece of a module uses of the rest of it, so that it can live elsewhere."""

import ast
import builtins
from collections.abc import Collection
from dataclasses import dataclass, field

from agent.operations.errors import Refusal
from agent.operations.names.annotated import Annotations
from agent.operations.names.binding import Source, is_looked_up
from agent.operations.names.segments import Segment
from agent.operations.scopes import is_type_checking

_OWN = frozenset({"__name__", "__file__", "__package__", "__spec__", "__doc__", "globals"})
_OF_MODULES = frozenset({"__file__", "__builtins__", "__class__", "__path__", "__annotations__"})
_BUILT_IN = frozenset(dir(builtins)) | _OF_MODULES


@dataclass(frozen=True, slots=True)
class Imported:
    """An import that the piece uses."""

    name: str  # as it is called
    statement: ast.Import | ast.ImportFrom
    alias: ast.alias
    type_only: bool = False


@dataclass(slots=True)
class Needs:
    """All of it."""

    imports: list[Imported] = field(default_factory=list)
    local: list[str] = field(default_factory=list)  # other definitions of the module
    typed: list[str] = field(default_factory=list)  # likewise, which only annotations that are not evaluated name
    plain: set[str] = field(default_factory=set)  # built-in names


def needs_of(source: Source, segments: Collection[Segment], moved: Collection[str]) -> Needs:
    """What the segments use. Raises Refusal where that cannot be taken along."""
    needs, annotations = Needs(), Annotations(source)
    for name in sorted(source.words):
        inside = [word for word in source.words[name] if is_looked_up(word) and is_inside(word.start, segments)]
        inside = [word for word in inside if word.scope.owner(name) in (source.scope, None)]
        if not inside or name in moved:
            continue
        line = source.line(inside[0])
        if any(word.kind == "global" for word in inside):
            raise Refusal(f"{source.path}:{line} sets `{name}` of the module")
        if name in _OWN and name not in source.scope.bindings:
            raise Refusal(f"{source.path}:{line} reads `{name}`, which is another one elsewhere")
        if name not in source.scope.bindings:
            if "*" in source.scope.bindings and name not in _BUILT_IN:
                raise Refusal(f"{source.path}:{line} uses `{name}`, which may come from a star import")
            needs.plain.add(name)
        elif all(one.kind == "import" for one in source.scope.bindings[name]):
            needs.imports.append(_imported(source, name))
        else:
            _check_constant(source, name)
            (needs.typed if annotations.hold(inside) else needs.local).append(name)
    return needs


def is_inside(place: int, segments: Collection[Segment]) -> bool:
    """Whether a character lies in one of the segments."""
    return any(one.start <= place < one.end for one in segments)


def unbound(source: Source) -> set[str]:
    """Names of a text that nobody binds and Python does not have."""
    return {
        name
        for name, words in source.words.items()
        if name not in _BUILT_IN and any(is_looked_up(word) and word.scope.owner(name) is None for word in words)
    }


def _imported(source: Source, name: str) -> Imported:
    bindings = source.scope.bindings[name]
    statement, alias = bindings[0].statement, bindings[0].node
    assert isinstance(statement, ast.Import | ast.ImportFrom)
    assert isinstance(alias, ast.alias)
    if len(bindings) == 1 and statement in source.tree.body:
        return Imported(name, statement, alias)
    parent = next((one for one in source.tree.body if isinstance(one, ast.If) and statement in one.body), None)
    if len(bindings) == 1 and parent is not None and is_type_checking(parent.test):
        return Imported(name, statement, alias, type_only=True)
    raise Refusal(f"{source.path}:{statement.lineno} imports `{name}` under a condition, or from more than one place")


def _check_constant(source: Source, name: str) -> None:
    """A name that is set again would no longer be seen to change."""
    bindings = source.scope.bindings[name]
    declared = any(word.kind == "global" for word in source.words.get(name, ()))
    again = len(bindings) > 1 and not all(one.kind == "def" for one in bindings)
    if declared or again:
        raise Refusal(f"`{name}` of {source.path} is set more than once, so that it cannot be imported")
