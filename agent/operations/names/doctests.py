"""Names in docstrings that stand for themselves: in examples to be run, and in roles of Sphinx."""

import ast
import re
from collections.abc import Iterator

from agent.operations.names.binding import Source
from agent.operations.names.loose import Spot
from agent.operations.names.nodes import walk

_EXAMPLE = re.compile(r"^[ \t]*(?:>>>|\.\.\.)[ \t](.*)$", re.MULTILINE)
_QUOTED = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|#.*")


def doctest_spots(source: Source, name: str) -> Iterator[Spot]:
    """Where examples in docstrings use a name of the module."""
    if ">>>" not in source.text:
        return
    pattern = re.compile(rf"(?<![\w.]){re.escape(name)}(?!\w)(?!\s*=(?!=))")
    for start, end in _docstrings(source):
        for line in _EXAMPLE.finditer(source.text, start, end):
            hidden = [match.span() for match in _QUOTED.finditer(source.text, line.start(1), line.end(1))]
            for match in pattern.finditer(source.text, line.start(1), line.end(1)):
                if not any(begin <= match.start() < close for begin, close in hidden):
                    yield Spot(match.start(), match.end(), source.positions.line_of(match.start()))


def role_spots(source: Source, name: str) -> Iterator[Spot]:
    """Where docstrings name it as `:func:`name``."""
    if f"`{name}" not in source.text and f"~{name}" not in source.text:
        return
    pattern = re.compile(rf":(?:py:)?(?:func|class|data|exc|obj|attr|const|meth):`~?({re.escape(name)})(?![\w])")
    for start, end in _docstrings(source):
        for match in pattern.finditer(source.text, start, end):
            yield Spot(match.start(1), match.end(1), source.positions.line_of(match.start(1)))


def _docstrings(source: Source) -> Iterator[tuple[int, int]]:
    for node in walk(source.tree):
        body = getattr(node, "body", None)
        first = body[0] if isinstance(body, list) and body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            yield source.positions.start(first.value), source.positions.end(first.value)
