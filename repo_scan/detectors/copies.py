"""Functions that were copied instead of shared."""

import re
from collections.abc import Iterator, Mapping

from repo_scan.detectors.evidence import line_at, spots
from repo_scan.detectors.judged import is_foreign, is_pattern
from repo_scan.detectors.on_purpose import are_opposites, says_so
from repo_scan.detectors.statements import logical_lines
from repo_scan.finding import Finding, Place
from repo_scan.imports import ImportMap
from repo_scan.outline import Outline, Symbol
from repo_scan.paths import is_migration, is_shown, is_test, is_vendored
from repo_scan.scan import Scan

_SMALLEST = 30  # tokens, head included; a line or two are as soon written as imported
_FEWEST_AT_HOME = 8  # statements; two smaller functions in one file are in sight of each other
_WORD = re.compile(r"[^\W\d]\w*")
_HARMLESS = frozenset({"cache", "lru_cache", "contextmanager", "asynccontextmanager"})
_Meanings = frozenset[tuple[str, str]]  # what the names of a function stand for in its file


def copies(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each group of module-level functions that are alike but for name, docstring and layout."""
    imports = scan.import_map
    groups: dict[tuple[str, _Meanings], list[Place]] = {}
    sizes: dict[Place, int] = {}  # in statements
    for outline in scan.outlines.values():
        text = texts.get(outline.path, "")
        if outline.parsed and not _is_alike_on_purpose(outline.path) and not is_foreign(text):
            for symbol, meanings in _functions(outline, text, imports):
                place = Place(outline.path, symbol.line, symbol.name)
                groups.setdefault((symbol.fingerprint, meanings), []).append(place)
                sizes[place] = _statements(symbol, text)
    return tuple(
        _finding(sorted(places, key=_order), texts)
        for places in groups.values()
        if _is_copied(places) and not _is_in_sight(places, sizes)
    )


def _is_alike_on_purpose(path: str) -> bool:
    """Tests stand alone, migrations are history, examples and documentation repeat, vendored code is not ours.

    Patterns for new projects are whole, each of them.
    """
    return is_test(path) or is_migration(path) or is_shown(path) or is_vendored(path) or is_pattern(path)


def _functions(outline: Outline, text: str, imports: ImportMap) -> Iterator[tuple[Symbol, _Meanings]]:
    """Functions worth sharing, each with what it uses of its file.

    Two functions that read alike are no copies if a name means another thing to each: its own module's state, say.
    """
    lines = text.split("\n")
    meanings = _meanings(outline, lines, imports)
    for symbol in outline.symbols:
        is_worth_it = symbol.kind == "function" and symbol.fingerprint != "" and symbol.size >= _SMALLEST
        if is_worth_it and not _needs_its_place(symbol) and not says_so(outline, symbol, lines):
            words = set(_WORD.findall("\n".join(lines[symbol.line - 1 : symbol.end_line]))) - {symbol.name}
            yield symbol, frozenset((word, meanings[word]) for word in words & meanings.keys())


def _needs_its_place(symbol: Symbol) -> bool:
    """Hooks like `__getattr__` are looked for in each module; most decorators register what stands below them."""
    decorators = {decorator.partition("(")[0].rpartition(".")[2] for decorator in symbol.decorators}
    return symbol.name.startswith("__") or not decorators <= _HARMLESS


def _meanings(outline: Outline, lines: list[str], imports: ImportMap) -> dict[str, str]:
    """What each name at module level stands for, equal where it is the same thing in two files."""
    found = {
        item.binds: f"{imports.resolve(outline.path, item) or item.module} {item.name or ''}"
        for item in outline.imports
        if item.kind != "dynamic"
    }
    for symbol in outline.symbols:
        if "." not in symbol.name:
            found[symbol.name] = _meaning(outline.path, symbol, lines)
    return found


def _meaning(path: str, symbol: Symbol, lines: list[str]) -> str:
    """A constant or function means its own text; other variables are state, which no two files share."""
    if symbol.kind == "variable" and symbol.name != symbol.name.upper():
        return path
    return symbol.fingerprint or "\n".join(lines[symbol.line - 1 : symbol.end_line])


def _is_copied(places: list[Place]) -> bool:
    """Several names, or several files: one name defined twice in a file is a choice between definitions."""
    return len({(place.path, place.symbol) for place in places}) > 1


def _is_in_sight(places: list[Place], sizes: Mapping[Place, int]) -> bool:
    """Whether the author has all of it before him, and may well want it: small ones in one file, or two opposites."""
    if len({place.path for place in places}) > 1:
        return False
    is_pair = len(places) == 2 and are_opposites(places[0].symbol, places[1].symbol)
    return is_pair or min(sizes[place] for place in places) < _FEWEST_AT_HOME


def _statements(symbol: Symbol, text: str) -> int:
    """Statements of a function, without its head and documentation."""
    definition = "\n".join(text.split("\n")[symbol.line - 1 : symbol.end_line])
    heads = 1 + len(symbol.decorators)
    return sum(any(kind != "string" for kind, _ in line.tokens) for line in logical_lines(definition)) - heads


def _order(place: Place) -> tuple[str, int]:
    return place.path, place.line


def _finding(places: list[Place], texts: Mapping[str, str]) -> Finding:
    first = places[0]
    names = list(dict.fromkeys(place.symbol for place in places))
    return Finding(
        kind="copies",
        severity="medium",
        path=first.path,
        line=first.line,
        quote=line_at(texts, first.path, first.line),
        message=f"{' and '.join(f'`{name}`' for name in names[:3])}: the same function stands {len(places)} times, at "
        f"{spots(places)}. A fix made in one is missed in the others.",
        places=tuple(places),
    )
