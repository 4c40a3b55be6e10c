"""Measures of one JavaScript or TypeScript function: fingerprint, complexity, nesting."""

import hashlib
from collections.abc import Iterator

from repo_scan.languages.javascript_spelling import is_layout, token_text
from repo_scan.languages.tree import Tree

SMALLEST_COPY = 12  # leaf tokens of a body; below, two functions are alike by chance
_DECISIONS = frozenset(
    {"if_statement", "for_statement", "for_in_statement", "while_statement", "do_statement", "switch_case"}
    | {"catch_clause", "ternary_expression"}
)
_BOOLEAN = frozenset({"&&", "||", "??"})
_BLOCKS = frozenset({"statement_block", "switch_body"})


def complexity_of(tree: Tree, node: int) -> int:
    """One more than the number of places where the flow divides."""
    return 1 + sum(1 for inner in range(node, tree.stops[node]) if _divides(tree, inner))


def _divides(tree: Tree, node: int) -> bool:
    kind = tree.kinds[node]
    return kind in _DECISIONS or (kind in _BOOLEAN and tree.fields[node] == "operator")


def nesting_of(tree: Tree, node: int) -> int:
    """How many blocks the deepest statement of a function stands in, its own body not counted."""
    deepest = 0
    open_blocks: list[int] = []  # where each block around the current node stops
    for inner in range(node + 1, tree.stops[node]):
        while open_blocks and open_blocks[-1] <= inner:
            open_blocks.pop()
        if tree.kinds[inner] in _BLOCKS:
            open_blocks.append(tree.stops[inner])
            deepest = max(deepest, len(open_blocks))
    return max(deepest - 1, 0)


def fingerprint_of(tree: Tree, function: int, own: str) -> str:
    """Equal for functions alike but for name, comments and layout; "" for trivial ones."""
    body = tree.child(function, "body")
    if body is None or len(tree.tokens_in(body, tree.stops[body])) < SMALLEST_COPY:
        return ""
    said = "\0".join(f"{depth} {words}" for depth, words in _spoken(tree, function, own))
    return hashlib.blake2b(said.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _spoken(tree: Tree, function: int, own: str) -> Iterator[tuple[int, str]]:
    """Depth and words of each node that counts. The function's own name inside it is a placeholder."""
    left_out = tree.child(function, "name")
    base = tree.depths[function]
    node, stop = function, tree.stops[function]
    while node < stop:
        kind = tree.kinds[node]
        if node == left_out or kind == "comment" or is_layout(tree, node):
            node = tree.stops[node]
            continue
        is_token = tree.is_leaf(node) or kind == "string"
        words = token_text(tree, node) if is_token else kind
        if node == function:
            words = "function"  # a function is the same as declaration, method and constant
        yield tree.depths[node] - base, "\1" if kind == "identifier" and words == own else words
        node = tree.stops[node] if is_token else node + 1
