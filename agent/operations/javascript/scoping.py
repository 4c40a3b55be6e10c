"""Which declaration each name of a JavaScript or TypeScript text belongs to, for values and for types."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from repo_scan.forms.javascript_scopes import FUNCTIONS, NAMES, pattern_names
from repo_scan.languages.tree import Tree

Space = Literal["value", "type", "both"]
_CLASSES = frozenset({"class_declaration", "abstract_class_declaration", "class"})
_TYPED = frozenset({"interface_declaration", "type_alias_declaration"})
_SHAPES = frozenset(
    {"function_type", "constructor_type", "function_signature", "method_signature", "call_signature"}
    | {"construct_signature", "abstract_method_signature", "index_signature", "conditional_type", "enum_body"}
)
_BLOCKS = frozenset(
    {"statement_block", "for_statement", "for_in_statement", "catch_clause", "switch_body", "class_static_block"}
)
_SCOPES = FUNCTIONS | _CLASSES | _TYPED | _SHAPES | _BLOCKS
_INSIDE = frozenset({"function_expression", "generator_function", "class"})  # their own name is known inside alone
_VALUES = frozenset({"function_declaration", "generator_function_declaration", "function_signature"})
_BOTH = frozenset({"class_declaration", "abstract_class_declaration", "enum_declaration", "internal_module", "module"})
_TAGS = frozenset({"jsx_opening_element", "jsx_closing_element", "jsx_self_closing_element"})
_ALL = NAMES | {"type_identifier"}


@dataclass(eq=False, slots=True)
class Scope:
    """One namespace; by each name the nodes that declare it."""

    number: int  # in order of appearance
    kind: str  # of the node that it belongs to
    outer: "Scope | None"
    values: dict[str, list[int]] = field(default_factory=dict)
    types: dict[str, list[int]] = field(default_factory=dict)

    def binds(self, name: str, space: Space = "both") -> bool:
        """Whether the name is declared here."""
        return (space != "type" and name in self.values) or (space != "value" and name in self.types)

    def owner(self, name: str, space: Space) -> "Scope | None":
        """The namespace in which a look-up from here ends; None for what the text does not declare."""
        scope: Scope | None = self
        while scope is not None and not scope.binds(name, space):
            scope = scope.outer
        return scope

    def up_to(self, last: "Scope") -> Iterator["Scope"]:
        """This and all around it, as far as `last`."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = None if scope is last else scope.outer

    def bind(self, name: str, node: int, space: Space) -> None:
        """Note a declaration."""
        for names in [*([self.values] if space != "type" else []), *([self.types] if space != "value" else [])]:
            names.setdefault(name, []).append(node)


@dataclass(frozen=True, slots=True)
class Name:
    """One name of the text that is declared or used."""

    node: int
    text: str
    scope: Scope  # around it
    owner: Scope | None  # where it is declared
    declares: bool


def names_of(tree: Tree) -> tuple[Scope, tuple[Name, ...]]:
    """The namespace of the module, and every name in order."""
    scoping = _Scoping(tree)
    return scoping.scopes[0], tuple(scoping.names())


class _Scoping:
    """One walk for the declarations; the names are looked up when all of those are known."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.scopes = [Scope(0, "program", None)]
        self._at: list[Scope] = []  # for each node the namespace around it
        self._declared: dict[int, Scope] = {}
        around = [(len(tree.kinds), self.scopes[0])]
        for node, kind in enumerate(tree.kinds):
            while node >= around[-1][0]:
                around.pop()
            scope = around[-1][1]
            parent = tree.parents[node]
            named = tree.fields[node] == "name" and parent >= 0 and tree.kinds[parent] in _SCOPES - _INSIDE
            self._at.append(scope.outer if named and scope.outer is not None else scope)
            if kind in _SCOPES:
                scope = Scope(len(self.scopes), kind, scope)
                self.scopes.append(scope)
                around.append((tree.stops[node], scope))
            self._bind(node, kind, scope)

    def names(self) -> Iterator[Name]:
        """Every name, with the namespace that declares it."""
        for node, kind in enumerate(self._tree.kinds):
            if kind not in _ALL or (node not in self._declared and self._is_none(node)):
                continue
            text, scope = self._tree.text(node), self._at[node]
            owner = self._declared.get(node) or scope.owner(text, self._space(node))
            yield Name(node, text, scope, owner, node in self._declared)

    def _space(self, node: int) -> Space:
        parent = self._tree.kinds[self._tree.parents[node]]
        if parent in ("export_specifier", "export_statement", "import_alias"):
            return "both"
        return "type" if self._tree.kinds[node] == "type_identifier" or parent == "nested_type_identifier" else "value"

    def _is_none(self, node: int) -> bool:
        """Whether a word is no name of this text: a label, a tag of HTML, what something is called elsewhere."""
        tree, role = self._tree, self._tree.fields[node]
        parent = tree.parents[node]
        kind = tree.kinds[parent]
        if kind in _TAGS:
            return role == "name" and tree.text(node)[0].islower()
        if kind == "export_specifier":
            statement = tree.parents[tree.parents[parent]]
            return role == "alias" or tree.child(statement, "source") is not None
        if kind in ("import_specifier", "namespace_export", "jsx_namespace_name"):
            return True
        if kind in ("required_parameter", "optional_parameter", "nested_type_identifier"):
            return role == "name"
        return False

    def _bind(self, node: int, kind: str, inner: Scope) -> None:
        tree, outer = self._tree, self._at[node]
        if kind == "variable_declarator":
            is_var = tree.kinds[tree.parents[node]] == "variable_declaration"
            self._all(tree.child(node, "name"), _function(outer) if is_var else outer)
        elif kind == "for_in_statement" and (word := tree.child(node, "kind")) is not None:
            self._all(tree.child(node, "left"), _function(inner) if tree.text(word) == "var" else inner)
        elif kind in ("enum_assignment", "enum_body"):
            self._members(node, inner)
        elif kind == "mapped_type_clause":
            self._one(tree.child(node, "name"), outer, "type")
        elif kind == "infer_type":
            self._infer(node, outer)
        elif kind == "type_parameter":
            self._one(tree.child(node, "name"), outer, "type")
        elif kind == "index_signature":
            self._one(tree.child(node, "name"), inner, "value")
        else:
            self._definition(node, kind, inner, outer)
        if kind in FUNCTIONS or kind in _SHAPES or kind == "catch_clause":
            self._all(tree.child(node, "parameters"), inner)
            self._all(tree.child(node, "parameter"), inner)

    def _definition(self, node: int, kind: str, inner: Scope, outer: Scope) -> None:
        name = self._tree.child(node, "name")
        if kind in _VALUES:
            self._one(name, outer, "value")
        elif kind in _BOTH:
            self._one(name, outer, "both")
        elif kind in _TYPED:
            self._one(name, outer, "type")
        elif kind in _INSIDE:
            self._one(name, inner, "both" if kind == "class" else "value")
        elif kind == "import_specifier":
            alias = self._tree.child(node, "alias")
            self._one(alias if alias is not None else name, outer, "both")
        elif kind in ("namespace_import", "import_clause", "import_require_clause", "import_alias"):
            names = [child for child in self._tree.children(node) if self._tree.kinds[child] == "identifier"]
            for one in names[:1]:
                self._one(one, outer, "both")

    def _members(self, node: int, inner: Scope) -> None:
        """The members of an enum know each other by their bare names."""
        for child in self._tree.children(node):
            if self._tree.kinds[child] == "property_identifier" and self._tree.fields[child] == "name":
                inner.bind(self._tree.text(child), child, "value")

    def _infer(self, node: int, outer: Scope) -> None:
        name = next(
            (child for child in self._tree.children(node) if self._tree.kinds[child] == "type_identifier"), None
        )
        self._one(name, outer, "type")

    def _all(self, pattern: int | None, scope: Scope) -> None:
        for name in pattern_names(self._tree, pattern):
            self._one(name, scope, "value")

    def _one(self, node: int | None, scope: Scope, space: Space) -> None:
        if node is not None and self._tree.kinds[node] in _ALL:
            scope.bind(self._tree.text(node), node, space)
            self._declared[node] = scope


def _function(scope: Scope) -> Scope:
    """The namespace of the innermost function around, or of the module: where `var` declares."""
    while scope.outer is not None and scope.kind not in FUNCTIONS and scope.kind != "class_static_block":
        scope = scope.outer
    return scope
