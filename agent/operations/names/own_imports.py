"""Imports in the functions of a module that are of the module itself, as moved code brings them along: they go."""

import ast
from collections.abc import Iterator

from agent.operations.names.binding import Source
from agent.operations.names.world import World, written_module
from agent.operations.scopes import FunctionNode


def without_own_imports(world: World, path: str, text: str) -> str:
    """A text without imports of its own names in functions; the names of the module mean the same there."""
    lines = text.split("\n")
    for first, last in sorted(_needless(world, Source(path, text)), reverse=True):
        del lines[first - 1 : last]
        above, below = lines[first - 2].rstrip(), lines[first - 1 : first]
        if below == [""] and (not above or above.endswith((":", '"""', "'''"))):
            del lines[first - 1]
    return "\n".join(lines)


def _needless(world: World, source: Source) -> Iterator[tuple[int, int]]:
    """First and last lines of the statements."""
    for function, scope in source.scopes.items():
        if not isinstance(function, FunctionNode):
            continue
        for body in _bodies(function):
            own = [one for one in body if isinstance(one, ast.ImportFrom) and _is_own(world, source, one)]
            fits = [one for one in own if all(len(scope.bindings.get(alias.name, ())) == 1 for alias in one.names)]
            if len(fits) < len(body):
                yield from ((one.lineno, one.end_lineno or one.lineno) for one in fits if _is_alone(source, one))


def _bodies(function: ast.AST) -> Iterator[list[ast.stmt]]:
    """The lists of statements of a function, without those of functions and classes inside it."""
    waiting = [function]
    while waiting:
        node = waiting.pop()
        for name in ("body", "orelse", "finalbody", "cases", "handlers"):
            statements = getattr(node, name, None)
            if not isinstance(statements, list):
                continue
            yield [one for one in statements if isinstance(one, ast.stmt)]
            waiting += [one for one in statements if not isinstance(one, FunctionNode | ast.ClassDef)]


def _is_own(world: World, source: Source, statement: ast.ImportFrom) -> bool:
    if world.repo.map.find(source.path, written_module(statement)) != source.path:
        return False
    defined = [source.scope.bindings.get(one.name, ()) for one in statement.names]
    return all(defined) and all(one.asname in (None, one.name) for one in statement.names)


def _is_alone(source: Source, statement: ast.stmt) -> bool:
    """Whether its lines hold nothing else, no comment either."""
    start, end = source.positions.start(statement), source.positions.end(statement)
    before, after = source.text[:start].rpartition("\n")[2], source.text[end:].partition("\n")[0]
    return not before.strip() and not after.strip() and "#" not in source.text[start:end]
