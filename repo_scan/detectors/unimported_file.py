"""Files inside a package that nothing imports, runs or speaks of. In doubt, a file counts as used."""

import re
from collections.abc import Iterator, Mapping

from repo_scan.detectors.evidence import line_at
from repo_scan.detectors.judged import own_code
from repo_scan.detectors.mentions import is_complete, may_be_composed, mentions
from repo_scan.finding import Finding, Place
from repo_scan.outline import Outline
from repo_scan.paths import folder_of, name_of
from repo_scan.scan import Scan

_RUN = re.compile(r"^#!|__name__\s*==", re.MULTILINE)
_FOUND_BY_FOLDER = re.compile(
    r"\b(iter_modules|walk_packages|import_module|__import__|spec_from_file_location)\b|\.glob\("
)
_FEWEST_SIBLINGS = 3  # in a smaller folder, nobody can tell what is usual


def unimported_file(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each file of definitions in a package that no import, text or configuration leads to.

    Only where the repository has tests: without, nobody but the users of a library may call its public modules.
    """
    if not is_complete(scan, texts) or not any(outline.tests for outline in scan.outlines.values()):
        return ()
    judged = list(own_code(scan, texts))
    searched = {folder_of(outline.path) for outline, text in judged if _FOUND_BY_FOLDER.search(text)}
    alone = [outline for outline, text in judged if _is_left(outline, text, scan)]
    return tuple(
        _finding(outline, texts)
        for outline in alone
        if searched.isdisjoint(_folders(outline.path))
        and _is_unusual(outline, alone, scan)
        and not _is_spoken_of(outline.path, texts)
    )


def _is_left(outline: Outline, text: str, scan: Scan) -> bool:
    """Whether a file defines things in a package, is no program, and no file imports it."""
    name, folder = name_of(outline.path), folder_of(outline.path)
    if name.startswith("__") or f"{folder}/__init__.py" not in scan.outlines or _RUN.search(text):
        return False
    defines = any(symbol.kind in ("function", "class") for symbol in outline.symbols)
    return defines and not scan.graph.importers_of(outline.path)


def _folders(path: str) -> Iterator[str]:
    folder = folder_of(path)
    while folder:
        yield folder
        folder = folder_of(folder)


def _is_unusual(outline: Outline, alone: list[Outline], scan: Scan) -> bool:
    """Whether most files beside it are imported; a folder whose files are not is read in some other way."""
    folder = folder_of(outline.path)
    siblings = [path for path in scan.outlines if folder_of(path) == folder and name_of(path) != "__init__.py"]
    lonely = sum(folder_of(other.path) == folder for other in alone)
    return len(siblings) >= _FEWEST_SIBLINGS and lonely * 3 <= len(siblings)


def _is_spoken_of(path: str, texts: Mapping[str, str]) -> bool:
    stem = name_of(path).rpartition(".")[0]
    return mentions(stem, texts, 0, besides=path) > 0 or may_be_composed(stem, texts)


def _finding(outline: Outline, texts: Mapping[str, str]) -> Finding:
    symbol = next(symbol for symbol in outline.symbols if symbol.kind in ("function", "class"))
    return Finding(
        kind="unimported-file",
        severity="low",
        path=outline.path,
        line=symbol.line,
        quote=line_at(texts, outline.path, symbol.line),
        message=f"Nothing in the repository imports, runs, tests or mentions {outline.path}. Unless somebody elsewhere "
        "imports it, it is dead.",
        places=(Place(outline.path, symbol.line, symbol.name),),
    )
