"""Measures of one definition: fingerprint, size, complexity, nesting."""

import hashlib
import keyword
import re
from array import array
from collections.abc import Iterator

from repo_scan.languages.python_definitions import Definition, docstring_node
from repo_scan.languages.python_spelling import is_last_comma
from repo_scan.languages.tree import EXTRAS, Tree, is_plain

SMALLEST_COPY = 12  # leaf tokens of a body; below, two functions are alike by chance
_GROUP = "parenthesized_expression"
_GROUPING = frozenset({_GROUP, "with_clause", "import_from_statement"})  # their parentheses mean nothing
_LAYOUT = EXTRAS | {"(", ")", ","}
# Leaves that are spelled like their kind, on which nothing depends.
_ALWAYS_SAID = (
    frozenset(keyword.kwlist) - {"lambda"} | set("[]{}.:;=<>+-*/%@|&^~") | {"==", "!=", "<=", ">=", "**", "//"}
)
_QUOTES = re.compile(r"""^(\w*)('{3}|"{3}|'|")|('{3}|"{3}|'|")$""")
_DECISIONS = frozenset(
    {"if_statement", "elif_clause", "for_statement", "while_statement", "except_clause", "case_clause"}
    | {"conditional_expression", "boolean_operator", "for_in_clause", "if_clause"}
)
_APART = frozenset({"function_definition", "class_definition", "assert_statement"})
_FLOW = _DECISIONS | _APART | {"block"}
_TAKES_ALL = re.compile(r"case\s+(?!(?:None|True|False)\b)[^\W\d]\w*\s*:")


def size_of(tree: Tree, node: int) -> int:
    """Leaf tokens of a node."""
    return tree.count_tokens(node, tree.stops[node])


def complexity_of(tree: Tree, node: int) -> int:
    """One more than the number of places where the flow divides."""
    return 1 + sum(1 for inner in _own_flow(tree, node) if tree.kinds[inner] != "block" and _divides(tree, inner))


def nesting_of(tree: Tree, node: int) -> int:
    """How many blocks the deepest statement of a function stands in, its own body not counted."""
    deepest = 0
    open_blocks: list[int] = []  # where each block around the current node stops
    for inner in _own_flow(tree, node):
        if tree.kinds[inner] == "block":
            while open_blocks and open_blocks[-1] <= inner:
                open_blocks.pop()
            open_blocks.append(tree.stops[inner])
            deepest = max(deepest, len(open_blocks))
    return max(deepest - 1, 0)


def _own_flow(tree: Tree, node: int) -> Iterator[int]:
    """The decisions and blocks of a function itself: what is defined inside has its own, what is asserted is none."""
    apart = node
    for inner, kind in enumerate(tree.kinds[node + 1 : tree.stops[node]], node + 1):
        if kind in _FLOW and inner >= apart:
            if kind in _APART:
                apart = tree.stops[inner]
            else:
                yield inner


def _divides(tree: Tree, node: int) -> bool:
    """Whether a decision may go either way: `case _` and `case name` take all that is left."""
    if tree.kinds[node] != "case_clause" or tree.child(node, "guard") is not None:
        return True
    return _TAKES_ALL.match(tree.text(node)) is None


def fingerprint_of(tree: Tree, one: Definition) -> str:
    """Equal for functions alike but for name, docstring, comments and layout; "" for trivial ones.

    What is hashed is the syntax tree in preorder with depths, since leaves alone do not tell `f(x)` on one line from
    `f` and `(x)` on two.
    """
    docstring = docstring_node(tree, one.node)
    if _is_trivial(tree, one.node, docstring):
        return ""
    own = one.name.rpartition(".")[2]
    words, depths = spoken(tree, one.whole, own, (tree.child(one.node, "name"), docstring))
    said = hashlib.blake2b("\0".join(words).encode("utf-8", "surrogatepass"), digest_size=12)
    said.update(depths.tobytes())
    return said.hexdigest()


def spoken(tree: Tree, whole: int, own: str, left_out: tuple[int | None, ...]) -> tuple[list[str], "array[int]"]:
    """Words and depth of each node that counts, the name `own` as a placeholder.

    Parentheses that only group, and last commas, are layout.
    """
    kinds, stops, depths = tree.kinds, tree.stops, tree.depths
    words: list[str] = []
    levels = array("i")
    less = depths[whole]
    groups: list[int] = []  # where the parentheses around the current node stop
    node, stop = whole, stops[whole]
    while node < stop:
        while groups and groups[-1] <= node:
            groups.pop()
            less -= 1
        kind, after = kinds[node], stops[node]
        if kind in _ALWAYS_SAID:
            levels.append(depths[node] - less)
            words.append(kind)
            node += 1
        elif kind in _LAYOUT and (kind in EXTRAS or _is_layout(tree, node)):
            node = after
        elif kind == _GROUP:
            groups.append(after)
            less += 1
            node += 1
        elif node in left_out:
            node = after
        else:
            levels.append(depths[node] - less)
            is_leaf = after == node + 1 or (kind == "string" and is_plain(tree, node))
            words.append(_leaf(tree, node, kind, own) if is_leaf else _inner(tree, node, kind))
            node = after if is_leaf else node + 1
    return words, levels


def _is_layout(tree: Tree, node: int) -> bool:
    if tree.kinds[node] == ",":
        return is_last_comma(tree, node)
    return tree.kinds[tree.parents[node]] in _GROUPING or _is_open_tuple(tree, tree.parents[node])


def _inner(tree: Tree, node: int, kind: str) -> str:
    return "expression_list" if kind == "tuple" and _is_open_tuple(tree, node) else kind


def _is_open_tuple(tree: Tree, node: int) -> bool:
    """Whether the brackets of a tuple could be left out: `x = (a, b)`, `return (a, b)`."""
    parent = tree.kinds[tree.parents[node]]
    return tree.kinds[node] == "tuple" and (
        parent in ("return_statement", "yield") or (parent == "assignment" and tree.fields[node] == "right")
    )


def _leaf(tree: Tree, node: int, kind: str, own: str) -> str:
    """The text of a token. Which quotes hold a string is layout; a function's own name inside it is a placeholder."""
    text = tree.text(node)
    if kind == "identifier":
        return "\1" if text == own and tree.fields[node] not in ("attribute", "name") else text
    return "\2" + _QUOTES.sub(r"\1", text) if kind.startswith("string") else text


def _is_trivial(tree: Tree, node: int, docstring: int | None) -> bool:
    body = tree.child(node, "body")
    if body is None:
        return True
    start = tree.stops[docstring] if docstring is not None else body
    stop = tree.stops[body]
    if tree.count_tokens(start, stop) < SMALLEST_COPY:
        return True
    first = start if docstring is not None else next(tree.children(body), stop)
    return first < stop and tree.text(first).startswith("raise NotImplementedError")
