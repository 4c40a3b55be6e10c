"""Python's rules of scope over the standard library's syntax tree: in which namespace each node is looked up."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

Binding = Literal["parameter", "store", "definition", "import", "global", "nonlocal"]


@dataclass(eq=False, slots=True)
class Scope:
    """One namespace."""

    kind: Literal["module", "class", "function", "comprehension"]  # a lambda is a function
    outer: "Scope | None"
    name: str  # qualified, "" for the module
    bound: dict[str, list[tuple[Binding, ast.AST]]] = field(default_factory=dict)

    def bind(self, name: str, kind: Binding, node: ast.AST) -> None:
        """Note that the namespace gets a name."""
        self.bound.setdefault(name, []).append((kind, node))

    def kinds(self, name: str) -> set[Binding]:
        """How the namespace gets a name."""
        return {kind for kind, _ in self.bound.get(name, ())}

    def owner(self, name: str) -> "Scope | None":
        """The namespace in which a look-up from here ends; None for what no namespace of the text holds."""
        scope: Scope | None = self
        while scope is not None:
            kinds = scope.kinds(name) if scope.kind != "class" or scope is self else set[Binding]()
            if "global" in kinds:
                return scope.module if name in scope.module.bound else None
            if kinds and "nonlocal" not in kinds:
                return scope
            scope = scope.outer
        return None

    @property
    def module(self) -> "Scope":
        """The namespace of the whole text."""
        scope = self
        while scope.outer is not None:
            scope = scope.outer
        return scope


Scopes = dict[ast.AST, Scope]  # for each node the namespace in which it is looked up


def scopes_of(tree: ast.Module) -> Scopes:
    """For each node of a tree the namespace in which it is looked up; the inner one of a definition is at its body."""
    module = Scope("module", None, "")
    scopes: Scopes = {tree: module}
    queue: list[tuple[ast.AST, Scope]] = [(child, module) for child in ast.iter_child_nodes(tree)]
    while queue:
        node, scope = queue.pop()
        scopes[node] = scope
        _bind(node, scope)
        queue.extend(_children(node, scope))
    return scopes


def arguments_of(arguments: ast.arguments) -> list[ast.arg]:
    """All parameters of a function, in order."""
    rest = [arguments.vararg] if arguments.vararg else []
    last = [arguments.kwarg] if arguments.kwarg else []
    return [*arguments.posonlyargs, *arguments.args, *rest, *arguments.kwonlyargs, *last]


def bound_name(alias: ast.alias, *, from_import: bool) -> str:
    """The name that one part of an import statement binds."""
    return alias.asname or (alias.name if from_import else alias.name.split(".")[0])


def _children(node: ast.AST, scope: Scope) -> Iterator[tuple[ast.AST, Scope]]:
    if isinstance(node, FunctionNode | ast.ClassDef):
        yield from _of_definition(node, scope)
    elif isinstance(node, ast.Lambda):
        yield from _of_lambda(node, scope)
    elif isinstance(node, COMPREHENSIONS):
        yield from _of_comprehension(node, scope)
    elif isinstance(node, ast.NamedExpr):
        yield node.target, _around_comprehensions(scope)
        yield node.value, scope
    else:
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.expr_context):
                yield child, scope


def _of_definition(node: FunctionNode | ast.ClassDef, scope: Scope) -> Iterator[tuple[ast.AST, Scope]]:
    name = f"{scope.name}.{node.name}" if scope.name else node.name
    inner = Scope("class" if isinstance(node, ast.ClassDef) else "function", scope, name)
    types = getattr(node, "type_params", [])
    around = scope
    if types:
        around = Scope("function", scope, name)
        inner.outer = around
        for parameter in types:
            around.bind(parameter.name, "parameter", parameter)
    outside: list[ast.AST] = [*node.decorator_list]
    inside: list[ast.AST] = [*types]
    if isinstance(node, ast.ClassDef):
        inside += [*node.bases, *node.keywords]
    else:
        inside += [node.args, *([node.returns] if node.returns else [])]
        for argument in arguments_of(node.args):
            inner.bind(argument.arg, "parameter", argument)
    yield from ((child, scope) for child in outside)
    yield from ((child, around) for child in inside)
    yield from ((child, inner) for child in node.body)


def _of_lambda(node: ast.Lambda, scope: Scope) -> Iterator[tuple[ast.AST, Scope]]:
    inner = Scope("function", scope, scope.name)
    for argument in arguments_of(node.args):
        inner.bind(argument.arg, "parameter", argument)
    yield node.args, scope
    yield node.body, inner


def _of_comprehension(node: ast.AST, scope: Scope) -> Iterator[tuple[ast.AST, Scope]]:
    inner = Scope("comprehension", scope, scope.name)
    for number, part in enumerate(node.generators):  # type: ignore[attr-defined]
        for child in (part.target, *part.ifs):
            yield child, inner
        yield part.iter, inner if number else scope
    for name in ("key", "value", "elt"):
        if (child := getattr(node, name, None)) is not None:
            yield child, inner


def _bind(node: ast.AST, scope: Scope) -> None:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            scope.bind(name, "store", node)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            scope.bind(name, "definition", node)
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            scope.bind(name, "store", node)
        case ast.MatchMapping(rest=str(name)):
            scope.bind(name, "store", node)
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            for alias in aliases:
                scope.bind(bound_name(alias, from_import=isinstance(node, ast.ImportFrom)), "import", node)
        case ast.Global(names=names):
            for name in names:
                scope.bind(name, "global", node)
                scope.module.bind(name, "store", node)
        case ast.Nonlocal(names=names):
            for name in names:
                scope.bind(name, "nonlocal", node)


def _around_comprehensions(scope: Scope) -> Scope:
    while scope.kind == "comprehension" and scope.outer is not None:
        scope = scope.outer
    return scope
