"""Measures of one definition: fingerprint, size, complexity, nesting."""

import hashlib

from repo_scan.languages.python_definitions import Definition, docstring_node
from repo_scan.languages.python_spelling import token_text
from repo_scan.languages.tree import EXTRAS, Tree, is_plain

SMALLEST_COPY = 12  # leaf tokens of a body; below, two functions are alike by chance
_DECISIONS = frozenset(
    {"if_statement", "elif_clause", "for_statement", "while_statement", "except_clause", "case_clause"}
    | {"conditional_expression", "boolean_operator", "for_in_clause", "if_clause"}
)


def size_of(tree: Tree, node: int) -> int:
    """Leaf tokens of a node."""
    return len(tree.tokens_in(node, tree.stops[node]))


def complexity_of(tree: Tree, node: int) -> int:
    """One more than the number of places where the flow divides."""
    return 1 + sum(1 for inner in range(node, tree.stops[node]) if tree.kinds[inner] in _DECISIONS)


def nesting_of(tree: Tree, node: int) -> int:
    """How many blocks the deepest statement of a function stands in, its own body not counted."""
    deepest = 0
    open_blocks: list[int] = []  # where each block around the current node stops
    for inner in range(node, tree.stops[node]):
        while open_blocks and open_blocks[-1] <= inner:
            open_blocks.pop()
        if tree.kinds[inner] == "block":
            open_blocks.append(tree.stops[inner])
            deepest = max(deepest, len(open_blocks))
    return max(deepest - 1, 0)


def fingerprint_of(tree: Tree, one: Definition) -> str:
    """Equal for functions alike but for name, docstring, comments and layout; "" for trivial ones.

    What is hashed is the syntax tree in preorder with depths, since leaves alone do not tell `f(x)` on one line from
    `f` and `(x)` on two. A function's own name inside its body counts as a placeholder, so that recursion is no
    difference.
    """
    if _is_trivial(tree, one.node):
        return ""
    name = tree.child(one.node, "name")
    docstring = docstring_node(tree, one.node)
    own = one.name.rpartition(".")[2]
    base = tree.depths[one.whole]
    said: list[str] = []
    node, stop = one.whole, tree.stops[one.whole]
    while node < stop:
        if node in (name, docstring) or tree.kinds[node] in EXTRAS:
            node = tree.stops[node]
            continue
        is_leaf = tree.is_leaf(node) or (tree.kinds[node] == "string" and is_plain(tree, node))
        said += (str(tree.depths[node] - base), _leaf(tree, node, own) if is_leaf else tree.kinds[node])
        node = tree.stops[node] if is_leaf else node + 1
    return hashlib.blake2b("\0".join(said).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _leaf(tree: Tree, node: int, own: str) -> str:
    is_name = tree.kinds[node] == "identifier" and tree.fields[node] not in ("attribute", "name")
    text = token_text(tree, node)
    return "\1" if is_name and text == own else text


def _is_trivial(tree: Tree, node: int) -> bool:
    body = tree.child(node, "body")
    if body is None:
        return True
    docstring = docstring_node(tree, node)
    start = tree.stops[docstring] if docstring is not None else body
    stop = tree.stops[body]
    if len(tree.tokens_in(start, stop)) < SMALLEST_COPY:
        return True
    first = start if docstring is not None else next(tree.children(body), stop)
    return first < stop and tree.text(first).startswith("raise NotImplementedError")
