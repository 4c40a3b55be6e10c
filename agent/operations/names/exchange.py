"""Words exchanged where they stand, and the result looked at again."""

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from agent.operations.errors import CannotRewrite, Unreadable
from agent.operations.names.binding import Source, is_looked_up
from agent.operations.names.nodes import walk


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """What stands between two characters, and what shall."""

    start: int
    end: int
    new: str


def exchanged(text: str, edits: Iterable[Edit]) -> str:
    """The text after the edits. Raises CannotRewrite where two overlap."""
    parts: list[str] = []
    place = 0
    for edit in sorted(set(edits)):
        if edit.start < place:
            raise CannotRewrite("two changes fall on the same place")
        parts += (text[place : edit.start], edit.new)
        place = edit.end
    return "".join((*parts, text[place:]))


def check_exchanged(before: Source, after: str, *, same_shape: bool = True) -> Source:
    """The result as a source. Raises CannotRewrite where more than words was changed."""
    try:
        new = Source(before.path, after)
    except (Unreadable, RecursionError) as error:
        raise CannotRewrite(f"{before.path} would not be valid Python: {error}") from error
    if same_shape and _shape(before.tree) != _shape(new.tree):
        raise CannotRewrite(f"{before.path} would differ in more than names")
    return new


def check_owned(new: Source, name: str, edits: Mapping[int, Edit], owned: Mapping[int, int]) -> None:
    """Raises CannotRewrite unless the name of the module is used where it was put, and nowhere else.

    `owned` are places in the text before, with how far into the edit the name stands; `edits` are all, by their places.
    """
    shift, wanted = 0, set()
    for start in sorted(edits):
        if start in owned:
            wanted.add(start + shift + owned[start])
        shift += len(edits[start].new) - (edits[start].end - start)
    words = (word for word in new.words.get(name, ()) if is_looked_up(word))
    found = {word.start for word in words if word.scope.owner(name) in (new.scope, None)}
    if found != wanted:
        line = new.positions.line_of(min(found ^ wanted))
        raise CannotRewrite(f"`{name}` would mean something else in {new.path}:{line}")


def _shape(tree: ast.AST) -> list[type[ast.AST]]:
    return [type(node) for node in walk(tree)]
