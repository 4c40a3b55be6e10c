"""extract-constant: which literals a name stands for, where it is defined, and what keeps its place."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.operations.registry import check_request
from tests.agent.operations.cases import operate

F = "def f(a):\n    return a + 19\n"
G = "def f(a):\n    return a + N\n"
#: name, options (the name is N), text before, text after; the place is the line that begins with `>`.
EXTRACTED: list[tuple[str, dict[str, object], str, str]] = [
    ("before everything", {}, "def f(a):\n>    return a + 19\n", f"N = 19\n\n\n{G}"),
    ("behind imports", {}, "import os\n\n\ndef f(a):\n>    return a + 19\n", f"import os\n\nN = 19\n\n\n{G}"),
    (
        "behind a docstring",
        {},
        '"""About."""\n\n\ndef f(a):\n>    return a + 19\n',
        f'"""About."""\n\nN = 19\n\n\n{G}',
    ),
    (
        "behind imports that are tried",
        {},
        "try:\n    import a\nexcept ImportError:\n    a = None\n\n\ndef f(a):\n>    return a + 19\n",
        f"try:\n    import a\nexcept ImportError:\n    a = None\n\nN = 19\n\n\n{G}",
    ),
    (
        "among constants",
        {},
        "import os\n\nA = 1\nB = 2\n\n\ndef f(a):\n>    return a + 19\n",
        f"import os\n\nN = 19\nA = 1\nB = 2\n\n\n{G}",
    ),
    (
        "before a comment that belongs to another constant",
        {},
        "import os\n\n# about A\nA = 1\n\n\ndef f(a):\n>    return a + 19\n",
        f"import os\n\nN = 19\n\n# about A\nA = 1\n\n\n{G}",
    ),
    (
        "below what begins a program",
        {},
        "#!/usr/bin/env python\n# licence\n\n# about f\ndef f(a):\n>    return a + 19\n",
        f"#!/usr/bin/env python\n# licence\n\nN = 19\n\n\n# about f\n{G}",
    ),
    (
        "every equal one in functions, nowhere else",
        {},
        "X = 19\nclass A:\n    y = 19\n    def g(self, z=19): return [19, 19.0]\ndef f(a):\n>    return a + 19\n",
        f"N = 19\nX = 19\nclass A:\n    y = 19\n    def g(self, z=19): return [N, 19.0]\n{G}",
    ),
    (
        "one line alone",
        {"only_line": True},
        "def f(a):\n>    return a + 19\ndef g(): return 19\n",
        f"N = 19\n\n\n{G}def g(): return 19\n",
    ),
    ("a text with its quotes", {}, "def f():\n>    return 'it''s'\n", "N = 'it''s'\n\n\ndef f():\n    return N\n"),
    ("bytes", {}, "def f():\n>    return b'x'\n", "N = b'x'\n\n\ndef f():\n    return N\n"),
    ("a negative number", {}, "def f(a):\n>    return a ** -2\n", "N = -2\n\n\ndef f(a):\n    return a ** N\n"),
    ("a product", {}, "def f(a):\n>    return a + 60*60 # h\n", "N = 60*60\n\n\ndef f(a):\n    return a + N # h\n"),
    ("an odd spelling", {}, "def f(a):\n>    return a+0x_FF\n", "N = 0x_FF\n\n\ndef f(a):\n    return a+N\n"),
    (
        "a tuple in brackets",
        {},
        "def f(a):\n>    return a in ( 1,2, )\n",
        "N = ( 1,2, )\n\n\ndef f(a):\n    return a in N\n",
    ),
    ("a tuple without", {}, "def f():\n>    return 1, 'a'\n", "N = (1, 'a')\n\n\ndef f():\n    return N\n"),
    (
        "words that touch it",
        {},
        "def f(a):\n>    return'x'if a else a\n",
        "N = 'x'\n\n\ndef f(a):\n    return N if a else a\n",
    ),
    (
        "a text of several lines",
        {},
        'def f(a):\n>    return """x\n  y\n"""\n',
        'N = """x\n  y\n"""\n\n\ndef f(a):\n    return N\n',
    ),
    (
        "a text of several pieces",
        {},
        "def f(a):\n>    return a('x'  # one\n             'y')\n",
        "N = ('x'  # one\n             'y')\n\n\ndef f(a):\n    return a(N)\n",
    ),
    (
        "by a value",
        {"value": "2"},
        "def f(a):\n>    return a(1, 2, 3)\n",
        "N = 2\n\n\ndef f(a):\n    return a(1, N, 3)\n",
    ),
    (
        "by a column",
        {"column": 17},
        "def f(a):\n>    return a(1, 2, 3)\n",
        "N = 2\n\n\ndef f(a):\n    return a(1, N, 3)\n",
    ),
    (
        "part of a tuple",
        {"value": "2"},
        "def f(a):\n>    return (a(2), (1, 2))\n",
        "N = 2\n\n\ndef f(a):\n    return (a(N), (1, 2))\n",
    ),
    (
        "beside formatted strings, docstrings, annotations and patterns",
        {"value": "'x'"},
        "def f(a: 'x') -> 'x':\n    'x'\n    b: 'x' = f'x{'x'!r}' if 0 else 1\n    match a:\n        case 'x': pass\n"
        ">    return 'x'\n".replace("f'x{'x'!r}'", 'f"x{a}"'),
        "N = 'x'\n\n\ndef f(a: 'x') -> 'x':\n    'x'\n    b: 'x' = f\"x{a}\" if 0 else 1\n"
        "    match a:\n        case 'x': pass\n"
        "    return N\n",
    ),
    (
        "other line ends",
        {},
        "import a\r\n\r\ndef f():\r\n>    return 7\r\n",
        "import a\r\n\r\nN = 7\r\n\r\ndef f():\r\n    return N\r\n",
    ),
    ("a lambda in a function", {}, "def f():\n>    return lambda: 7\n", "N = 7\n\n\ndef f():\n    return lambda: N\n"),
]


def _request(marked: str, options: dict[str, object]) -> tuple[str, dict[str, object]]:
    """The text without its mark, and the operation on the marked line."""
    number = next(n for n, line in enumerate(re.split(r"(?<=\n)", marked), 1) if line.startswith(">"))
    place = f"shop/a.py:{number}" + (f":{options['column']}" if "column" in options else "")
    rest = {name: value for name, value in options.items() if name != "column"}
    return re.sub(r"^>", "", marked, flags=re.MULTILINE), {
        "op": "extract-constant",
        "place": place,
        "name": "N",
        **rest,
    }


@pytest.mark.parametrize(
    ("options", "marked", "after"), [case[1:] for case in EXTRACTED], ids=[c[0] for c in EXTRACTED]
)
def test_a_literal_gets_a_name(options: dict[str, object], marked: str, after: str) -> None:
    text, request = _request(marked, options)
    change, files = operate({"shop/__init__.py": "", "shop/a.py": text}, request)
    assert change.refused == ""
    assert files["shop/a.py"] == after
    assert "has a `N` already" in operate(files, request)[0].refused


REFUSED: list[tuple[dict[str, object], str, str]] = [
    ({}, "def f(a):\n>    return a\n", "has no such literal"),
    ({"value": "3"}, "def f(a):\n>    return 2\n", "has no such literal"),
    ({"column": 5}, "def f(a):\n>    return 2\n", "has no such literal"),
    ({}, "def f(a):\n>    return a(1, 2)\n", "several literals"),
    ({}, 'def f(a):\n>    """About."""\n', "docstring"),
    ({}, '>"""About."""\n', "docstring"),
    ({}, "def f(a):\n>    return f'x{a}'\n", "formatted string"),
    ({}, "def f(a):\n>    return f'{a:>10}'\n", "formatted string"),
    ({}, "def f(a):\n>    b: 'int' = a\n", "annotation"),
    ({}, ">def f(a: 'int'): pass\n", "annotation"),
    ({}, ">def f(a) -> 'int': pass\n", "not in the body of a function"),
    ({}, "def f(a):\n    match a:\n>        case 1: pass\n", "a pattern"),
    ({}, "def f(a):\n    match a:\n>        case {'k': b}: pass\n", "a pattern"),
    ({}, "def f(a):\n>    while 1: a()\n", "decides what is run"),
    ({}, "def f(a):\n>    return a is 1000\n", "compared by `is`"),
    ({}, "from typing import cast\ndef f(a):\n>    return cast('int', a)\n", "wants it written out"),
    ({}, "def f(a):\n>    return _('Hello')\n", "wants it written out"),
    ({}, ">X = 1\n", "not in the body of a function"),
    ({}, "class A:\n>    x = 1\n", "not in the body of a function"),
    ({}, ">def f(a=1): pass\n", "not in the body of a function"),
    ({}, "def f(a):\n>    return True\n", "has no such literal"),
    ({}, "def f(a):\n>    return [1]\ndef g(N): pass\n", "has a `N` already"),
    ({}, "N = 1\ndef f(a):\n>    return 2\n", "has a `N` already"),
    ({"name": "int"}, "def f(a):\n>    return 2\n", "is built in"),
]


@pytest.mark.parametrize(("options", "marked", "reason"), REFUSED)
def test_a_literal_that_must_be_written_out_stays(options: dict[str, object], marked: str, reason: str) -> None:
    text, request = _request(marked, options)
    change, _ = operate({"shop/a.py": text}, request)
    assert reason in change.refused
    assert change.texts == {}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"place": "a.py", "name": "N"},
        {"place": "a.py:0", "name": "N"},
        {"place": "a.py:1", "name": "1"},
        {"place": "a.py:1", "name": "__n"},
        {"place": "a.py:1", "name": "N", "value": "[1]"},
        {"place": "a.py:1", "name": "N", "value": "True"},
        {"place": "a.py:1", "name": "N", "only_line": 1},
    ],
)
def test_options_are_checked(options: dict[str, object]) -> None:
    assert check_request({"op": "extract-constant", **options}) != ()


_VALUES = st.one_of(
    st.integers(-5, 300).map(repr),
    st.text(max_size=4).map(repr),
    st.tuples(st.integers(0, 3), st.sampled_from(["a", "b"])).map(repr),
)
_USES = st.sampled_from(
    ["{}", "[{}, x]", "x == {}", "({} if x else {})", "str({})", "(lambda y: (y, {}))(x)", "{{{}: x}}", "f'{{x}}'", "x"]
)


@given(st.lists(st.tuples(_USES, _VALUES), min_size=1, max_size=6), st.integers(0, 5), st.booleans())
def test_a_function_computes_the_same_with_the_name(uses: list[tuple[str, str]], at: int, alone: bool) -> None:
    lines = [f"    found.append({use.replace('{}', value) if '{}' in use else use})" for use, value in uses]
    lines = [line.replace("{{", "{").replace("}}", "}") for line in lines]
    text = "\n".join(["def work(x):", "    found = []", *lines, "    return repr(found)", ""])
    place = f"shop/a.py:{at % len(uses) + 3}"
    change, files = operate(
        {"shop/a.py": text}, {"op": "extract-constant", "place": place, "name": "N", "only_line": alone}
    )
    if not change.refused:
        assert files["shop/a.py"] != text
        assert [_result(text, x) for x in (0, 1)] == [_result(files["shop/a.py"], x) for x in (0, 1)]


def _result(text: str, x: int) -> object:
    names: dict[str, object] = {}
    exec(compile(text, "a.py", "exec"), names)
    return names["work"](x)  # type: ignore[operator]
