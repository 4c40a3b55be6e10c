"""Harmless moves of Python definitions: past their neighbour, or to a new file from where they are imported again."""

import ast
import builtins
import itertools
import re
from collections.abc import Iterator

from rewriting.change import Change, Edit, change
from rewriting.python_source import Definition, Function, Source

_BUILTINS = frozenset(dir(builtins)) | {"__name__"}
_OF_THE_FILE = re.compile(r"\b(?:__name__|__file__|__package__|globals|stacklevel|_getframe|inspect|getLogger|super)\b")


def moves(source: Source) -> Iterator[Change]:
    """All of them in a module."""
    body = source.tree.body
    for one, other in itertools.pairwise(body):
        yield from _swapped(source, one, other)
    for node in body:
        if isinstance(node, Function | ast.ClassDef) and source.is_alone(node):
            yield from _to_new_file(source, node)
        if isinstance(node, ast.ClassDef):
            for one, other in zip(node.body, node.body[1:], strict=False):
                yield from _swapped(source, one, other)


def _swapped(source: Source, one: ast.AST, other: ast.AST) -> Iterator[Change]:
    """Two functions of different names that stand beside each other."""
    plain = all(isinstance(each, Function) and not each.decorator_list for each in (one, other))
    if not plain or one.name == other.name or not (source.is_alone(one) and source.is_alone(other)):
        return
    if one.name in _loaded_early(other) or other.name in _loaded_early(one):
        return
    between = source.text[source.span(one)[1] : source.span(other)[0]]
    if not between.strip():
        texts = (source.text[slice(*source.span(each))] for each in (other, one))
        edits = [Edit(*source.span(each), text) for each, text in zip((one, other), texts, strict=True)]
        kind = "test moved" if one.name.startswith("test") else "function moved"
        yield change(f"{kind} within its file", one.lineno, *edits)


def _loaded_early(function: ast.AST) -> set[str]:
    """Names that are read when a function is defined."""
    parts = [*function.args.defaults, *filter(None, function.args.kw_defaults), *_annotations(function)]
    return {node.id for part in parts for node in ast.walk(part) if isinstance(node, ast.Name)}


def _annotations(function: ast.AST) -> list[ast.AST]:
    arguments = [node for node in ast.walk(function.args) if isinstance(node, ast.arg)]
    return [each for each in (function.returns, *(node.annotation for node in arguments)) if each is not None]


def _to_new_file(source: Source, node: Definition) -> Iterator[Change]:
    """A definition that needs nothing of its file but imports, which the file goes on to use."""
    folder, _, name = source.path.rpartition("/")
    if source.is_test or _OF_THE_FILE.search(source.code(node)) or not folder or node.decorator_list:
        return
    needed = _free_names(node, _BUILTINS - _bound_at_top(source))
    imports = _imports(source)
    if needed is None or not needed <= imports.keys() or not _is_packed(source, name):
        return
    own = {id(each) for each in ast.walk(node)}
    if not needed <= {each.id for each in source.nodes if isinstance(each, ast.Name) and id(each) not in own}:
        return
    module = f"{name.removesuffix('.py').strip('_')}_parts"
    head = _future(source) + "".join(sorted({imports[word] for word in needed}))
    text = f"{head}\n\n{source.text[slice(*source.span(node))]}".lstrip()
    line = Edit(*source.span(node), "")
    at = _behind_imports(source)
    if at is None or at > line.start:
        return
    imported = Edit(at, at, f"from .{module} import {node.name}\n")
    what = "class" if isinstance(node, ast.ClassDef) else "function"
    yield change(f"{what} moved to a new file", node.lineno, imported, line, new={f"{folder}/{module}.py": text})


def _is_packed(source: Source, name: str) -> bool:
    """Whether the file is part of a package for sure: it imports others of it by dots."""
    dotted = any(isinstance(node, ast.ImportFrom) and node.level for node in source.tree.body)
    return dotted and name.endswith(".py") and name != "__init__.py"


def _future(source: Source) -> str:
    return "from __future__ import annotations\n\n" if "from __future__ import annotations" in source.text else ""


def _imports(source: Source) -> dict[str, str]:
    """What each import at the top binds, and a line that binds the same."""
    found: dict[str, str] = {}
    for node in source.tree.body:
        for alias in node.names if isinstance(node, ast.Import | ast.ImportFrom) else ():
            written = alias.name + (f" as {alias.asname}" if alias.asname else "")
            front = f"from {'.' * node.level}{node.module or ''} " if isinstance(node, ast.ImportFrom) else ""
            found[(alias.asname or alias.name).split(".")[0]] = f"{front}import {written}\n"
    return found


def _behind_imports(source: Source) -> int | None:
    """Where the last import at the top ends."""
    imports = [node for node in source.tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    return source.span(imports[-1])[1] if imports and source.is_alone(imports[-1]) else None


def _bound_at_top(source: Source) -> set[str]:
    """Names that the file itself gives, which hide builtins."""
    stored = {
        node.id for node in ast.walk(source.tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return stored | {node.name for node in source.tree.body if isinstance(node, Function | ast.ClassDef)}


def _free_names(node: Definition, known: frozenset[str]) -> set[str] | None:
    """Names that a definition does not bind itself; None where it says more than names can tell."""
    walked = list(ast.walk(node))
    if any(isinstance(each, ast.Global | ast.Nonlocal | ast.Match) for each in walked) or "#:" in node.name:
        return None
    texts = [each.value for each in walked if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    bound = {node.name, *(each.arg for each in walked if isinstance(each, ast.arg))}
    bound |= {each.id for each in walked if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)}
    bound |= {
        each.name for each in walked if isinstance(each, Function | ast.ClassDef | ast.ExceptHandler) and each.name
    }
    bound |= {(e.asname or e.name).split(".")[0] for e in walked if isinstance(e, ast.alias)}
    if any(re.fullmatch(r"[A-Z]\w*(?:\[.*\])?|t\.\w.*", text) for text in texts):  # may be an annotation
        return None
    return {each.id for each in walked if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)} - bound - known
