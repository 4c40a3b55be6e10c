"""What the statements of a module look up while it is loaded, so that nothing is used before it is there."""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping

from agent.operations.effects import is_main_guard
from agent.operations.scopes import FunctionNode, header_of, is_type_checking


def first_user(tree: ast.Module, names: Collection[str]) -> int | None:
    """The place, in the module's body, of the first statement that needs one of the names while it is loaded."""
    wanted = set(names)
    bodies, lazy = _bodies(tree.body), is_lazy(tree)
    for place, statement in enumerate(tree.body):
        if isinstance(statement, ast.Import | ast.ImportFrom) or is_main_guard(statement):
            continue
        if not wanted.isdisjoint(_looked_up(statement, bodies, lazy)):
            return place
    return None


def needed_early(tree: ast.Module, statements: Iterable[ast.stmt]) -> set[str]:
    """Names that statements of a module need while it is loaded."""
    bodies, lazy = _bodies(tree.body), is_lazy(tree)
    return {name for one in statements for name in _looked_up(one, bodies, lazy)}


def last_maker(tree: ast.Module, names: Collection[str]) -> int:
    """The place of the last statement, imports aside, that binds one of the names; -1 if none does."""
    return max(
        (
            place
            for place, statement in enumerate(tree.body)
            if not isinstance(statement, ast.Import | ast.ImportFrom) and not set(names).isdisjoint(_made(statement))
        ),
        default=-1,
    )


def is_lazy(tree: ast.Module) -> bool:
    """Whether annotations are not evaluated."""
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(alias.name == "annotations" for alias in node.names)
        for node in tree.body
    )


def _looked_up(statement: ast.stmt, bodies: Mapping[str, ast.stmt], lazy: bool) -> set[str]:
    """Names at the top of a statement, and all in what it calls, however deep."""
    found = {node.id for node in _at_load(statement, lazy) if isinstance(node, ast.Name)}
    waiting = list(_called(statement, lazy))
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in bodies:
            continue
        seen.add(name)
        inside = {node.id for node in ast.walk(bodies[name]) if isinstance(node, ast.Name)}
        found |= inside
        waiting += inside
    return found


def _called(statement: ast.stmt, lazy: bool) -> Iterator[str]:
    """Names in calls and decorators: what they mean may be run."""
    for node in _at_load(statement, lazy):
        parts: list[ast.AST] = [node] if isinstance(node, ast.Call | ast.Attribute | ast.Subscript) else []
        parts += getattr(node, "decorator_list", [])
        for part in parts:
            yield from (inner.id for inner in ast.walk(part) if isinstance(inner, ast.Name))


def _at_load(node: ast.AST, lazy: bool) -> Iterator[ast.AST]:
    """The nodes of a statement that are evaluated when it is run."""
    if isinstance(node, ast.If) and is_type_checking(node.test):
        return
    yield node
    if isinstance(node, FunctionNode):
        defaults = [*node.args.defaults, *(one for one in node.args.kw_defaults if one is not None)]
        children: Iterable[ast.AST] = [*node.decorator_list, *(defaults if lazy else header_of(node))]
    elif isinstance(node, ast.Lambda):
        children = header_of(node)
    elif isinstance(node, ast.AnnAssign) and lazy:
        children = [node.target, *([node.value] if node.value is not None else [])]
    else:
        children = ast.iter_child_nodes(node)
    for child in children:
        yield from _at_load(child, lazy)


def _bodies(body: Iterable[ast.stmt]) -> dict[str, ast.stmt]:
    return {name: one for one in body for name in _made(one) if not isinstance(one, ast.Import | ast.ImportFrom)}


def _made(statement: ast.stmt) -> set[str]:
    """Names that a statement binds, as far as its own level goes."""
    if isinstance(statement, FunctionNode | ast.ClassDef):
        return {statement.name}
    found = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return found | {node.name for node in ast.walk(statement) if isinstance(node, FunctionNode | ast.ClassDef)}
