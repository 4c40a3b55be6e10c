"""A rewritten text, seen by another parser: nothing but what was asked for may differ."""

import ast
from collections import Counter
from collections.abc import Iterator

from agent.operations.edits import Edits, Name, NewImport
from agent.operations.errors import CannotRewrite, Unreadable
from agent.operations.reading import parse
from agent.operations.scopes import FunctionNode

Import = tuple[str, str | None, str | None]  # module, name and alias


def check_rewritten(before: str, after: str, edits: Edits) -> None:
    """Raises CannotRewrite if the edits did more, or less, than was asked for."""
    try:
        old, new = parse(before), parse(after)
    except Unreadable as error:
        raise CannotRewrite(f"the result would not be valid Python: {error}") from error
    wanted = Counter(_imports(old, edits))
    wanted.update((one.module, one.name, one.alias) for one in edits.added)
    if wanted != Counter(_imports(new, Edits())):
        raise CannotRewrite("the result would not have exactly the imports asked for")
    if _code(old, edits) != _code(new, Edits()):
        raise CannotRewrite("the result would differ in more than was asked for")


def _imports(tree: ast.Module, edits: Edits) -> Iterator[Import]:
    """Every import, with removals and changes applied."""
    moved: dict[Name, NewImport] = {repoint.old: repoint.new for repoint in edits.repoints}
    gone = set(edits.imports)
    for node in _kept(tree, edits):
        for part in ast.walk(node):
            if not isinstance(part, ast.Import | ast.ImportFrom):
                continue
            module = "." * part.level + (part.module or "") if isinstance(part, ast.ImportFrom) else None
            for alias in part.names:
                name = Name(part.lineno, alias.name, alias.asname)
                if name in moved:
                    yield moved[name].module, moved[name].name, moved[name].alias
                elif name not in gone:
                    yield (module, alias.name, alias.asname) if module is not None else (alias.name, None, alias.asname)


def _code(tree: ast.Module, edits: Edits) -> list[str]:
    """Everything that is no import, in order."""
    return [
        ast.dump(_WithoutImports().visit(node))
        for node in _kept(tree, edits)
        if not isinstance(node, ast.Import | ast.ImportFrom)
    ]


def _kept(tree: ast.Module, edits: Edits) -> list[ast.stmt]:
    return [node for node in tree.body if not _is_gone(node, edits)]


def _is_gone(node: ast.stmt, edits: Edits) -> bool:
    if isinstance(node, FunctionNode):
        return node.name in edits.functions
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return len(targets) == 1 and isinstance(targets[0], ast.Name) and targets[0].id in edits.constants


class _WithoutImports(ast.NodeTransformer):
    """Takes imports out of function bodies and branches, where some were changed."""

    def visit_Import(self, node: ast.Import) -> None:
        return None

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        return None
