"""What became of a signature, seen by those who call the function: every difference that they may notice."""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from applier.gates.parameters import Parameter, Signature, split
from applier.gates.types import compare_types
from applier.scope import Severity

_EMPTY = {"list()": "[]", "dict()": "{}", "tuple()": "()", "str()": "''", "bytes()": "b''", "int()": "0"}
_PROMISES = frozenset(
    {
        *("Promise", "PromiseLike", "Awaitable", "Coroutine", "Future", "Task"),
        *("AsyncIterator", "AsyncIterable", "AsyncGenerator"),  # of generators
    }
)
_NAME = re.compile(r"[\w.$]+")
_MUTABLE = re.compile(r"[\[{(]|\w+\(")


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference, in words that follow the name of what differs."""

    severity: Severity
    words: str


def differences(
    old: Signature, new: Signature, language: str, texts: Sequence[str], *, by_name: bool = True
) -> Iterator[Difference]:
    """What callers of the old signature may notice of the new one; `texts` may say what a constant is.

    Where nobody gives arguments `by_name`, parameters may be called otherwise.
    """
    yield from _of_waiting(old, new, language)
    by_name = by_name and language == "python"
    renamed = _renamed(old, new, by_name)
    yield from _gone(old, new, renamed, by_name)
    yield from _moved(old, new, renamed)
    yield from _fresh(old, new, renamed, language)
    for one, other in _pairs(old, new, renamed):
        yield from _of_parameter(one, other, language, texts, by_name=by_name and not one.name.startswith("_"))
    yield from _of_result(old, new, language)


def _of_waiting(old: Signature, new: Signature, language: str) -> Iterator[Difference]:
    """Async or not; a plain function that gives back something to wait for is as good as an async one."""
    plain = new if old.is_async else old
    if old.is_async == new.is_async or _is_promise(plain):
        return
    severity: Severity = "refuse" if language == "python" or plain.returns else "ask"
    yield Difference(severity, "is async now" if new.is_async else "is not async any more")


def _is_promise(signature: Signature) -> bool:
    head = signature.returns.strip("'\"").partition("[")[0].partition("<")[0].rpartition(".")[2]
    return head in _PROMISES


def _renamed(old: Signature, new: Signature, by_name: bool) -> dict[str, str]:
    """Parameters that stand where they stood under another name, and the new name."""
    known, there = {each.name for each in old.parameters}, {each.name for each in new.parameters}
    found: dict[str, str] = {}
    for one, other in zip(old.counted, new.counted, strict=False):
        if one.name not in there and other.name not in known:
            found[one.name] = other.name
    for kind in ("rest", "options"):
        stars = [[each.name for each in side.parameters if each.kind == kind] for side in (old, new)]
        if all(stars):
            found[stars[0][0]] = stars[1][0]
    lost = [each.name for each in old.parameters if each.kind == "keyword" and each.name not in there]
    come = [each.name for each in new.parameters if each.kind == "keyword" and each.name not in known]
    if len(lost) == len(come) == 1:
        found[lost[0]] = come[0]
    return found


def _pairs(old: Signature, new: Signature, renamed: dict[str, str]) -> Iterator[tuple[Parameter, Parameter]]:
    there = {each.name: each for each in new.parameters}
    for one in old.parameters:
        other = there.get(renamed.get(one.name, one.name))
        if other is not None:
            yield one, other


def _gone(old: Signature, new: Signature, renamed: dict[str, str], by_name: bool) -> Iterator[Difference]:
    there = {each.name for each in new.parameters}
    open_ended = new.has("rest") and new.has("options")
    for one in old.parameters:
        if one.name in renamed:
            told = by_name and one.kind in ("either", "keyword") and not one.name.startswith("_")
            if told:
                yield Difference("refuse", f"calls its parameter `{one.name}` `{renamed[one.name]}` now")
        elif one.name not in there:
            private = one.name.startswith("_") and one.optional and one.kind not in ("rest", "options")
            taken = new.has("rest") and one.is_counted and not by_name
            severity: Severity = "ask" if open_ended or private or taken else "refuse"
            yield Difference(severity, f"has no parameter `{_shown(one)}` any more")


def _moved(old: Signature, new: Signature, renamed: dict[str, str]) -> Iterator[Difference]:
    """Parameters that another position belongs to now."""
    olds = [renamed.get(each.name, each.name) for each in old.counted]
    news = [each.name for each in new.counted]
    stayed = [name for name in olds if name in news]
    if stayed != [name for name in news if name in olds]:
        yield Difference("refuse", f"takes its parameters in another order now ({', '.join(news)})")
        return
    last = max((news.index(name) for name in stayed), default=-1)
    early = [name for name in news[:last] if name not in olds]
    if early:
        yield Difference("refuse", f"has the new parameter `{early[0]}` before others that were there")
    elif old.has("rest") and len(news) > len(olds):
        yield Difference("refuse", f"has the new parameter `{news[-1]}` before those that it takes without a name")


def _fresh(old: Signature, new: Signature, renamed: dict[str, str], language: str) -> Iterator[Difference]:
    known = {*(each.name for each in old.parameters), *renamed.values()}
    for one in new.parameters:
        if one.name not in known and not one.optional:
            # Plain JavaScript lets any argument be left out; only what is taken apart must be there.
            loose = language == "javascript" and one.name[0] not in "{["
            words = f"has the new parameter `{_shown(one)}`, which must be given"
            yield Difference("ask" if loose else "refuse", words)


def _of_parameter(
    one: Parameter, other: Parameter, language: str, texts: Sequence[str], *, by_name: bool
) -> Iterator[Difference]:
    what = f"its parameter `{_shown(one)}`"
    if one.is_counted and other.kind == "keyword":
        yield Difference("refuse", f"takes {what} by name only now")
    elif one.kind in ("either", "keyword") and other.kind == "positional" and by_name:
        yield Difference("refuse", f"takes {what} by position only now")
    if one.optional and not other.optional:
        # Frameworks that read signatures take `...` for a value that must be given.
        severity: Severity = "ask" if one.default == "..." else "refuse"
        yield Difference(severity, f"needs {what}, which could be left out")
    elif one.default is not None and other.default is not None:
        verdict = _compare_defaults(one.default, other.default, texts)
        if verdict is not None:
            yield Difference(verdict, f"has the default `{other.default}` for {what}, not `{one.default}`")
    yield from _of_pattern(one, other)
    yield from _of_type(one.annotation, other.annotation, what, language, given_back=False)


def _of_pattern(one: Parameter, other: Parameter) -> Iterator[Difference]:
    """Defaults of what is taken out of an object: `{ size = 10 }`."""
    olds, news = (_defaults_in(each.name) for each in (one, other))
    for name in olds.keys() & news.keys():
        if olds[name] != news[name]:
            yield Difference("refuse", f"has the default `{news[name]}` for `{name}`, not `{olds[name]}`")


def _defaults_in(pattern: str) -> dict[str, str]:
    if not (pattern.startswith("{") and pattern.endswith("}")):
        return {}
    parts = [part.partition(" = ") for part in split(pattern[1:-1], ",")]
    return {name.strip(): value.strip() for name, sign, value in parts if sign}


def _compare_defaults(old: str, new: str, texts: Sequence[str]) -> Severity | None:
    """How grave another default is; None where it is the same one, spelt otherwise."""
    old, new = _EMPTY.get(old, old), _EMPTY.get(new, new)
    if old == new or _last(old) == _last(new) or _is_constant(new, old, texts) or _is_constant(old, new, texts):
        return None
    one, other = _value(old), _value(new)
    if one is not None and other is not None:
        if one == other:
            return None
        alike = one[1] == other[1]  # 1 and True
        return "ask" if alike or (new in ("None", "undefined") and _MUTABLE.match(old)) else "refuse"
    plain = _is_plain(old) and _is_plain(new)
    return "refuse" if plain and not (_NAME.fullmatch(old) or _NAME.fullmatch(new)) else "ask"


def _value(text: str) -> tuple[type, object] | None:
    """A literal as its type and value; None for what is none."""
    words = {"true": "True", "false": "False", "null": "None", "undefined": "None"}
    try:
        value = ast.literal_eval(words.get(text, text))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return type(value), value


def _is_plain(text: str) -> bool:
    """Whether a value stands there as it is, without a call."""
    return "(" not in text


def _last(text: str) -> str:
    """`config.LIMIT` and `LIMIT` are the same; strings and numbers with dots are none of them."""
    return text.rpartition(".")[2] if _NAME.fullmatch(text) and not text[0].isdigit() else text


def _is_constant(name: str, value: str, texts: Sequence[str]) -> bool:
    """Whether one of the texts gives a value to a name."""
    if not _NAME.fullmatch(name) or name[0].isdigit():
        return False
    found = re.compile(rf"^[^\S\n]*(?:\w+ )*{re.escape(_last(name))}\b[^=\n]*=\s*([^\n]+?)\s*;?\s*(?:#.*|//.*)?$", re.M)
    known = _value(value)
    said = (match[1] for text in texts for match in found.finditer(text))
    return any(one == value or (known is not None and _value(one) == known) for one in said)


def _of_result(old: Signature, new: Signature, language: str) -> Iterator[Difference]:
    if old.is_async == new.is_async:
        yield from _of_type(old.returns, new.returns, "its result", language, given_back=True)
    if old.is_generator != new.is_generator:
        yield Difference("ask", "gives its values one by one now" if new.is_generator else "is no generator any more")


def _of_type(old: str, new: str, what: str, language: str, *, given_back: bool) -> Iterator[Difference]:
    if old and not new and not (given_back and language != "python"):
        yield Difference("ask", f"has no type for {what} any more, which was `{old}`")
    elif old and new:
        verdict = compare_types(old, new, language, given_back=given_back)
        if verdict in ("unclear", "broken"):
            # In Python nothing is compiled by types: the function may well take what it took before.
            taken = language == "python" and not given_back
            grave: Severity = "refuse" if verdict == "broken" and not taken else "ask"
            yield Difference(grave, f"has the type `{new}` for {what}, not `{old}`")


def _shown(one: Parameter) -> str:
    return {"rest": "*", "options": "**"}.get(one.kind, "") + one.name
