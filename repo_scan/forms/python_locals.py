"""Local names of a Python text that something sees by their names, so that another name is another meaning."""

import ast
from collections.abc import Iterator

from repo_scan.forms.form import Guard
from repo_scan.forms.python_names import Names
from repo_scan.forms.python_scopes import Scope
from repo_scan.forms.python_spelling import is_local

_LOOKING = frozenset({"locals", "vars", "dir", "eval", "exec"})


def guards_of_locals(names: Names) -> Iterator[Guard]:
    """The local names of each function in which something may look at them."""
    seen: set[Scope] = set()
    for node, scope in names.scopes.items():
        way = _looks(node, scope)
        inner: Scope | None = scope
        while way and inner is not None and inner.kind in ("function", "comprehension"):
            if inner not in seen:
                seen.add(inner)
                found = " ".join(sorted(name for name in inner.bound if is_local(inner, name)))
                line = getattr(node, "lineno", 0)
                why = f"`{way}` (line {line}) may see local names by their names."
                yield Guard("names", inner.name, line, found, "ask", why, when="any")
            inner = inner.outer


def _looks(node: ast.AST, scope: Scope) -> str:
    """The call with which a node may see local names by their names."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=args) if name in _LOOKING and scope.owner(name) is None:
            return f"{name}()" if name in ("eval", "exec") or not args else ""
        case ast.Call(func=ast.Attribute(attr="query" | "eval" | "evaluate" as name), args=[first, *_]):
            return f"{name}()" if isinstance(first, ast.Constant | ast.JoinedStr) else ""
        case ast.Attribute(attr="f_locals" | "_getframe" | "currentframe" as name):
            return name
    return ""
