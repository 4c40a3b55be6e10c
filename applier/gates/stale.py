"""Gate 11: names that the step made unused, or brought without a use, are gone. Others are not its affair."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from applier.facts import Facts, FileFacts, ImportFact, SymbolFact
from applier.gates.elsewhere import is_taken, mentions
from applier.gates.vanished import comparable, simple
from applier.scope import Problem, Scope, Texts

_HANDS_ON = ("__init__.py", ".pyi")  # files that import for others
_MARKUP = frozenset({"React", "h", "Fragment", "Preact", "jsx"})  # what JSX is turned into, without being written down
_ACTING = frozenset({"__future__", "antigravity", "readline", "rlcompleter", "this"})
_KEPT = re.compile(r"\b(noqa|type:\s*ignore|pyright:\s*ignore|pylint:\s*disable|eslint-disable|@ts-)", re.IGNORECASE)

_WORD = re.compile(r"[\w$]+")
_FREE_WORD = re.compile(r"(?<![\w$])(?<![^.]\.)[\w$]+")

_STARTED = re.compile(r"__name__\s*==|^#!|\brequire\.main\b", re.MULTILINE)


def check_stale(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """No import, private definition or local name lost its last use and is still there, and no import came without one.

    In doubt a name is used.
    """
    words = _Words("\n".join(before.values()))
    problems: list[Problem] = []
    for path in before:
        pair = comparable(path, after, facts)
        if pair is None or before[path] == after.get(path, before[path]):
            continue
        found: Iterator[tuple[int, str]] = chain(
            _imports(*pair, after[path], facts),
            () if scope.only else _new_imports(*pair, after[path], facts),
            _definitions(*pair, _Words(before[path]), after[path], facts),
            _locals(*pair, words),
        )
        problems += (Problem("stale", "ask", path, line, message) for line, message in found)
    for path, file in facts.after.items():
        if path not in before and file.symbols and not file.faults and not scope.only:
            found = _new_imports(FileFacts(path), file, after[path], facts)
            problems += (Problem("stale", "ask", path, line, message) for line, message in found)
    return (*problems, *_forgotten(after, facts))


def _forgotten(after: Texts, facts: Facts) -> Iterator[Problem]:
    """Files that lost their last importer. A step cannot delete what its plan does not name: they are noted."""
    for path in facts.before:
        importers = facts.importers.get(path, ())
        if path not in after or not importers or not set(importers) <= facts.before.keys():
            continue
        still = any(
            item.resolved == path for file in facts.after.values() for item in file.imports if file.path != path
        )
        spoken_of = any(name in facts.mentions for name in facts.modules.get(path, ()))
        if not (still or spoken_of or _is_started(path, after[path], facts)):
            message = "Nothing imports this file any more since this step. It can go, unless something else uses it."
            yield Problem("stale", "note", path, 0, message)


def _is_started(path: str, text: str, facts: Facts) -> bool:
    """Whether a file is of use without being imported: a program, a test, a place to import from."""
    return bool(
        facts.after[path].tests or facts.after[path].faults or path.endswith(_HANDS_ON) or _STARTED.search(text)
    )


def _imports(old: FileFacts, new: FileFacts, text: str, facts: Facts) -> Iterator[tuple[int, str]]:
    if new.path.endswith(_HANDS_ON):
        return
    used_before, used = _used(old), _used(new)
    had_use = {item.binds for item in old.imports} & used_before
    lines = text.split("\n")
    for item in new.imports:
        kept = _KEPT.search("\n".join(lines[item.line - 1 : item.end_line]))
        left = item.binds in had_use - used and not kept and _is_plain(item, new.language)
        if left and not is_taken(new.path, item.binds, facts):
            yield item.line, f"`{item.binds}` is imported, and nothing uses it since this step. Take the import out."


def _new_imports(old: FileFacts, new: FileFacts, text: str, facts: Facts) -> Iterator[tuple[int, str]]:
    """Names that the step imports, and that occur nowhere else in the file."""
    if new.path.endswith((*_HANDS_ON, "conftest.py")) or new.dynamic:
        return
    had = {item.binds for item in old.imports} | {symbol.name for symbol in old.symbols}  # what it hands on now
    lines = text.split("\n")
    for item in new.imports:
        statement = "\n".join(lines[item.line - 1 : item.end_line])
        if item.binds in had or _KEPT.search(statement) or not _is_plain(item, new.language) or _may_act(item, new):
            continue
        if statement.lstrip().startswith("export"):
            continue
        rest = "\n".join((*lines[: item.line - 1], *lines[item.end_line :]))
        if item.binds not in _WORD.findall(rest) and not is_taken(new.path, item.binds, facts):
            yield item.line, f"The import of `{item.binds}` is new, and nothing in the file uses it. Take it out."


def _may_act(item: ImportFact, file: FileFacts) -> bool:
    """Whether an import may be there for what loading does, or for somebody who finds its name."""
    alone = item.name is None and item.alias is None and (file.language != "python" or "." in item.module)
    own = item.resolved is not None and item.member is None  # a module of the repository
    found = item.binds.lower().startswith(("test", "setup", "teardown"))
    return item.binds == "*" or item.module in _ACTING or alone or own or found


def _used(file: FileFacts) -> frozenset[str]:
    return file.references.union(file.exports or ())


def _is_plain(item: ImportFact, language: str | None) -> bool:
    """Whether an import is there for its name alone, as far as can be told, and not to hand it on."""
    handed_on = language == "python" and item.alias is not None and item.alias == (item.name or item.module)
    return not (item.guarded or item.kind == "dynamic" or handed_on or item.binds in _MARKUP)


def _definitions(
    old: FileFacts, new: FileFacts, before: "_Words", after: str, facts: Facts
) -> Iterator[tuple[int, str]]:
    is_python = new.language == "python"
    if not (is_python or new.exports or new.imports):
        return  # a script, whose names anything on its page may use
    used_before, words, lines = _used(old), _Words(after), after.split("\n")
    had_use = {symbol.name for symbol in old.symbols if simple(symbol.name) in used_before}
    heirs = {symbol.name for symbol in new.symbols if symbol.kind == "class" and symbol.signature}
    for symbol in new.symbols:
        if symbol.name not in had_use or not _is_private(symbol, new.language):
            continue
        # A decorator may register it, and a base class may call it.
        if lines[symbol.line - 1].lstrip().startswith("@") or symbol.name.rpartition(".")[0] in heirs:
            continue
        if not before.uses(symbol.name) or words.uses(symbol.name):
            continue
        shut = not is_python and not simple(symbol.name).startswith("_")  # the language keeps it to its file
        if shut or not mentions(new.path, simple(symbol.name), facts):
            yield symbol.line, _definition_message(symbol, new.path)


def _is_private(symbol: SymbolFact, language: str | None) -> bool:
    """Whether nothing but its own file can rightly use it."""
    name = simple(symbol.name)
    if symbol.exported or (name.startswith("__") and name.endswith("__")):
        return False
    if name.startswith(("_", "#")):
        return True
    return language != "python" and (name == symbol.name or "private" in symbol.decorators)


def _definition_message(symbol: SymbolFact, path: str) -> str:
    entry = f'{{"type": "removed", "text": "<the reason>", "source": "{path}::{symbol.name}"}}'
    return (
        f"The {symbol.kind} `{symbol.name}` is for this file alone, and nothing uses it since this step. "
        f"Take it out, and say so in the log block: {entry}"
    )


def _locals(old: FileFacts, new: FileFacts, before: "_Words") -> Iterator[tuple[int, str]]:
    """Local names that nothing uses, more of them than before; a word that is new altogether is no leftover."""
    fresh = Counter(name for name, _ in new.idle) - Counter(name for name, _ in old.idle)
    for name, line in new.idle:
        if fresh[name] > 0 and before.all[name]:
            yield line, f"`{name}` is set here, and nothing uses it since this step. Take it out."


class _Words:
    """How often words occur in a text; those of strings and comments, too."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def all(self) -> Counter[str]:
        return Counter(_WORD.findall(self._text))

    @cached_property
    def _free(self) -> Counter[str]:
        """Those that do not stand behind a dot."""
        return Counter(_FREE_WORD.findall(self._text))

    def uses(self, name: str) -> int:
        """How often a name occurs beside its definition; the members of classes are used behind a dot."""
        return (self.all[simple(name).lstrip("#")] if "." in name else self._free[name]) - 1
