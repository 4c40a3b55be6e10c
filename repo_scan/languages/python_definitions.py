"""Where a Python text defines things: functions, classes and variables at module and class level."""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from repo_scan.languages.tree import Tree, encodable
from repo_scan.outline import SymbolKind

_FUNCTION, _CLASS = "function_definition", "class_definition"
_OPAQUE = frozenset({_FUNCTION, "lambda"})  # what is defined inside belongs to no module or class
_TELLING = _OPAQUE | {_CLASS, "assignment", "type_alias_statement"}


class Definition(msgspec.Struct, frozen=True, gc=False):  # a third of what it costs to make a dataclass
    """One place where a name is defined at module or class level."""

    name: str  # qualified
    kind: SymbolKind
    node: int  # the definition, without its decorators
    whole: int  # the same with its decorators
    classes: tuple[int, ...] = ()  # the classes it stands in, outermost first


@dataclass(frozen=True, slots=True)
class _Class:
    """A class that definitions stand in."""

    stop: int  # the node after it
    within: tuple[int, ...]  # it and the classes around it, outermost first
    prefix: str  # of the names in it


def definitions(tree: Tree) -> list[Definition]:
    """Definitions in order of appearance, those under `if`, `try` and the like included; a variable once a scope."""
    found: list[Definition] = []
    variables: set[str] = set()
    module = _Class(len(tree.kinds), (), "")
    classes = [module]
    inside = 0  # up to where all stands in one function
    for node in [node for node, kind in enumerate(tree.kinds) if kind in _TELLING]:
        if node < inside:
            continue
        while classes[-1].stop <= node:
            classes.pop()
        for one in _defined_by(tree, node, classes[-1]):
            if one.kind in ("variable", "attribute"):
                if one.name in variables:
                    continue
                variables.add(one.name)
            found.append(one)
        if tree.kinds[node] in _OPAQUE:
            inside = tree.stops[node]
        elif tree.kinds[node] == _CLASS:
            name = tree.text(tree.child(node, "name") or node)
            classes.append(_Class(tree.stops[node], (*classes[-1].within, node), f"{classes[-1].prefix}{name}."))
    return found


def _defined_by(tree: Tree, node: int, around: _Class) -> list[Definition]:
    kind = tree.kinds[node]
    if kind in (_FUNCTION, _CLASS):
        name = tree.child(node, "name")
        shape: SymbolKind = "class" if kind == _CLASS else "method" if around.within else "function"
        return [_of_name(tree, name, node, shape, around)] if name is not None else []
    left = tree.child(node, "left")
    if left is None:
        return []
    shape = "attribute" if around.within else "variable"
    return [_of_name(tree, target, node, shape, around) for target in _targets(tree, left)]


def _of_name(tree: Tree, name: int, node: int, kind: SymbolKind, around: _Class) -> Definition:
    parent = tree.parents[node]
    whole = parent if parent >= 0 and tree.kinds[parent] == "decorated_definition" else node
    return Definition(around.prefix + tree.text(name), kind, node, whole, around.within)


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
    found = _docstring(tree, node)
    return found[0] if found is not None else None


def docstring_of(tree: Tree, node: int) -> str | None:
    """The docstring of a module, class or function, its indentation removed."""
    found = _docstring(tree, node)
    if found is None:
        return None
    text = found[1]
    is_clean = "\n" not in text and "\t" not in text and not text[:1].isspace()  # as most are
    return encodable(text if is_clean else inspect.cleandoc(text))


def _docstring(tree: Tree, node: int) -> tuple[int, str] | None:
    """The statement that is a docstring, and what it says."""
    body = body_of(tree, node)
    if body is None:
        return None
    first = next((child for child in tree.children(body) if tree.kinds[child] != "comment"), None)
    if first is None or tree.kinds[first] != "expression_statement" or tree.is_leaf(first):
        return None
    string = first + 1
    is_string = tree.kinds[string] in ("string", "concatenated_string") and tree.stops[string] == tree.stops[first]
    value = _value(tree, string) if is_string else None
    return (first, value) if isinstance(value, str) else None


def _value(tree: Tree, node: int) -> object:
    """The value of a literal; None for what is not one, an f-string for instance."""
    text = tree.text(node)
    if text.startswith(('"""', "'''")) and text.endswith(text[:3]) and "\\" not in text and len(text) >= 6:
        return text[3:-3]  # most docstrings, at no cost
    try:
        return ast.literal_eval(f"({text})")
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
