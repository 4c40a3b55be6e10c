"""Calls for trial, written by hypothesis: the same for the same texts, small ones first, drawn near the constants."""

import ast
import hashlib
import re
import tempfile
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import hypothesis
from hypothesis import HealthCheck, Phase, configuration, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException

from agent.differential.choose import Pair
from agent.differential.guesses import Call, Parameter, Taken
from agent.differential.shapes import Shape
from applier.places import chosen_base

Texts = st.SearchStrategy[str]
_WORDS = (
    *("", " ", "a", "b", "ab", "A b", "Hello, World", "0", "-1", "12", "3.5", "true", "None", "2024-02-29", "a,b;c"),
    *(
        "a/b.c",
        "key=value",
        "é",
        "x\ny",
        "\t",
        "<b>",
        "{}",
        '"q"',
        "it's",
        "http://h/p?q=1#f",
        "snake_case",
        "CamelCase",
    ),
)
_JOINTS = ("", "", " ", "\n", "-", ".")
_LARGE = (1024, 4095, 10_000, 99_999, 123_456, 1_000_000, 2_500_000)
_LONGEST = 5  # items of a list
_WORD_LIMIT = 200  # characters of a constant that is still tried


@dataclass(frozen=True, slots=True)
class Near:
    """Constants of a function, near which its borders lie."""

    numbers: tuple[int, ...] = ()
    fractions: tuple[float, ...] = ()
    words: tuple[str, ...] = ()
    data: tuple[bytes, ...] = ()
    patterns: tuple[str, ...] = ()
    tuples: tuple[tuple[int, str], ...] = ()  # how many items, and the expression
    without_end: bool = False  # infinity and nan are spoken of
    known: dict[Shape, Texts] = field(default_factory=dict, hash=False, compare=False)

    @classmethod
    def of(cls, pair: Pair, calls: Iterable[Call], literals: Iterable[ast.Constant]) -> "Near":
        """Of both versions: a border may have been moved either way."""
        reaches = (pair.old.reach, pair.new.reach)
        trees = [ast.parse(f"f({call})") for call in calls]
        nodes = [*(one for reach in reaches for one in reach.constants), *literals]
        nodes += [one for tree in trees for one in ast.walk(tree) if isinstance(one, ast.Constant)]
        values = [one.value for one in nodes]
        inner = [one for version in (pair.old, pair.new) for one in ast.walk(version.node)]
        names = {getattr(one, "attr", "") for one in inner}
        tuples = [
            one for one in inner if isinstance(one, ast.Tuple) and all(isinstance(e, ast.Constant) for e in one.elts)
        ]
        numbers = {one for one in values if isinstance(one, int) and not isinstance(one, bool) and abs(one) <= 10**6}
        words = {one for one in values if isinstance(one, str) and len(one) <= _WORD_LIMIT}
        return cls(
            numbers=tuple(sorted(number + by for number in numbers for by in (-1, 0, 1)))[:60],
            fractions=tuple(sorted({one for one in values if isinstance(one, float) and abs(one) <= 10**6}))[:20],
            words=tuple(sorted(words, key=lambda word: (len(word), word)))[:60],
            data=tuple(sorted({one for one in values if isinstance(one, bytes) and len(one) <= _WORD_LIMIT}))[:20],
            patterns=tuple(dict.fromkeys(pattern for reach in reaches for pattern in reach.patterns))[:8],
            tuples=tuple(dict.fromkeys((len(one.elts), ast.unparse(one)) for one in tuples))[:40],
            without_end=not names.isdisjoint(("isinf", "isnan", "isfinite", "inf", "nan")),
        )


def calls_for(pair: Pair, taken: Taken, most: int) -> tuple[Call, ...]:
    """Up to `most` calls, those of the repository first; none doubled."""
    home = chosen_base() or Path(tempfile.gettempdir())
    configuration.set_hypothesis_home_dir(home / "hypothesis")  # else it writes into the current folder
    near = Near.of(pair, taken.calls, taken.literals)
    drawn = _drawn(st.tuples(*(_argument(one, near) for one in taken.parameters)), most, _seed(pair))
    made = [_call(taken.parameters, arguments) for arguments in drawn]
    return tuple(dict.fromkeys((*taken.calls[: most // 4], *made)))[:most]


def _seed(pair: Pair) -> int:
    digests = f"{pair.name} {pair.old.reach.digest} {pair.new.reach.digest}"
    return int.from_bytes(hashlib.sha256(digests.encode()).digest()[:8], "big")


def _drawn(strategy: st.SearchStrategy[tuple[str | None, ...]], most: int, seed: int) -> list[tuple[str | None, ...]]:
    found: list[tuple[str | None, ...]] = []

    @hypothesis.seed(seed)
    @settings(
        max_examples=most,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
        verbosity=hypothesis.Verbosity.quiet,
    )
    @hypothesis.given(strategy)
    def draw(values: tuple[str | None, ...]) -> None:
        found.append(values)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        draw()
    return found


def _call(parameters: Sequence[Parameter], arguments: Sequence[str | None]) -> Call:
    """Positional as far as nothing is left out before; the items of *args are written in a row."""
    positional: list[str] = []
    named: list[tuple[str, str]] = []
    for place, (parameter, text) in enumerate(zip(parameters, arguments, strict=True)):
        in_row = len(positional) == place
        if text is None:
            continue
        if parameter.how == "more":
            positional += [text] if in_row and text else []
        elif parameter.how == "positional" and in_row:
            positional.append(text)
        else:
            named.append((parameter.name, text))
    return Call(tuple(positional), tuple(named))


def _argument(parameter: Parameter, near: Near) -> st.SearchStrategy[str | None]:
    """Expressions for a parameter; None leaves it out."""
    if parameter.shape is None:
        return st.none()
    values = _values(parameter.shape, near)
    if parameter.how == "more":
        return st.lists(values, max_size=3).map(", ".join)
    return st.one_of(st.none(), values) if parameter.optional else values


def _values(shape: Shape, near: Near) -> Texts:
    if shape not in near.known:
        near.known[shape] = _made(shape, near)
    return near.known[shape]


def _made(shape: Shape, near: Near) -> Texts:
    match shape.kind:
        case "one":
            return st.sampled_from(shape.texts)
        case "either":
            return st.one_of(*(_values(part, near) for part in shape.parts))
        case "any" | "unknown":
            return _anything(near)
        case "bool":
            return st.sampled_from(("False", "True"))
        case "int":
            return _integers(near).map(repr)
        case "float":
            ends = st.sampled_from(("float('inf')", "float('-inf')", "float('nan')"))
            return st.one_of(_floats(near).map(repr), ends) if near.without_end else _floats(near).map(repr)
        case "complex":
            return st.tuples(_floats(near), _floats(near)).map(lambda both: f"complex({both[0]!r}, {both[1]!r})")
        case "str":
            return _words(near).map(repr)
        case "bytes":
            encoded = _words(near).map(lambda word: word.encode("utf-8", "replace"))
            return st.one_of(encoded, st.sampled_from((b"", *near.data))).map(repr)
        case "tuple":
            whole = st.tuples(*(_values(part, near) for part in shape.parts)).map(_tuple)
            ready = [text for length, text in near.tuples if length == len(shape.parts)]
            return st.one_of(whole, st.sampled_from(ready)) if ready else whole
        case "dict":
            pair = st.tuples(*(_values(part, near) for part in (*shape.parts, Shape("any"), Shape("any"))[:2]))
            return st.lists(pair.map(": ".join), max_size=_LONGEST).map(lambda items: f"{{{', '.join(items)}}}")
        case kind:
            inner = _values(shape.parts[0], near) if shape.parts else _anything(near)
            return st.lists(inner, max_size=_LONGEST).map(lambda items: _written(kind, items))


def _anything(near: Near) -> Texts:
    plain = (st.just("None"), st.sampled_from(("False", "True")), _integers(near).map(repr), _floats(near).map(repr))
    word = _words(near).map(repr)
    lists = st.lists(st.one_of(_integers(near).map(repr), word), max_size=4).map(lambda items: _written("list", items))
    maps = st.dictionaries(_words(near), _integers(near), max_size=3).map(repr)
    return st.one_of(*plain, word, word, lists, maps)


def _tuple(items: Sequence[str]) -> str:
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def _written(kind: str, items: Sequence[str]) -> str:
    inner = ", ".join(items)
    match kind:
        case "tuples":
            return _tuple(items) if items else "()"
        case "set":
            return f"{{{inner}}}" if items else "set()"
        case "frozenset":
            return f"frozenset([{inner}])"
        case _:
            return f"[{inner}]"


def _integers(near: Near) -> st.SearchStrategy[int]:
    small = st.one_of(st.integers(-3, 12), st.integers(-1000, 1000), st.sampled_from(_LARGE))
    return st.one_of(st.sampled_from(near.numbers), small) if near.numbers else small


def _floats(near: Near) -> st.SearchStrategy[float]:
    """Round ones, near the constants, and some of every size."""
    quarters = st.integers(-40, 400).map(lambda number: number / 4)
    borders = [*map(float, near.numbers), *(one + by for one in near.fractions for by in (-0.5, -0.01, 0, 0.01, 0.5))]
    sizes = st.integers(-33, 33).map(lambda power: 10.0**power)
    return st.one_of(st.sampled_from(borders), quarters, sizes) if borders else st.one_of(quarters, sizes)


def _words(near: Near) -> Texts:
    """Texts of the function and of everybody, some joined; those that its patterns match; and letters in a row."""
    patterns = [made for pattern in near.patterns if (made := _matching(pattern)) is not None]
    piece = st.one_of(st.sampled_from((*near.words, *_WORDS)), *patterns)
    joined = st.tuples(st.sampled_from(_JOINTS), st.lists(piece, min_size=2, max_size=4))
    letters = sorted({letter for word in near.words for letter in word} | set("aB1 _-.,"))[:60]
    return st.one_of(
        piece,
        *patterns,
        joined.map(lambda both: both[0].join(both[1])),
        st.text(alphabet=st.sampled_from(letters), max_size=12),
    )


def _matching(pattern: str) -> st.SearchStrategy[str] | None:
    """Texts that a regular expression finds something in, or matches."""
    letters = st.characters(max_codepoint=0x17F)
    try:
        found, whole = (st.from_regex(re.compile(pattern), fullmatch=full, alphabet=letters) for full in (False, True))
        strategy = st.one_of(found, whole, whole)
        strategy.validate()
    except (re.error, HypothesisException, ValueError, TypeError, RecursionError, OverflowError):
        return None
    return strategy.filter(lambda word: len(word) <= _WORD_LIMIT)
