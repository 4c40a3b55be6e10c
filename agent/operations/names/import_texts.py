"""Import statements as text, at the top of a module that may be new."""

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_WIDTH = 88


@dataclass(frozen=True, slots=True)
class Wanted:
    """One name to be imported; without a name the module itself."""

    module: str
    name: str | None
    alias: str | None = None
    type_only: bool = False
    inside: bool = False  # of the repository

    def __str__(self) -> str:
        renamed = f" as {self.alias}" if self.alias else ""
        return f"import {self.module}{renamed}" if self.name is None else f"{self.name}{renamed}"


def header(futures: Sequence[str], wanted: Iterable[Wanted]) -> str:
    """The top of a new module."""
    every = list(dict.fromkeys(wanted))
    plain = [one for one in every if not one.type_only]
    typed = [one for one in every if one.type_only]
    if typed and not any(one.name == "TYPE_CHECKING" for one in plain):
        plain.append(Wanted("typing", "TYPE_CHECKING"))
    blocks = [
        [f"from __future__ import {', '.join(futures)}"] if futures else [],
        _lines([one for one in plain if not one.inside]),
        _lines([one for one in plain if one.inside]),
        ["if TYPE_CHECKING:", *(f"    {line}" for line in statements(typed))] if typed else [],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + ("\n" if any(blocks) else "")


def with_plain_imports(text: str, wanted: Sequence[Wanted]) -> str:
    """A text with more `import module` statements, among those that it has or before its first import."""
    for one in wanted:
        body = ast.parse(text).body
        lines = text.split("\n")
        at = _place(body, one.module)
        lines.insert(at, str(one))
        if at < len(lines) - 1 and not _is_import(body, at) and lines[at + 1].strip():
            lines.insert(at + 1, "")
        text = "\n".join(lines)
    return text


def statements(wanted: Sequence[Wanted]) -> list[str]:
    """Import statements, each in one line."""
    return _lines(wanted, _WIDTH * 10)


def _place(body: list[ast.stmt], module: str) -> int:
    """The line, from 0, before which a statement belongs."""
    plain = [one for one in body if isinstance(one, ast.Import)]
    later = next((one for one in plain if one.names[0].name > module), None)
    if later is not None:
        return later.lineno - 1
    if plain:
        return plain[-1].end_lineno or plain[-1].lineno
    taken = [one for one in body if isinstance(one, ast.ImportFrom)]
    first = next((one for one in taken if one.module != "__future__"), None)
    if first is not None:
        return first.lineno - 1
    if taken:
        return taken[-1].end_lineno or taken[-1].lineno
    docstring = body[0] if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) else None
    return (docstring.end_lineno or 0) if docstring is not None else 0


def _is_import(body: list[ast.stmt], line: int) -> bool:
    return any(isinstance(one, ast.Import | ast.ImportFrom) and one.lineno - 1 == line for one in body)


def _lines(wanted: Sequence[Wanted], width: int = _WIDTH) -> list[str]:
    """Statements, one a module."""
    lines = sorted(str(one) for one in wanted if one.name is None)
    modules: dict[str, list[Wanted]] = {}
    for one in wanted:
        if one.name is not None:
            modules.setdefault(one.module, []).append(one)
    for module in sorted(modules, key=lambda name: (name.startswith("."), name)):
        names = sorted(map(str, modules[module]))
        line = f"from {module} import {', '.join(names)}"
        lines.append(line if len(line) <= width else f"from {module} import (\n    " + ",\n    ".join(names) + ",\n)")
    return lines
