"""Harms of JavaScript and TypeScript sources: one definition, block or part of a contract removed or emptied."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from rewriting.change import Change, Edit, change
from rewriting.web_bodies import block_harms
from rewriting.web_source import DECLARED, FUNCTIONS, WebSource, is_nested, is_overloaded, statements
from rewriting.web_surface import surface_harms

_STANDS_IN = {
    "{}": (),
    "// rest": ("// ... rest of the function unchanged ...",),
    "return null": ("return null;",),
    "not implemented": ('throw new Error("not implemented");',),
}


def harms(source: WebSource) -> Iterator[Change]:
    """Every harm that can be done to a file, of structure."""
    for node in source.nodes:
        yield from _of_declaration(source, node)
    yield from surface_harms(source)
    yield from block_harms(source)


def _of_declaration(source: WebSource, node: Node) -> Iterator[Change]:
    found = _declared(node)
    if found is None:
        return
    kind, whole, function = found
    if is_nested(whole):
        if kind not in ("function", "class"):
            return  # a type that nobody outside sees
        kind = f"nested {kind}"
    line = source.line(whole)
    if not is_overloaded(whole):
        yield change(f"{kind} removed", line, source.removal(whole))
    name = node.child_by_field_name("name")
    by_default = source.code(whole).startswith("export default ")  # others import it under any name
    if name is not None and not (kind.startswith("nested") or by_default or source.code(name) == "constructor"):
        yield change(f"{kind} renamed", line, Edit(name.end_byte, name.end_byte, "Renewed"))
    body = (function or node).child_by_field_name("body")
    if body is None or not statements(body):
        return
    if kind == "class" or (kind in ("interface", "enum") and len(statements(body)) > 1):
        yield change(f"{kind} emptied", line, source.filling(body))
    if body.type == "statement_block" and not _is_idle(source, body):
        for label, lines in _STANDS_IN.items():
            yield change(f"{kind} elided: {label}", line, source.filling(body, *lines))
        inner = statements(body)
        if len(inner) >= 4 and source.is_alone(inner[len(inner) // 2]):
            start = source.span(inner[len(inner) // 2])[0]
            rest = f"{source.indent(inner[0])}// ... rest of the code unchanged ...\n{source.indent(body)}"
            yield change(f"{kind} elided: second half", line, Edit(start, body.end_byte - 1, rest))


def _declared(node: Node) -> tuple[str, Node, Node | None] | None:
    """What kind of definition a node is, the statement that it is made by, and its function, if another node is it."""
    parent = node.parent
    if node.type in DECLARED and parent is not None:
        return DECLARED[node.type], parent if parent.type == "export_statement" else node, None
    if node.type == "method_definition" and parent is not None and parent.type == "class_body":
        return "method", node, None
    if node.type != "variable_declarator" or parent is None or len(parent.named_children) > 1:
        return None
    holder, value = parent.parent, node.child_by_field_name("value")
    if holder is None or holder.type not in ("program", "export_statement", "statement_block") or value is None:
        return None
    name = node.child_by_field_name("name")
    if name is None or name.type != "identifier" or (holder.type == "statement_block" and value.type not in FUNCTIONS):
        return None
    whole = holder if holder.type == "export_statement" else parent
    if "require(" in (value.text or b"").decode()[:40]:
        return None
    return ("function", whole, value) if value.type in FUNCTIONS else ("constant", whole, None)


def _is_idle(source: WebSource, body: Node) -> bool:
    (first, *more) = statements(body)
    return not more and bool(
        re.fullmatch(r"return(?: null| undefined)?;?|throw .*[Ii]mplemented.*", source.code(first))
    )
