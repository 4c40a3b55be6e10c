"""Files that hold everything that lacked a home."""

import builtins
import re
from collections import Counter
from collections.abc import Mapping

from repo_scan.detectors.bodies import body_of
from repo_scan.detectors.evidence import line_at, listed
from repo_scan.detectors.judged import is_foreign
from repo_scan.finding import Finding, Place
from repo_scan.imports import ImportMap
from repo_scan.outline import Outline, Symbol
from repo_scan.paths import folder_of, is_migration, is_shown, is_test, is_vendored, name_of
from repo_scan.scan import Scan

_FEWEST_PUBLIC, _FEWEST_GROUPS = 20, 8
_FAR = 3  # times the budget: what a helpers' module must exceed, or one that only a logger or constant holds together
_HELPERS = frozenset({"common", "compat", "helper", "helpers", "misc", "tools", "util", "utils"})
_ABOUT_NOTHING = frozenset({"", "log", "logger", "gettext"})  # names that anything may use, without being about it
_SHORT = 8  # lines of code with which a function only hands its call on
_CALL = re.compile(r"\breturn\s+(?:await\s+)?([^\W\d]\w*)(?:\.\w+)*\(")
_WORD = re.compile(r"[^\W\d]\w*")


def god_module(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each file that is long and whose public definitions have nothing to do with each other."""
    tokens = {entry.path: entry.tokens for entry in scan.inventory.files}
    found: list[Finding] = []
    for path, outline in scan.outlines.items():
        text = texts.get(path, "")
        if tokens[path] <= scan.budget or outline.faults or _is_left_out(path) or is_foreign(text):
            continue
        is_far = tokens[path] > _FAR * scan.budget
        if not is_far and _is_for_help(path):
            continue
        groups = _unrelated(outline, text, _loose(outline, text) if is_far else frozenset())
        public = sum(len(group) for group in groups)
        is_many = public >= _FEWEST_PUBLIC and len(groups) >= _FEWEST_GROUPS
        if is_many and not _is_facade(outline, groups, text, scan.import_map):
            found.append(_finding(path, tokens[path], groups, texts))
    return tuple(found)


def _is_left_out(path: str) -> bool:
    return is_test(path) or is_migration(path) or is_shown(path) or is_vendored(path) or path.endswith(".pyi")


def _is_for_help(path: str) -> bool:
    """Whether a file says by its name, or a package's by its folder's, that it is for what has no other home."""
    name = name_of(folder_of(path)) if name_of(path) == "__init__.py" else name_of(path).removesuffix(".py")
    return not _HELPERS.isdisjoint(name.lower().strip("_").split("_"))


def _loose(outline: Outline, text: str) -> frozenset[str]:
    """Variables that make nothing belong together: loggers and the like, and constants that most definitions use."""
    lines = text.split("\n")
    public = [one for one in outline.symbols if "." not in one.name and one.exported and one.kind != "variable"]
    users = Counter(
        word for one in public for word in set(_WORD.findall("\n".join(lines[one.line - 1 : one.end_line])))
    )
    return frozenset(
        one.name
        for one in outline.symbols
        if one.kind == "variable"
        and (
            one.name.lower().strip("_") in _ABOUT_NOTHING
            or (one.name == one.name.upper() and users[one.name] * 2 > len(public))
        )
    )


def _unrelated(outline: Outline, text: str, loose: frozenset[str]) -> list[list[Symbol]]:
    """Public functions and classes in groups that share no definition of the file, in order of appearance.

    Classes with the same base belong together, wherever that is defined: the structures of a protocol, say. What is
    `loose` ties nothing.
    """
    lines = text.split("\n")
    top = [symbol for symbol in outline.symbols if "." not in symbol.name]
    leader = {symbol.name: symbol.name for symbol in top}
    for symbol in top:
        words = set(_WORD.findall("\n".join(lines[symbol.line - 1 : symbol.end_line])))
        for other in sorted(words & leader.keys() - loose):
            leader[_lead(leader, symbol.name)] = _lead(leader, other)
        for family in _families(symbol):
            leader[_lead(leader, symbol.name)] = _lead(leader, leader.setdefault(family, family))
    groups: dict[str, list[Symbol]] = {}
    for symbol in top:
        if symbol.exported and symbol.kind in ("function", "class"):
            groups.setdefault(_lead(leader, symbol.name), []).append(symbol)
    return list(groups.values())


def _is_facade(outline: Outline, groups: list[list[Symbol]], text: str, imports: ImportMap) -> bool:
    """Whether most definitions only hand a call on to where the work is done.

    They import that place for it, or return what a name of the repository gives that the file imports.
    """
    lines = text.split("\n")
    lazy = [item.line for item in outline.imports if item.kind == "dynamic"]
    own = {one.binds for one in outline.imports if imports.is_internal(outline.path, one.module)}
    public = [symbol for group in groups for symbol in group]
    handing_on = [
        symbol
        for symbol in public
        if symbol.kind == "function"
        and (any(symbol.line < line <= symbol.end_line for line in lazy) or _hands_on(symbol, lines, own))
        and body_of(outline, symbol, lines).lines <= _SHORT
    ]
    return len(handing_on) * 2 > len(public)


def _hands_on(symbol: Symbol, lines: list[str], own: set[str]) -> bool:
    """Whether a function returns what a call of an imported name gives."""
    calls = _CALL.finditer("\n".join(lines[symbol.line - 1 : symbol.end_line]))
    return any(call[1] in own for call in calls)


def _families(symbol: Symbol) -> list[str]:
    """What stands for the bases of a class."""
    bases = _WORD.findall(symbol.signature) if symbol.kind == "class" else []
    return [f"({base})" for base in bases if not hasattr(builtins, base)]


def _lead(leader: dict[str, str], name: str) -> str:
    while leader[name] != name:
        leader[name] = leader[leader[name]]  # shorter for the next who asks
        name = leader[name]
    return name


def _finding(path: str, tokens: int, groups: list[list[Symbol]], texts: Mapping[str, str]) -> Finding:
    firsts = [group[0] for group in groups]
    places = tuple(Place(path, symbol.line, symbol.name) for symbol in firsts)
    return Finding(
        kind="god-module",
        severity="medium",
        path=path,
        line=places[0].line,
        quote=line_at(texts, path, places[0].line),
        message=f"About {tokens:,} tokens hold {sum(map(len, groups))} public definitions in {len(groups)} groups that "
        f"do not use each other ({listed([f'`{symbol.name}`' for symbol in firsts])}). Every change to one touches the "
        "file of all.",
        places=places,
    )
