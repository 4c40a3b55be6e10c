"""Imports for type checkers alone, put into a module that is there."""

import ast
import re
import sys
from collections.abc import Sequence

from agent.operations.names.import_texts import Wanted, statements
from agent.operations.scopes import is_type_checking

_NAME = "TYPE_CHECKING"
_PLAIN = re.compile(r"from typing import ([\w, ]+)")


def with_typed_imports(text: str, wanted: Sequence[Wanted]) -> str:
    """A text with more of them: in the block that it has, or in a new one below its other imports."""
    if not wanted:
        return text
    body = ast.parse(text).body
    if _block(body) is not None:
        for one in wanted:
            text = _in_block(text, one)
        return text
    if not any(_binds(one) for one in body):
        text = _with_name(text, body)
        body = ast.parse(text).body
    imports = [one for one in body if isinstance(one, ast.Import | ast.ImportFrom)]
    at = imports[-1].end_lineno or imports[-1].lineno
    below = text.split("\n")[at:]
    return _inserted(
        text,
        at,
        ["", f"if {_NAME}:", *(f"    {line}" for line in statements(wanted)), *([""] if below and below[0] else [])],
    )


def _block(body: Sequence[ast.stmt]) -> ast.If | None:
    """The block for type checkers; None if there is none."""
    blocks = (one for one in body if isinstance(one, ast.If) and is_type_checking(one.test) and not one.orelse)
    return next(blocks, None)


def _in_block(text: str, wanted: Wanted) -> str:
    """A text with one more import in its block, before what comes later by the alphabet."""
    block = _block(ast.parse(text).body)
    assert block is not None
    inside = [one for one in block.body if isinstance(one, ast.ImportFrom)]
    later = next((one for one in inside if not one.level and (one.module or "") > wanted.module), None)
    last = block.body[-1]
    at = (last.end_lineno or last.lineno) if later is None else later.lineno - 1
    return _inserted(text, at, [" " * last.col_offset + line for line in statements([wanted])])


def _inserted(text: str, at: int, new: Sequence[str]) -> str:
    lines = text.split("\n")
    return "\n".join([*lines[:at], *new, *lines[at:]])


def _binds(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and any(
        one.name == _NAME and not one.asname for one in statement.names
    )


def _with_name(text: str, body: Sequence[ast.stmt]) -> str:
    """A text that imports `TYPE_CHECKING`, beside its other imports of the standard library."""
    lines = text.split("\n")
    imports = [one for one in body if isinstance(one, ast.Import | ast.ImportFrom)]
    typing = next((one for one in imports if isinstance(one, ast.ImportFrom) and one.module == "typing"), None)
    if typing is not None and _PLAIN.fullmatch(lines[typing.lineno - 1]):
        lines[typing.lineno - 1] = lines[typing.lineno - 1].replace("import ", f"import {_NAME}, ", 1)
        return "\n".join(lines)
    standard = [one for one in imports if _root(one) in sys.stdlib_module_names and _root(one) != "__future__"]
    earlier = [one for one in standard if isinstance(one, ast.Import) or (one.module or "") < "typing"]
    if earlier:
        return _inserted(text, earlier[-1].end_lineno or earlier[-1].lineno, [f"from typing import {_NAME}"])
    first = next((one for one in imports if _root(one) != "__future__"), None)
    if first is not None:
        gap = [] if first in standard else [""]
        return _inserted(text, first.lineno - 1, [f"from typing import {_NAME}", *gap])
    docstring = [one for one in body[:1] if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)]
    above: Sequence[ast.stmt] = imports[-1:] or docstring
    at = (above[0].end_lineno or 0) if above else 0
    return _inserted(text, at, [*([""] if above else []), f"from typing import {_NAME}", *([] if above else [""])])


def _root(statement: ast.Import | ast.ImportFrom) -> str:
    """The first part of the module that a statement imports; "" of one by dots."""
    if isinstance(statement, ast.Import):
        return statement.names[0].name.split(".")[0]
    return "" if statement.level else (statement.module or "").split(".")[0]
