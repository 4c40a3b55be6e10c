"""Annotations that are evaluated when the program runs, with names that are not there then: a NameError."""

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass

from repo_scan.forms.form import Guard, Weight
from repo_scan.forms.python_names import Names, is_type_checking
from repo_scan.forms.python_scopes import FunctionNode, Scope
from repo_scan.forms.python_types import Types, own_annotations

_FUTURE = ", or begin the file with `from __future__ import annotations`"
_FILLERS = frozenset({"globals", "vars", "locals", "exec"})


def guards_of_evaluated(names: Names, types: Types) -> Iterator[Guard]:
    """What would fail, certainly (`refuse`) or perhaps (`ask`)."""
    around = _Around.of(names, types)
    for node, scope in names.scopes.items():
        if node in around.unreached:
            continue
        where = f"{scope.name}.{node.name if isinstance(node, FunctionNode) else ''}".strip(".")
        way = f"Import it, or put it in quotes{_FUTURE if own_annotations(node) else ''}."
        for part in _evaluated(node, scope, types):
            if isinstance(part, ast.Name) and (found := around.missing(part, scope)):
                weight, why = found
                yield _guard(where, part, part.id, weight, f"{why} {way}")
            elif isinstance(part, ast.BinOp) and _is_half_quoted(part):
                why = "It is evaluated, and `|` does not take a string there. Put all of it in quotes."
                yield _guard(where, part, ast.unparse(part), "refuse", why)


def _guard(where: str, part: ast.expr, shown: str, weight: Weight, why: str) -> Guard:
    return Guard("undefined", f"{where}.{shown}".lstrip("."), part.lineno, shown, weight, why, when="any")


def _evaluated(node: ast.AST, scope: Scope, types: Types) -> Iterator[ast.AST]:
    """Every part of what is there for types alone, and yet evaluated where it stands."""
    roots: list[ast.expr] = []
    if isinstance(node, FunctionNode) or (isinstance(node, ast.AnnAssign) and _is_kept(node, scope)):
        roots += [] if types.lazy else own_annotations(node)
    if node in types.casts:
        roots.append(node.args[0])  # type: ignore[attr-defined]
    if node in types.statements:
        match node:
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                roots.append(value)
            case ast.ClassDef(bases=bases):
                roots += bases
    for root in roots:
        yield from ast.walk(root)


def _is_kept(node: ast.AnnAssign, scope: Scope) -> bool:
    return scope.kind in ("module", "class") and bool(node.simple)


def _is_half_quoted(node: ast.BinOp) -> bool:
    """Whether it is a union of a string with something that cannot be joined with one."""
    sides = (node.left, node.right)
    return isinstance(node.op, ast.BitOr) and any(map(_is_text, sides)) and all(map(_is_plain, sides))


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_plain(node: ast.expr) -> bool:
    """None, a string or the class of a builtin name: none of them joins with strings."""
    return isinstance(node, ast.Constant) or (
        isinstance(node, ast.Name) and isinstance(getattr(builtins, node.id, None), type)
    )


@dataclass(frozen=True, slots=True)
class _Around:
    """What decides whether a name is there."""

    names: Names
    unreached: frozenset[ast.AST]  # parts of a text that only type checkers read
    open: bool  # names may come by a star or be put in by code
    used: frozenset[str]  # names that code uses and nothing in the text binds: it seems that something does

    @classmethod
    def of(cls, names: Names, types: Types) -> "_Around":
        nodes = names.scopes
        blocks = [node for node in nodes if isinstance(node, ast.If) and is_type_checking(node.test)]
        unreached = frozenset(part for block in blocks for one in block.body for part in ast.walk(one))
        stars = any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in nodes)
        fills = any(isinstance(node, ast.Name) and node.id in _FILLERS for node in nodes)
        loads = ((name, node) for (owner, name), found in names.loads.items() if owner is None for node in found)
        return cls(names, unreached, stars or fills, frozenset(n for n, node in loads if node not in types.annotations))

    def missing(self, part: ast.Name, scope: Scope) -> tuple[Weight, str] | None:
        """Why a name is not there, and how sure that is."""
        owner = self.names.scopes[part].owner(part.id)
        at_top = scope.kind != "function" and _is_at_top(scope)
        early = owner is not None and at_top and self._first(owner, part.id) > part.lineno
        if owner is not None and owner.kind == "class" and early and part.id in owner.module.bound:
            owner, early = owner.module, self._first(owner.module, part.id) > part.lineno
        if hasattr(builtins, part.id):
            return None
        if owner is None:
            return self._unknown(part.id)
        if owner.kind == "module" and self._is_for_types(owner, part.id):
            return "refuse", f"It is evaluated, and `{part.id}` is there for type checkers only."
        return ("refuse", f"It is evaluated before `{part.id}` is defined.") if early else None

    def _unknown(self, name: str) -> tuple[Weight, str] | None:
        if self.open and name in self.used:
            return None
        if self.open or name in self.used:
            return "ask", f"It is evaluated, and nothing in the file says where `{name}` comes from."
        return "refuse", f"It is evaluated, and there is no `{name}`."

    def _is_for_types(self, owner: Scope, name: str) -> bool:
        return all(node in self.unreached for _, node in owner.bound[name])

    def _first(self, owner: Scope, name: str) -> int:
        """The line from which on a name can be there: a class only once its body is over."""
        return min((_ready(node) for _, node in owner.bound[name] if node not in self.unreached), default=0)


def _ready(node: ast.AST) -> int:
    if isinstance(node, ast.ClassDef):
        return (node.end_lineno or node.lineno) + 1
    return int(getattr(node, "lineno", 0))


def _is_at_top(scope: Scope) -> bool:
    while scope.kind == "class" and scope.outer is not None:
        scope = scope.outer
    return scope.kind == "module"
