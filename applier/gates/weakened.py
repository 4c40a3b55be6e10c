"""What became of the assertions of a test that stays: the same values, checked as strictly, always."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile

from applier.facts import DeedFact, FileFacts
from applier.gates.assertions import is_assertion, is_of_locals, literals_of, other_value, pairs_of, plain, strength
from applier.gates.followed import Names, is_followed
from applier.gates.owned import Deeds, beyond, by_owner
from applier.gates.takeover import calls_in
from applier.gates.vanished import simple
from applier.scope import Severity

_WIDTH = 100
_SKIPPING = re.compile(
    r"^(?:await )?pytest \. (?:skip|xfail|importorskip) \("
    r"|^(?:self|this|t|test|ctx|context) \. (?:skip|skipTest|fixme|todo) \("
    r"|^raise (?:[\w.]+ \. )?SkipTest\b"
)
_CATCHING = re.compile(r"^(?:except(?: \(?.*\b(?:Exception|BaseException|AssertionError)\b.*)?(?: as _)?|catch.*)$")
_SUPPRESSING = re.compile(r"\bsuppress \( .*\b(?:Exception|BaseException|AssertionError)\b")
_COLUMNS = re.compile(r'(?<=parametrize \( )(?:"[^"]*"|[(\[] (?:"[^"]*" ?,? ?)+[)\]])')
_OPENING = re.compile(r"^(?:async )?def |=>$|\bfunction\b")
_BARE = ("return", "return None", "return undefined")


@dataclass(frozen=True, slots=True)
class Change:
    """How a test became weaker, as what it does now."""

    severity: Severity
    words: str


@dataclass(frozen=True, slots=True)
class Body:
    """What a test does, and the assertions of functions that it has begun to call."""

    deeds: Deeds
    helped: Deeds = ()

    @property
    def assertions(self) -> Deeds:
        """Everything that it checks."""
        return tuple(plain(deed) for deed in (*self.deeds, *self.helped) if is_assertion(deed))


def body_of(file: FileFacts, name: str) -> Body:
    """What a test did before."""
    return Body(by_owner(file).get(name, ()))


def body_after(old: Body, file: FileFacts, name: str, after: Mapping[str, FileFacts]) -> Body:
    """What it does now, with the functions of the step that it calls since."""
    deeds = by_owner(file).get(name, ())
    called = calls_in(deeds) - calls_in(old.deeds)
    helped = tuple(
        deed for each in after.values() for deed in each.deeds if simple(deed.owner) in called and deed.owner
    )
    return Body(deeds, helped)


def weakened(old: Body, new: Body, text: str, names: Names) -> Change | None:
    """What became worse, the worst first.

    `text` is all of the file that the test is in now, and `names` what it may name.
    """
    found = [
        *_skipped(old, new),
        *_caught(old, new),
        *_rows(old, new, text),
        *_assertions(old, new, text, names),
        *_guarded(old, new, text),
    ]
    return min(found, key=lambda change: change.severity != "refuse", default=None)


def is_tabled(old: Body, new: Body) -> bool:
    """Whether a test checks case by case now, with every value that it named before."""
    tabled = any(deed.kind in ("loop", "entry", "decorator") for deed in beyond(new.deeds, old.deeds))
    return tabled and bool(new.assertions) and literals_of(old.assertions) <= literals_of(new.deeds)


def is_looped(old: Body, new: Body) -> bool:
    """Whether a test checks in a loop now what it checked one by one."""
    fresh = beyond(new.deeds, old.deeds)
    loops = [place for place, deed in enumerate(fresh) if deed.kind == "loop"]
    return bool(loops) and any(is_assertion(deed) and strength(deed.text) > 1 for deed in fresh[loops[0] :])


def _skipped(old: Body, new: Body) -> Iterator[Change]:
    fresh = [deed for deed in beyond(new.deeds, old.deeds) if _SKIPPING.match(deed.text)]
    if fresh:
        yield Change("refuse", f"skips itself by `{_short(fresh[0].text)}`, and was run before")


def _caught(old: Body, new: Body) -> Iterator[Change]:
    for deed in beyond(new.deeds, old.deeds):
        catches = deed.kind == "except" and _CATCHING.match(deed.text) and not _fails_behind(deed, new)
        if catches or _SUPPRESSING.search(deed.text):
            yield Change("refuse", f"lets failures pass in `{_short(deed.text)}`")
            return


def _fails_behind(handler: DeedFact, new: Body) -> bool:
    """Whether something is raised or checked behind a handler."""
    behind = new.deeds[new.deeds.index(handler) + 1 :]
    return bool(behind) and (behind[0].kind == "raise" or is_assertion(behind[0]) or "fail" in behind[0].text)


def _rows(old: Body, new: Body, text: str) -> Iterator[Change]:
    """Cases of a table that the test is run with."""
    values = literals_of(_table(beyond(_head(old.deeds), new.deeds))) - literals_of((*new.deeds, *new.helped))
    missing = sorted(value for value in values if not _stands(value, text))
    if missing:
        yield Change("refuse", f"is no longer run with {', '.join(f'`{value}`' for value in missing[:3])}")


def _head(deeds: Deeds) -> Deeds:
    """What stands before the first statement: decorators and tables."""
    return tuple(takewhile(lambda deed: deed.kind in ("decorator", "entry", "default"), deeds))


def _table(deeds: Deeds) -> Deeds:
    """Rows; of what makes a table without the names of its columns."""
    rows = (replace(deed, text=_COLUMNS.sub("", deed.text)) for deed in deeds)
    return tuple(deed for deed in rows if deed.kind == "entry" or "parametrize" in deed.text or "each" in deed.text)


def _assertions(old: Body, new: Body, text: str, names: Names) -> Iterator[Change]:
    lost, gained = beyond(old.assertions, new.assertions), beyond(new.assertions, old.assertions)
    known = literals_of((*new.deeds, *new.helped))
    one_way, other_way = _entries(old.deeds), _entries(new.deeds)
    listed, instead = beyond(one_way, other_way), beyond(other_way, one_way)
    for one, other in (*pairs_of(lost, gained), *pairs_of(listed, instead)):
        if other is None:
            continue  # counted elsewhere
        if strength(other.text) < strength(one.text):
            yield Change("refuse", f"says `{_short(other.text)}`, and said `{_short(one.text)}` before, which is more")
        elif other_value(one.text, other.text):
            follows = is_followed(one, other, old.deeds, new.deeds, names)
            words = f"expects another value: `{_short(other.text)}`, and before `{_short(one.text)}`"
            yield Change("ask" if follows else "refuse", words)
        elif is_of_locals(other.text) and not is_of_locals(one.text):
            yield Change("ask", f"says `{_short(other.text)}`, and said `{_short(one.text)}` before")
        elif strength(one.text) < 2:
            continue
        elif missing := [value for value in sorted(literals_of([one]) - known) if not _stands(value, text)]:
            yield Change("ask", f"no longer names `{missing[0]}`, as in `{_short(one.text)}`")


def _entries(deeds: Deeds) -> Deeds:
    """Items of lists and the like in statements, which may be what is expected."""
    behind = deeds[len(_head(deeds)) :]
    return tuple(deed for deed in behind if deed.kind == "entry" and not is_assertion(deed))


def _guarded(old: Body, new: Body, text: str) -> Iterator[Change]:
    """Conditions and ends that keep assertions from being reached."""
    lines = text.split("\n")
    fresh = [deed for deed in beyond(new.deeds, old.deeds) if not _is_inside(deed, new.deeds, lines)]
    ends = [deed for deed in fresh if deed.text in _BARE and deed is not new.deeds[-1]]
    if ends and not _is_turned_round(ends, old, new):
        yield Change("refuse", "returns before its end, and did not before")
    elif any(deed.kind == "if" for deed in fresh) and not any(deed.kind in ("if", "loop") for deed in old.deeds):
        yield Change("ask", "checks only under a condition")


def _is_inside(one: DeedFact, deeds: Deeds, lines: list[str]) -> bool:
    """Whether a statement belongs to a function inside of the test: one stands before it that is indented less."""
    depth = _depth(lines[one.line - 1])
    for deed in reversed(deeds[: deeds.index(one)]):
        if _depth(lines[deed.line - 1]) < depth:
            depth = _depth(lines[deed.line - 1])
            if _OPENING.search(deed.text):
                return True
    return False


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_turned_round(ends: list[DeedFact], old: Body, new: Body) -> bool:
    """Whether ends that are new stand under conditions, and there are no more of these than before.

    So it is where `if ready: …` became `if not ready: return`.
    """
    ifs = [sum(deed.kind == "if" for deed in body.deeds) for body in (old, new)]
    places = [new.deeds.index(deed) for deed in ends]
    return ifs[1] <= ifs[0] and all(place and new.deeds[place - 1].kind == "if" for place in places)


def _stands(value: str, text: str) -> bool:
    """Whether all words of a value stand somewhere in a text."""
    words = re.findall(r"\w+", value) or [value]
    return all(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) for word in words)


def _short(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[:_WIDTH]}…"
