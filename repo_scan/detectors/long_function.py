"""Functions that go on for pages."""

from collections.abc import Mapping, Sequence

from repo_scan.detectors.bodies import Body, body_of
from repo_scan.detectors.evidence import line_at
from repo_scan.detectors.judged import own_code
from repo_scan.detectors.tangle import depths_of
from repo_scan.finding import Finding, Place
from repo_scan.outline import Symbol
from repo_scan.scan import Scan

LONG = 120  # lines of code, some three screens
_FEWEST_WAYS = 20  # below, a long function is a list of steps or a table, which reads well
_FEWEST_NESTED = 25  # statements in two blocks or more; below, it is straight: attributes in sections, one protocol run


def long_function(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each function of very many lines that also has many ways through it."""
    found: list[Finding] = []
    for outline, text in own_code(scan, texts):
        lines = text.split("\n")
        for symbol in outline.symbols:
            if symbol.complexity >= _FEWEST_WAYS and symbol.end_line - symbol.line >= LONG:
                body = body_of(outline, symbol, lines)
                if is_long(symbol, body, lines):
                    found.append(_finding(outline.path, symbol, body, texts))
    return tuple(found)


def is_long(symbol: Symbol, body: Body, lines: Sequence[str]) -> bool:
    """Whether a function is long in itself: not by the functions it defines, as a table of cases, or straight on."""
    is_large = body.lines - body.inner >= LONG and symbol.complexity - body.cases >= _FEWEST_WAYS and body.deep > 0
    return is_large and _is_nested(depths_of("\n".join(lines[symbol.line - 1 : symbol.end_line])))


def _is_nested(depths: Sequence[int]) -> bool:
    """Whether most statements stand in blocks, and many in blocks within blocks."""
    return sum(depth > 0 for depth in depths) * 2 > len(depths) and sum(depth > 1 for depth in depths) >= _FEWEST_NESTED


def _finding(path: str, symbol: Symbol, body: Body, texts: Mapping[str, str]) -> Finding:
    own = "code of its own" if body.inner else "code"
    return Finding(
        kind="long-function",
        severity="low",
        path=path,
        line=symbol.line,
        quote=line_at(texts, path, symbol.line),
        message=f"`{symbol.name}` has {body.lines - body.inner} lines of {own} and {symbol.complexity} ways "
        "through them. Nobody sees it whole; its parts deserve names.",
        places=(Place(path, symbol.line, symbol.name),),
    )
