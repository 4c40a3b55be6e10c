"""Harms of what others see of a Python module: parameters, defaults, decorators, imports, exports, constants."""

import ast
import re
from collections.abc import Iterator

from rewriting.change import Change, Edit, change
from rewriting.python_source import Function, Source

Import = ast.Import | ast.ImportFrom


def surface_harms(source: Source) -> Iterator[Change]:
    """Every harm that can be done to the surface of a module."""
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _of_decorators(source, node)
        if isinstance(node, Function) and not source.is_nested(node) and not source.in_test(node):
            yield from _of_parameters(source, node)
        if isinstance(node, ast.ClassDef) and not source.is_nested(node):
            yield from _of_bases(source, node)
        if isinstance(node, Import):
            yield from _of_import(source, node)
        if isinstance(node, ast.Assign | ast.AnnAssign) and not source.is_nested(node):
            yield from _of_variable(source, node)


def _of_decorators(source: Source, node: ast.AST) -> Iterator[Change]:
    for decorator in node.decorator_list:
        lines = source.starts[decorator.lineno - 1], source.starts[decorator.end_lineno]
        if source.text[lines[0] : source.start(decorator)].strip() == "@":
            yield change("decorator removed", decorator.lineno, Edit(*lines))


def _of_parameters(source: Source, node: Function) -> Iterator[Change]:
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = dict(zip(plain[len(plain) - len(arguments.defaults) :], arguments.defaults, strict=True))
    defaults |= {one: value for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if value}
    listed = [*plain, *arguments.kwonlyargs]
    bare = len(arguments.kwonlyargs) == 1 and not arguments.vararg  # the star must not stay alone
    for number, one in enumerate(listed):
        if number == 0 and one.arg in ("self", "cls", "mcs", "metacls"):
            continue
        end = source.end(defaults.get(one, one))
        if not (bare and one in arguments.kwonlyargs):
            yield change("parameter removed", one.lineno, _item(source, source.start(one), end))
        if not one.arg.startswith("_") and _is_called_by_name(source, node):
            yield change("parameter renamed", one.lineno, *_renamed(source, node, one))
        if one in defaults and (one in arguments.kwonlyargs or number == _first_with_default(listed, defaults)):
            yield change("default removed", one.lineno, Edit(source.end(one), end))
        if one in defaults:
            yield change("default changed", one.lineno, _other_default(source, defaults[one]))


def _is_called_by_name(source: Source, function: Function) -> bool:
    """Whether others may name its parameters: of what is private or called by Python itself nobody does."""
    owners = [each for each in source.around(function) if isinstance(each, ast.ClassDef)]
    special = function.name in ("__init__", "__new__", "__call__")
    return special or not any(each.name.startswith("_") for each in (function, *owners))


def _first_with_default(listed: list[ast.arg], defaults: dict[ast.arg, ast.expr]) -> int:
    """The first one's may go: none that has a default then stands before one that has not."""
    return next(number for number, one in enumerate(listed) if one in defaults)


def _other_default(source: Source, default: ast.expr) -> Edit:
    is_none = isinstance(default, ast.Constant) and default.value is None
    return Edit(source.start(default), source.end(default), "()" if is_none else "None")


def _renamed(source: Source, function: Function, one: ast.arg) -> list[Edit]:
    """The parameter, and its uses in the function; calls that name it are left as they are."""
    uses = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == one.arg]
    starts = {source.start(node) for node in (one, *uses)}
    return [Edit(start, start + len(one.arg), f"{one.arg}_in") for start in sorted(starts)]


def _item(source: Source, start: int, end: int) -> Edit:
    """One of a list of things with commas between them."""
    behind = re.compile(r"\s*,[ \t]*(?:\n[ \t]*)?").match(source.text, end)
    if behind:
        return Edit(start, behind.end())
    before = re.compile(r",\s*$").search(source.text[:start])
    return Edit(before.start() if before else start, end)


def _of_bases(source: Source, node: ast.ClassDef) -> Iterator[Change]:
    if len(node.bases) > 1:
        for base in node.bases:
            yield change("base removed", base.lineno, _item(source, source.start(base), source.end(base)))


def _of_import(source: Source, node: Import) -> Iterator[Change]:
    if isinstance(node, ast.ImportFrom) and node.module == "__future__":
        return
    names = [alias for alias in node.names if _is_needed(source, alias)]
    kind = "import for type checkers" if source.for_types(node) else "import"
    if len(names) == len(node.names) and (removed := source.removal(node)):
        yield change(f"{kind} removed", node.lineno, removed)
    for alias in names if len(node.names) > 1 else ():
        yield change(f"name of an {kind} removed", alias.lineno, _item(source, source.start(alias), source.end(alias)))


def _is_needed(source: Source, alias: ast.alias) -> bool:
    """Whether something would be missing without it: it is used here once at least, and bound only once."""
    name = (alias.asname or alias.name).split(".")[0]
    loads = sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(source.tree))
    bound = sum(
        isinstance(node, ast.alias) and (node.asname or node.name).split(".")[0] == name
        for node in ast.walk(source.tree)
    )
    exported = _is_passed_on(source, name) or alias.asname == alias.name
    return bound == 1 and (loads > 0 or exported) and name != "*"


def _is_passed_on(source: Source, name: str) -> bool:
    """Whether a package offers what it imports: what its `__all__` lists, if it has one."""
    listed = [
        ast.unparse(node.value)
        for node in source.tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]
    return source.path.endswith("__init__.py") and (not listed or f"'{name}'" in listed[-1])


def _of_variable(source: Source, node: ast.Assign | ast.AnnAssign) -> Iterator[Change]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if len(targets) != 1 or not isinstance(targets[0], ast.Name):
        return
    name = targets[0].id
    parent = source.parents[node]
    if name == "__all__" and isinstance(node.value, ast.List | ast.Tuple):
        for entry in node.value.elts if len(node.value.elts) > 2 else ():
            yield change("export removed", entry.lineno, _item(source, source.start(entry), source.end(entry)))
    elif isinstance(parent, ast.ClassDef | ast.Module) and (removed := source.removal(node)):
        kind = "attribute" if isinstance(parent, ast.ClassDef) else "constant"
        yield change(f"{kind} removed", node.lineno, removed)
