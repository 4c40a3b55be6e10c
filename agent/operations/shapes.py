"""When two pieces of code say the same: one spelling of a syntax tree without names, comments and layout."""

import ast
import hashlib

from agent.operations.scopes import FunctionNode


def shape_of(node: FunctionNode) -> str:
    """Equal for functions alike but for name, docstring, decorators, comments and layout."""
    parts: list[ast.AST] = [node.args, *without_docstring(node.body), *getattr(node, "type_params", ())]
    if node.returns is not None:
        parts.append(node.returns)
    spelled = [type(node).__name__, str(node.returns is None), *map(ast.dump, parts)]
    return hashlib.sha256("\n".join(spelled).encode()).hexdigest()


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a body that do something."""
    return body[1:] if docstring_node(body) is not None else body


def docstring_node(body: list[ast.stmt]) -> ast.Constant | None:
    """The string that documents what the body belongs to."""
    first = body[0] if body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return first.value
    return None


def literal_of(node: ast.expr | None) -> str:
    """One spelling of a value that cannot change; "" where it is not written out, or can."""
    return ast.dump(node) if node is not None and _is_immutable(node) else ""


def _is_immutable(node: ast.expr) -> bool:
    match node:
        case ast.Constant():
            return True
        case ast.Tuple(elts=parts):
            return all(map(_is_immutable, parts))
        case ast.UnaryOp(operand=operand):
            return _is_immutable(operand)
        case ast.BinOp(left=left, right=right):
            return _is_immutable(left) and _is_immutable(right)
    return False
