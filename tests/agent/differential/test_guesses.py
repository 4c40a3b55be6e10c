"""Parameters without annotations, told from defaults, calls and what is done with them."""

import ast

import pytest

from agent.differential.choose import Pair, Version
from agent.differential.guesses import Call, Taken, calls_in, literals_in, taken
from agent.differential.reach import reach_of
from tests.differing_sources import module_of, sources_of


def takes(text: str, *calls: Call) -> Taken:
    sources = sources_of({"a.py": text})
    module = module_of(sources)
    node = module.definitions["f"][-1]
    assert isinstance(node, ast.FunctionDef)
    version = Version("a.py", "a", node, reach_of(sources, module, node))
    return taken(Pair("f", version, version), sources, calls)


def kinds(text: str, *calls: Call) -> set[str]:
    """Of the first parameter, those of a list with what it holds."""
    shape = takes(text, *calls).parameters[0].shape
    assert shape
    parts = shape.parts if shape.kind == "either" else (shape,)
    return {
        f"{part.kind} of {part.parts[0].kind}" if part.kind in ("list", "dict") else ",".join(part.texts) or part.kind
        for part in parts
    }


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return x", {"unknown"}),
        ("return x.split()", {"str"}),
        ("return x.items()", {"dict of unknown"}),
        ("return x + 1", {"int", "float"}),
        ("return x + '!'", {"str"}),
        ("return x < 3", {"int", "float"}),
        ("return x == 'a'", {"str"}),
        ("return x in ('a', 'b')", {"str"}),
        ("return range(x)", {"int"}),
        ("return sum(x)", {"list of either"}),
        ("return [y.upper() for y in x]", {"list of str"}),
        ("for a, b in x:\n        print(a * 2)", {"list of tuple"}),
        ("return ', '.join(x)", {"list of str"}),
        ("return x['a']", {"dict of either"}),
        ("return x[1:]", {"str", "list of unknown"}),
        ("return isinstance(x, (str, int))", {"str", "int"}),
        ("return len(x)", {"str", "list of unknown"}),
    ],
)
def test_what_is_done_with_a_parameter_tells_what_it_is(body: str, expected: set[str]) -> None:
    assert kinds(f"def f(x):\n    {body}\n") == expected


@pytest.mark.parametrize(
    ("default", "expected"),
    [
        ("3", {"int"}),
        ("'a'", {"str"}),
        ("True", {"bool"}),
        ("None", {"None", "unknown"}),
        ("('a', 1)", {"tuple"}),
        ("[]", {"list of unknown"}),
        ("OTHER", {"unknown"}),
    ],
)
def test_a_default_tells_it_too(default: str, expected: set[str]) -> None:
    assert kinds(f"def f(x={default}):\n    return x\n") == expected


def test_so_do_calls_with_literals() -> None:
    found = dict.fromkeys(
        call for _, call in calls_in("f(1)\nf(x='a', y=2)\nf([1.5])\nf(z)\nf(*a)\ng(3)\n", frozenset("f"))
    )
    assert [str(call) for call in found] == ["1", "x='a', y=2", "[1.5]"]
    assert kinds("def f(x, y=0):\n    return x\n", *found) == {"int", "str", "list of float"}


def test_examples_in_docstrings_are_calls_as_well() -> None:
    text = 'def f(x):\n    """Doc.\n\n    >>> f(\'an example\') == 2\n    True\n    >>> f(\n    """\n'
    assert [str(call) for _, call in calls_in(text, frozenset("f"))] == ["'an example'"]


def test_what_tests_try_a_function_with_is_known() -> None:
    text = (
        "@pytest.mark.parametrize(('n', 'm'), [(41, 'a')])\ndef test_f(n, m):\n    assert f(n) == m\n\n\n"
        "def test_g():\n    assert g(99)\n"
    )
    assert {one.value for _, one in literals_in(text, frozenset("f"))} == {"n", "m", 41, "a"}
    assert list(literals_in("def (", frozenset("f"))) == []


@pytest.mark.parametrize(
    ("signature", "lacking"),
    [
        ("x: int", ""),
        ("x: 'Thing'", "x"),
        ("x: 'Thing' = None", ""),  # it is left to its default
        ("x, *more: 'Thing'", ""),
        ("*, x: 'Thing'", "x"),
        ("x, **more", ""),
    ],
)
def test_a_parameter_that_must_be_given_and_is_not_plain_is_lacking(signature: str, lacking: str) -> None:
    assert takes(f"def f({signature}):\n    return x\n").lacking == lacking
