"""What the body of a JavaScript or TypeScript function comes to."""

import re

from repo_scan.languages.bodies import NO_BODY, Body, Grammar, body_facts
from repo_scan.languages.tree import Tree

_ENDS = frozenset({"return_statement", "throw_statement", "continue_statement", "break_statement"})
_NEVER = re.compile(r"(?:false|0|null|undefined)(?:\s*&&.*)?", re.DOTALL)
_UNFINISHED = re.compile(r"throw\b.*(?:\bnot\s+(?:yet\s+)?implemented\b|\bNotImplemented)", re.DOTALL | re.IGNORECASE)
# `constructor(private items: Item[]) {}` sets what it names.
_SETTING = frozenset({"accessibility_modifier", "override_modifier", "readonly"})
_HOISTED = frozenset({"function_declaration", "generator_function_declaration", "break_statement", "throw_statement"})


def body_facts_of(tree: Tree, function: int) -> Body:
    """Of the node that has the parameters and the body of a function; a mere signature has none."""
    body = tree.child(function, "body")
    if body is None:
        return NO_BODY
    found = body_facts(tree, body, _JAVASCRIPT)
    return found._replace(does="work") if found.does == "nothing" and _sets(tree, function) else found


def _sets(tree: Tree, function: int) -> bool:
    parameters = tree.child(function, "parameters")
    inside = range(parameters, tree.stops[parameters]) if parameters is not None else ()
    return any(tree.kinds[node] in _SETTING for node in inside)


def _is_idle(tree: Tree, statement: int) -> bool:
    kind, text = tree.kinds[statement], tree.text(statement)
    return kind == "empty_statement" or (kind == "expression_statement" and text.strip("'\"; ") == "use strict")


def _is_harmless(tree: Tree, statement: int) -> bool:
    """What may stand behind an end: functions, which are known before, and what says that nobody comes here."""
    bare = tree.text(statement).rstrip("; ") in ("return", "yield")
    return tree.kinds[statement] in _HOISTED or bare or _is_idle(tree, statement)


_JAVASCRIPT = Grammar(
    blocks=frozenset({"statement_block", "switch_case", "switch_default"}),
    ends=_ENDS,
    returns="return_statement",
    raises="throw_statement",
    choices=frozenset({"if_statement", "while_statement"}),
    never=lambda text: _NEVER.fullmatch(text) is not None,
    idle=_is_idle,
    harmless=_is_harmless,
    unfinished=lambda text: _UNFINISHED.match(text) is not None,
    constants=frozenset({"undefined", "Promise", "Map", "Set", "Array", "Object"}),
    names=frozenset({"identifier", "this", "super", "shorthand_property_identifier"}),
)
