"""Whether something that a function no longer does is done in other words by what it does now, or by what is new."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from applier.facts import DeedFact

_PREFIX = r"(?<![\"'])[fFrRbBuU]{1,2}[\"']"  # of a text
_WORD = re.compile(rf"(?<![\w$])(?!{_PREFIX})(?:(?:[^\W\d]|\$)[\w$]*(?![\w$])(?! \.)|\d[\w.]+)")
_CALL = re.compile(r"((?:[^\W\d]|\$)[\w$]*) \(")
_ERROR = re.compile(r"^(?:raise|throw)(?: new)? (?:[\w$]+ \. )*((?:[^\W\d]|\$)[\w$]*)")
_AWAITED = re.compile(r"\bawait (?:[\w$]+ (?:\?? ?\.) )*((?:[^\W\d]|\$)[\w$]*) \(")
_SET = re.compile(r"^(?:self|this) \. ([\w$]+) [^=!<>]?=? ?=(?!=)")
_VALUE = re.compile(r"^return (?!None$|undefined$)")
_RETURNS = re.compile(r"^(?:return|yield) ")
#: Statements that stand for nothing: a bare end, an error that says that something is not written yet.
_IDLE = re.compile(
    r"^return(?: (?:None|null|undefined))?$|^raise NotImplementedError\b"
    r"|^(?:raise|throw)\b.*\bnot (?:yet )?implemented\b",
    re.IGNORECASE,
)
#: Words that say nothing of what a statement is about.
_COMMON = frozenset(
    """
    _ if elif else for in not and or is None True False null undefined true false return raise throw new await yield
    from with as async const let var of typeof instanceof case catch except finally while do switch match default def
    class function self this cls len isinstance hasattr getattr bool any all str int float list dict set tuple type
    length lambda void delete del get keys values items has includes strip lower upper break continue super startswith
    endswith startsWith endsWith
    """.split()  # noqa: SIM905
)
#: Calls that only fill or arrange a collection, for which there are many other ways.
_FILLING = frozenset(
    """
    append add extend update insert push unshift set setdefault pop sort reverse remove discard clear forEach
    """.split()  # noqa: SIM905
)
#: Calls that a `with` makes by itself.
_CLOSING = frozenset({"close", "release", "stop", "shutdown", "disconnect", "unlock", "rollback", "commit"})
_CHOICES = ("if", "case", "match", "loop")


def words_of(text: str) -> frozenset[str]:
    """What a statement is about: names (of `a.b.c` the last), words of texts, numbers of more than one digit."""
    return frozenset(_WORD.findall(text)) - _COMMON


def calls_in(deeds: Iterable[DeedFact]) -> frozenset[str]:
    """Names of what is called."""
    return frozenset(name for deed in deeds for name in _CALL.findall(deed.text))


def awaited_in(deeds: Iterable[DeedFact]) -> frozenset[str]:
    """Names of what is called and waited for."""
    return frozenset(name for deed in deeds for name in _AWAITED.findall(deed.text))


def called_bare_in(deeds: Iterable[DeedFact]) -> frozenset[str]:
    """Names of what is called by statements that wait for nothing."""
    return calls_in(deed for deed in deeds if " await " not in f" {deed.text} ")


def _all_words(deeds: Iterable[DeedFact]) -> frozenset[str]:
    return frozenset().union(*(words_of(deed.text) for deed in deeds))


@dataclass(frozen=True, slots=True)
class Takeover:
    """What there is that may do a function's work now."""

    now: tuple[DeedFact, ...]  # what it does
    fresh: tuple[DeedFact, ...]  # of that, what it did not do before
    taken: tuple[DeedFact, ...]  # what is new elsewhere in the step, and what the functions do that it calls since
    mentioned: frozenset[str]  # names that its file uses now
    gone: tuple[DeedFact, ...] = ()  # all that it did before and does not do now in the same words
    _words: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_words", _all_words((*self.now, *self.taken)))

    def does(self, lost: DeedFact) -> bool:
        """Whether a lost statement is done in other words, as far as can be told."""
        if all(_IDLE.match(deed.text) for deed in self.fresh):  # then nothing in the function itself stands for it
            if lost.kind == "leave" and self.fresh:
                return True
            said = words_of(lost.text)
            return bool(said) and said <= _all_words(self.taken)
        return self._in_other_words(lost)

    def _in_other_words(self, lost: DeedFact) -> bool:
        text, said = lost.text, words_of(lost.text)
        match lost.kind:
            case "raise":
                return self._raises(text)
            case "except":
                return bool(said & self._words) or self._has("except")
            case "finally":
                return self._has("finally", "with")
            case "assert":
                return self._has("assert", "raise")
            case "with":
                return " as " in text or not said or bool(said & self._words)
            case "decorator" | "entry":
                return not said or bool(said & self._words)
            case "return":
                return not _VALUE.match(text) or any(_RETURNS.match(deed.text) for deed in self.now)
            case "call":
                return self._calls(text)
            case "assign":
                return self._assigns(text)
            case kind if kind in _CHOICES:
                # As many choices that are new are others, not fewer.
                return said <= self._words or self._as_many(*_CHOICES)
        return True

    def _as_many(self, *kinds: str) -> bool:
        """Whether the function does as much of these kinds anew as it lost."""
        return sum(deed.kind in kinds for deed in self.fresh) >= sum(deed.kind in kinds for deed in self.gone)

    def _has(self, *kinds: str) -> bool:
        return any(deed.kind in kinds for deed in (*self.fresh, *self.taken))

    def _raises(self, text: str) -> bool:
        error = _ERROR.match(text)
        fresh = [deed.text for deed in (*self.fresh, *self.taken)]
        if error is None:  # a bare `raise`
            return any(line.startswith(("raise", "throw")) for line in fresh)
        return any(re.search(rf"\b{re.escape(error[1])}\b", line) for line in fresh)

    def _calls(self, text: str) -> bool:
        called = frozenset(_CALL.findall(text)) - {"_"}
        if text.startswith("yield"):
            return any(deed.text.startswith("yield") or " yield " in deed.text for deed in self.now)
        instead = self._as_many("call")
        closed = self._has("with") and called <= _CLOSING
        return (
            instead
            or closed
            or not called
            or bool(called & (self._words | _FILLING | calls_in((*self.now, *self.taken))))
        )

    def _assigns(self, text: str) -> bool:
        target = _SET.match(text)
        if target is None:
            return True
        # Under another name nothing would ask for the old one any more.
        return target[1] in self._words or target[1] not in self.mentioned
