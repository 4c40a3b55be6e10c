"""Harms inside of Python functions: branches, loops, handlers, raises, returns and assertions."""

import ast
from collections.abc import Iterator

from rewriting.change import Change, Edit, change
from rewriting.python_source import Source, inside, is_idle


def block_harms(source: Source) -> Iterator[Change]:
    """Every harm that can be done to the statements of a module's functions."""
    for node in source.nodes:
        if not source.is_nested(node) or not isinstance(node, ast.stmt | ast.excepthandler) or source.for_types(node):
            continue
        if isinstance(node, ast.If):
            yield from _of_if(source, node)
        elif isinstance(node, ast.For | ast.AsyncFor | ast.While):
            yield from _of_loop(source, node)
        elif isinstance(node, ast.Try):
            yield from _of_try(source, node)
        elif isinstance(node, ast.Raise):
            yield from _removed("raise removed", source, node)
        elif isinstance(node, ast.Return):
            yield from _of_return(source, node)
        elif _is_assertion(node) and source.in_test(node):
            yield from _of_assertion(source, node)


def _removed(kind: str, source: Source, node: ast.AST) -> Iterator[Change]:
    if removed := source.removal(node):
        yield change(kind, node.lineno, removed)


def _emptied(kind: str, source: Source, block: list[ast.stmt]) -> Iterator[Change]:
    if not is_idle(block) and (emptied := source.emptying(block)):
        yield change(kind, block[0].lineno, emptied)


def _is_elif(source: Source, node: ast.AST) -> bool:
    parent = source.parents[node]
    return isinstance(parent, ast.If) and parent.orelse == [node] and source.text.startswith("elif", source.start(node))


def _of_if(source: Source, node: ast.If) -> Iterator[Change]:
    is_elif = _is_elif(source, node)
    yield from _emptied(f"body of {'elif' if is_elif else 'if'} emptied", source, node.body)
    if not node.orelse and not is_elif and not is_idle(node.body):
        yield from _removed("if removed", source, node)
    if not is_idle(node.body) and is_elif and source.is_alone(node):
        end = source.span(node)[1] if not node.orelse else _keyword(source, node)
        start = source.starts[node.lineno - 1]
        if end > start and not _is_inner(source, node):
            yield change("elif removed", node.lineno, Edit(start, end))
    if node.orelse and not (isinstance(node.orelse[0], ast.If) and _is_elif(source, node.orelse[0])):
        yield from _emptied("body of else emptied", source, node.orelse)
        if not is_idle(node.orelse) and source.is_alone(node.orelse[-1]):
            yield change("else removed", node.orelse[0].lineno, Edit(_keyword(source, node), source.span(node)[1]))


def _is_inner(source: Source, node: ast.If) -> bool:
    """An `elif` on whose line something else stands."""
    return bool(source.text[source.starts[node.lineno - 1] : source.start(node)].strip())


def _keyword(source: Source, node: ast.If) -> int:
    """Where the line of the `else` or `elif` begins that follows a body."""
    line = node.body[-1].end_lineno + 1
    while not source.lines[line - 1].lstrip().startswith(("else", "elif")):
        line += 1
    return source.starts[line - 1]


def _of_loop(source: Source, node: ast.For | ast.AsyncFor | ast.While) -> Iterator[Change]:
    yield from _emptied("body of a loop emptied", source, node.body)
    if not is_idle(node.body):
        yield from _removed("loop removed", source, node)


def _of_try(source: Source, node: ast.Try) -> Iterator[Change]:
    for handler in node.handlers:
        if _raises_again(handler):
            continue
        yield from _emptied("body of except emptied", source, handler.body)
        if len(node.handlers) > 1 and source.is_alone(handler):
            yield change("except removed", handler.lineno, Edit(*source.span(handler)))
    if node.finalbody and node.handlers:
        line = (node.orelse or node.handlers)[-1].end_lineno + 1
        while not source.lines[line - 1].lstrip().startswith("finally"):
            line += 1
        yield change("finally removed", line, Edit(source.starts[line - 1], source.span(node)[1]))


def _raises_again(handler: ast.ExceptHandler) -> bool:
    return len(handler.body) == 1 and isinstance(handler.body[0], ast.Raise) and handler.body[0].exc is None


def _of_return(source: Source, node: ast.Return) -> Iterator[Change]:
    if node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None):
        return
    yield change("value of return removed", node.lineno, Edit(source.start(node) + len("return"), source.end(node)))
    function = source.function_of(node)
    if function is not None and sum(isinstance(each, ast.Return) for each in inside(function)) > 0:
        yield from _removed("return removed", source, node)


def _is_assertion(node: ast.AST) -> bool:
    if isinstance(node, ast.Assert):
        return True
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr.startswith("assert")


def _of_assertion(source: Source, node: ast.AST) -> Iterator[Change]:
    yield from _removed("assertion removed", source, node)
    yield change("assertion emptied", node.lineno, Edit(source.start(node), source.end(node), "assert True"))
