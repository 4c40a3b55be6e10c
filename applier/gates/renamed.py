"""Functions and methods that got another name, and who may still look for the old one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from applier.facts import Facts, FileFacts, SymbolFact
from applier.gates.exposed import entry, is_declared
from applier.gates.vanished import arrived, find_vanished, simple
from applier.scope import Problem, Scope, Texts

_WORD = re.compile(r"[\w$]+")


@dataclass(frozen=True, slots=True)
class Rename:
    """A definition that says what it said, under another name."""

    path: str
    old: SymbolFact
    new: SymbolFact


def find_renames(before: Texts, after: Texts, facts: Facts, scope: Scope) -> Iterator[Rename]:
    """Those of functions and methods that stayed in their file, and that neither the goal nor the log speaks of."""
    fresh = {
        (path, symbol.fingerprint): symbol
        for path in facts.after
        for symbol in arrived(path, facts)
        if symbol.fingerprint
    }
    for lost in find_vanished(before, after, facts, scope) if fresh else ():
        path, old, new = lost.path, lost.symbol, fresh.get((lost.path, lost.symbol.fingerprint))
        if new is None or simple(new.name) == simple(old.name) or is_declared(path, path, old.name, scope):
            continue
        if any(test.name == old.name for test in facts.before[path].tests):
            continue  # gate 5 tells where it is no test any more
        if not (is_spoken_of(simple(old.name), scope) or is_spoken_of(simple(new.name), scope)):
            yield Rename(path, old, new)


def is_spoken_of(name: str, scope: Scope) -> bool:
    """Whether somebody spoke of a name when the step was planned."""
    return any(name in _WORD.findall(words) for words in (scope.goal, *scope.criteria))


def check_renames(before: Texts, after: Texts, facts: Facts, scope: Scope) -> Iterator[Problem]:
    """A question for each rename after which somebody may miss the old name."""
    for one in find_renames(before, after, facts, scope):
        if who := missed_by(one, facts):
            message = (
                f"`{one.old.name}` is called `{simple(one.new.name)}` now, {who}. Give it its name back, "
                f"or declare the change in the log block: {entry('changed', one.path, one.old.name)}"
            )
            yield Problem("contract", "ask", one.path, one.new.line, message)


def missed_by(one: Rename, facts: Facts) -> str:
    """Who may look for the old name, as the rest of a sentence; "" where all that can be seen goes by the new one."""
    name = simple(one.old.name)
    if name.startswith("__") and name.endswith("__"):
        return "and is called by the old name where nobody writes it"
    is_method = one.old.kind == "method"
    if not (is_method or one.old.exported) or (one.old.decorators and not is_method):
        return ""
    now = [file for files in (facts.after, facts.others) for file in files.values()]
    if any(_speaks(file, name) for file in (now if is_method else [facts.after[one.path]])):
        return f"and `{name}` is still used"
    if not any(_speaks(file, name) for file in (*facts.before.values(), *facts.others.values())):
        return "though nobody in the repository uses it: who does is elsewhere"
    return ""


def _speaks(file: FileFacts, name: str) -> bool:
    """Whether a file uses or imports something of this name, or lists it as public."""
    imported = any(item.name == name for item in file.imports)
    return imported or name in file.references or name in (file.exports or ())
