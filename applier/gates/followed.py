"""Why a test may say less or something else and check the same: then it is a question, and no refusal."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from applier.facts import DeedFact, Facts
from applier.gates.assertions import is_assertion, literals_of
from applier.gates.owned import Deeds, beyond
from applier.gates.vanished import simple

_WORD = re.compile(r"\w+")
_NAMED = re.compile(r"[^\W\d]\w{2,}")  # long enough to tell something
_NO_ERROR = re.compile(
    r"\. (?:error|ifError|doesNotThrow|doesNotReject|notThrows?(?:Async)?|falsy|notOk) \( _ "
    r"|expect \( _ \) \. (?:toBe(?:Null|Undefined|Falsy) \(|to \. (?:be \. null|not \. exist)|not \. toBeDefined)"
)
_AWAITED = re.compile(r"(?<!\w)await ")
_WARNING = re.compile(r"warn", re.IGNORECASE)
_AS_ERRORS = re.compile(r"(?:filterwarnings|simplefilter) \( \"error")


@dataclass(frozen=True, slots=True)
class Names:
    """What a test may name of a repository: words that a step took away, and the paths that there are now."""

    gone: frozenset[str] = frozenset()
    paths: frozenset[str] = frozenset()

    def moved(self, olds: frozenset[str], news: frozenset[str]) -> bool:
        """Whether the one values are gone from the repository, or the others are paths of it and the one are not."""
        return bool(olds) and (olds <= self.gone or (news <= self.paths and not olds & self.paths and bool(news)))


def names_of(facts: Facts) -> Names:
    """Paths, names of files and names of definitions that a step took away, and the paths of all files."""
    paths = facts.before.keys() - facts.after.keys()
    was, now = (
        {simple(one.name) for file in files.values() for one in file.symbols} for files in (facts.before, facts.after)
    )
    gone = frozenset(was - now) | paths | {path.rpartition("/")[2] for path in paths}
    return Names(gone, frozenset({*facts.after, *facts.others}))


def is_followed(one: DeedFact, other: DeedFact, old: Deeds, new: Deeds, names: Names) -> bool:
    """Whether a test expects another value since it names what the step renamed, or is given another one likewise."""
    was, now = literals_of([one]), literals_of([other])
    if names.moved(was - now, now - was):
        return True
    pairs = _swapped(one.text, other.text)
    if not pairs or not all(_NAMED.fullmatch(word) for word, _ in pairs):
        return False
    given, taken = _words(_given(old, new)), _words(_given(new, old))
    return all(word in names.gone or (word in given and instead in taken) for word, instead in pairs)


def _swapped(one: str, other: str) -> set[tuple[str, str]]:
    """Words that stand for one another in two assertions that differ in words alone."""
    olds, news = _WORD.findall(one), _WORD.findall(other)
    if _WORD.sub("", one) != _WORD.sub("", other) or len(olds) != len(news):
        return set()
    return {(was, now) for was, now in zip(olds, news, strict=True) if was != now}


def _given(deeds: Deeds, others: Deeds) -> Deeds:
    """What a test says, and the other does not, beside what it checks."""
    return tuple(deed for deed in beyond(deeds, others) if deed.kind != "entry" and not is_assertion(deed))


def _words(deeds: Iterable[DeedFact]) -> frozenset[str]:
    return frozenset(word for deed in deeds for word in _WORD.findall(deed.text))


def raised_instead(old: Deeds, new: Deeds) -> int:
    """How many assertions are gone that what is run raises for by itself now.

    One of no error where something is awaited that was not, and one of warnings where these are errors.
    """
    lost, fresh = beyond(old, new), beyond(new, old)
    awaits = sum(len(_AWAITED.findall(deed.text)) for deed in fresh)
    free = min(sum(bool(_NO_ERROR.search(deed.text)) for deed in lost), awaits)
    checked = [deed.text for deed in lost if is_assertion(deed)]
    strict = any(_AS_ERRORS.search(deed.text) for deed in fresh) and any(map(_WARNING.search, checked))
    return free + (len(checked) if strict else 0)
