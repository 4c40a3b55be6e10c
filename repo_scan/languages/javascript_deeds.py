"""What the statements of a JavaScript or TypeScript text do."""

from collections.abc import Sequence

from repo_scan.languages.deeds import Owner, Speech, deeds_of
from repo_scan.languages.javascript_definitions import Definition, bound_in
from repo_scan.languages.javascript_spelling import is_layout, token_text
from repo_scan.languages.javascript_tests import blocks_of
from repo_scan.languages.tree import Tree
from repo_scan.outline import Deed

_FUNCTIONS = ("function", "method")


def javascript_deeds(tree: Tree, found: Sequence[Definition]) -> tuple[Deed, ...]:
    """Everything that a text does; statements of a test belong to it, those of other calls to what is around."""
    blocks = blocks_of(tree)
    owners = [
        Owner(one.name, one.node, tree.stops[one.node], one.kind in _FUNCTIONS)
        for one in found
        if one.kind in (*_FUNCTIONS, "class") or tree.kinds[one.node] == "type_alias_declaration"
    ]
    owners += [Owner(block.title, block.node, tree.stops[block.node], True) for block in blocks if block.is_test]
    defined = [one.node for one in found] + [tree.parents[block.node] for block in blocks] + _handed_out(tree)
    return deeds_of(tree, owners, frozenset(defined), _JAVASCRIPT)


def _spoken(tree: Tree, token: int) -> str:
    text, parent = tree.text(token), tree.kinds[tree.parents[token]]
    if parent in _BARE or is_layout(tree, token) or (text in "()" and parent == "parenthesized_expression"):
        return ""
    return '"' if text == "'" else token_text(tree, token)


_BARE = frozenset({"statement_block", "switch_body", "else_clause", "class_body", "jsx_closing_element"})
_PATTERNS = frozenset({"identifier", "object_pattern", "array_pattern", "assignment_pattern", "rest_pattern"})


def bound_names(tree: Tree) -> list[int]:
    """Where variables and parameters are bound, in order."""
    found: list[int] = []
    for node, role in enumerate(tree.fields):
        parent = tree.kinds[tree.parents[node]]
        if (
            role == "pattern"
            or (role == "name" and parent == "variable_declarator")
            or (role == "parameter" and parent in _TAKING)
            or (role == "left" and parent == "for_in_statement")
            or (parent == "formal_parameters" and tree.kinds[node] in _PATTERNS)
        ):
            found += bound_in(tree, node)
    return sorted(found)


_TAKING = frozenset({"arrow_function", "catch_clause"})


def _handed_out(tree: Tree) -> list[int]:
    """`module.exports = { … }` with all that is in it, which is for gate 6."""
    found: list[int] = []
    for node, kind in enumerate(tree.kinds):
        left = tree.child(node, "left") if kind == "assignment_expression" else None
        if left is not None and tree.text(left) in ("module.exports", "exports"):
            right = tree.child(node, "right")
            inside = tree.children(right) if right is not None and tree.kinds[right] == "object" else ()
            found += (tree.parents[node], *(one for one in inside if tree.is_leaf(one)))
    return found


def _is_given(tree: Tree, body: int) -> bool:
    """Whether it is the expression of a named arrow function."""
    arrow = tree.parents[body]
    if tree.kinds[arrow] != "arrow_function" or tree.kinds[body] == "statement_block":
        return False
    holder = tree.kinds[tree.parents[arrow]]
    return holder in ("variable_declarator", "public_field_definition", "field_definition", "export_statement", "pair")


def _is_opened(tree: Tree, node: int) -> bool:
    """Types of objects are told member by member where they have a name."""
    return tree.kinds[node] != "object_type" or tree.fields[node] == "value"


_JAVASCRIPT = Speech(
    heads={
        "return_statement": "return",
        "throw_statement": "raise",
        "break_statement": "leave",
        "continue_statement": "leave",
        "if_statement": "if",
        "while_statement": "loop",
        "do_statement": "loop",
        "for_statement": "loop",
        "for_in_statement": "loop",
        "catch_clause": "except",
        "finally_clause": "finally",
        "switch_statement": "match",
        "switch_case": "case",
        "function_declaration": "def",
        "generator_function_declaration": "def",
        "variable_declarator": "assign",
        "decorator": "decorator",
    },
    statement="expression_statement",
    assigning=frozenset({"assignment_expression", "augmented_assignment_expression", "update_expression"}),
    texts=frozenset({"string"}),
    entries={"object": 2, "array": 3, "object_type": 2, "jsx_element": 1, "jsx_fragment": 1},
    unsaid=frozenset({"type_annotation", "statement_block", "class_body", "switch_default"}),
    names=frozenset({"identifier", "shorthand_property_identifier"}),
    spoken=_spoken,
    bound=bound_names,
    given=_is_given,
    opened=_is_opened,
)
