"""What the statements of a Python text do."""

import re
from collections.abc import Sequence

from repo_scan.languages.deeds import Owner, Speech, deeds_of, targets_in
from repo_scan.languages.python_definitions import Definition
from repo_scan.languages.python_spelling import is_last_comma, token_text
from repo_scan.languages.tree import Tree
from repo_scan.outline import Deed

_HEADED = frozenset({":", "(", ")", ";", "else", "try"})
_LOOSE = frozenset({"parenthesized_expression", "with_clause"})
_COMPOUND = re.compile(r"\w+_(?:statement|clause|definition)")
_PARTS = frozenset({"attribute", "subscript", "call"})
_ITSELF = frozenset({"self", "cls"})
_NAME = frozenset({"identifier"})
_LISTS = frozenset({"parameters", "lambda_parameters"})
_ASSIGNED = frozenset({"assignment", "augmented_assignment", "for_statement", "for_in_clause"})


def python_deeds(tree: Tree, found: Sequence[Definition]) -> tuple[Deed, ...]:
    """Everything that a Python text does."""
    owners = [
        Owner(one.name, one.whole, tree.stops[one.whole], one.kind != "class")
        for one in found
        if one.kind in ("function", "method", "class")
    ]
    defined = frozenset(
        node
        for one in found
        for node in ((one.node,) if one.kind in ("function", "method", "class") else (tree.parents[one.node],))
    )
    return deeds_of(tree, owners, defined, _PYTHON)


def _spoken(tree: Tree, token: int) -> str:
    text, parent = tree.text(token), tree.kinds[tree.parents[token]]
    if text in _HEADED and (
        parent == "assignment" or parent in _LOOSE or (text not in "()" and _COMPOUND.fullmatch(parent))
    ):
        return ""
    if tree.kinds[token] in ("string_start", "string_end"):
        return text.replace("'", '"')
    if tree.kinds[token] in ("integer", "float"):
        return text.lower()
    if text == "," and is_last_comma(tree, token):
        return ""
    return "if" if text == "elif" else token_text(tree, token)


def _bound(tree: Tree) -> list[int]:
    found: list[int] = []
    shared = {tree.text(node) for node, kind in enumerate(tree.kinds) if _shares(tree, node, kind)} | _ITSELF
    for node, role in enumerate(tree.fields):
        kind, parent = tree.kinds[node], tree.kinds[tree.parents[node]]
        if (
            kind == "as_pattern_target"
            or (role == "left" and parent in _ASSIGNED)
            or (role == "name" and parent == "named_expression")
        ):
            found += targets_in(tree, node, _PARTS, _NAME)
        elif parent in _LISTS:
            found += _parameter(tree, node)
    return [name for name in sorted(found) if tree.text(name) not in shared]


def _shares(tree: Tree, node: int, kind: str) -> bool:
    """Whether a name is declared to be that of an outer scope."""
    return kind == "identifier" and tree.kinds[tree.parents[node]] == "global_statement"


def _parameter(tree: Tree, node: int) -> list[int]:
    """The name of a parameter."""
    name = tree.child(node, "name")
    inside = range(node, tree.stops[node]) if name is None else (name,)
    return [one for one in inside if tree.kinds[one] == "identifier"][:1]


_PYTHON = Speech(
    heads={
        "return_statement": "return",
        "raise_statement": "raise",
        "assert_statement": "assert",
        "delete_statement": "call",
        "break_statement": "leave",
        "continue_statement": "leave",
        "if_statement": "if",
        "elif_clause": "if",
        "while_statement": "loop",
        "for_statement": "loop",
        "with_statement": "with",
        "except_clause": "except",
        "except_group_clause": "except",
        "finally_clause": "finally",
        "match_statement": "match",
        "case_clause": "case",
        "function_definition": "def",
        "class_definition": "def",
        "decorator": "decorator",
        "default_parameter": "default",
        "typed_default_parameter": "default",
    },
    statement="expression_statement",
    assigning=frozenset({"assignment", "augmented_assignment"}),
    texts=frozenset({"string", "concatenated_string", "ellipsis"}),
    entries={"dictionary": 2, "list": 3, "set": 3, "tuple": 3},
    unsaid=frozenset({"type", "block", "else_clause"}),
    names=_NAME,
    spoken=_spoken,
    bound=_bound,
)
