"""Local variables and functions of a JavaScript or TypeScript text that nothing uses."""

from collections.abc import Iterator

from repo_scan.languages.idle import idle_among
from repo_scan.languages.javascript_definitions import FUNCTIONS
from repo_scan.languages.tree import Tree
from repo_scan.outline import Idle

_DECLARATIONS = frozenset({"function_declaration", "generator_function_declaration"})
_SCOPES = FUNCTIONS | _DECLARATIONS | {"method_definition"}


def idle_of(tree: Tree) -> tuple[Idle, ...]:
    """Names declared in a function that never mentions them otherwise."""
    return idle_among(tree, _bindings(tree))


def _bindings(tree: Tree) -> Iterator[tuple[int, int]]:
    """Functions, with the nodes of the plain names that are declared in them."""
    for node, kind in enumerate(tree.kinds):
        if kind == "variable_declarator" or kind in _DECLARATIONS:
            name, scope = tree.child(node, "name"), _around(tree, node)
            if name is not None and scope is not None and tree.kinds[name] == "identifier":
                yield scope, name


def _around(tree: Tree, node: int) -> int | None:
    """The innermost function around a node."""
    outer = tree.parents[node]
    while outer >= 0 and tree.kinds[outer] not in _SCOPES:
        outer = tree.parents[outer]
    return outer if outer >= 0 else None
