"""Mutants of Python that keep every structure: another operator, another value, a statement less."""

import ast
import re
from collections.abc import Iterator

from rewriting.change import Change, Edit, change
from rewriting.python_source import Source

_COMPARED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
_COMPARED |= {"is not": "is", "is": "is not", "not in": "in", "in": "not in"}
_COUNTED = {"+": "-", "-": "+", "*": "+", "//": "/", "%": "*"}


def value_mutants(source: Source) -> Iterator[Change]:
    """Every one, in functions that are no tests."""
    for node in source.nodes:
        if not source.is_nested(node) or source.in_test(node):
            continue
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield from _swapped("comparison", source, node.left, node.comparators[0], _COMPARED)
        elif isinstance(node, ast.BoolOp):
            yield from _swapped("and, or", source, node.values[0], node.values[1], {"and": "or", "or": "and"})
        elif isinstance(node, ast.BinOp):
            yield from _swapped("arithmetic", source, node.left, node.right, _COUNTED)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            word = re.compile(r"not\b\s*").match(source.text, source.start(node))
            yield change("not dropped", node.lineno, Edit(source.start(node), word.end() if word else 0))
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield from _other_constant(source, node)
        elif _is_statement(node) and (removed := source.removal(node)):
            yield change("statement removed", node.lineno, removed)


def _swapped(kind: str, source: Source, left: ast.AST, right: ast.AST, others: dict[str, str]) -> Iterator[Change]:
    between = source.text[source.end(left) : source.start(right)]
    words = sorted(others, key=len, reverse=True)
    pattern = "|".join(rf"\b{word}\b" if word.isalpha() or " " in word else re.escape(word) for word in words)
    found = re.search(pattern, between)
    if found and "#" not in between:
        start = source.end(left) + found.start()
        yield change(kind, left.lineno, Edit(start, start + len(found[0]), others[found[0]]))


def _other_constant(source: Source, node: ast.Constant) -> Iterator[Change]:
    if source.code(node) == repr(node.value):
        new = not node.value if isinstance(node.value, bool) else node.value + 1
        yield change("constant", node.lineno, Edit(source.start(node), source.end(node), repr(new)))


def _is_statement(node: ast.AST) -> bool:
    """Whether a node is a call or an assignment, and no docstring."""
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Expr | ast.Assign | ast.AugAssign) and not docstring
