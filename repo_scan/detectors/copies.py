"""Functions that were copied instead of shared."""

from collections.abc import Iterator, Mapping

from repo_scan.detectors.evidence import line_at, spots
from repo_scan.finding import Finding, Place
from repo_scan.outline import Outline
from repo_scan.paths import is_migration, is_shown, is_test, is_vendored
from repo_scan.scan import Scan


def copies(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each group of module-level functions that are alike but for name, docstring and layout."""
    groups: dict[str, list[Place]] = {}
    for outline in scan.outlines.values():
        for fingerprint, place in _functions(outline):
            groups.setdefault(fingerprint, []).append(place)
    return tuple(_finding(sorted(places, key=_order), texts) for places in groups.values() if _is_copied(places))


def _functions(outline: Outline) -> Iterator[tuple[str, Place]]:
    if outline.faults or _is_alike_on_purpose(outline.path):
        return
    for symbol in outline.symbols:
        if symbol.kind == "function" and symbol.fingerprint:
            yield symbol.fingerprint, Place(outline.path, symbol.line, symbol.name)


def _is_alike_on_purpose(path: str) -> bool:
    """Tests stand alone, migrations are history, examples and documentation repeat, vendored code is not ours."""
    return is_test(path) or is_migration(path) or is_shown(path) or is_vendored(path)


def _is_copied(places: list[Place]) -> bool:
    """Several names, or several files: one name defined twice in a file is a choice between definitions."""
    return len({(place.path, place.symbol) for place in places}) > 1


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
