"""Python's rules of scope, over the standard library's syntax tree: what binds a name, and where it is looked up."""

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True, slots=True)
class Bound:
    """One place where a scope gets or loses a name."""

    name: str
    node: ast.AST  # the definition, the import's alias, or the target
    statement: ast.stmt  # the innermost statement it is part of
    plain: bool  # that statement is one of the scope's own body
    type_only: bool  # under `if TYPE_CHECKING:`


@dataclass(frozen=True, slots=True)
class Scope:
    """One namespace while its text is read."""

    kind: Literal["module", "class", "function"]  # a lambda and a comprehension are functions
    names: frozenset[str] = frozenset()
    globals: frozenset[str] = frozenset()  # declared `global`


@dataclass(frozen=True, slots=True)
class _Place:
    statement: ast.stmt
    plain: bool = True
    type_only: bool = False
    comprehended: bool = False  # inside a comprehension only `:=` binds in the scope around it


def reaches_module(scopes: Sequence[Scope], name: str) -> bool:
    """Whether a look-up in the innermost of `scopes` can end in the module's namespace."""
    for depth, scope in enumerate(reversed(scopes)):
        if name in scope.globals or scope.kind == "module":
            return True
        if scope.kind == "function" and name in scope.names:
            return False
        if scope.kind == "class" and depth == 0 and name in scope.names:
            return True  # unless the class has bound it by then, the module is asked
    return True


def bound_in(statements: Iterable[ast.stmt]) -> Iterator[Bound]:
    """Everything that the statements bind in their own scope, in order of the text."""
    for statement in statements:
        yield from _bound(statement, _Place(statement))


def function_scope(node: FunctionNode | ast.Lambda) -> Scope:
    """The namespace of a function's body."""
    parameters = {argument.arg for argument in arguments_of(node.args)}
    if isinstance(node, ast.Lambda):
        return Scope("function", frozenset(parameters | _walrus_names(node.body)))
    return Scope("function", frozenset(parameters | _names(node.body)), _declared_global(node.body))


def class_scope(node: ast.ClassDef) -> Scope:
    """The namespace of a class's body."""
    return Scope("class", frozenset(_names(node.body)), _declared_global(node.body))


def comprehension_scope(generators: Iterable[ast.comprehension]) -> Scope:
    """The namespace of a comprehension."""
    targets = (name for generator in generators for name in ast.walk(generator.target))
    return Scope("function", frozenset(name.id for name in targets if isinstance(name, ast.Name)))


def type_parameter_scope(node: ast.AST) -> Scope:
    """The namespace of `[T]` behind a function's or class's name; empty where there is none."""
    return Scope("function", frozenset(parameter.name for parameter in getattr(node, "type_params", ())))


def arguments_of(arguments: ast.arguments) -> list[ast.arg]:
    """All parameters of a function."""
    rest = [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *rest]


def header_of(node: FunctionNode | ast.Lambda) -> list[ast.expr]:
    """Defaults and annotations: what is looked up where the function stands, not inside it."""
    defaults = [*node.args.defaults, *(default for default in node.args.kw_defaults if default is not None)]
    if isinstance(node, ast.Lambda):
        return defaults
    annotations = [argument.annotation for argument in arguments_of(node.args)] + [node.returns]
    return defaults + [annotation for annotation in annotations if annotation is not None]


def is_type_checking(test: ast.expr) -> bool:
    """Whether a condition is `TYPE_CHECKING`, however it was imported."""
    name = test.id if isinstance(test, ast.Name) else test.attr if isinstance(test, ast.Attribute) else ""
    return name == "TYPE_CHECKING"


def globals_declared(tree: ast.AST) -> frozenset[str]:
    """Every name that some function of the text declares global."""
    return frozenset(name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names)


def _bound(node: ast.AST, place: _Place) -> Iterator[Bound]:
    for name in _binds(node, place):
        yield Bound(name, node, place.statement, place.plain, place.type_only)
    if isinstance(node, ast.If) and is_type_checking(node.test):
        yield from _all(node.body, replace(place, plain=False, type_only=True))
        yield from _all(node.orelse, replace(place, plain=False))
    elif isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            bound = alias.asname or (alias.name if isinstance(node, ast.ImportFrom) else alias.name.split(".")[0])
            yield Bound(bound, alias, node, place.plain, place.type_only)
    elif isinstance(node, ast.NamedExpr):
        yield from _bound(node.target, replace(place, plain=False, comprehended=False))
        yield from _bound(node.value, place)
    else:
        yield from _all(_evaluated_here(node), _inside(node, place))


def _all(nodes: Iterable[ast.AST], place: _Place) -> Iterator[Bound]:
    for node in nodes:
        yield from _bound(node, replace(place, statement=node) if isinstance(node, ast.stmt) else place)


def _binds(node: ast.AST, place: _Place) -> list[str]:
    if isinstance(node, FunctionNode | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Name):
        return [] if isinstance(node.ctx, ast.Load) or place.comprehended else [node.id]
    if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
        return [node.name] if node.name else []
    if isinstance(node, ast.MatchMapping):
        return [node.rest] if node.rest else []
    return []


def _evaluated_here(node: ast.AST) -> Iterable[ast.AST]:
    """The parts of a node that are run in the scope it stands in."""
    if isinstance(node, FunctionNode):
        return [*node.decorator_list, *header_of(node)]
    if isinstance(node, ast.Lambda):
        return header_of(node)
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases, *node.keywords]
    return ast.iter_child_nodes(node)


def _inside(node: ast.AST, place: _Place) -> _Place:
    if isinstance(node, COMPREHENSIONS):
        return replace(place, comprehended=True)
    simple = isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Delete | ast.Tuple | ast.List)
    return place if simple or isinstance(node, ast.expr) else replace(place, plain=False)


def _names(statements: Sequence[ast.stmt]) -> set[str]:
    return {bound.name for bound in bound_in(statements)}


def _walrus_names(body: ast.expr) -> set[str]:
    return _names([ast.Expr(body)])


def _declared_global(statements: Sequence[ast.stmt]) -> frozenset[str]:
    found: set[str] = set()
    queue: list[ast.AST] = list(statements)
    while queue:
        node = queue.pop()
        if isinstance(node, ast.Global):
            found.update(node.names)
        elif not isinstance(node, FunctionNode | ast.Lambda | ast.ClassDef):
            queue.extend(ast.iter_child_nodes(node))
    return frozenset(found)
