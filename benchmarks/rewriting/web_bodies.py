"""Harms inside of JavaScript and TypeScript functions: branches, loops, handlers, throws, returns, tests."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from rewriting.change import Change, Edit, change
from rewriting.web_source import TEST_CALLS, WebSource, callee, is_nested, statements

_LOOPS = ("for_statement", "for_in_statement", "while_statement", "do_statement")
_ASSERTIONS = ("expect", "assert", "expectTypeOf")


def block_harms(source: WebSource) -> Iterator[Change]:
    """Every harm that can be done to the statements of a file's functions."""
    for node in source.nodes:
        if node.type == "expression_statement":
            yield from _of_test(source, node)
        elif not is_nested(node):
            continue
        elif node.type == "if_statement":
            yield from _of_if(source, node)
        elif node.type in _LOOPS:
            yield from _emptied("body of a loop emptied", source, node.child_by_field_name("body"))
            yield from _removed("loop removed", source, node)
        elif node.type == "switch_case" and statements(node)[1:]:
            yield change("case removed", source.line(node), source.removal(node))
        elif node.type == "catch_clause" and not re.search(r"\{\s*throw \w+;?\s*\}", source.code(node)):
            yield from _emptied("body of catch emptied", source, node.child_by_field_name("body"))
        elif node.type == "finally_clause" and "catch_clause" in {each.type for each in _siblings(node)}:
            yield change("finally removed", source.line(node), Edit(node.start_byte, node.end_byte))
        elif node.type == "throw_statement":
            yield from _removed("throw removed", source, node)
        elif node.type == "return_statement":
            yield from _of_return(source, node)


def _siblings(node: Node) -> list[Node]:
    return list(node.parent.named_children) if node.parent is not None else []


def _removed(kind: str, source: WebSource, node: Node) -> Iterator[Change]:
    if node.parent is not None and node.parent.type in ("statement_block", "switch_case", "switch_default"):
        yield change(kind, source.line(node), source.removal(node))


def _emptied(kind: str, source: WebSource, block: Node | None) -> Iterator[Change]:
    if block is not None and block.type == "statement_block" and statements(block):
        yield change(kind, source.line(block), source.filling(block))


def _of_if(source: WebSource, node: Node) -> Iterator[Change]:
    yield from _emptied("body of if emptied", source, node.child_by_field_name("consequence"))
    alternative = node.child_by_field_name("alternative")
    if alternative is None:
        yield from _removed("if removed", source, node)
        return
    branch = statements(alternative)[0]
    if branch.type == "if_statement" or statements(branch):
        before = source.text[: alternative.start_byte].rstrip()
        kind = "else if removed" if branch.type == "if_statement" else "else removed"
        yield change(kind, source.line(alternative), Edit(len(before), alternative.end_byte))
    yield from _emptied("body of else emptied", source, branch)


def _of_return(source: WebSource, node: Node) -> Iterator[Change]:
    values = statements(node)
    if not values or source.code(values[0]) in ("undefined", "null"):
        return
    end = values[0].end_byte
    yield change("value of return removed", source.line(node), Edit(node.start_byte + len("return"), end))
    yield from _removed("return removed", source, node)


def _of_test(source: WebSource, node: Node) -> Iterator[Change]:
    name = callee(node)
    if name in TEST_CALLS and source.is_test:
        yield change("test removed", source.line(node), source.removal(node))
        yield change(
            "test skipped", source.line(node), Edit(node.start_byte, node.start_byte + len(name), f"{name}.skip")
        )
        functions = [each for each in _arguments(node) if each.type in ("arrow_function", "function_expression")]
        body = functions[-1].child_by_field_name("body") if functions else None
        if body is not None and body.type == "statement_block" and statements(body):
            yield change("test emptied", source.line(node), source.filling(body))
    elif name in _ASSERTIONS and source.is_test and is_nested(node):
        yield change("assertion removed", source.line(node), source.removal(node))
        end = node.end_byte - source.code(node).endswith(";")
        emptied = Edit(node.start_byte, end, "expect(true).toBe(true)")
        yield change("assertion emptied", source.line(node), emptied)


def _arguments(node: Node) -> list[Node]:
    call = statements(node)[0]
    given = call.child_by_field_name("arguments")
    return statements(given)
