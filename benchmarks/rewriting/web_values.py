"""Mutants of JavaScript and TypeScript that keep every structure: another operator, another value, a statement less."""

from collections.abc import Iterator

from tree_sitter import Node

from rewriting.change import Change, Edit, change
from rewriting.web_source import WebSource, is_nested

_OTHERS = {"===": "!==", "!==": "===", "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_OTHERS |= {"&&": "||", "||": "&&", "+": "-", "-": "+", "*": "+", "/": "*"}
_KINDS = {"&&": "and, or", "||": "and, or", "+": "arithmetic", "-": "arithmetic", "*": "arithmetic", "/": "arithmetic"}


def value_mutants(source: WebSource) -> Iterator[Change]:
    """Every one, in functions that are no tests."""
    for node in source.nodes if not source.is_test else ():
        if not is_nested(node):
            continue
        line = source.line(node)
        sign = node.child_by_field_name("operator")
        if node.type == "binary_expression" and sign is not None and source.code(sign) in _OTHERS:
            word = source.code(sign)
            edit = Edit(sign.start_byte, sign.end_byte, _OTHERS[word])
            yield change(_KINDS.get(word, "comparison"), line, edit)
        elif node.type == "unary_expression" and source.code(sign) == "!":
            yield change("not dropped", line, Edit(node.start_byte, node.start_byte + 1))
        elif node.type == "number" and source.code(node).isdecimal():
            yield change("constant", line, Edit(node.start_byte, node.end_byte, str(int(source.code(node)) + 1)))
        elif node.type in ("true", "false"):
            yield change("constant", line, Edit(node.start_byte, node.end_byte, str(node.type == "false").lower()))
        elif node.type == "expression_statement" and _does_something(source, node):
            yield change("statement removed", line, source.removal(node))


def _does_something(source: WebSource, node: Node) -> bool:
    """Whether a statement stands in a block, and is no directive."""
    in_block = node.parent is not None and node.parent.type == "statement_block"
    return in_block and not source.code(node).startswith(('"', "'"))
