"""What the body of a Python function comes to."""

import re

from repo_scan.languages.bodies import NO_BODY, Body, Grammar, body_facts
from repo_scan.languages.tree import Tree

_IDLE = frozenset({"pass_statement", "import_statement", "import_from_statement", "global_statement"})
_IDLE_VALUES = frozenset({"string", "concatenated_string", "ellipsis"})
_ENDS = frozenset({"return_statement", "raise_statement", "continue_statement", "break_statement"})
_NEVER = re.compile(r"(?:False|0|None)(?:\s+and\s.*)?", re.DOTALL)
_UNFINISHED = re.compile(
    r"raise\s+NotImplementedError\b|raise\s+\w+\([^()]*\bnot (?:yet )?implemented\b", re.IGNORECASE
)
_UNREACHABLE = re.compile(r"(?:raise|assert|assert_never|typing\.assert_never|return|yield)\b[^\n]*")


def body_facts_of(tree: Tree, function: int) -> Body:
    """Of a function definition."""
    body = tree.child(function, "body")
    return body_facts(tree, body, _PYTHON) if body is not None else NO_BODY


def _is_idle(tree: Tree, statement: int) -> bool:
    """`pass`, dots, a docstring; imports and declarations, which are of no use to anybody where nothing follows."""
    kind = tree.kinds[statement]
    if kind in _IDLE or kind == "nonlocal_statement":
        return True
    bare = kind == "expression_statement" and tree.stops[statement + 1] == tree.stops[statement]
    return bare and tree.kinds[statement + 1] in _IDLE_VALUES


def _is_harmless(tree: Tree, statement: int) -> bool:
    """What may stand behind an end: `yield`, which makes a generator, and what says that nobody comes here."""
    return _is_idle(tree, statement) or _UNREACHABLE.fullmatch(tree.text(statement)) is not None


_PYTHON = Grammar(
    blocks=frozenset({"block"}),
    ends=_ENDS,
    returns="return_statement",
    raises="raise_statement",
    choices=frozenset({"if_statement", "elif_clause", "while_statement"}),
    never=lambda text: _NEVER.fullmatch(text) is not None,
    idle=_is_idle,
    harmless=_is_harmless,
    unfinished=lambda text: _UNFINISHED.match(text) is not None,
    constants=frozenset({"dict", "list", "set", "tuple", "frozenset", "str", "bytes", "int", "float"}),
    names=frozenset({"identifier"}),
)
