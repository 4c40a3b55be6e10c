"""Functions whose decisions stand inside each other, more than a reader can hold."""

from collections.abc import Mapping

from repo_scan.detectors.bodies import Body, body_of
from repo_scan.detectors.evidence import line_at
from repo_scan.detectors.judged import own_code
from repo_scan.detectors.long_function import is_long
from repo_scan.finding import Finding, Place
from repo_scan.outline import Symbol
from repo_scan.scan import Scan

_MOST_WAYS, _DEEPEST = 25, 4
_DEEP_SHARE = 5  # a fifth of the lines must stand deep: one deep corner is no maze


def complex_function(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each function with many decisions, deeply nested; those that are long too are left to that."""
    found: list[Finding] = []
    for outline, text in own_code(scan, texts):
        lines = text.split("\n")
        for symbol in outline.symbols:
            if symbol.complexity >= _MOST_WAYS and symbol.nesting >= _DEEPEST:
                body = body_of(outline, symbol, lines)
                if _is_a_maze(symbol, body) and not is_long(symbol, body):
                    found.append(_finding(outline.path, symbol, texts))
    return tuple(found)


def _is_a_maze(symbol: Symbol, body: Body) -> bool:
    """Whether the decisions are its own, not those of functions inside, and nested rather than listed."""
    flat = body.cases * 2 > symbol.complexity
    return body.inner * 3 <= body.lines and body.deep * _DEEP_SHARE >= body.lines and not flat


def _finding(path: str, symbol: Symbol, texts: Mapping[str, str]) -> Finding:
    return Finding(
        kind="complex-function",
        severity="low",
        path=path,
        line=symbol.line,
        quote=line_at(texts, path, symbol.line),
        message=f"`{symbol.name}` has {symbol.complexity} ways through it, in blocks nested {symbol.nesting} deep. To "
        "change one case, all the others must be kept in mind.",
        places=(Place(path, symbol.line, symbol.name),),
    )
