"""Star imports that mislead or may break something; those that are only a project's way of writing say nothing."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from repo_scan.detectors.evidence import line_at, listed
from repo_scan.detectors.judged import own_code
from repo_scan.detectors.star_names import Source, StarNames, free_names
from repo_scan.finding import Finding, Place
from repo_scan.imports import ImportMap
from repo_scan.outline import Import, Outline
from repo_scan.paths import name_of
from repo_scan.scan import Scan

_KEPT = re.compile(r"#.*?(noqa|pylint:\s*disable|type:\s*ignore)", re.IGNORECASE)
_FILE_KEPT = re.compile(r"#\s*((flake8|ruff)[:=]\s*noqa|pylint:\s*(skip-file|disable=.*wildcard))", re.IGNORECASE)
_NEARLY_ALL = 9  # files that name what they take, for each that takes everything


@dataclass(frozen=True, slots=True)
class _Star:
    """A star import: the file it binds, if that is in the repository, and what it brings."""

    item: Import
    target: str | None
    names: Mapping[str, Source]
    is_known: bool  # otherwise nobody can tell what it brings


@dataclass(slots=True)
class _Importers:
    """The files that take everything of a module, and those that name what they take."""

    by_star: set[str]
    by_name: set[str]


def wildcard_import(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each star import that hides one of two names, lends another file's imports or is the odd one."""
    imports = scan.import_map
    names, importers = StarNames(imports), _importers(scan.outlines, imports)
    found: list[Finding] = []
    for outline, text in own_code(scan, texts):
        stars = [_star(outline, item, names) for item in outline.imports if item.name == "*" and _is_judged(outline)]
        used = free_names(text) if stars else frozenset()
        for place, star in enumerate(stars):
            if _is_meant(star.item, outline):
                continue
            said = (
                _other(star, stars[:place], used, names)
                or _lent(star, stars, used, scan.outlines)
                or _odd(star, used, importers[star.target or star.item.module])
            )
            if said:
                found.append(_finding(outline.path, star.item, said, texts))
    return tuple(found)


def _is_judged(outline: Outline) -> bool:
    """Packages and files without code of their own hand names on; that is what they are for."""
    if name_of(outline.path) == "__init__.py" or any(_FILE_KEPT.match(note.text) for note in outline.comments):
        return False
    return any(symbol.kind in ("function", "class") for symbol in outline.symbols)


def _is_meant(item: Import, outline: Outline) -> bool:
    """Whether somebody chose it: one of two ways to get the names, a remark, the public face of a private module."""
    kept = {note.line for note in outline.comments if _KEPT.search(note.text)}
    is_kept = not kept.isdisjoint(range(item.line, item.end_line + 1))
    return is_kept or item.guarded or item.module.rpartition(".")[2].startswith("_")


def _star(outline: Outline, item: Import, names: StarNames) -> _Star:
    target = names.imports.resolve(outline.path, item)
    brought = names.brought(target) if target else None
    return _Star(item, target, brought or {}, brought is not None)


def _importers(outlines: Mapping[str, Outline], imports: ImportMap) -> Mapping[str, _Importers]:
    found: dict[str, _Importers] = defaultdict(lambda: _Importers(set(), set()))
    for path, outline in outlines.items():
        for item in outline.imports:
            if item.name is not None and name_of(path) != "__init__.py":
                files = found[imports.find(path, item.module) or item.module]
                (files.by_star if item.name == "*" else files.by_name).add(path)
    return found


def _other(star: _Star, before: Sequence[_Star], used: frozenset[str], names: StarNames) -> str:
    """That a name which the file uses is another one than an earlier star brings."""
    for earlier in before:
        for name in sorted(used & star.names.keys() & earlier.names.keys()):
            here, there = (names.final(name, one.names[name])[0] for one in (star, earlier))
            if here != there:
                return (
                    f"`{name}` comes with this star, from {here}, and another `{name}` with the star of line "
                    f"{earlier.item.line}, from {there}. The order of the two lines decides which one this file uses."
                )
    return ""


def _lent(star: _Star, stars: Sequence[_Star], used: frozenset[str], outlines: Mapping[str, Outline]) -> str:
    """That the file lives on what another one imports for itself."""
    if star.target is None or not _has_own_imports(outlines[star.target]):
        return ""
    needed = outlines[star.target].references
    lent = {
        name: one
        for name, one in sorted(star.names.items())
        if name in used and name in needed and one.path == star.target and one.item and not one.item.guarded
    }
    lent = {name: one for name, one in lent.items() if all(_brings_nothing_else(each, name, one) for each in stars)}
    if not lent:
        return ""
    lines = sorted({one.line for one in lent.values()})
    where = f"line{'s' if len(lines) > 1 else ''} {listed([str(line) for line in lines])}"
    return (
        f"{listed([f'`{name}`' for name in lent])}: used here but not imported; the star hands on what "
        f"{star.target} imports for itself ({where}). Tidying the imports there breaks this file."
    )


def _brings_nothing_else(star: _Star, name: str, source: Source) -> bool:
    return star.is_known and star.names.get(name, source) == source


def _has_own_imports(outline: Outline) -> bool:
    """Whether a file has code that its imports are for, and does not say itself what it hands on."""
    is_face = name_of(outline.path) == "__init__.py" or outline.exports is not None
    return not is_face and any(symbol.kind in ("function", "class") for symbol in outline.symbols)


def _odd(star: _Star, used: frozenset[str], importers: _Importers) -> str:
    """That nearly everybody else names what is taken from there."""
    naming, taking = len(importers.by_name - importers.by_star), len(importers.by_star)
    drawn = sorted(used & star.names.keys())
    if naming < _NEARLY_ALL * taking or not (drawn if star.is_known else used):
        return ""
    taken = f"{taking} take everything, this one among them" if taking > 1 else "this one takes everything"
    needed = f" and needs {listed([f'`{name}`' for name in drawn])}" if drawn else ""
    return f"{naming} other files name what they take from `{star.item.module}`; {taken}{needed}."


def _finding(path: str, item: Import, message: str, texts: Mapping[str, str]) -> Finding:
    return Finding(
        kind="wildcard-import",
        severity="low",
        path=path,
        line=item.line,
        quote=line_at(texts, path, item.line),
        message=message,
        places=(Place(path, item.line),),
    )
