"""What importing a module does beyond defining names. Whatever is not known to be harmless counts as an effect."""

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from agent.operations.facts import Binding, Effect
from agent.operations.known import DECORATORS, HOOKS, MAKERS, METACLASSES, WORLD, is_standard
from agent.operations.scopes import FunctionNode, header_of, is_type_checking

_TARGETS = ast.Name | ast.Tuple | ast.List | ast.Starred | ast.expr_context
_PARTS = (
    ast.BinOp | ast.BoolOp | ast.Compare | ast.Dict | ast.FormattedValue | ast.IfExp | ast.JoinedStr | ast.List
    | ast.NamedExpr | ast.Set | ast.Slice | ast.Starred | ast.Subscript | ast.Tuple | ast.UnaryOp | ast.operator
    | ast.unaryop | ast.boolop | ast.cmpop | ast.expr_context | ast.keyword | ast.ListComp | ast.SetComp
    | ast.DictComp | ast.GeneratorExp | ast.comprehension
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What names mean at the top of a module."""

    imports: Mapping[str, Binding]  # names that one import statement, and nothing else, binds
    own: frozenset[str]  # names bound otherwise
    classes: frozenset[str]  # those of them that are classes
    lazy_annotations: bool  # `from __future__ import annotations`

    def dotted(self, node: ast.expr) -> str:
        """The full name of what is named: "re.compile", ":Cart" for the module's own; "" if it is no name."""
        tail: list[str] = []
        while isinstance(node, ast.Attribute):
            tail.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        bound = self.imports.get(node.id)
        first = bound.dotted if bound is not None else f":{node.id}" if node.id in self.own else node.id
        return ".".join([first, *reversed(tail)])


def effects_of(body: Iterable[ast.stmt], around: Surroundings) -> Iterator[Effect]:
    """Effects of the statements of a module's, a class's or a branch's body."""
    for statement in body:
        yield from _of_statement(statement, around)


def has_hooks(node: ast.ClassDef) -> bool:
    """Whether code of a class runs when another class derives from it."""
    methods = {part.name for part in node.body if isinstance(part, FunctionNode)}
    return bool(methods & HOOKS) or any(keyword.arg == "metaclass" for keyword in node.keywords)


def is_harmless_base(name: str) -> bool:
    """Whether a class, by its full name, is a built-in one or one of the standard library."""
    return isinstance(getattr(builtins, name, None), type) or ("." in name and is_standard(name))


def is_main_guard(statement: ast.stmt) -> bool:
    """Whether a statement is `if __name__ == "__main__":`."""
    return isinstance(statement, ast.If) and any(
        isinstance(part, ast.Name) and part.id == "__name__" for part in ast.walk(statement.test)
    )


def _of_statement(node: ast.stmt, around: Surroundings) -> Iterator[Effect]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from _of_function(node, around)
        case ast.ClassDef():
            yield from _of_class(node, around)
        case ast.Assign() | ast.AugAssign() | ast.AnnAssign():
            yield from _of_assignment(node, around)
        case ast.Expr(value=value):
            yield from _of_expression(value, around)
        case ast.If(test=test):
            if not is_type_checking(test) and not is_main_guard(node):
                yield from _of_expression(test, around)
                yield from effects_of([*node.body, *node.orelse], around)
        case ast.Try():
            handlers = [part for handler in node.handlers for part in handler.body]
            yield from effects_of([*node.body, *handlers, *node.orelse, *node.finalbody], around)
        case ast.Delete(targets=targets) if all(isinstance(target, ast.Name) for target in targets):
            return
        case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Global():
            return
        case _:
            yield Effect(node.lineno, "other", f"runs a {type(node).__name__.lower()} statement")


def _of_function(node: FunctionNode, around: Surroundings) -> Iterator[Effect]:
    yield from _of_decorators(node, around)
    defaults = [*node.args.defaults, *(default for default in node.args.kw_defaults if default is not None)]
    for expression in defaults if around.lazy_annotations else header_of(node):
        yield from _of_expression(expression, around)


def _of_decorators(node: FunctionNode | ast.ClassDef, around: Surroundings) -> Iterator[Effect]:
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = around.dotted(called)
        if name not in DECORATORS and not name.endswith((".setter", ".getter", ".deleter")):
            yield Effect(decorator.lineno, "call", name or "a decorator")
        elif isinstance(decorator, ast.Call):
            yield from _of_arguments(decorator, around)


def _of_class(node: ast.ClassDef, around: Surroundings) -> Iterator[Effect]:
    yield from _of_decorators(node, around)
    for base in node.bases:
        named = base.value if isinstance(base, ast.Subscript) else base
        name = around.dotted(named)
        if not is_harmless_base(name):
            yield Effect(base.lineno, "base", name or "a computed class")
    for keyword in node.keywords:
        if keyword.arg == "metaclass" and around.dotted(keyword.value) not in METACLASSES:
            yield Effect(node.lineno, "other", "makes a class with a metaclass")
        elif keyword.arg not in ("metaclass", "total", "frozen"):
            yield Effect(node.lineno, "other", "makes a class with options")
    yield from effects_of(node.body, around)


def _of_assignment(node: ast.Assign | ast.AugAssign | ast.AnnAssign, around: Surroundings) -> Iterator[Effect]:
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        if not all(isinstance(part, _TARGETS) for part in ast.walk(target)):
            yield Effect(node.lineno, "other", "changes something that it did not make")
    if isinstance(node, ast.AnnAssign) and not around.lazy_annotations:
        yield from _of_expression(node.annotation, around)
    if node.value is not None:
        yield from _of_expression(node.value, around)


def _of_expression(node: ast.AST, around: Surroundings) -> Iterator[Effect]:
    if isinstance(node, ast.Constant | ast.Name):
        return
    if isinstance(node, ast.Subscript) and _is_strange(node.value, around):
        yield Effect(node.lineno, "other", f"reads {around.dotted(node.value)}")
    if isinstance(node, ast.Attribute):
        yield from _of_attribute(node, around)
    elif isinstance(node, ast.Call):
        yield from _of_call(node, around)
    elif isinstance(node, ast.Lambda):
        for default in header_of(node):
            yield from _of_expression(default, around)
    elif isinstance(node, _PARTS):
        for part in ast.iter_child_nodes(node):
            yield from _of_expression(part, around)
    else:
        yield Effect(getattr(node, "lineno", 0), "other", f"evaluates a {type(node).__name__.lower()}")


def _of_attribute(node: ast.Attribute, around: Surroundings) -> Iterator[Effect]:
    """Reading an attribute is harmless on modules and on classes of the same file; else it may run code."""
    name = around.dotted(node)
    if not name:
        yield from _of_expression(node.value, around)
        return
    root = node
    while isinstance(root.value, ast.Attribute):
        root = root.value
    first = root.value.id if isinstance(root.value, ast.Name) else ""
    bound = around.imports.get(first)
    standard = bound is not None and is_standard(bound.module)
    known = first in around.classes or (bound is not None and (bound.member is None or standard))
    if not known or any(name == read or name.startswith(f"{read}.") for read in WORLD):
        yield Effect(node.lineno, "other", f"reads {name}")


def _is_strange(node: ast.expr, around: Surroundings) -> bool:
    """Whether a name is an object of another module, by its spelling no class: reading a part of it may run code."""
    bound = around.imports.get(node.id) if isinstance(node, ast.Name) else None
    if bound is None or bound.member is None or is_standard(bound.module):
        return False
    return not bound.name[0].isupper() or bound.name.isupper()


def _of_call(node: ast.Call, around: Surroundings) -> Iterator[Effect]:
    name = around.dotted(node.func)
    on_text = isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Constant)
    calls_back = any(keyword.arg == "key" and not isinstance(keyword.value, ast.Lambda) for keyword in node.keywords)
    if (name not in MAKERS and not on_text) or calls_back:
        yield Effect(node.lineno, "call", name or "something computed")
    yield from _of_arguments(node, around)


def _of_arguments(node: ast.Call, around: Surroundings) -> Iterator[Effect]:
    for part in [*node.args, *node.keywords]:
        yield from _of_expression(part, around)
