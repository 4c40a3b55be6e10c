"""Values that are written out in function bodies, where a name could stand for them."""

import ast
from collections.abc import Iterator

from agent.operations.names.binding import Source

#: Calls that want a text written out where they stand: types, and what translators look for.
_WRITTEN_OUT = (
    frozenset({"cast", "TypeVar", "NewType", "ForwardRef", "ParamSpec", "NamedTuple", "namedtuple", "TypedDict"})
    | {f"{count}gettext{lazy}" for count in ("", "n", "p", "np") for lazy in ("", "_lazy")}
    | {"_"}
)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def literals_in(source: Source) -> Iterator[ast.expr]:
    """Every literal of a function's body that can be exchanged, those inside of others behind them."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.expr) and is_literal(node) and not why_fixed(source, node):
            yield node


def is_literal(node: ast.expr) -> bool:
    """Whether an expression is a number, text or bytes, a sum of numbers, or a tuple of such."""
    match node:
        case ast.Constant(value=value):
            return isinstance(value, str | bytes | int | float | complex) and not isinstance(value, bool)
        case ast.Tuple(elts=parts, ctx=ast.Load()):
            return all(is_literal(one) or _is_singleton(one) for one in parts)
    return _is_number(node)


def why_fixed(source: Source, node: ast.expr) -> str:
    """Why a name cannot stand for a literal; "" if one can."""
    child: ast.AST = node
    parent = source.parents.get(node)
    why = _why_at_once(parent, node)
    while parent is not None and not why:
        why = _why_inside(parent, child)
        if isinstance(parent, _FUNCTIONS) and child in parent.body:
            return ""
        child, parent = parent, source.parents.get(parent)
    return why or "it is not in the body of a function"


def is_part_of_literal(source: Source, node: ast.expr) -> bool:
    """Whether a literal stands inside a bigger one."""
    parent = source.parents.get(node)
    return isinstance(parent, ast.expr) and is_literal(parent)


def _is_singleton(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, bool))


def _is_number(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=value):
            return isinstance(value, int | float | complex) and not isinstance(value, bool)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            return _is_number(operand)
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult(), left=left, right=right):
            return _is_number(left) and _is_number(right)
    return False


def _why_at_once(parent: ast.AST | None, node: ast.expr) -> str:
    match parent:
        case ast.Expr():
            return "it is a docstring, or does nothing"
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if test is node:
            return "it decides what is run at all"
        case ast.Compare(ops=ops) if any(isinstance(one, ast.Is | ast.IsNot) for one in ops):
            return "it is compared by `is`"
    return ""


def _why_inside(parent: ast.AST, child: ast.AST) -> str:
    match parent:
        case ast.pattern():
            return "it is a pattern, in which a name would catch everything"
        case ast.arg(annotation=annotation) | ast.AnnAssign(annotation=annotation) if annotation is child:
            return "it is part of an annotation"
        case ast.Subscript(value=ast.Name(id="Literal" | "Annotated") | ast.Attribute(attr="Literal" | "Annotated")):
            return "it is part of a type"
        case ast.Call(func=func) if getattr(func, "attr", getattr(func, "id", "")) in _WRITTEN_OUT:
            return "what is called wants it written out"
    return "it is part of a formatted string" if type(parent).__name__ in ("JoinedStr", "TemplateStr") else ""
