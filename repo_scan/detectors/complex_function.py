"""Functions whose decisions stand inside each other, more than a reader can hold."""

from collections.abc import Mapping

from repo_scan.detectors.bodies import body_of
from repo_scan.detectors.evidence import line_at
from repo_scan.detectors.judged import own_code
from repo_scan.detectors.long_function import is_long
from repo_scan.detectors.tangle import tangle_of
from repo_scan.finding import Finding, Place
from repo_scan.outline import Symbol
from repo_scan.scan import Scan

_MOST_WAYS, _DEEPEST = 25, 4
_FEWEST_TANGLED = 16  # below, many ways are a list of steps, of cases or of guards: none needs the others


def complex_function(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each function with many decisions, deeply nested; those that are long too are left to that."""
    found: list[Finding] = []
    for outline, text in own_code(scan, texts):
        lines = text.split("\n")
        for symbol in outline.symbols:
            if symbol.complexity >= _MOST_WAYS and symbol.nesting >= _DEEPEST:
                tangle = tangle_of("\n".join(lines[symbol.line - 1 : symbol.end_line]))
                if tangle >= _FEWEST_TANGLED and not is_long(symbol, body_of(outline, symbol, lines), lines):
                    found.append(_finding(outline.path, symbol, texts))
    return tuple(found)


def _finding(path: str, symbol: Symbol, texts: Mapping[str, str]) -> Finding:
    return Finding(
        kind="complex-function",
        severity="low",
        path=path,
        line=symbol.line,
        quote=line_at(texts, path, symbol.line),
        message=f"`{symbol.name}` has {symbol.complexity} ways through it, in blocks nested {symbol.nesting} deep. To "
        "change what stands inside, the choices around it must be kept in mind.",
        places=(Place(path, symbol.line, symbol.name),),
    )
