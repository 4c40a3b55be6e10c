"""Where a Python text defines things: functions, classes and variables at module and class level."""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass

from repo_scan.languages.tree import Tree, encodable
from repo_scan.outline import SymbolKind

_FUNCTION, _CLASS = "function_definition", "class_definition"
_DEFINING = frozenset({_FUNCTION, _CLASS, "assignment", "type_alias_statement"})
_OPAQUE = frozenset({_FUNCTION, "lambda"})  # what is defined inside belongs to no module or class


@dataclass(frozen=True, slots=True)
class Definition:
    """One place where a name is defined at module or class level."""

    name: str  # qualified
    kind: SymbolKind
    node: int  # the definition, without its decorators
    whole: int  # the same with its decorators
    classes: tuple[int, ...] = ()  # the classes it stands in, outermost first


def definitions(tree: Tree) -> list[Definition]:
    """Definitions in order of appearance, those under `if`, `try` and the like included; a variable once a scope."""
    found: list[Definition] = []
    variables: set[str] = set()
    classes: list[int] = []
    node, stop = 0, len(tree.kinds)
    while node < stop:
        while classes and tree.stops[classes[-1]] <= node:
            classes.pop()
        kind = tree.kinds[node]
        for one in _defined_by(tree, node, kind, tuple(classes)) if kind in _DEFINING else ():
            if one.kind in ("variable", "attribute"):
                if one.name in variables:
                    continue
                variables.add(one.name)
            found.append(one)
        if kind == _CLASS and not tree.is_leaf(node):
            classes.append(node)
        node = tree.stops[node] if kind in _OPAQUE else node + 1
    return found


def _defined_by(tree: Tree, node: int, kind: str, classes: tuple[int, ...]) -> Iterator[Definition]:
    if kind in (_FUNCTION, _CLASS):
        name = tree.child(node, "name")
        if name is not None:
            yield _of_name(
                tree, name, node, "class" if kind == _CLASS else "method" if classes else "function", classes
            )
    elif kind in ("assignment", "type_alias_statement"):
        left = tree.child(node, "left")
        for target in _targets(tree, left) if left is not None else ():
            yield _of_name(tree, target, node, "attribute" if classes else "variable", classes)


def _of_name(tree: Tree, name: int, node: int, kind: SymbolKind, classes: tuple[int, ...]) -> Definition:
    parts = [tree.text(tree.child(outer, "name") or outer) for outer in classes] + [tree.text(name)]
    parent = tree.parents[node]
    whole = parent if parent >= 0 and tree.kinds[parent] == "decorated_definition" else node
    return Definition(".".join(parts), kind, node, whole, classes)


def _targets(tree: Tree, left: int) -> Iterator[int]:
    """The plain names on the left of an assignment: not attributes, not items."""
    node = left
    while node < tree.stops[left]:
        kind = tree.kinds[node]
        if kind == "identifier":
            yield node
        skip = kind in ("attribute", "subscript", "call", "type_parameter")
        node = tree.stops[node] if skip else node + 1


def body_of(tree: Tree, node: int) -> int | None:
    """The block of a definition; the module itself for the root."""
    return node if node == 0 else tree.child(node, "body")


def docstring_node(tree: Tree, node: int) -> int | None:
    """The statement that is the docstring of a module, class or function."""
    body = body_of(tree, node)
    if body is None:
        return None
    first = next((child for child in tree.children(body) if tree.kinds[child] != "comment"), None)
    if first is None or tree.kinds[first] != "expression_statement" or tree.is_leaf(first):
        return None
    string = first + 1
    is_string = tree.kinds[string] in ("string", "concatenated_string") and tree.stops[string] == tree.stops[first]
    return first if is_string and isinstance(_value(tree, string), str) else None


def docstring_of(tree: Tree, node: int) -> str | None:
    """The docstring of a module, class or function, its indentation removed."""
    statement = docstring_node(tree, node)
    value = _value(tree, statement + 1) if statement is not None else None
    return encodable(inspect.cleandoc(value)) if isinstance(value, str) else None


def _value(tree: Tree, node: int) -> object:
    """The value of a literal; None for what is not one, an f-string for instance."""
    text = tree.text(node)
    if text.startswith(('"""', "'''")) and text.endswith(text[:3]) and "\\" not in text and len(text) >= 6:
        return text[3:-3]  # most docstrings, at no cost
    try:
        return ast.literal_eval(f"({text})")
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
