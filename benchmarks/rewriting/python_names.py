"""Harmless rewrites of Python names: locals and private functions under another name, a constant that gets one."""

import ast
import re
from collections.abc import Iterator

from rewriting.change import Change, Edit, change
from rewriting.python_source import Function, Source, inside

_BY_NAME = re.compile(r"\b(?:locals|vars|eval|exec|globals|getattr|setattr|__dict__|format_map|dir)\b")


def name_rewrites(source: Source) -> Iterator[Change]:
    """All of them in a module."""
    for node in source.nodes:
        if isinstance(node, Function):
            yield from _locals(source, node)
            if isinstance(source.parents[node], ast.Module):
                yield from _private(source, node)
                yield from _number(source, node)


def _locals(source: Source, function: Function) -> Iterator[Change]:
    """Variables that the function alone sets and sees."""
    if _BY_NAME.search(source.code(function)) or source.is_nested(function):
        return
    walked = list(ast.walk(function))
    parameters = {node.arg for node in walked if isinstance(node, ast.arg)}
    names = [node for node in walked if isinstance(node, ast.Name)]
    inner = {id(node) for each in inside(function) if _has_scope(each) for node in ast.walk(each)}
    taken = parameters | _bound_otherwise(walked)
    for name in sorted({node.id for node in names if isinstance(node.ctx, ast.Store)} - taken):
        uses = [node for node in names if node.id == name]
        if not any(id(node) in inner for node in uses) and len(name) > 1 and not name.startswith("__"):
            edits = [Edit(source.start(node), source.end(node), f"{name}_here") for node in uses]
            if _names_only(source, edits, name):
                yield change("local renamed", uses[0].lineno, *edits)


def _has_scope(node: ast.AST) -> bool:
    comprehensions = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    return isinstance(node, (Function, ast.ClassDef, ast.Lambda, *comprehensions))


def _bound_otherwise(walked: list[ast.AST]) -> set[str]:
    """Names that are bound by more than an assignment, or belong to others."""
    found: set[str] = set()
    for node in walked:
        if isinstance(node, ast.Global | ast.Nonlocal):
            found |= {*node.names}
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, ast.ExceptHandler | Function | ast.ClassDef | ast.MatchAs | ast.MatchStar):
            found.add(node.name or "")
    return found


def _names_only(source: Source, edits: list[Edit], name: str) -> bool:
    """Whether each place really is the name; in f-strings of older Pythons it is elsewhere."""
    return all(source.text[edit.start : edit.end] == name for edit in edits)


def _private(source: Source, function: Function) -> Iterator[Change]:
    """A private function under another name, with every use of it, which are all in this file. See `is_private`."""
    name = function.name
    if not re.fullmatch(r"_[a-z]\w+", name):
        return
    places = [match.start() for match in re.finditer(rf"(?<![\w.]){name}\b", source.text)]
    uses = [node for node in ast.walk(source.tree) if isinstance(node, ast.Name) and node.id == name]
    wanted = {source.name_of(function), *(source.start(node) for node in uses)}
    if wanted == {*places} and len(re.findall(rf"\b{name}\b", source.text)) == len(places) and uses:
        edits = [Edit(place, place + len(name), f"{name}_anew") for place in places]
        yield change("private function renamed", function.lineno, *edits)


def _number(source: Source, function: Function) -> Iterator[Change]:
    """A number in a function that becomes a constant of the module."""
    if not source.is_alone(function):
        return
    for node in inside(function):
        plain = isinstance(node, ast.Constant) and type(node.value) is int and node.value > 9
        if plain and source.code(node) == str(node.value) and not isinstance(source.parents[node], ast.JoinedStr):
            start = source.span(function)[0]
            name = f"_{function.name.strip('_').upper()}_NUMBER"
            constant = Edit(start, start, f"{name} = {node.value}\n\n\n")
            yield change("constant extracted", node.lineno, constant, Edit(source.start(node), source.end(node), name))
            return


def is_private(change: Change, text: str, others: str) -> bool:
    """Whether the name of a private function that is renamed is in none of the other texts."""
    edit = change.edits[0]
    return not re.search(rf"\b{text[edit.start : edit.end]}\b", others)
