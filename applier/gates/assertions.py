"""What assertions say: how much, and of which values. Told by their texts, in which all layouts look alike."""

import re
from collections.abc import Iterable
from dataclasses import replace
from difflib import SequenceMatcher

from applier.facts import DeedFact
from applier.gates.parameters import split

_CHECKING = re.compile(
    r"(?:^|[ .])(?:assert[\w$]*|expect(?:Type(?:Of)?|Error|Assignable)?|raises|expect_\w+|warns|deprecated_call"
    r"|fail(?:Unless|If)[\w$]*|should)(?= [(.])"
    r"|^t \. \w+ \("
)
_LITERAL = re.compile(r'"[^"]*"|(?<![\w$.])\d[\w.]*|(?<![\w$.])(?:True|False|None|true|false|null|undefined)(?![\w$])')
_PATIENCE = re.compile(
    r"(?:timeout|retries|retry|delay|interval|poll\w*|deadline|tries)\w* [=:] (?:\d[\w.]*)", re.IGNORECASE
)
_SAME = re.compile(
    r"^assert (.+) (?:==|is) \1$|(?:[eE]quals?|Is|same|is) \( (.+) , \2 \)|expect \( (.+) \) \. to\w+ \( \3 \)"
)
_FAILING = re.compile(r"^(?:raise|throw(?: new)?) (?:[\w$]+ \. )*(?:AssertionError|failureException)\b")
_NOTHING = re.compile(
    r"^assert (?:True|1)\b|assertTrue \( True|assertFalse \( False|expect \( true \) \. toBe|\. ok \( true"
)
_LITTLE = re.compile(
    r"is not None(?: [),]|$)|assertFalse \( .* is None [),]|assertIsNotNone|assertIsInstance|isinstance \("
    r"|toBeDefined|toBeTruthy"
    r"|not \. toBe(?:Null|Undefined|Falsy)"
    r"|toBeInstanceOf|expect \. any|toHaveBeenCalled \( \)|toThrow(?:Error)? \( \)|toReject \( \)"
    r"|(?:raises|assertRaises\w*|toThrow\w*) \( (?:Base)?(?:Exception|Error)(?: \)|,| $)|\. to \. (?:be \. ok|exist)\b"
)
_METHOD = re.compile(r"^(?:self|cls) \. (assert\w+) \( (.*) \)$", re.DOTALL)
#: What methods of `unittest` say as a plain `assert`.
_FORMS = {
    **{"assertEqual": "{} == {}", "assertEquals": "{} == {}", "assertNotEqual": "{} != {}", "assertTrue": "{}"},
    **{"assertFalse": "not {}", "assertIs": "{} is {}", "assertIsNot": "{} is not {}", "assertIsNone": "{} is None"},
    **{"assertIsNotNone": "{} is not None", "assertIn": "{} in {}", "assertNotIn": "{} not in {}"},
    **{"assertGreater": "{} > {}", "assertGreaterEqual": "{} >= {}", "assertLess": "{} < {}"},
    **{"assertLessEqual": "{} <= {}", "assertIsInstance": "isinstance ( {} , {} )"},
    **{"assertDictEqual": "{} == {}", "assertListEqual": "{} == {}", "assertTupleEqual": "{} == {}"},
    **{"assertSetEqual": "{} == {}", "assertMultiLineEqual": "{} == {}", "assertSequenceEqual": "{} == {}"},
}
_MATCHING = re.compile(r"(?:raises|warns) \( .*[,(] match = ")
_COMPARED = re.compile(r" (?:==|!=|<|>|<=|>=|in|is) | not ")


def is_assertion(deed: DeedFact) -> bool:
    """Whether a statement of a test checks something."""
    return deed.kind == "assert" or _CHECKING.search(deed.text) is not None or fails(deed)


def fails(deed: DeedFact) -> bool:
    """Whether a statement makes a test fail by itself."""
    return _FAILING.match(deed.text) is not None


def repeated(deeds: Iterable[DeedFact]) -> int:
    """How many assertions say what another one said word for word: the one before, or any if none is of variables."""
    said = [deed.text if is_assertion(deed) else "" for deed in deeds]
    again = {at for at in range(1, len(said)) if said[at] and said[at] == said[at - 1]}
    again |= {at for at, text in enumerate(said) if text in said[:at] and "_" not in text.split() and text}
    return len(again)


def matches(deeds: Iterable[DeedFact]) -> int:
    """How many errors that are expected must have a message, too: `pytest.raises(E, match="…")`."""
    return sum(_MATCHING.search(deed.text) is not None for deed in deeds)


def literals_of(deeds: Iterable[DeedFact]) -> frozenset[str]:
    """Texts, numbers and the like, as written; not how long something may take."""
    return frozenset(value for deed in deeds for value in _literals(deed.text))


def _literals(text: str) -> list[str]:
    return [value.strip('"').strip() or '""' for value in _LITERAL.findall(_PATIENCE.sub("", text))]


def strength(text: str) -> int:
    """How much an assertion says: 0 nothing, 1 little (there is a value, some error came), 2 more."""
    if _NOTHING.search(text) or (_SAME.search(text) and not is_of_locals(text)):
        return 0
    bare = text.startswith("assert ") and not _COMPARED.search(text) and "(" not in text
    return 1 if bare or _LITTLE.search(text) else 2


def plain(deed: DeedFact) -> DeedFact:
    """An assertion of `unittest` as the `assert` that says the same; others as they are."""
    found = _METHOD.match(deed.text)
    form = _FORMS.get(found[1]) if found else None
    if found is None or form is None:
        return deed
    parts, count = split(found[2].removesuffix(" ,"), ","), form.count("{}")
    if len(parts) < count:
        return deed
    said = form.format(*parts[:count])
    said = f"{said[4:-8]} is not None" if said.startswith("not ") and said.endswith(" is None") else said
    return replace(deed, kind="assert", text=" , ".join((f"assert {said}", *parts[count:])))


def is_of_locals(text: str) -> bool:
    """Whether an assertion compares the same with the same but for local variables, which may be others."""
    same = _SAME.search(text)
    return same is not None and any("_" in part.split() for part in same.groups() if part)


def other_value(old: str, new: str) -> bool:
    """Whether two assertions differ in values alone."""
    one, other = (_PATIENCE.sub("", text) for text in (old, new))
    return _LITERAL.sub("\0", one) == _LITERAL.sub("\0", other) and _literals(one) != _literals(other)


def pairs_of(lost: tuple[DeedFact, ...], gained: tuple[DeedFact, ...]) -> list[tuple[DeedFact, DeedFact | None]]:
    """Assertions that are gone, each with what stands for it: what differs in values alone, or is most alike."""
    left = list(gained)
    pairs: list[tuple[DeedFact, DeedFact | None]] = []
    rest: list[DeedFact] = []
    for one in lost:
        alike = next((other for other in left if other_value(one.text, other.text)), None)
        if alike is None:
            rest.append(one)
        else:
            left.remove(alike)
            pairs.append((one, alike))
    return pairs + _most_alike(rest, left)


def _most_alike(lost: list[DeedFact], gained: list[DeedFact]) -> list[tuple[DeedFact, DeedFact | None]]:
    """Each of the one list with one of the other, as long as there are any, the most alike first."""
    ranked = sorted(
        (-SequenceMatcher(None, one.text.split(), other.text.split(), autojunk=False).ratio(), at, to)
        for at, one in enumerate(lost)
        for to, other in enumerate(gained)
    )
    found: dict[int, int] = {}
    for _, at, to in ranked:
        if at not in found and to not in found.values():
            found[at] = to
    return [(one, gained[found[at]] if at in found else None) for at, one in enumerate(lost)]
