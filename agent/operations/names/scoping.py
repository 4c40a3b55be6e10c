"""Namespaces of one text: what each binds, and which of them a name belongs to."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

ScopeKind = Literal["module", "class", "function", "types"]  # a comprehension is a function; types: `[T]` of a def
#: arg: a parameter. keyword: the name before `=` in a call. attribute: behind a dot. imported: the name that an import
#: takes from a module, where it is bound under another one.
WordKind = Literal["load", "bind", "def", "import", "global", "arg", "keyword", "attribute", "imported"]


@dataclass(eq=False, slots=True)
class Scope:
    """One namespace."""

    kind: ScopeKind
    node: ast.AST
    parent: "Scope | None"
    name: str  # qualified: "Cart.total"; of the module ""
    bindings: dict[str, list["Binding"]] = field(default_factory=dict)
    outer: dict[str, str] = field(default_factory=dict)  # name -> "global" or "nonlocal"

    @property
    def module(self) -> "Scope":
        """The outermost one."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def owner(self, name: str) -> "Scope | None":
        """The namespace that a name used here belongs to; None: nobody binds it, so it is built in or starred."""
        scope: Scope | None = self
        if name in self.outer and self.outer[name] == "global":
            return self.module if name in self.module.bindings else None
        while scope is not None:
            declared = scope.outer.get(name)
            if declared == "global":
                scope = scope.module
            if (
                name in scope.bindings
                and declared != "nonlocal"
                and (scope.kind != "class" or scope is self or scope is self.around)
            ):
                return scope
            scope = scope.parent
        return None

    @property
    def around(self) -> "Scope":
        """The nearest namespace that is no `[T]`."""
        scope = self
        while scope.kind == "types" and scope.parent is not None:
            scope = scope.parent
        return scope

    def holder(self) -> "Scope":
        """The nearest function, class or module that a person would name."""
        scope = self
        while not isinstance(scope.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module):
            assert scope.parent is not None
            scope = scope.parent
        return scope

    def chain(self) -> Iterator["Scope"]:
        """This one and all around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent


@dataclass(frozen=True, eq=False, slots=True)
class Binding:
    """One place that gives a name a meaning."""

    node: ast.AST
    statement: ast.stmt | None  # of an import; of an assignment, if it is one
    annotation: ast.expr | None = None
    value: ast.expr | None = None  # what is assigned, whole
    kind: str = "bind"  # bind, def, import, arg, for, with


@dataclass(frozen=True, eq=False, slots=True)
class Word:
    """One place where an identifier is written."""

    name: str
    kind: WordKind
    node: ast.AST
    scope: Scope  # where it is looked up
    start: int  # character of the text; -1 where it cannot be told
    quoted: bool = False  # inside an annotation that is a string
