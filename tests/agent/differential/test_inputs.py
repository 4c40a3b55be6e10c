"""Calls that hypothesis writes: of the right kinds, near the constants, the same every time."""

import ast
import inspect

import pytest

from agent.differential.choose import Pair, Version
from agent.differential.guesses import Call, taken
from agent.differential.inputs import calls_for
from agent.differential.reach import reach_of
from agent.differential.runner import constructors
from tests.differing_sources import module_of, sources_of


def calls(text: str, *given: Call, most: int = 80) -> list[Call]:
    sources = sources_of({"a.py": text})
    module = module_of(sources)
    node = module.definitions["f"][-1]
    assert isinstance(node, ast.FunctionDef)
    version = Version("a.py", "a", node, reach_of(sources, module, node))
    pair = Pair("f", version, version)
    return list(calls_for(pair, taken(pair, sources, given), most))


def arguments(text: str) -> list[dict[str, object]]:
    """What the calls bind, evaluated."""
    names: dict[str, object] = dict(constructors())
    exec(text, names)  # our own text
    signature = inspect.signature(names["f"])  # type: ignore[arg-type]
    return [dict(eval(f"bind({call})", {**names, "bind": signature.bind}).arguments) for call in calls(text)]


@pytest.mark.parametrize(
    ("annotation", "kind"),
    [
        *(("int", int), ("float", float), ("str", str), ("bytes", bytes), ("bool", bool), ("complex", complex)),
        *(("list[int]", list), ("tuple[int, str]", tuple), ("tuple[int, ...]", tuple), ("set[int]", set)),
        *(("dict[str, list[int]]", dict), ("frozenset[str]", frozenset)),
    ],
)  # fmt: skip
def test_values_are_of_the_kind_that_the_annotation_names(annotation: str, kind: type) -> None:
    values = [found["x"] for found in arguments(f"def f(x: {annotation}):\n    return x\n")]
    assert all(type(value) is kind for value in values)
    assert len({repr(value) for value in values}) > 1


def test_optional_parameters_are_given_and_left_out() -> None:
    text = "def f(a: int, b: int = 1, *more: int, c: int = 2, d: str):\n    return a\n"
    found = [frozenset(one) for one in arguments(text)]
    assert all({"a", "d"} <= one for one in found)
    for name in ("b", "c", "more"):
        assert 0 < sum(name in one for one in found) < len(found)


def test_values_lie_near_the_constants() -> None:
    values = {found["x"] for found in arguments("def f(x: int):\n    return x < 777\n")}
    assert {776, 777, 778} <= values


def test_tuples_of_the_function_are_tried_as_they_are() -> None:
    values = [found["x"] for found in arguments("def f(x: tuple[int, int]):\n    return x < (314, 159)\n")]
    assert (314, 159) in values


def test_what_has_no_end_is_given_to_what_speaks_of_it() -> None:
    text = "import math\n\n\ndef f(x: float):\n    return math.floor(x)\n"
    assert "inf" not in {repr(found["x"]) for found in arguments(text)}
    assert {"inf", "-inf", "nan"} <= {repr(found["x"]) for found in arguments(text.replace("floor", "isnan"))}


def test_texts_match_the_patterns() -> None:
    text = "import re\n\n\ndef f(x: str):\n    return re.fullmatch('[A-Z]{3}-[0-9]{4}', x)\n"
    assert any(len(str(found["x"])) == 8 and str(found["x"])[3] == "-" for found in arguments(text))


def test_calls_of_the_repository_come_first_and_nothing_comes_twice() -> None:
    found = calls("def f(x: bool):\n    return x\n", Call(("True",)), Call((), (("x", "False"),)))
    assert found[:2] == [Call(("True",)), Call((), (("x", "False"),))]
    assert len(found) == len(set(found)) == 3


def test_the_same_text_is_given_the_same_calls_and_another_is_not() -> None:
    text = "def f(x: int, y: str):\n    return x\n"
    assert calls(text) == calls(text)
    assert calls(text) != calls(text.replace("return x", "return y"))


def test_there_are_no_more_than_asked_for() -> None:
    assert len(calls("def f(x: int):\n    return x\n", most=10)) <= 10
    assert calls("def f():\n    return 1\n") == [Call()]
