"""A range of lines as whole statements of one block, with what stands around it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from agent.operations.errors import Refusal
from agent.operations.names.binding import Source
from agent.operations.names.scoping import Scope

LOOPS = (ast.For, ast.AsyncFor, ast.While)
_Path = tuple[tuple[ast.AST, str], ...]  # nodes from the outermost inward, each with its field that leads on


@dataclass(frozen=True, slots=True)
class Stretch:
    """Statements one after the other."""

    statements: tuple[ast.stmt, ...]
    path: _Path
    scope: Scope  # the function's, or the module's
    first: int  # the lines asked for
    last: int

    @property
    def around(self) -> list[tuple[ast.AST, str]]:
        """Statements of the same function around these, from the outermost inward, with the field they stand in."""
        inner = next(at for at in range(len(self.path) - 1, -1, -1) if self.path[at][0] is self.scope.node)
        return list(self.path[inner + 1 :])

    @property
    def outermost(self) -> ast.stmt:
        """The statement of the module that holds these, or the first of these."""
        return next((one for one, _ in self.path[1:2] if isinstance(one, ast.stmt)), self.statements[0])

    @property
    def loop(self) -> ast.AST | None:
        """The outermost loop of the function that turns around these."""
        return next((one for one, field in self.around if isinstance(one, LOOPS) and field == "body"), None)


def stretch_of(source: Source, first: int, last: int) -> Stretch:
    """The statements of these lines. Raises Refusal."""
    for path, block in _blocks(source.tree, ()):
        inside = [one for one in block if first <= first_line(one) and (one.end_lineno or 0) <= last]
        if inside and _covers(source, inside, first, last):
            _check_edges(source, inside)
            return Stretch(tuple(inside), path, _scope(source, path), first, last)
    raise Refusal(f"lines {first} to {last} of {source.path} are not whole statements of one block")


def first_line(node: ast.stmt) -> int:
    """Where a statement begins, decorators included."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])


def _blocks(node: ast.AST, path: _Path) -> Iterator[tuple[_Path, list[ast.stmt]]]:
    for field, value in ast.iter_fields(node):
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
            yield (*path, (node, field)), value
        for one in value if isinstance(value, list) else ():
            if isinstance(one, ast.stmt | ast.ExceptHandler | ast.match_case):
                yield from _blocks(one, (*path, (node, field)))


def _covers(source: Source, inside: list[ast.stmt], first: int, last: int) -> bool:
    """Whether nothing but blank lines and comments stands between and around the statements."""
    lines = source.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    covered = {line for one in inside for line in range(first_line(one), (one.end_lineno or 0) + 1)}
    rest = (lines[line - 1].strip() for line in range(first, min(last, len(lines)) + 1) if line not in covered)
    return last <= len(lines) and all(not line or line.startswith("#") for line in rest)


def _check_edges(source: Source, inside: list[ast.stmt]) -> None:
    text, at = source.text, source.positions
    start, end = at.at(first_line(inside[0]), 0), at.end(inside[-1])
    before = text[start : at.start(inside[0])] if first_line(inside[0]) == inside[0].lineno else ""
    stop = min((place for mark in "\r\n" if (place := text.find(mark, end)) >= 0), default=len(text))
    behind = text[end:stop].strip()
    if before.strip() or (behind and not behind.startswith("#")):
        raise Refusal(f"{source.path}:{inside[0].lineno} shares a line with other code")
    if text.startswith("elif", at.start(inside[0])):
        raise Refusal(f"{source.path}:{inside[0].lineno} is a part of an `if` statement")


def _scope(source: Source, path: _Path) -> Scope:
    holders = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)
    node = next(one for one, _ in reversed(path) if isinstance(one, holders))
    if isinstance(node, ast.ClassDef):
        raise Refusal(f"these lines are the body of the class `{node.name}`, not of a function")
    return source.scopes[node]
