"""Harmless rewrites of names in the web's languages: locals and functions that no other file sees."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from rewriting.change import Change, Edit, change
from rewriting.web_source import FUNCTIONS, WebSource, below, is_nested, statements

_BINDS = ("required_parameter", "optional_parameter", "formal_parameters", "catch_clause", "rest_pattern")
_BINDS += ("array_pattern", "pair_pattern", "object_assignment_pattern", "assignment_pattern", "for_in_statement")


def name_rewrites(source: WebSource) -> Iterator[Change]:
    """All of them in a file."""
    for node in source.nodes:
        if node.type in FUNCTIONS:
            yield from _locals(source, node)
        if node.type == "function_declaration" and node.parent is not None and node.parent.type == "program":
            yield from _private(source, node)


def _locals(source: WebSource, function: Node) -> Iterator[Change]:
    """Variables of a function's own block that nothing else in it is called like."""
    body = function.child_by_field_name("body")
    if body is None or body.type != "statement_block" or is_nested(function):
        return
    inside = list(below(body))
    for statement in statements(body):
        declarators = statement.named_children if statement.type == "lexical_declaration" else []
        for name in (each.child_by_field_name("name") for each in declarators):
            if name is None or name.type != "identifier" or len(source.code(name)) < 2:
                continue
            alike = [each for each in inside if each.text == name.text and each.type != "property_identifier"]
            plain = all(each.type == "identifier" and (each == name or not _binds(each)) for each in alike)
            if plain:
                edits = [Edit(each.end_byte, each.end_byte, "Here") for each in alike]
                yield change("local renamed", source.line(name), *edits)


def _binds(node: Node) -> bool:
    parent = node.parent
    if parent is None:
        return False
    named = parent.type in ("variable_declarator", *FUNCTIONS) and parent.child_by_field_name("name") == node
    single = parent.type == "arrow_function" and parent.child_by_field_name("parameter") == node
    return named or single or parent.type in _BINDS


def _private(source: WebSource, function: Node) -> Iterator[Change]:
    """A function that its file keeps for itself, with all its uses."""
    name = function.child_by_field_name("name")
    module = re.search(r"(?m)^(?:import|export|module\.exports) ?", source.text)
    if name is None or not module:
        return
    alike = [each for each in source.nodes if each.text == name.text and each.type != "property_identifier"]
    words = len(re.findall(rf"\b{re.escape(source.code(name))}\b", source.text))
    plain = all(each.type == "identifier" and (each == name or not _binds(each)) for each in alike)
    exported = any(each.parent is not None and each.parent.type == "export_specifier" for each in alike)
    if plain and not exported and words == len(alike) > 1:
        edits = [Edit(each.end_byte, each.end_byte, "Anew") for each in alike]
        yield change("private function renamed", source.line(function), *edits)
