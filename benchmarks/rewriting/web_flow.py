"""Harmless rewrites of the flow in functions of the web's languages: the same branches in another shape."""

from collections.abc import Iterator

from tree_sitter import Node

from rewriting.change import Change, Edit, change
from rewriting.web_source import FUNCTIONS, WebSource, below, statements

_LEAVES = ("return_statement", "throw_statement", "continue_statement", "break_statement")


def flow_rewrites(source: WebSource) -> Iterator[Change]:
    """All of them in a file."""
    for node in source.nodes:
        if node.type == "if_statement" and node.parent is not None and node.parent.type == "statement_block":
            yield from _else_dropped(source, node)
            yield from _branches_swapped(source, node)
            yield from _early_return(source, node)
            yield from _ifs_joined(source, node)
        elif node.type == "return_statement":
            yield from _inlined(source, node)
        elif node.type == "arrow_function":
            yield from _body_inlined(source, node)


def _branches(source: WebSource, node: Node) -> tuple[Node, Node] | None:
    """Both blocks of an `if`, where it has two of more than one line."""
    one, clause = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
    other = statements(clause)[0] if clause is not None else None
    if one is None or other is None or one.type != "statement_block" or other.type != "statement_block":
        return None
    return (one, other) if source.is_alone(node) and statements(one) and statements(other) else None


def _inner(source: WebSource, block: Node, indent: str) -> str | None:
    """The lines between the braces of a block, under another indentation."""
    start, end = source.text.find("\n", block.start_byte) + 1, source.starts[block.end_point[0]]
    strings = any(each.type == "template_string" and b"\n" in (each.text or b"") for each in below(block))
    declares = any(each.type.endswith("_declaration") for each in statements(block))
    if not 0 < start < end or strings or declares:
        return None
    old = source.indent(statements(block)[0])
    lines = source.text[start:end].splitlines(keepends=True)
    return "".join(f"{indent}{line[len(old) :]}" if line.startswith(old) else line for line in lines)


def _else_dropped(source: WebSource, node: Node) -> Iterator[Change]:
    both = _branches(source, node)
    if both and statements(both[0])[-1].type in _LEAVES:
        inner = _inner(source, both[1], source.indent(node))
        if inner is not None:
            edit = Edit(both[0].end_byte, both[1].end_byte, f"\n{inner.rstrip()}")
            yield change("else after return dropped", source.line(node), edit)


def _branches_swapped(source: WebSource, node: Node) -> Iterator[Change]:
    both, test = _branches(source, node), node.child_by_field_name("condition")
    if both and test is not None:
        blocks = [Edit(a.start_byte, a.end_byte, source.code(b)) for a, b in (both, both[::-1])]
        negated = Edit(test.start_byte, test.end_byte, f"(!{source.code(test)})")
        yield change("branches swapped", source.line(node), negated, *blocks)


def _early_return(source: WebSource, node: Node) -> Iterator[Change]:
    """The last `if` of a function that gives nothing."""
    block, test = node.child_by_field_name("consequence"), node.child_by_field_name("condition")
    body = node.parent
    function = body.parent if body is not None else None
    if function is None or function.type not in FUNCTIONS or statements(body)[-1] != node or test is None:
        return
    gives = any(each.type == "return_statement" and statements(each) for each in below(function))
    if node.child_by_field_name("alternative") or block is None or block.type != "statement_block" or gives:
        return
    inner = _inner(source, block, source.indent(node)) if len(statements(block)) > 1 and source.is_alone(node) else None
    if inner is not None:
        indent = source.indent(node)
        head = f"{indent}if (!{source.code(test)}) {{\n{indent}  return;\n{indent}}}\n"
        yield change("early return", source.line(node), Edit(*source.span(node), head + inner))


def _ifs_joined(source: WebSource, node: Node) -> Iterator[Change]:
    block, test = node.child_by_field_name("consequence"), node.child_by_field_name("condition")
    inner = block.named_children if block is not None and block.type == "statement_block" else []
    if len(inner) != 1 or inner[0].type != "if_statement" or test is None:
        return
    body, inner_test = inner[0].child_by_field_name("consequence"), inner[0].child_by_field_name("condition")
    ends = node.child_by_field_name("alternative") or inner[0].child_by_field_name("alternative")
    if ends or body is None or body.type != "statement_block" or inner_test is None or not source.is_alone(node):
        return
    lines = _inner(source, body, f"{source.indent(node)}  ") if statements(body) else None
    if lines is not None:
        head = f"{source.indent(node)}if ({source.code(test)} && {source.code(inner_test)}) {{\n"
        text = f"{head}{lines}{source.indent(node)}}}\n"
        yield change("nested ifs joined", source.line(node), Edit(*source.span(node), text))


def _inlined(source: WebSource, node: Node) -> Iterator[Change]:
    """A value that is named only to be returned."""
    before, value = node.prev_named_sibling, statements(node)
    if before is None or before.type != "lexical_declaration" or len(before.named_children) != 1 or not value:
        return
    declarator, block = before.named_children[0], node.parent
    name, given = declarator.child_by_field_name("name"), declarator.child_by_field_name("value")
    if name is None or given is None or block is None or source.code(value[0]) != source.code(name):
        return
    uses = [each for each in below(block) if each.type == "identifier" and each.text == name.text]
    if len(uses) == 2 and not declarator.child_by_field_name("type") and source.is_alone(before):
        yield change(
            "variable inlined",
            source.line(node),
            source.removal(before),
            Edit(value[0].start_byte, value[0].end_byte, source.code(given)),
        )


def _body_inlined(source: WebSource, node: Node) -> Iterator[Change]:
    """`x => { return f(x); }` becomes `x => f(x)`."""
    body = node.child_by_field_name("body")
    inner = body.named_children if body is not None and body.type == "statement_block" else []
    value = statements(inner[0]) if len(inner) == 1 and inner[0].type == "return_statement" else []
    if body is not None and len(value) == 1:
        plain = value[0].type in ("call_expression", "identifier", "member_expression", "string", "number")
        text = source.code(value[0]) if plain else f"({source.code(value[0])})"
        yield change("arrow's body inlined", source.line(node), Edit(body.start_byte, body.end_byte, text))
