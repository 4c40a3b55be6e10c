"""How a Python function looks on the page: lines of code, depth, inner definitions, chains of cases."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from repo_scan.outline import Outline, Symbol

_INNER = re.compile(r"(async\s+def|def|class)\s")
_CASE = re.compile(r"(elif|case)\b")
_QUOTES = re.compile(r'"""|\'\'\'')
_STEP = 4  # blanks of one block; files with another indentation only seem deeper or flatter
_DEEP = 3


@dataclass(frozen=True, slots=True)
class Body:
    """Measures of one function, its docstring, comments and blank lines left out."""

    lines: int  # of code
    deep: int  # of these, in three blocks or more
    inner: int  # of these, in functions and classes defined inside
    cases: int  # `elif` and `case`: a table of cases is long, but flat


def body_of(outline: Outline, symbol: Symbol, lines: Sequence[str]) -> Body:
    """The body of a function whose file has these lines."""
    comments = {note.line for note in outline.comments}
    base: int | None = None
    inner_depth: int | None = None
    count = deep = inner = cases = 0
    for number in _code_lines(symbol, lines):
        line = lines[number - 1].expandtabs(_STEP)
        words = line.strip()
        if not words or (number in comments and words.startswith("#")):
            continue
        indent = len(line) - len(line.lstrip())
        base = indent if base is None else base
        if inner_depth is not None and indent <= inner_depth and not words.startswith((")", "]", "}")):
            inner_depth = None
        if inner_depth is None and _INNER.match(words):
            inner_depth = indent
        count += 1
        deep += indent - base >= _DEEP * _STEP
        inner += inner_depth is not None
        cases += bool(_CASE.match(words))
    return Body(count, deep, inner, cases)


def _code_lines(symbol: Symbol, lines: Sequence[str]) -> range:
    """Numbers of the lines after head and docstring."""
    first = symbol.line
    while first < symbol.end_line and not re.match(r"\s*(async\s+def|def)\b", lines[first - 1]):
        first += 1
    while first < symbol.end_line and not lines[first - 1].partition("#")[0].rstrip().endswith(":"):
        first += 1
    first += 1
    if symbol.docstring is not None:
        first = _after_docstring(first, symbol.end_line, lines)
    return range(first, symbol.end_line + 1)


def _after_docstring(first: int, last: int, lines: Sequence[str]) -> int:
    marks = 0
    for number in range(first, last + 1):
        words = lines[number - 1].strip()
        if marks == 0 and words.startswith("#"):  # a type comment, say; the docstring is still to come
            continue
        marks += len(_QUOTES.findall(words))
        if marks % 2 == 0 and words:
            return number + 1
    return first
