"""What in a Python text is there for type checkers alone: annotations, and the names that only they use."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from repo_scan.forms.python_names import Names, Site, is_type_checking
from repo_scan.forms.python_scopes import FUNCTIONS, FunctionNode, Scope, arguments_of

_TYPING = ("typing.", "typing_extensions.")
_MAKERS = frozenset({"TypeVar", "ParamSpec", "TypeVarTuple", "Union", "Optional", "NewType"})
_GENERIC = frozenset({"dict", "frozenset", "list", "set", "tuple", "type"})
_CLASS = re.compile(r"[A-Z]\w*[a-z]\w*|dict|frozenset|list|set|tuple|type|int|float|str|bytes|bool")
_SHAPES = (ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.Constant, ast.BinOp, ast.BitOr, ast.Load)


@dataclass(slots=True)
class Types:
    """The parts of a text that are for type checkers alone."""

    annotations: set[ast.AST] = field(default_factory=set)  # every node of an annotation
    casts: set[ast.AST] = field(default_factory=set)
    sites: set[Site] = field(default_factory=set)  # imported names that annotations alone use, if anything does
    statements: dict[ast.stmt, str] = field(default_factory=dict)  # overloads and definitions, by the name they bind
    lazy: bool = False  # `from __future__ import annotations`


def types_of(tree: ast.Module, names: Names) -> Types:
    """What is there for type checkers alone."""
    types = Types(lazy=any(map(is_lazy, tree.body)))
    for node in names.scopes:
        types.annotations.update(_inside(_annotations(node)))
        if _is_cast(node, names):
            types.casts.add(node)
            types.annotations.update(_inside([node.func, node.args[0]]))  # type: ignore[attr-defined]
        for body in _bodies(node):
            for overload in _overloads(body, names):
                types.statements[overload] = ""
                types.annotations.update(_inside([overload]))
    _settle(tree, names, types)
    return types


def is_lazy(statement: ast.stmt) -> bool:
    """Whether a statement keeps annotations from being evaluated."""
    futures = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
    return futures and any(alias.name == "annotations" for alias in statement.names)  # type: ignore[attr-defined]


def spoken_in(nodes: Iterable[ast.AST]) -> Iterator[ast.Name]:
    """Names in string annotations; they stand in no namespace."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                yield from (part for part in ast.walk(ast.parse(node.value, mode="eval")) if isinstance(part, ast.Name))
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue


def own_annotations(node: ast.AST) -> list[ast.expr]:
    """The annotations of one definition or assignment."""
    if isinstance(node, FunctionNode):
        found = [argument.annotation for argument in arguments_of(node.args)] + [node.returns]
        return [annotation for annotation in found if annotation is not None]
    return [node.annotation] if isinstance(node, ast.AnnAssign) else []


def _annotations(node: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = [*own_annotations(node)]
    if isinstance(node, ast.If) and is_type_checking(node.test):
        found += [node.test, *(node.body if _only_types(node) else [])]
    if isinstance(node, FunctionNode):
        found += getattr(node, "type_params", [])
    return found


def _only_types(node: ast.If) -> bool:
    """Whether a block for type checkers could go without a trace."""
    return not node.orelse and all(
        isinstance(one, ast.Import | ast.ImportFrom | ast.Pass | ast.Assign) for one in node.body
    )


def _inside(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    for node in nodes:
        yield from ast.walk(node)


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        body = getattr(node, name, None)
        if isinstance(body, list) and body:
            yield body


def _is_cast(node: ast.AST, names: Names) -> bool:
    if not isinstance(node, ast.Call) or len(node.args) != 2 or node.keywords:
        return False
    return names.dotted(node.func) in ("typing.cast", "typing_extensions.cast")


def _overloads(body: list[ast.stmt], names: Names) -> Iterator[ast.stmt]:
    """Signatures that the function of the same name after them replaces."""
    for number, one in enumerate(body):
        marked = isinstance(one, FunctionNode) and any(
            _is_typing(names, mark, "overload") for mark in one.decorator_list
        )
        if isinstance(one, FunctionNode) and marked:
            others = (
                later for later in body[number + 1 :] if isinstance(later, FunctionNode) and later.name == one.name
            )
            real = any(
                not any(_is_typing(names, mark, "overload") for mark in later.decorator_list) for later in others
            )
            if real and len(one.decorator_list) == 1 and not _does_something(one.body):
                yield one


def _is_typing(names: Names, node: ast.AST, name: str) -> bool:
    return names.dotted(node) in [prefix + name for prefix in _TYPING]


def _does_something(body: list[ast.stmt]) -> bool:
    return not all(
        isinstance(one, ast.Pass) or (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)) for one in body
    )


def _settle(tree: ast.Module, names: Names, types: Types) -> None:
    """Find the imports and definitions that annotations alone use, and those that these alone use, and so on."""
    module = names.scopes[tree]
    exported = exported_names(tree)
    spoken = {name.id for name in spoken_in(types.annotations)}
    definitions = {name: one for one in tree.body if (name := _type_definition(one, names))}
    plain = (site for site in names.sites if site.scope is module and names.is_settled(site))
    inner = [(site.name, site) for site in plain if not (site.name in exported or site.redundant or site.of_star)]
    grown = True
    while grown:
        grown = False
        for name, statement in definitions.items():
            if statement in types.statements or name in exported:
                continue
            unused = not _loads(module, name, names) and _is_surely_type(statement, names)
            if unused or _for_types(module, name, names, types, spoken):
                types.statements[statement] = name
                types.annotations.update(_inside([statement]))
                spoken |= {each.id for each in spoken_in(ast.walk(statement))}
                grown = True
    for name, site in inner:
        if not _loads(module, name, names) or _for_types(module, name, names, types, spoken):
            types.sites.add(site)


def _for_types(module: Scope, name: str, names: Names, types: Types, spoken: set[str]) -> bool:
    """Whether a name has uses, and all of them are for type checkers."""
    loads = _loads(module, name, names)
    return bool(loads or name in spoken) and all(node in types.annotations for node in loads)


def _loads(module: Scope, name: str, names: Names) -> list[ast.Name]:
    return [node for node in names.loads.get((module, name), []) if not isinstance(node.ctx, ast.Store)]


def _is_surely_type(statement: ast.stmt, names: Names) -> bool:
    """Whether a definition is one of a type, even if nothing says so by using it."""
    if not isinstance(statement, ast.Assign):
        return True
    value = statement.value
    if isinstance(value, ast.BinOp):
        return all(_CLASS.fullmatch(ast.unparse(part).rpartition(".")[2]) for part in _operands(value))
    root = value.func if isinstance(value, ast.Call) else value.value if isinstance(value, ast.Subscript) else None
    dotted = names.dotted(root) if root is not None else ""
    return dotted.startswith((*_TYPING, "collections.abc.")) or dotted in _GENERIC


def _operands(value: ast.BinOp) -> Iterator[ast.expr]:
    """What stands between the bars of a union, but for None."""
    for part in (value.left, value.right):
        if isinstance(part, ast.BinOp):
            yield from _operands(part)
        elif not isinstance(part, ast.Constant):
            yield part.value if isinstance(part, ast.Subscript) else part


def _type_definition(statement: ast.stmt, names: Names) -> str:
    """The name that a statement gives to a type and nothing else."""
    module = names.scopes[statement]
    name = ""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        name = statement.targets[0].id if _is_type(statement.value, names) else ""
    elif (
        isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.value is not None
    ):
        alias = names.dotted(statement.annotation) in [prefix + "TypeAlias" for prefix in _TYPING]
        name = statement.target.id if alias else ""
    elif isinstance(statement, ast.ClassDef) and _is_protocol(statement, names):
        name = statement.name
    elif type(statement).__name__ == "TypeAlias":
        name = statement.name.id  # type: ignore[attr-defined]
    return name if name and len(module.bound.get(name, ())) == 1 else ""


def _is_type(value: ast.expr, names: Names) -> bool:
    if isinstance(value, ast.Call):
        return names.dotted(value.func) in [prefix + maker for prefix in _TYPING for maker in _MAKERS]
    if isinstance(value, ast.Constant | ast.Tuple | ast.List):
        return False
    return all(isinstance(part, _SHAPES) for part in ast.walk(value))


def _is_protocol(node: ast.ClassDef, names: Names) -> bool:
    bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    signatures = all(
        not _does_something(one.body)
        if isinstance(one, FunctionNode)
        else not _does_something([one]) or isinstance(one, ast.AnnAssign)
        for one in node.body
    )
    marks = all(_is_typing(names, mark, "runtime_checkable") for mark in node.decorator_list)
    return bool(bases) and marks and signatures and all(_is_typing(names, base, "Protocol") for base in bases)


def exported_names(tree: ast.Module) -> frozenset[str]:
    """Every string of a statement that is about `__all__`."""
    found: set[str] = set()
    for statement in tree.body:
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            continue
        parts = list(ast.walk(statement))
        if any(isinstance(part, ast.Name) and part.id == "__all__" for part in parts):
            found |= {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}
    return frozenset(found)
