"""Harmless rewrites that change words alone: docstrings, comments, annotations, order of imports, f-strings."""

import ast
import re
from collections.abc import Iterator

from rewriting.change import Change, Edit, change
from rewriting.python_source import Function, Source, has_docstring, inside, own_body

_PLAIN_VALUE = re.compile(r"[A-Za-z_][\w.]*(?:\[\w+\])?(?:\(\))?")


def word_rewrites(source: Source) -> Iterator[Change]:
    """All of them in a module."""
    for node in source.nodes:
        if isinstance(node, Function | ast.ClassDef):
            yield from _docstring(source, node)
        if isinstance(node, Function):
            yield from _comment(source, node)
            yield from _returns_nothing(source, node)
        if isinstance(node, ast.Call):
            yield from _format_string(source, node)
    yield from _sorted_imports(source)
    yield from _sorted_names(source)


def _docstring(source: Source, node: Function | ast.ClassDef) -> Iterator[Change]:
    first = node.body[0]
    if not has_docstring(node) and source.is_alone(first) and first.lineno > node.lineno:
        start = source.span(first)[0]
        name = node.name.strip("_").replace("_", " ")
        yield change("docstring added", node.lineno, Edit(start, start, f'{source.indent(first)}"""About {name}."""\n'))


def _comment(source: Source, node: Function) -> Iterator[Change]:
    body = own_body(node)
    if len(body) > 1 and source.is_alone(body[1]):
        start = source.span(body[1])[0]
        yield change(
            "comment added", body[1].lineno, Edit(start, start, f"{source.indent(body[1])}# then what follows\n")
        )


def _returns_nothing(source: Source, node: Function) -> Iterator[Change]:
    gives = any(isinstance(each, ast.Yield | ast.YieldFrom | ast.Return) for each in inside(node))
    head = source.text[source.start(node) : source.start(node.body[0])]
    colon = re.search(r"\)(\s*):\s*(?:#[^\n]*)?\n\s*\Z", head)
    if node.returns is None and not gives and colon and not source.in_test(node):
        end = source.start(node) + colon.start() + 1
        yield change("annotation added", node.lineno, Edit(end, end, " -> None"))


def _format_string(source: Source, node: ast.Call) -> Iterator[Change]:
    """ "{} of {}".format(a, b), without specifications, becomes an f-string."""
    function = node.func
    if not (isinstance(function, ast.Attribute) and function.attr == "format" and not node.keywords):
        return
    text = function.value
    if not (isinstance(text, ast.Constant) and isinstance(text.value, str)) or "\n" in source.code(node):
        return
    written, values = source.code(text), [source.code(value) for value in node.args]
    plain = re.fullmatch(r"(['\"])[^\\'\"]*\1", written) and written.count("{}") == len(values) == written.count("{")
    if values and plain and written.count("}") == len(values) and all(map(_PLAIN_VALUE.fullmatch, values)):
        parts = written.split("{}")
        filled = "".join(part + (f"{{{values[at]}}}" if at < len(values) else "") for at, part in enumerate(parts))
        yield change("f-string", node.lineno, Edit(source.start(node), source.end(node), f"f{filled}"))


def _sorted_imports(source: Source) -> Iterator[Change]:
    """A block of imports at the top, of the same kind and without comments, in the order of the alphabet."""
    block: list[ast.AST] = []
    for node in (*source.tree.body, source.tree.body[0]) if source.tree.body else ():
        starts_new = bool(block) and source.first_line(node) != block[-1].end_lineno + 1
        if not _is_plain_import(source, node) or starts_new or (block and type(node) is not type(block[0])):
            yield from _in_order(source, block)
            block = []
        if _is_plain_import(source, node):
            block.append(node)


def _is_plain_import(source: Source, node: ast.AST) -> bool:
    future = isinstance(node, ast.ImportFrom) and (node.module == "__future__" or node.names[0].name == "*")
    return isinstance(node, ast.Import | ast.ImportFrom) and not future and source.is_alone(node)


def _in_order(source: Source, block: list[ast.AST]) -> Iterator[Change]:
    texts = [source.text[slice(*source.span(node))] for node in block]
    wanted = sorted(texts, key=lambda text: text.lower().split())
    if len(texts) > 1 and texts == wanted:
        wanted = wanted[::-1]
    if texts != wanted and all(text.endswith("\n") for text in texts):
        yield change(
            "imports in another order",
            block[0].lineno,
            *(Edit(*source.span(node), text) for node, text in zip(block, wanted, strict=True)),
        )


def _sorted_names(source: Source) -> Iterator[Change]:
    for node in source.tree.body:
        if isinstance(node, ast.ImportFrom) and len(node.names) > 1 and "#" not in source.code(node):
            names = [source.code(alias) for alias in node.names]
            wanted = sorted(names, reverse=names == sorted(names))
            edits = [
                Edit(source.start(alias), source.end(alias), name)
                for alias, name in zip(node.names, wanted, strict=True)
            ]
            yield change("names of an import in another order", node.lineno, *edits)
