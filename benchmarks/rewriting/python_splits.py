"""Harmless splits of Python functions: the end of one, or what it returns, becomes a helper of its own."""

import ast
import re
from collections.abc import Iterator

from rewriting.change import Change, Edit, change
from rewriting.python_flow import shifted
from rewriting.python_source import Function, Source, own_body

_OF_THE_FRAME = re.compile(r"\b(?:locals|vars|eval|exec|stacklevel|_getframe|inspect|super|__class__|currentframe)\b")
_STRANGE = (ast.Global, ast.Nonlocal, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Delete, ast.Match)
_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp, ast.Import, ast.ImportFrom)


def splits(source: Source) -> Iterator[Change]:
    """All of them in a module: of functions at the top that a helper can stand in front of."""
    for node in source.tree.body:
        for function in node.body if isinstance(node, ast.ClassDef) else (node,):
            if isinstance(function, ast.FunctionDef) and _can_be_split(source, function):
                yield from _end_split_off(source, node, function)


def _can_be_split(source: Source, function: Function) -> bool:
    walked = list(ast.walk(function))
    mangled = any(isinstance(each, ast.Attribute) and each.attr.startswith("__") for each in walked)
    strange = any(isinstance(each, (*_STRANGE, *_INNER)) and each is not function for each in walked)
    return not (mangled or strange or _OF_THE_FRAME.search(source.code(function)) or function.name.startswith("test"))


def _end_split_off(source: Source, top: ast.AST, function: ast.FunctionDef) -> Iterator[Change]:
    body = own_body(function)
    cut = len(body) // 2
    if len(body) < 3 or not source.is_alone(top):
        return
    head, tail = body[:cut], body[cut:]
    given = _bound_for_sure(function, head)
    stored = {name.id for name in _names(function) if isinstance(name.ctx, ast.Store)}
    parameters = {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)}
    wanted = [name.id for statement in tail for name in _names(statement) if name.id in stored | parameters]
    own = {name.id for statement in tail for name in _names(statement) if isinstance(name.ctx, ast.Store)}
    passed = list(dict.fromkeys(name for name in wanted if name in given))
    if not set(wanted) <= given | own or _may_be_unbound(head, tail, own - given):
        return
    name = f"_rest_of_{function.name.strip('_')}"
    block = shifted(source, tail, "    ")
    if block is None or re.search(rf"\b{name}\b", source.text):
        return
    start, indent = source.span(top)[0], source.indent(tail[0])
    helper = f"def {name}({', '.join(passed)}):\n{block}\n\n"
    call = f"{indent}return {name}({', '.join(passed)})\n"
    end = Edit(source.span(tail[0])[0], source.span(tail[-1])[1], call)
    yield change("end of a function split off", function.lineno, Edit(start, start, helper), end)


def _names(node: ast.AST) -> list[ast.Name]:
    found = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    return sorted(found, key=lambda each: (each.lineno, each.col_offset))


def _bound_for_sure(function: ast.FunctionDef, head: list[ast.stmt]) -> set[str]:
    """Parameters, and names that a statement on the way sets whatever happens."""
    sure = {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)}
    for statement in head:
        if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
            value = statement if getattr(statement, "value", None) is not None else ast.Pass()
            sure |= {name.id for name in _names(value) if isinstance(name.ctx, ast.Store)}
    return sure


def _may_be_unbound(head: list[ast.stmt], tail: list[ast.stmt], own: set[str]) -> bool:
    """Whether the end needs a name that the head may have set, or not: then it would have to be handed over."""
    set_before = {name.id for statement in head for name in _names(statement) if isinstance(name.ctx, ast.Store)}
    first: dict[str, ast.Name] = {}
    for statement in tail:
        for name in _names(statement):
            first.setdefault(name.id, name)
    return bool(own & set_before) or any(not isinstance(first[name].ctx, ast.Store) for name in own)
