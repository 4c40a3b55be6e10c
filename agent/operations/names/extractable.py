"""What keeps statements in their function: they would mean something else in another one, or cannot be told not to."""

import ast

from agent.operations.errors import Refusal
from agent.operations.names.scoping import Scope
from agent.operations.names.stretch import LOOPS, Stretch
from agent.operations.names.traffic import Words, own_nodes
from agent.operations.shapes import docstring_node

_ALL_NAMES = frozenset({"locals", "vars", "dir", "eval", "exec"})
_CALLERS = frozenset({"_getframe", "currentframe", "extract_stack"})


def check_extractable(words: Words) -> None:
    """Raises Refusal with the first reason found."""
    stretch, path = words.stretch, words.source.path
    for node in (part for one in stretch.statements for part in ast.walk(one)):
        if why := _why(node):
            raise Refusal(f"{path}:{getattr(node, 'lineno', stretch.first)} {why}")
    for node in own_nodes(stretch.statements):
        if isinstance(node, ast.Yield | ast.YieldFrom):
            raise Refusal(f"{path}:{node.lineno} yields, which only the function itself can")
    _check_jumps(stretch, path)
    body: list[ast.stmt] = getattr(stretch.scope.node, "body")  # noqa: B009
    if docstring_node(body) is not None and stretch.statements[0] is body[0]:
        raise Refusal(f"{path}:{body[0].lineno} is a docstring")
    for name in sorted(_ALL_NAMES):
        for word in words.source.words.get(name, ()):
            around = stretch.scope in word.scope.chain() and (stretch.scope.kind != "module" or words.is_inside(word))
            if word.kind == "load" and around and word.scope.owner(name) is None:
                raise Refusal(f"{path}:{words.source.line(word)} calls `{name}()`, which knows names by their letters")
    for word in words.inside:
        if word.kind != "load" and word.scope is stretch.scope and word.scope.owner(word.name) is not stretch.scope:
            raise Refusal(f"{path}:{words.source.line(word)} sets `{word.name}`, which is not the function's own")
    if stretch.scope.kind == "module":
        _check_module(words)


def _why(node: ast.AST) -> str:
    match node:
        case ast.Global() | ast.Nonlocal():
            return f"declares a name `{type(node).__name__.lower()}`"
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return f"defines `{node.name}`, which would be known by another full name"
        case ast.Name(ctx=ast.Del()):
            return f"deletes `{node.id}`"
        case ast.Name(id="super" | "__class__"):
            return f"uses `{node.id}`, which belongs to the method"
        case ast.Attribute(attr=attr) if attr in _CALLERS:
            return f"looks at its callers by `{attr}`"
        case ast.Name(id=name) if name in _CALLERS:
            return f"looks at its callers by `{name}`"
        case ast.Call(func=ast.Attribute(value=ast.Name(id="inspect" | "warnings"), attr=attr)) if attr in (
            "stack",
            "warn",
        ):
            return f"calls `{attr}`, which looks at its callers"
        case ast.keyword(arg="stacklevel"):
            return "passes `stacklevel`, which counts callers"
        case ast.ImportFrom(module="__future__"):
            return "imports from `__future__`"
    return ""


def _check_jumps(stretch: Stretch, path: str) -> None:
    """Raises Refusal for a `break` or `continue` of a loop around."""
    waiting: list[ast.AST] = list(stretch.statements)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Break | ast.Continue):
            raise Refusal(f"{path}:{node.lineno} leaves a loop around these lines")
        if isinstance(node, LOOPS):
            waiting += node.orelse
        else:
            waiting += [one for one in ast.iter_child_nodes(node) if not isinstance(one, ast.expr)]


def _check_module(words: Words) -> None:
    """Raises Refusal for what only the module itself can do."""
    path = words.source.path
    for node in (part for one in words.stretch.statements for part in ast.walk(one)):
        if isinstance(node, ast.Import | ast.ImportFrom | ast.AnnAssign):
            kind = "annotates a name of" if isinstance(node, ast.AnnAssign) else "imports into"
            raise Refusal(f"{path}:{node.lineno} {kind} the module")
    for name in words.bound(inside=True):
        if name.startswith("__"):
            raise Refusal(f"`{name}` has a meaning for Python itself")


def mangled(words: Words) -> str:
    """A name in the statements that means another one outside of the class; "" if there is none."""
    scopes: list[Scope] = list(words.stretch.scope.chain())
    if not any(scope.kind == "class" for scope in scopes):
        return ""
    for node in (part for one in words.stretch.statements for part in ast.walk(one)):
        for field in ("id", "attr", "arg", "name"):
            name = getattr(node, field, None)
            if isinstance(name, str) and name.startswith("__") and not name.endswith("__"):
                return name
    return ""
