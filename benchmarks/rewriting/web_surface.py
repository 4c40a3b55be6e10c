"""Harms of what others see of a JavaScript or TypeScript file: parameters, exports, imports, members."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from rewriting.change import Change, Edit, change
from rewriting.web_source import WebSource, below, is_nested, is_overloaded

_MEMBERS = {
    "property_signature": "interface member",
    "method_signature": "interface member",
    "public_field_definition": "field",
    "field_definition": "field",
}


def surface_harms(source: WebSource) -> Iterator[Change]:
    """Every harm that can be done to the surface of a file."""
    words = _words(source)
    for node in source.nodes:
        if node.type in ("function_declaration", "method_definition") and not is_nested(node):
            yield from _of_parameters(source, node)
        elif node.type == "export_statement":
            yield from _of_export(source, node)
        elif node.type == "import_statement":
            yield from _of_import(source, node, words)
        elif node.type in _MEMBERS and not is_nested(node) and node.parent is not None:
            if node.parent.type in ("interface_body", "class_body") and source.is_alone(node):
                yield change(f"{_MEMBERS[node.type]} removed", source.line(node), source.removal(node))
        elif node.type == "enum_body" and not is_nested(node):
            yield from (change("enum member removed", source.line(each), item(source, each)) for each in _items(node))


def _items(node: Node) -> list[Node]:
    return [each for each in node.named_children if each.type != "comment"]


def _of_parameters(source: WebSource, function: Node) -> Iterator[Change]:
    listed = function.child_by_field_name("parameters")
    for one in _items(listed) if listed is not None else ():
        line = source.line(one)
        if source.code(one).startswith("this"):
            continue
        yield change("parameter removed", line, item(source, one))
        value = one.child_by_field_name("value") or one.child_by_field_name("right")
        name = one.child_by_field_name("pattern") or one.child_by_field_name("left")
        if value is not None and name is not None and name.type == "identifier":
            typed = one.child_by_field_name("type")
            yield change("default removed", line, Edit((typed or name).end_byte, one.end_byte))
            other = "null" if source.code(value) != "null" else "0"
            yield change("default changed", line, Edit(value.start_byte, value.end_byte, other))


def item(source: WebSource, node: Node) -> Edit:
    """One of a list of things with commas between them."""
    behind = re.compile(r"\s*,[ \t]*(?:\n[ \t]*)?").match(source.text, node.end_byte)
    if behind:
        return Edit(node.start_byte, behind.end())
    before = re.compile(r",\s*$").search(source.text[: node.start_byte])
    return Edit(before.start() if before else node.start_byte, node.end_byte)


def _of_export(source: WebSource, node: Node) -> Iterator[Change]:
    line = source.line(node)
    code = source.code(node)
    declaration = node.child_by_field_name("declaration")
    if declaration is not None:
        words = re.match(r"export\s+(?:default\s+)?", code)
        if declaration.type == "function_signature" or is_overloaded(node):
            return
        anonymous = "default" in code[:16] and declaration.child_by_field_name("name") is None
        if words and not anonymous:
            yield change("export removed", line, Edit(node.start_byte, node.start_byte + words.end()))
        return
    clauses = [each for each in node.named_children if each.type == "export_clause"]
    if not clauses:
        yield change("export removed", line, source.removal(node))
        return
    entries = _items(clauses[0])
    for entry in entries if len(entries) > 1 else ():
        yield change("export removed", source.line(entry), item(source, entry))
    if entries:
        yield change("exports removed", line, source.removal(node))


def _of_import(source: WebSource, node: Node, words: dict[str, int]) -> Iterator[Change]:
    kind = "import of types" if source.code(node).startswith("import type") else "import"
    names = [each for each in below(node) if each.type == "identifier" and _binds(each)]
    needed = [each for each in names if words.get(source.code(each), 0) > 0]
    if not names:
        yield change("import for its effect removed", source.line(node), source.removal(node))
    elif needed == names:
        yield change(f"{kind} removed", source.line(node), source.removal(node))
    entries = [each for each in below(node) if each.type == "import_specifier"]
    for entry in entries if len(entries) > 1 else ():
        if entry.named_children and entry.named_children[-1] in needed:
            yield change(f"name of an {kind} removed", source.line(entry), item(source, entry))


def _binds(node: Node) -> bool:
    parent = node.parent
    if parent is not None and parent.type == "import_specifier":
        return bool(parent.named_children[-1] == node)
    return parent is not None and parent.type in ("import_clause", "namespace_import")


def _words(source: WebSource) -> dict[str, int]:
    """How often each name is used outside of imports."""
    found: dict[str, int] = {}
    used = ("identifier", "type_identifier", "shorthand_property_identifier", "jsx_identifier")
    for node in source.nodes:
        if node.type in used and not (node.parent and node.parent.type in ("import_specifier", "import_clause")):
            found[source.code(node)] = found.get(source.code(node), 0) + 1
    return found
