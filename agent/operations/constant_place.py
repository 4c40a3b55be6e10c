"""Where a module keeps its constants, and how a new one is written there."""

import ast

from agent.operations.names.binding import Source
from agent.operations.names.exchange import Edit
from agent.operations.shapes import docstring_node

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def constant_edit(source: Source, name: str, value: ast.expr) -> Edit:
    """The line of a constant behind the imports at the top of the file, before anything can run that needs it."""
    newline = "\r\n" if "\r\n" in source.text else "\n"
    written = f"{name} = {_written(source, value)}{newline}"
    body = source.tree.body
    head = 1 if docstring_node(body) is not None else 0
    while head < len(body) and _is_import(body[head]):
        head += 1
    after = body[head]
    below = _margin_lines(source, after)
    if _is_constant(after) and below == source.positions.start(after):
        return Edit(below, below, written)
    if head == 0:
        gap = newline * (2 if isinstance(after, _DEFINITIONS) else 1)
        return Edit(below, below, f"{written}{gap}")
    place = _line_end(source.text, source.positions.end(body[head - 1]))
    return Edit(place, place, f"{newline}{written}{'' if _is_blank(source.text, place) else newline}")


def _written(source: Source, value: ast.expr) -> str:
    """The value as it stands in the file, in brackets where it needs them."""
    text = source.text[source.positions.start(value) : source.positions.end(value)]
    bare = isinstance(value, ast.Tuple) and not text.startswith("(")
    broken = "\n" in text and not isinstance(value, ast.Tuple) and not text.lstrip("rRbBuU").startswith(('"""', "'''"))
    return f"({text})" if bare or broken else text


def _is_import(node: ast.stmt) -> bool:
    """Whether a statement belongs to the imports: a plain one, or one that is tried or made under a condition."""
    if not isinstance(node, ast.If | ast.Try):
        return isinstance(node, ast.Import | ast.ImportFrom)
    parts = list(ast.walk(node))
    has = any(isinstance(one, ast.Import | ast.ImportFrom) for one in parts)
    return has and not any(isinstance(one, (*_DEFINITIONS, ast.Lambda)) for one in parts)


def _is_constant(node: ast.stmt) -> bool:
    target = (
        node.targets[0] if isinstance(node, ast.Assign) else node.target if isinstance(node, ast.AnnAssign) else None
    )
    return isinstance(target, ast.Name) and target.id.isupper()


def _margin_lines(source: Source, node: ast.stmt) -> int:
    """Where a statement begins with the comments that belong to it; below those that begin the file."""
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
    lines = source.text[: source.positions.at(first, 0)].splitlines(keepends=True)
    kept = len(lines)
    while kept and lines[kept - 1].startswith("#"):
        kept -= 1
    return sum(map(len, lines[: kept or len(lines)]))


def _line_end(text: str, place: int) -> int:
    end = text.find("\n", place)
    return end + 1 if end >= 0 else len(text)


def _is_blank(text: str, place: int) -> bool:
    line = text[place : _line_end(text, place)]
    return not line.strip()
