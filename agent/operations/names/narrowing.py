"""What checks around an expression say of a name: `isinstance` in a condition, an assertion or a way out."""

import ast
from collections.abc import Iterator, Mapping

_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def checked_as(node: ast.expr, name: str, parents: Mapping[ast.AST, ast.AST]) -> Iterator[ast.expr]:
    """Classes that a name surely is an object of where it stands, the nearest check first."""
    child: ast.AST = node
    while (parent := parents.get(child)) is not None:
        match parent:
            case ast.If(test=test, body=body) | ast.While(test=test, body=body) if child in body:
                yield from _said(test, name)
            case ast.IfExp(test=test, body=body) if child is body:
                yield from _said(test, name)
            case ast.BoolOp(op=ast.And(), values=values) if child in values:
                for one in values[: values.index(child)]:
                    yield from _said(one, name)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                for generator in parent.generators:
                    for one in generator.ifs if child not in generator.ifs else ():
                        yield from _said(one, name)
        for block in _blocks(parent):
            if child in block:
                for statement in reversed(block[: block.index(child)]):
                    yield from _before(statement, name)
        if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            return
        child = parent


def _said(test: ast.expr, name: str) -> Iterator[ast.expr]:
    """What a condition that holds says."""
    match test:
        case ast.BoolOp(op=ast.And(), values=values):
            for one in values:
                yield from _said(one, name)
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=checked), cls]) if checked == name:
            if not isinstance(cls, ast.Tuple | ast.BinOp):
                yield cls


def _before(statement: ast.AST, name: str) -> Iterator[ast.expr]:
    """What a statement that was passed says."""
    match statement:
        case ast.Assert(test=test):
            yield from _said(test, name)
        case ast.If(test=ast.UnaryOp(op=ast.Not(), operand=test), body=body, orelse=[]) if isinstance(body[-1], _ENDS):
            yield from _said(test, name)


def _blocks(node: ast.AST) -> Iterator[list[ast.AST]]:
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            yield block
