"""Local variables and functions of a Python text that nothing uses."""

from collections.abc import Iterator

from repo_scan.languages.idle import idle_among
from repo_scan.languages.tree import Tree
from repo_scan.outline import Idle

_SCOPES = frozenset({"function_definition", "class_definition", "lambda"})


def idle_of(tree: Tree) -> tuple[Idle, ...]:
    """Names assigned to, or defined, in a function that never mentions them otherwise."""
    return idle_among(tree, _bindings(tree))


def _bindings(tree: Tree) -> Iterator[tuple[int, int]]:
    """Functions, with the nodes of the plain names that are bound in them."""
    for node, kind in enumerate(tree.kinds):
        if kind == "assignment" and tree.kinds[node + 1] == "identifier" and tree.child(node, "right") is not None:
            name: int | None = node + 1
        elif kind == "function_definition" and tree.kinds[tree.parents[node]] != "decorated_definition":
            name = tree.child(node, "name")
        else:
            continue
        scope = _around(tree, node)
        if name is not None and scope is not None and tree.kinds[scope] == "function_definition":
            yield scope, name


def _around(tree: Tree, node: int) -> int | None:
    """The innermost scope around a node; None for the module."""
    outer = tree.parents[node]
    while outer >= 0 and tree.kinds[outer] not in _SCOPES:
        outer = tree.parents[outer]
    return outer if outer >= 0 else None
