"""Star imports in files with code of their own, where no reader can tell which names they bring."""

import re
from collections.abc import Iterator, Mapping

from repo_scan.detectors.evidence import line_at
from repo_scan.detectors.judged import own_code
from repo_scan.finding import Finding, Place
from repo_scan.imports import ImportMap
from repo_scan.outline import Import, Outline
from repo_scan.paths import name_of
from repo_scan.scan import Scan

_KEPT = re.compile(r"#.*?(noqa|pylint:\s*disable|type:\s*ignore)", re.IGNORECASE)
_FILE_KEPT = re.compile(r"#\s*((flake8|ruff)[:=]\s*noqa|pylint:\s*(skip-file|disable=.*wildcard))", re.IGNORECASE)


def wildcard_import(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each star import that a file with functions or classes of its own draws names from."""
    imports = scan.import_map
    return tuple(
        _finding(outline.path, item, texts)
        for outline, _ in own_code(scan, texts)
        if _is_judged(outline)
        for item in _stars(outline, imports, scan.outlines)
    )


def _is_judged(outline: Outline) -> bool:
    """Packages and files without code of their own hand names on; that is what they are for."""
    if name_of(outline.path) == "__init__.py" or any(_FILE_KEPT.match(note.text) for note in outline.comments):
        return False
    return any(symbol.kind in ("function", "class") for symbol in outline.symbols)


def _stars(outline: Outline, imports: ImportMap, outlines: Mapping[str, Outline]) -> Iterator[Import]:
    kept = {note.line for note in outline.comments if _KEPT.search(note.text)}
    for item in outline.imports:
        if item.name != "*" or item.guarded or not kept.isdisjoint(range(item.line, item.end_line + 1)):
            continue
        if item.module.rpartition(".")[2].startswith("_"):  # the public face of a private module
            continue
        target = imports.resolve(outline.path, item)
        if target is None or _draws_from(outline, outlines[target]):
            yield item


def _draws_from(outline: Outline, source: Outline) -> bool:
    """Whether a file uses what a star import may have brought; one that does not only hands it on."""
    if source.exports is not None:
        offered = set(source.exports)
    else:
        offered = {symbol.name for symbol in source.symbols if symbol.exported and "." not in symbol.name}
        offered |= {item.binds for item in source.imports if not item.binds.startswith("_")}
    own = {symbol.name for symbol in outline.symbols} | {item.binds for item in outline.imports}
    return not offered.isdisjoint(set(outline.references) - own)


def _finding(path: str, item: Import, texts: Mapping[str, str]) -> Finding:
    return Finding(
        kind="wildcard-import",
        severity="low",
        path=path,
        line=item.line,
        quote=line_at(texts, path, item.line),
        message=f"Everything public of `{item.module}` is imported. Nobody can tell where a name of this file comes "
        "from, and a name added there may silently take the place of one here.",
        places=(Place(path, item.line),),
    )
