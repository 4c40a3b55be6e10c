"""add-parameter and remove-parameter: signatures, overrides and calls, in the layout that there is."""

import pytest

from tests.agent.operations.cases import operate

#: name, function, more options, files before and after; the parameter is `c`, its default 1.
ADDED: list[tuple[str, str, dict[str, str], str, str]] = [
    ("to none", "f", {}, "def f(): ...\n", "def f(c=1): ...\n"),
    ("behind the others", "f", {}, "def f(a, b=(1, 2)): ...\n", "def f(a, b=(1, 2), c=1): ...\n"),
    (
        "with an annotation",
        "f",
        {"annotation": "int | None"},
        "def f(a: int) -> str: ...\n",
        "def f(a: int, c: int | None = 1) -> str: ...\n",
    ),
    ("before the rest", "f", {}, "def f(a, *args, b, **more): ...\n", "def f(a, c=1, *args, b, **more): ...\n"),
    (
        "before what goes by keyword alone",
        "f",
        {},
        "def f(*, b): ...\n",
        "def f(c=1,*, b): ...\n".replace("1,*", "1, *"),
    ),
    ("behind a slash", "f", {}, "def f(a, /): ...\n", "def f(a, /, c=1): ...\n"),
    (
        "a line for each, with comments",
        "f",
        {},
        "def f(\n    a,  # about a\n    b=2,  # about b\n): ...\n",
        "def f(\n    a,  # about a\n    b=2,  # about b\n    c=1,\n): ...\n",
    ),
    (
        "a line for each, no last comma",
        "f",
        {},
        "def f(\n    a,\n    b  # about b\n): ...\n",
        "def f(\n    a,\n    b,  # about b\n    c=1\n): ...\n",
    ),
    ("default in brackets of its own", "f", {}, "def f(a, b=((1) + 2)): ...\n", "def f(a, b=((1) + 2), c=1): ...\n"),
    (
        "a method and its overrides",
        "A.m",
        {},
        "class A:\n    def m(self): ...\nclass B(A):\n    def m(self, x=0): ...\n",
        "class A:\n    def m(self, c=1): ...\nclass B(A):\n    def m(self, x=0, c=1): ...\n",
    ),
    ("calls stay", "f", {}, "def f(): ...\nf()\n", "def f(c=1): ...\nf()\n"),
    (
        "a value for calls",
        "f",
        {"value": "2"},
        "def f(a=0): ...\nf(); f(1); f(a=1)\n",
        "def f(a=0, c=1): ...\nf(c=2); f(1, c=2); f(a=1, c=2)\n",
    ),
    (
        "a value in calls of several lines",
        "f",
        {"value": "x.y"},
        "def f(a): ...\nf(\n    [1,\n     2],  # a\n)\n",
        "def f(a, c=1): ...\nf(\n    [1,\n     2],  # a\n    c=x.y,\n)\n",
    ),
    (
        "a value for an only generator",
        "f",
        {"value": "2"},
        "def f(a): ...\nf((x for x in y))\n",
        "def f(a, c=1): ...\nf((x for x in y), c=2)\n",
    ),
    (
        "strings and lambdas with commas",
        "f",
        {"value": "2"},
        "def f(a, b=', )'): ...\nf('(', lambda x, y: (x, y))\n",
        "def f(a, b=', )', c=1): ...\nf('(', lambda x, y: (x, y), c=2)\n",
    ),
    (
        "constructors",
        "A.__init__",
        {"value": "2"},
        "class A:\n    def __init__(self): ...\nA()\nclass B(A): ...\nB()\n",
        "class A:\n    def __init__(self, c=1): ...\nA(c=2)\nclass B(A): ...\nB(c=2)\n",
    ),
    (
        "methods of known objects",
        "A.m",
        {"value": "2"},
        "class A:\n    def m(self): ...\ndef g(a: A): return a.m()\n",
        "class A:\n    def m(self, c=1): ...\ndef g(a: A): return a.m(c=2)\n",
    ),
    (
        "other functions stay",
        "f",
        {"value": "2"},
        "def f(): ...\ndef g(): ...\ng()\n",
        "def f(c=1): ...\ndef g(): ...\ng()\n",
    ),
    (
        "calls inside of calls",
        "f",
        {"value": "2"},
        "def f(a=0): ...\nf(f())\n",
        "def f(a=0, c=1): ...\nf(f(c=2), c=2)\n",
    ),
    ("coroutines", "f", {}, "async  def  f ( a ) : ...\n", "async  def  f ( a, c=1 ) : ...\n"),
]


@pytest.mark.parametrize(
    ("function", "more", "before", "after"), [case[1:] for case in ADDED], ids=[case[0] for case in ADDED]
)
def test_a_parameter_is_added(function: str, more: dict[str, str], before: str, after: str) -> None:
    request = {"op": "add-parameter", "function": f"a.py:{function}", "parameter": "c", "default": "1", **more}
    change, result = operate({"a.py": before}, request)
    assert change.refused == ""
    assert result == {"a.py": after}
    assert operate(result, request)[0].texts == {}


#: name, function, files before and after; the parameter is `c`.
REMOVED: list[tuple[str, str, str, str]] = [
    ("the only one", "f", "def f(c): ...\n", "def f(): ...\n"),
    ("the first", "f", "def f(c, a): ...\n", "def f(a): ...\n"),
    ("the last", "f", "def f(a, c=(1, 2)): ...\n", "def f(a): ...\n"),
    ("in the middle", "f", "def f(a, c: int = 1, b=2): ...\n", "def f(a, b=2): ...\n"),
    ("a line for each", "f", "def f(\n    a,\n    c,  # c\n    b,\n): ...\n", "def f(\n    a,\n    b,\n): ...\n"),
    ("the last line", "f", "def f(\n    a,\n    c,\n): ...\n", "def f(\n    a,\n): ...\n"),
    ("by keyword alone", "f", "def f(*, a, c): ...\nf(a=1, c=2); f(c=1, a=2)\n", "def f(*, a): ...\nf(a=1); f(a=2)\n"),
    (
        "positional arguments",
        "f",
        "def f(a, c, b): ...\nf(1, 2, 3); f(1, 2, b=3)\n",
        "def f(a, b): ...\nf(1, 3); f(1, b=3)\n",
    ),
    ("an argument alone", "f", "def f(c): ...\nf(1); f( c = 2 )\n", "def f(): ...\nf(); f()\n"),
    ("calls that pass nothing for it", "f", "def f(a, c=1): ...\nf(1)\n", "def f(a): ...\nf(1)\n"),
    (
        "methods, bound and not",
        "A.m",
        "class A:\n    def m(self, c, b): ...\nA().m(1, 2)\nA.m(A(), 1, 2)\n",
        "class A:\n    def m(self, b): ...\nA().m(2)\nA.m(A(), 2)\n",
    ),
    (
        "class methods and static ones",
        "A.m",
        "class A:\n    @staticmethod\n    def m(c, b): ...\nA.m(1, 2)\n",
        "class A:\n    @staticmethod\n    def m(b): ...\nA.m(2)\n",
    ),
    (
        "overrides",
        "A.m",
        "class A:\n    def m(self, c): ...\nclass B(A):\n    def m(self, c): ...\nB().m(1)\n",
        "class A:\n    def m(self): ...\nclass B(A):\n    def m(self): ...\nB().m()\n",
    ),
    (
        "constructors",
        "A.__init__",
        "class A:\n    def __init__(self, a, c): ...\nA(1, 2); A(1, c=2)\n",
        "class A:\n    def __init__(self, a): ...\nA(1); A(1)\n",
    ),
    (
        "names that are the same elsewhere",
        "f",
        "c = 1\ndef f(c): ...\ndef g(c): return c\ng(c=1)\n",
        "c = 1\ndef f(): ...\ndef g(c): return c\ng(c=1)\n",
    ),
]


@pytest.mark.parametrize(
    ("function", "before", "after"), [case[1:] for case in REMOVED], ids=[case[0] for case in REMOVED]
)
def test_a_parameter_is_removed(function: str, before: str, after: str) -> None:
    request = {"op": "remove-parameter", "function": f"a.py:{function}", "parameter": "c"}
    change, result = operate({"a.py": before}, request)
    assert change.refused == ""
    assert result == {"a.py": after}
    assert operate(result, request)[0].texts == {}


REFUSED: list[tuple[str, str, str]] = [
    ("add-parameter", "x = 1\n", "there is no function f"),
    ("add-parameter", "class f: ...\n", "there is no function f"),
    ("add-parameter", "def f():\n    c = 1\n", "has a `c` already"),
    ("add-parameter", "c = 1\ndef f():\n    return c\n", "would be hidden"),
    ("add-parameter", "@app.route\ndef f(): ...\n", "may go by what parameters there are"),
    ("add-parameter", "def f(**m): ...\nf(**x)\n", "names that are computed"),
    ("remove-parameter", "def f(c):\n    return c\n", "uses `c`"),
    ("remove-parameter", "def f(*c): ...\n", "takes all that is left over"),
    ("remove-parameter", "def f(c, /): ...\n", "before a `/`"),
    ("remove-parameter", "def f(*, c): ...\n", "behind a `*`"),
    ("remove-parameter", "def f(c): ...\nf(g())\n", "may do more than give a value"),
    ("remove-parameter", "def f(a, c): ...\nf(*x)\n", "cannot be counted"),
    ("remove-parameter", "def f(a, c): ...\nf(1, **x)\n", "cannot be counted"),
    ("remove-parameter", "def f(\n    c,\n    # about a\n    a,\n): ...\n", "a comment stands between"),
    ("remove-parameter", "@hook\ndef f(c): ...\n", "may go by what parameters there are"),
]


@pytest.mark.parametrize(("op", "before", "reason"), REFUSED)
def test_what_cannot_be_followed_is_refused_with_the_reason(op: str, before: str, reason: str) -> None:
    request = {"op": op, "function": "a.py:f", "parameter": "c"}
    change, after = operate({"a.py": before}, request | ({"default": "1", "value": "2"} if op[0] == "a" else {}))
    assert reason in change.refused
    assert after == {"a.py": before}


def test_calls_of_unknown_objects_and_functions_handed_on_are_listed() -> None:
    files = {"a.py": "class A:\n    def m(self, c): ...\ndef g(x): x.m(1)\n", "b.py": "def f(c): ...\nmap(f, x)\n"}
    change, _ = operate(files, {"op": "remove-parameter", "function": "a.py:A.m", "parameter": "c"})
    assert [(one.path, one.line) for one in change.left] == [("a.py", 3)]
    change, _ = operate(files, {"op": "remove-parameter", "function": "b.py:f", "parameter": "c"})
    assert [(one.path, one.line) for one in change.left] == [("b.py", 2)]
