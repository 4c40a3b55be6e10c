"""Gate 14: a step is worth its change. It meets its criteria, or makes something better; what it adds is needed."""

import re
from collections.abc import Iterator

from applier.facts import Facts
from applier.gates.criteria import Outcome, is_met
from applier.gates.measures import Measures, measure
from applier.gates.renamed import find_renames, is_spoken_of, missed_by
from applier.gates.vanished import arrived, comparable, simple
from applier.scope import Problem, Scope, Severity, Texts

_SHORT = 12  # lines; a longer helper is worth its name with one caller, too
_FUNCTIONS = ("function", "method")
_WORD = re.compile(r"[\w$]+")


def check_worth(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """Criteria that a program can decide are met, not all measures are worse, and nothing was made that nobody needs.

    A step that limits what may change is judged by that alone.
    """
    if scope.only or before == after:
        return ()
    return (
        *_of_criteria(before, after, facts, scope),
        *_of_measures(before, after, facts, scope),
        *_copies(facts),
        *_helpers(after, facts, scope),
        *_renames(before, after, facts, scope),
    )


def _decided(before: Texts, after: Texts, facts: Facts, scope: Scope) -> dict[str, bool | None]:
    outcome = Outcome(after, facts.after, facts.others, frozenset(before.keys() - after.keys()))
    return {criterion: is_met(criterion, outcome) for criterion in scope.criteria}


def _of_criteria(before: Texts, after: Texts, facts: Facts, scope: Scope) -> Iterator[Problem]:
    decided = _decided(before, after, facts, scope)
    unmet = [criterion for criterion, met in decided.items() if met is False]
    if not unmet:
        return
    named = " ".join(f"“{criterion}”" for criterion in unmet)
    if len(unmet) == len(decided):
        message = f"None of the criteria of this step is met: {named} Do what the step is for."
        yield Problem("worth", "refuse", None, 0, message)
    else:
        which = "One of the criteria" if len(unmet) == 1 else f"{len(unmet)} of the criteria"
        message = f"{which} of this step {'is' if len(unmet) == 1 else 'are'} not met: {named} See that it is."
        yield Problem("worth", "ask", None, 0, message.replace("See that it is.", "Do that, too."))


def _of_measures(before: Texts, after: Texts, facts: Facts, scope: Scope) -> Iterator[Problem]:
    """A step that makes everything worse; one that brings something new for others, or was asked for more, is asked."""
    if not all(comparable(path, after, facts) for path in before):
        return
    was, now = measure(before, after, facts)
    if not _is_worse(was, now) or any(_decided(before, after, facts, scope).values()):
        return
    message = (
        f"By every measure the code is worse than before: lines {was.lines} → {now.lines}, complexity "
        f"{was.complexity} → {now.complexity}, nesting {was.nesting} → {now.nesting}, imports {was.imports} → "
        f"{now.imports}. Find a simpler way, or give the files back as they were."
    )
    yield Problem("worth", _weight(facts, scope), None, 0, message)


def _is_worse(was: Measures, now: Measures) -> bool:
    rising = (
        was.lines < now.lines,
        was.complexity < now.complexity,
        was.nesting < now.nesting,
        was.imports < now.imports,
        was.copies <= now.copies,
    )
    return was.known and all(rising)


def _weight(facts: Facts, scope: Scope) -> Severity:
    """How sure it is that what came is of no use."""
    fresh = [symbol for path in facts.after for symbol in arrived(path, facts)]
    return "ask" if scope.criteria or any(symbol.exported for symbol in fresh) else "refuse"


def _copies(facts: Facts) -> Iterator[Problem]:
    """New functions that say the same as one that stands elsewhere."""
    known = {symbol.fingerprint for file in facts.before.values() for symbol in file.symbols}
    fresh = {
        symbol.fingerprint: (path, symbol)
        for path in facts.after
        for symbol in arrived(path, facts)
        if symbol.fingerprint and symbol.fingerprint not in known
    }
    for file in facts.others.values() if fresh else ():
        for symbol in file.symbols:
            if symbol.fingerprint in fresh:
                path, copy = fresh.pop(symbol.fingerprint)
                message = (
                    f"`{copy.name}` says the same as `{symbol.name}` of {file.path} (line {symbol.line}). "
                    "Import that one instead of writing it once more."
                )
                yield Problem("worth", "note", path, copy.line, message)


def _helpers(after: Texts, facts: Facts, scope: Scope) -> Iterator[Problem]:
    """Short new functions of a file's own that are called once."""
    known = {simple(symbol.name) for file in facts.before.values() for symbol in file.symbols}
    shapes = {symbol.fingerprint for file in facts.before.values() for symbol in file.symbols} - {""}
    for path in facts.after:
        words: list[str] | None = None
        for symbol in arrived(path, facts):
            name = simple(symbol.name)
            if symbol.exported or symbol.kind not in _FUNCTIONS or name in known or symbol.fingerprint in shapes:
                continue
            if (
                name.endswith("__")
                or symbol.decorators
                or symbol.end_line - symbol.line >= _SHORT
                or is_spoken_of(name, scope)
            ):
                continue
            words = _WORD.findall(after[path]) if words is None else words
            if words.count(name.lstrip("#")) == 2:
                message = (
                    f"The new function `{name}` has one caller. Write it there, if its name says no more than its body."
                )
                yield Problem("worth", "note", path, symbol.line, message)


def _renames(before: Texts, after: Texts, facts: Facts, scope: Scope) -> Iterator[Problem]:
    """Functions that say what they said, under another name; where somebody may miss the old one, gate 6 asks."""
    for one in find_renames(before, after, facts, scope):
        if not missed_by(one, facts):
            message = f"`{simple(one.old.name)}` is called `{simple(one.new.name)}` now, and nobody asked for that."
            yield Problem("worth", "note", one.path, one.new.line, message)
