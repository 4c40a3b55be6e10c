"""Harmless rewrites of the web's languages that change words alone: comments, annotations, imports in another order."""

from collections.abc import Iterator

from tree_sitter import Node

from rewriting.change import Change, Edit, change
from rewriting.web_source import DECLARED, FUNCTIONS, WebSource, below, is_overloaded, statements


def word_rewrites(source: WebSource) -> Iterator[Change]:
    """All of them in a file."""
    for node in source.nodes:
        yield from _doc(source, node)
        if node.type in FUNCTIONS:
            yield from _comment(source, node)
            yield from _gives_nothing(source, node)
        if node.type == "named_imports":
            yield from _names_in_order(source, node)
    yield from _imports_in_order(source)


def _doc(source: WebSource, node: Node) -> Iterator[Change]:
    whole = node.parent if node.parent is not None and node.parent.type == "export_statement" else node
    above = whole.prev_sibling
    bare = above is None or above.type not in ("comment", "decorator", "function_signature", "method_signature")
    in_class = node.type == "method_definition" and node.parent is not None and node.parent.type == "class_body"
    if (node.type in DECLARED or in_class) and bare and source.is_alone(whole):
        name = source.code(node.child_by_field_name("name"))
        start = source.span(whole)[0]
        yield change(
            "JSDoc added", source.line(whole), Edit(start, start, f"{source.indent(whole)}/** About {name}. */\n")
        )


def _comment(source: WebSource, node: Node) -> Iterator[Change]:
    body = node.child_by_field_name("body")
    inner = statements(body) if body is not None and body.type == "statement_block" else []
    if len(inner) > 1 and source.is_alone(inner[1]):
        start = source.span(inner[1])[0]
        text = f"{source.indent(inner[1])}// then what follows\n"
        yield change("comment added", source.line(inner[1]), Edit(start, start, text))


def _gives_nothing(source: WebSource, node: Node) -> Iterator[Change]:
    """`: void` where nothing is given back."""
    whole = node.parent if node.parent is not None and node.parent.type == "export_statement" else node
    plain = node.type in ("function_declaration", "method_definition") and source.is_typescript
    listed, body = node.child_by_field_name("parameters"), node.child_by_field_name("body")
    if not plain or is_overloaded(whole) or node.child_by_field_name("return_type") or listed is None or body is None:
        return
    head = source.text[node.start_byte : listed.start_byte]
    gives = any(each.type in ("return_statement", "yield_expression") for each in below(body))
    if not gives and not {"async", "get", "set", "*", "constructor"} & {*head.replace("(", " ").split()}:
        yield change("annotation added", source.line(node), Edit(listed.end_byte, listed.end_byte, ": void"))


def _names_in_order(source: WebSource, node: Node) -> Iterator[Change]:
    names = [each for each in node.named_children if each.type == "import_specifier"]
    if len(names) > 1 and all(each.type == "import_specifier" for each in node.named_children):
        texts = [source.code(each) for each in names]
        wanted = sorted(texts, reverse=texts == sorted(texts))
        edits = [Edit(each.start_byte, each.end_byte, text) for each, text in zip(names, wanted, strict=True)]
        yield change("names of an import in another order", source.line(node), *edits)


def _imports_in_order(source: WebSource) -> Iterator[Change]:
    """Imports that stand one below the other, of which none is there for its effect."""
    block: list[Node] = []
    for node in (*source.root.named_children, None):
        goes_on = node is not None and node.type == "import_statement" and "from" in source.code(node)
        if goes_on and node is not None and (not block or source.span(block[-1])[1] == source.span(node)[0]):
            block.append(node)
            continue
        yield from _in_order(source, block)
        block = [node] if goes_on and node is not None else []


def _in_order(source: WebSource, block: list[Node]) -> Iterator[Change]:
    texts = [source.text[slice(*source.span(node))] for node in block]
    wanted = sorted(texts, reverse=texts == sorted(texts))
    if len(texts) > 1 and all(map(source.is_alone, block)):
        edits = [Edit(*source.span(node), text) for node, text in zip(block, wanted, strict=True)]
        yield change("imports in another order", source.line(block[0]), *edits)
