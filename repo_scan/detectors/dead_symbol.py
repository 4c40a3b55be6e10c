"""Private definitions that nothing uses any more. In doubt, a name counts as used."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from repo_scan.detectors.evidence import line_at
from repo_scan.detectors.judged import own_code
from repo_scan.detectors.mentions import is_complete, may_be_composed, mentions
from repo_scan.finding import Finding, Place
from repo_scan.outline import Outline, Symbol
from repo_scan.paths import name_of
from repo_scan.scan import Scan

_HARMLESS = frozenset({"cache", "lru_cache", "contextmanager", "asynccontextmanager", "overload", "dataclass"})
_PLAIN_BASES = frozenset({"", "()", "(object)", "(NamedTuple)", "(Exception)"})
_PLAIN_VALUE = re.compile(r"""_\w+\s*=\s*([\d\[{"'(]|r["']|lambda\b|re\.compile\(|frozenset\(|True|False|None)""")
_BY_NAME = re.compile(r"\b(globals|locals|vars|eval|exec|dir)\s*\(|__dict__|\bsys\.modules\b")
_KEPT = re.compile(r"compat|deprecat|legacy|pickl|noqa|pragma|pylint|for tests|used by|keep|kept", re.IGNORECASE)
_FEWEST_OF_A_LIST = 3
_HOOKS = ("_jupyter", "_load_jupyter", "_ipython", "_repr_", "_pytest")


def dead_symbol(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each private function, class or constant of a module that no text of the repository mentions."""
    if not is_complete(scan, texts):
        return ()
    used = {name for outline in scan.outlines.values() for name in outline.references}
    used |= {item.name or "" for outline in scan.outlines.values() for item in outline.imports}
    return tuple(
        _finding(outline.path, symbol, texts)
        for outline, text in own_code(scan, texts)
        for symbol in _candidates(outline, text)
        if symbol.name not in used and mentions(symbol.name, texts) == 1 and not may_be_composed(symbol.name, texts)
    )


def _candidates(outline: Outline, text: str) -> Iterator[Symbol]:
    """Private definitions at module level that only a mention of their name could use."""
    if "compat" in name_of(outline.path) or _BY_NAME.search(text):
        return
    lines = text.split("\n")
    families = Counter(_family(symbol) for symbol in outline.symbols)
    for symbol in outline.symbols:
        family = _family(symbol)
        if family and families[family] >= _FEWEST_OF_A_LIST:
            continue
        if "." not in symbol.name and _is_private(symbol.name) and _is_plain(symbol, lines):
            around = lines[max(symbol.line - 3, 0) : symbol.end_line]
            if not any(_KEPT.search(line) for line in around):
                yield symbol


def _family(symbol: Symbol) -> str:
    """What constants of one list share, the codes of a protocol, say: such a list is whole, whoever uses what of it."""
    first, *rest = symbol.name.strip("_").split("_")
    return first if symbol.kind == "variable" and rest else ""


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith(("__", *_HOOKS)) and name.strip("_") != ""


def _is_plain(symbol: Symbol, lines: list[str]) -> bool:
    """Whether a definition does nothing but define: no registering decorator or base class, no call that acts."""
    decorators = {decorator.partition("(")[0].rpartition(".")[2] for decorator in symbol.decorators}
    if not decorators <= _HARMLESS:
        return False
    if symbol.kind == "class":
        return symbol.signature in _PLAIN_BASES
    if symbol.kind == "variable":
        return symbol.signature == "" and _PLAIN_VALUE.match(lines[symbol.line - 1]) is not None
    return symbol.kind == "function"


def _finding(path: str, symbol: Symbol, texts: Mapping[str, str]) -> Finding:
    return Finding(
        kind="dead-symbol",
        severity="low",
        path=path,
        line=symbol.line,
        quote=line_at(texts, path, symbol.line),
        message=f"`{symbol.name}` is private, and nothing in the repository mentions it again. Readers look for a use "
        "that is not there.",
        places=(Place(path, symbol.line, symbol.name),),
    )
