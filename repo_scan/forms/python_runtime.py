"""Annotations that mean something when a Python program runs: fields, dispatch, what frameworks read."""

import ast
import builtins
import sys
from collections.abc import Iterator
from typing import Literal

from repo_scan.forms.form import Guard
from repo_scan.forms.python_names import Names
from repo_scan.forms.python_scopes import FunctionNode, Scope, arguments_of
from repo_scan.forms.python_types import Types, own_annotations


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


Reading = Literal[
    "", "fields", "perhaps"
]  # who reads the annotations of a class: nobody, its decorator, perhaps a base

_FIELDS = frozenset(
    {"dataclasses.dataclass", "attr.define", "attr.frozen", "attr.mutable", "attr.dataclass"}
    | {"attrs.define", "attrs.frozen", "attrs.mutable"}
)
_RECORDS = frozenset(
    f"{module}.{name}" for module in ("typing", "typing_extensions") for name in ("NamedTuple", "TypedDict")
)
_NO_FIELDS = ("ClassVar", "InitVar", "KW_ONLY")
#: Packages whose decorators read annotations.
_READERS = _names(
    """agents apischema beartype cattrs cyclopts dagster dataclasses_json dependency_injector discord fastapi fastmcp
    injector langchain langchain_core litestar mashumaro mcp msgspec ninja prefect pydantic punq sqlmodel strawberry
    typeguard typer uplink"""
)
_HARMLESS = _names(
    """property staticmethod classmethod abstractmethod cached_property contextmanager asynccontextmanager cache
    lru_cache wraps overload override final setter getter deleter deprecated fixture parametrize"""
)
_WORDS = {
    "fields": "Its class makes fields of its annotations.",
    "perhaps": "A base class or decorator of its class may read it.",
}


def reading_of(node: ast.ClassDef, names: Names) -> Reading:
    """Who reads the annotations in a class's body."""
    marks = [mark.func if isinstance(mark, ast.Call) else mark for mark in node.decorator_list]
    bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    known = [names.dotted(each) for each in (*marks, *bases)]
    if any(name in _FIELDS or name in _RECORDS for name in known):
        return "fields"
    strange = any(not _is_standard(name) for name in known) or any(key.arg == "metaclass" for key in node.keywords)
    inherited = [reading_of(base, names) for base in _classes(bases, names) if base is not node]
    return "perhaps" if (strange and not _all_known(known, bases, names)) or "perhaps" in inherited else ""


def guards_of(names: Names, types: Types) -> Iterator[Guard]:
    """What is not to change although annotations may."""
    reads = False
    for node, scope in names.scopes.items():
        found: list[Guard] = []
        if isinstance(node, ast.AnnAssign) and scope.kind == "class" and isinstance(node.target, ast.Name):
            found = _of_field(node, node.target.id, scope, names)
        elif isinstance(node, FunctionNode):
            found = _of_function(node, scope, names)
        reads = reads or bool(found)
        yield from found
    if types.lazy and reads:
        why = "With `from __future__ import annotations` those who read annotations when the program runs get strings."
        yield Guard("future", "", 1, "annotations", "ask", why, when="any")
    for cast in types.casts:
        line = getattr(cast, "lineno", 0)
        why = "A cast changes nothing when the program runs, but silences the type checker."
        yield Guard("cast", names.scopes[cast].name, line, ast.dump(cast), "note", why, when="any")


def _of_field(node: ast.AnnAssign, name: str, scope: Scope, names: Names) -> list[Guard]:
    owner = _class_of(scope, names)
    reading = reading_of(owner, names) if owner is not None else ""
    if not reading:
        return []
    return [
        Guard(
            "type",
            f"{scope.name}.{name}",
            node.lineno,
            ast.dump(node.annotation),
            "ask",
            _WORDS[reading],
            when="any" if reading == "perhaps" else "gone",
        )
    ]


def _of_function(node: FunctionNode, scope: Scope, names: Names) -> list[Guard]:
    where = f"{scope.name}.{node.name}" if scope.name else node.name
    key = " ".join(ast.dump(annotation) for annotation in own_annotations(node))
    for mark in node.decorator_list:
        called = mark.func if isinstance(mark, ast.Call) else mark
        last = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
        by_type = last == "register" and (called is mark or not (mark.args or mark.keywords))  # type: ignore[attr-defined]
        if by_type and names.dotted(called) != "atexit.register":
            first = next((argument.annotation for argument in arguments_of(node.args)[:2] if argument.annotation), None)
            weight: Literal["refuse", "ask"] = "refuse" if _imports(names, ("functools.singledispatch",)) else "ask"
            why = f"`@{ast.unparse(mark)}` chooses by it what the function is called for."
            return [Guard("annotation", where, node.lineno, ast.dump(first) if first else "", weight, why, when="any")]
        if last not in _HARMLESS and _imports(names, tuple(_READERS)) and not _is_standard(names.dotted(called)):
            why = f"`@{ast.unparse(called)}` may read the annotations of the function."
            return [Guard("annotation", where, node.lineno, key, "ask", why, when="any")]
    return []


def special_of(annotation: ast.expr, names: Names) -> str:
    """`ClassVar`, `InitVar`, `KW_ONLY`, or "": what makes an annotated name no field, or another kind of one."""
    text = annotation.value if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str) else ""
    node = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    last = (text.partition("[")[0] or names.dotted(node)).rpartition(".")[2]
    return last if last in _NO_FIELDS else ""


def _imports(names: Names, modules: tuple[str, ...]) -> bool:
    return any(
        site.target == module
        or site.module == module
        or site.target.startswith(f"{module}.")
        or f"{site.module}.".startswith(f"{module}.")
        or (module.startswith(f"{site.target}.") and module.count("."))
        for site in names.sites
        for module in modules
    )


def _is_standard(dotted: str) -> bool:
    top = dotted.partition(".")[0]
    return bool(dotted) and (top in sys.stdlib_module_names or top == "typing_extensions" or hasattr(builtins, dotted))


def _all_known(known: list[str], bases: list[ast.expr], names: Names) -> bool:
    """Whether what is not of the standard library are classes of the same text."""
    own = [base for base in bases if _classes([base], names)]
    marks = len(known) - len(bases)
    return all(map(_is_standard, known[:marks])) and all(
        _is_standard(name) or base in own for name, base in zip(known[marks:], bases, strict=True)
    )


def _classes(bases: list[ast.expr], names: Names) -> list[ast.ClassDef]:
    found = []
    for base in bases:
        owner = names.scopes[base].owner(base.id) if isinstance(base, ast.Name) else None
        nodes = [node for _, node in owner.bound[base.id]] if owner is not None else []  # type: ignore[attr-defined]
        found += [node for node in nodes if isinstance(node, ast.ClassDef)] if len(nodes) == 1 else []
    return found


def _class_of(scope: Scope, names: Names) -> ast.ClassDef | None:
    nodes = [node for bound in (scope.outer.bound if scope.outer else {}).values() for _, node in bound]
    return next(
        (node for node in nodes if isinstance(node, ast.ClassDef) and names.scopes[node.body[0]] is scope), None
    )
