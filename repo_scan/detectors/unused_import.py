"""Imports that nothing uses. In doubt, an import counts as used: a false alarm here breaks somebody's program."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from repo_scan.detectors.evidence import line_at
from repo_scan.detectors.judged import is_generated, is_pattern
from repo_scan.finding import Finding, Place
from repo_scan.imports import ImportMap
from repo_scan.outline import Import, Outline
from repo_scan.paths import folder_of, is_apart, is_test, name_of
from repo_scan.scan import Scan

_KEPT = re.compile(r"#.*?(noqa|type:\s*ignore|pyright:\s*ignore|pylint:\s*disable=.*(unused-import|W0611))", re.I)
_FILE_KEPT = re.compile(r"#\s*((flake8|ruff)[:=]\s*noqa|pylint:\s*(skip-file|disable=.*(unused-import|W0611)))", re.I)
_RUN_BY_NAME = ("test", "Test", "setup", "setUp", "teardown", "tearDown", "pytest", "load_tests")
_FOR_THEIR_EFFECT = frozenset({"readline", "rlcompleter", "antigravity", "this", "__future__"})


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """What other files take from a file by way of importing it."""

    names: Mapping[str, set[str]]  # file -> names imported from it; "*" for a star import
    holders: Mapping[str, set[str]]  # file -> files that hold it as a module object


def unused_import(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each statement with names that are not used in their file nor taken from it by another.

    Each of these names is a place.
    """
    imports = scan.import_map
    elsewhere = _taken(scan.outlines, imports)
    found: list[Finding] = []
    for outline in scan.outlines.values():
        if not _is_judged(outline) or is_generated(texts.get(outline.path, "")):
            continue
        unused = list(_unused(outline, imports, scan.outlines))
        # A file that hands one name on is a place to import from; what else it hands on, users elsewhere may know.
        if not any(_is_taken(outline.path, item.binds, elsewhere, scan.outlines) for item in unused):
            found += [_finding(outline.path, items, texts) for items in _by_statement(unused)]
    return tuple(found)


def _is_judged(outline: Outline) -> bool:
    """Packages hand names on, conftest is read by pytest, stubs have rules, data of tests may be odd on purpose.

    A pattern for new projects brings what these may need.
    """
    name = name_of(outline.path)
    if outline.faults or name.endswith(".pyi") or name in ("__init__.py", "conftest.py"):
        return False
    if is_pattern(outline.path) or (is_apart(folder_of(outline.path)) and not (is_test(name) and outline.tests)):
        return False
    computed = outline.exports is None and any(symbol.name == "__all__" for symbol in outline.symbols)
    lines_of_code = {item.line for item in outline.imports}
    marked = any(_FILE_KEPT.match(note.text) and note.line not in lines_of_code for note in outline.comments)
    return not computed and not marked


def _unused(outline: Outline, imports: ImportMap, outlines: Mapping[str, Outline]) -> Iterator[Import]:
    used = {*outline.references, *(outline.exports or ())}
    kept = {note.line for note in outline.comments if _KEPT.search(note.text)}
    only_imports = not outline.symbols and used.isdisjoint(_bound(outline.imports))
    if only_imports and not imports.names_of(outline.path):  # run before others, for the names it brings
        return
    is_shelf = only_imports and not outline.references and outline.docstring is not None  # the old home of names, say
    for item in outline.imports:
        if is_shelf and imports.is_internal(outline.path, item.module):
            continue
        if item.guarded or item.kind == "dynamic" or item.name == "*" or item.binds in used:
            continue
        if _is_attribute(outline, item) or item.alias == (item.name or item.module):  # `import x as x` says: on purpose
            continue
        if item.module in _FOR_THEIR_EFFECT or not kept.isdisjoint(range(item.line, item.end_line + 1)):
            continue
        if not _is_for_others(outline, item) and not _may_act(outline.path, item, imports, outlines):
            yield item


def _is_attribute(outline: Outline, item: Import) -> bool:
    """Whether the import stands in a class body: then it makes an attribute, which anybody may use."""
    return any(symbol.kind == "class" and symbol.line < item.line <= symbol.end_line for symbol in outline.symbols)


def _is_for_others(outline: Outline, item: Import) -> bool:
    """Whether a name is there for readers other than this file: the public face of a private module, a test's hook."""
    is_face = item.module.rpartition(".")[2].startswith("_") and not item.binds.startswith("_")
    return (is_face and item.name is not None) or (is_test(outline.path) and item.binds.startswith(_RUN_BY_NAME))


def _may_act(path: str, item: Import, imports: ImportMap, outlines: Mapping[str, Outline]) -> bool:
    """Whether the import alone may do something: run a module of this repository, or offer a fixture to pytest."""
    target = imports.resolve(path, item)
    if target is None:
        return False
    if item.name is None or target != imports.find(path, item.module):
        return True
    return any(
        symbol.name == item.name and any("fixture" in decorator for decorator in symbol.decorators)
        for symbol in outlines[target].symbols
    )


def _taken(outlines: Mapping[str, Outline], imports: ImportMap) -> _Elsewhere:
    names: dict[str, set[str]] = {}
    holders: dict[str, set[str]] = {}
    for path, outline in outlines.items():
        for item in outline.imports:
            target = imports.resolve(path, item)
            if target is None or target == path:
                continue
            if item.name is None or target != imports.find(path, item.module):
                holders.setdefault(target, set()).add(path)
            else:
                names.setdefault(target, set()).add(item.name)
    return _Elsewhere(names, holders)


def _is_taken(path: str, name: str, elsewhere: _Elsewhere, outlines: Mapping[str, Outline]) -> bool:
    """Whether another file imports the name from here, stars it, or may reach it as `module.name`."""
    if not {name, "*"}.isdisjoint(elsewhere.names.get(path, ())):
        return True
    return any(_reaches(outlines[holder], name) for holder in elsewhere.holders.get(path, ()))


def _reaches(holder: Outline, name: str) -> bool:
    return name in holder.references and name not in _bound(holder.imports)


def _bound(imports: Iterable[Import]) -> set[str]:
    return {item.binds for item in imports}


def _by_statement(items: Iterable[Import]) -> list[list[Import]]:
    found: dict[tuple[int, int], list[Import]] = {}
    for item in items:
        found.setdefault((item.line, item.end_line), []).append(item)
    return list(found.values())


def _finding(path: str, items: Sequence[Import], texts: Mapping[str, str]) -> Finding:
    line, names = items[0].line, list(dict.fromkeys(item.binds for item in items))
    return Finding(
        kind="unused-import",
        severity="low",
        path=path,
        line=line,
        quote=line_at(texts, path, line),
        message=_message([f"`{name}`" for name in names]),
        places=tuple(Place(path, line, name) for name in names),
    )


def _message(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"{names[0]} is imported but nothing uses it. Readers take it for a dependency that is not there."
    every = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{every} are imported but nothing uses them. Readers take them for dependencies that are not there."
