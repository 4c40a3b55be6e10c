"""Scopes of a JavaScript or TypeScript text: which declaration each name belongs to."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from repo_scan.languages.tree import Tree

FUNCTIONS = frozenset(
    {"function_declaration", "function_expression", "arrow_function", "method_definition"}
    | {"generator_function", "generator_function_declaration"}
)
_BLOCKS = frozenset(
    {"statement_block", "for_statement", "for_in_statement", "catch_clause", "switch_body", "class_static_block"}
)
_DECLARATIONS = frozenset(
    {"function_declaration", "generator_function_declaration", "class_declaration", "abstract_class_declaration"}
    | {"enum_declaration", "internal_module", "function_signature"}
)
NAMES = frozenset({"identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern"})

Binding = Literal["parameter", "store", "definition", "import"]


@dataclass(eq=False, slots=True)
class Scope:
    """One namespace: of the module, a function or a block."""

    kind: Literal["module", "function", "block"]
    outer: "Scope | None"
    bound: dict[str, set[Binding]] = field(default_factory=dict)

    def owner(self, name: str) -> "Scope | None":
        """The namespace in which a look-up from here ends; None for what the text does not declare."""
        scope: Scope | None = self
        while scope is not None and name not in scope.bound:
            scope = scope.outer
        return scope

    def bind(self, name: str, kind: Binding) -> None:
        """Note that the namespace gets a name."""
        self.bound.setdefault(name, set()).add(kind)

    @property
    def function(self) -> "Scope":
        """The namespace of the innermost function around, or of the module: where `var` declares."""
        scope = self
        while scope.kind == "block" and scope.outer is not None:
            scope = scope.outer
        return scope


def scopes_of(tree: Tree) -> list[Scope]:
    """For each node the namespace in which it is looked up."""
    module = Scope("module", None)
    found: list[Scope] = []
    around: list[tuple[int, Scope]] = [(len(tree.kinds), module)]
    for node, kind in enumerate(tree.kinds):
        while node >= around[-1][0]:
            around.pop()
        scope = around[-1][1]
        found.append(scope)
        if kind in FUNCTIONS or kind in _BLOCKS:
            scope = Scope("function" if kind in FUNCTIONS else "block", scope)
            around.append((tree.stops[node], scope))
        _bind(tree, node, kind, scope, found[node])
    return found


def is_local(owner: Scope, name: str) -> bool:
    """Whether a name belongs to a function or block alone, and is no parameter."""
    return owner.kind != "module" and owner.bound[name] == {"store"}


def pattern_names(tree: Tree, pattern: int | None) -> Iterator[int]:
    """The nodes of the names that a pattern binds."""
    waiting = [] if pattern is None else [pattern]
    while waiting:
        node = waiting.pop()
        kind = tree.kinds[node]
        inner: int | None = None
        if kind in NAMES:
            yield node
        elif kind in ("object_pattern", "array_pattern", "rest_pattern", "formal_parameters"):
            waiting += tree.children(node)
        elif kind == "pair_pattern":
            inner = tree.child(node, "value")
        elif kind in ("assignment_pattern", "object_assignment_pattern"):
            inner = tree.child(node, "left")
        elif kind in ("required_parameter", "optional_parameter"):
            inner = tree.child(node, "pattern")
        if inner is not None:
            waiting.append(inner)


def _bind(tree: Tree, node: int, kind: str, inner: Scope, outer: Scope) -> None:
    if kind == "variable_declarator":
        is_var = tree.kinds[tree.parents[node]] == "variable_declaration"
        _bind_all(tree, tree.child(node, "name"), outer.function if is_var else outer, "store")
    elif kind == "for_in_statement" and (word := tree.child(node, "kind")) is not None:
        scope = inner.function if tree.text(word) == "var" else inner
        _bind_all(tree, tree.child(node, "left"), scope, "store")
    elif kind == "catch_clause":
        _bind_all(tree, tree.child(node, "parameter"), inner, "store")
    elif kind in _DECLARATIONS:
        _bind_name(tree, node, outer, "definition")
    elif kind in ("import_specifier", "namespace_import", "import_clause", "import_require_clause"):
        for name in imported_names(tree, node):
            outer.bind(tree.text(name), "import")
    if kind in FUNCTIONS:
        _bind_all(tree, tree.child(node, "parameters"), inner, "parameter")
        _bind_all(tree, tree.child(node, "parameter"), inner, "parameter")
        if kind in ("function_expression", "generator_function"):
            _bind_name(tree, node, inner, "definition")


def imported_names(tree: Tree, node: int) -> list[int]:
    """The names that one part of an import binds."""
    if tree.kinds[node] == "import_specifier":
        alias = tree.child(node, "alias")
        name = alias if alias is not None else tree.child(node, "name")
        return [] if name is None else [name]
    return [child for child in tree.children(node) if tree.kinds[child] == "identifier"]


def _bind_all(tree: Tree, pattern: int | None, scope: Scope, kind: Binding) -> None:
    for name in pattern_names(tree, pattern):
        scope.bind(tree.text(name), kind)


def _bind_name(tree: Tree, node: int, scope: Scope, kind: Binding) -> None:
    name = tree.child(node, "name")
    if name is not None:
        scope.bind(tree.text(name), kind)
