"""What the body of a function comes to: nothing, a constant, a name handed back, or work; and what of it is never run.

The same for all languages, which only call things differently.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from repo_scan.languages.tree import Tree
from repo_scan.outline import Does

_NOTHING = frozenset({"None", "undefined"})


class Body(NamedTuple):
    """What a body comes to."""

    does: Does
    effort: int  # tokens that may be run
    dead: int  # tokens that never are


NO_BODY = Body("", 0, 0)


@dataclass(frozen=True, slots=True)
class Grammar:
    """What a language calls the things that matter here."""

    blocks: frozenset[str]
    ends: frozenset[str]  # statements behind which nothing of their block is run
    returns: str
    raises: str
    choices: frozenset[str]  # statements with a condition and what is done where it holds
    never: Callable[[str], bool]  # of the source of a condition: whether it cannot hold
    idle: Callable[[Tree, int], bool]  # of a statement: whether it does nothing
    harmless: Callable[[Tree, int], bool]  # of a statement behind an end: whether it is no loss there
    unfinished: Callable[[str], bool]  # of the source of what is raised: whether it says that there is no body yet
    constants: frozenset[str]  # names that stand for constants, or make empty ones
    names: frozenset[str]  # kinds of leaves that are names


def body_facts(tree: Tree, body: int, grammar: Grammar) -> Body:
    """Of the block of a function, or of the expression that is all of it."""
    if tree.kinds[body] not in grammar.blocks:
        return Body(_of_value(tree, body, grammar), tree.count_tokens(body, tree.stops[body]), 0)
    lost = _dead_ranges(tree, body, grammar)
    live = [statement for statement in _statements(tree, body) if not _is_void(tree, statement, lost, grammar)]
    dead = sum(tree.count_tokens(*part) for part in lost)
    effort = sum(tree.count_tokens(statement, tree.stops[statement]) for statement in live)
    inside = [part for part in lost if any(one < part[0] < tree.stops[one] for one in live)]
    return Body(_does(tree, live, grammar), effort - sum(tree.count_tokens(*part) for part in inside), dead)


def _statements(tree: Tree, block: int) -> Iterator[int]:
    return (child for child in tree.children(block) if tree.kinds[child] not in ("comment", "{", "}", ";"))


def _is_void(tree: Tree, statement: int, lost: list[tuple[int, int]], grammar: Grammar) -> bool:
    """Whether nothing comes of a statement: it is idle, never run, or has one way only, which is never taken."""
    if any(start <= statement < stop for start, stop in lost) or grammar.idle(tree, statement):
        return True
    if tree.kinds[statement] not in grammar.choices or tree.child(statement, "alternative") is not None:
        return False
    then = _consequence(tree, statement)
    return any(start == then for start, _ in lost)


def _does(tree: Tree, live: list[int], grammar: Grammar) -> Does:
    if len(live) != 1:
        return "work" if live else "nothing"
    kind, text = tree.kinds[live[0]], tree.text(live[0])
    if kind == grammar.raises:
        known = _names(tree, live[0], grammar)[1:]  # behind that of the error
        return "nothing" if grammar.unfinished(text) else "work" if set(known) - grammar.constants else "constant"
    return _of_value(tree, live[0], grammar) if kind == grammar.returns else "work"


def _of_value(tree: Tree, node: int, grammar: Grammar) -> Does:
    """What it comes to that a value is given back."""
    words = [tree.text(leaf) for leaf in tree.tokens_in(node, tree.stops[node])]
    said = [word for word in words if word not in ("return", ";")]
    if len(said) == 3 and said[0] == "(":
        said = said[1:2]
    if _NOTHING.issuperset(said):
        return "nothing"
    if grammar.constants.issuperset(_names(tree, node, grammar)):
        return "constant" if sum(_is_literal(word) for word in said) <= 1 else "table"
    return "name" if len(said) == 1 else "work"


def _is_literal(word: str) -> bool:
    return word[0].isdigit() or word[-1] in "\"'"


def _names(tree: Tree, node: int, grammar: Grammar) -> list[str]:
    return [tree.text(inner) for inner in range(node, tree.stops[node]) if tree.kinds[inner] in grammar.names]


def _dead_ranges(tree: Tree, body: int, grammar: Grammar) -> list[tuple[int, int]]:
    """Nodes of a body that are never run, as ranges that do not overlap."""
    telling = grammar.ends | grammar.choices
    inside = enumerate(tree.kinds[body : tree.stops[body]], body)
    parts = (_dead_at(tree, node, grammar) for node, kind in inside if kind in telling)
    found = [part for part in parts if part is not None]
    apart: list[tuple[int, int]] = []
    for start, stop in sorted(found):
        if not apart or apart[-1][1] <= start:
            apart.append((start, stop))
    return apart


def _dead_at(tree: Tree, node: int, grammar: Grammar) -> tuple[int, int] | None:
    """What is never run because of one statement: all behind an end, or what a condition that cannot hold leads to."""
    kind = tree.kinds[node]
    if kind in grammar.choices:
        condition, then = tree.child(node, "condition"), _consequence(tree, node)
        if condition is not None and then is not None and grammar.never(tree.text(condition).strip("() ")):
            return then, tree.stops[then]
    if kind not in grammar.ends or tree.kinds[tree.parents[node]] not in grammar.blocks:
        return None
    behind = [one for one in _statements(tree, tree.parents[node]) if one > node]
    if all(grammar.harmless(tree, one) for one in behind):
        return None
    return behind[0], tree.stops[behind[-1]]


def _consequence(tree: Tree, choice: int) -> int | None:
    return tree.child(choice, "consequence") or tree.child(choice, "body")
