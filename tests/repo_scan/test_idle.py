"""Local names that nothing uses, in both languages."""

from textwrap import dedent

import pytest

from repo_scan.languages import javascript
from tests.repo_scan.outlines import outline_of


def in_python(text: str) -> list[tuple[str, int]]:
    return [(idle.name, idle.line) for idle in outline_of(text).idle]


def in_typescript(text: str) -> list[tuple[str, int]]:
    outline = javascript.outline("a.ts", "typescript", dedent(text).lstrip("\n"))
    return [(idle.name, idle.line) for idle in outline.idle]


USED = {
    "read": "def f():\n    x = 1\n    return x\n",
    "read by an inner function": "def f():\n    x = 1\n    def g():\n        return x\n    return g\n",
    "read by the one around": "def f():\n    def g():\n        nonlocal x\n        x = 1\n    g()\n    return x\n",
    "counted up": "def f():\n    x = 1\n    x += 1\n",
    "deleted": "def f():\n    x = 1\n    del x\n",
    "in a placeholder": "def f():\n    x = 1\n    return f'{x}'\n",
    "in a string": "def f():\n    x = 1\n    return '{x}'.format(**d)\n",
    "by name": "def f():\n    x = 1\n    return locals()\n",
    "said to be of no use": "def f():\n    _ = _x = 1\n",
    "an attribute": "def f(self):\n    self.x = 1\n    a[0] = 2\n",
    "one of several": "def f():\n    x, y = 1, 2\n    return y\n",
    "of the module": "x = 1\nif x:\n    y = 2\n",
    "of a class": "class A:\n    x = 1\n    def f(self): pass\n",
    "of a class in a function": "def f():\n    class A:\n        x = 1\n    return A\n",
    "only annotated": "def f():\n    x: int\n",
    "a global": "def f():\n    global x\n    x = 1\n",
    "a function that is registered": "def f(app):\n    @app.route('/')\n    def g(): pass\n",
    "a loop, an exception, a file": "def f():\n    for x in y: pass\n    with y as z: pass\n",
    "a parameter": "def f(x): pass\n",
    "an argument of the same name": "def f():\n    x = 1\n    g(x=2)\n",
    "beyond the letters of English": "def f():\n    ä = 1\n    return äb, ä\n",
}


@pytest.mark.parametrize("text", USED.values(), ids=USED)
def test_what_may_be_used_in_python_is_not_idle(text: str) -> None:
    assert in_python(text) == []


IDLE = {
    "set": ("def f():\n    x = g()\n", [("x", 2)]),
    "with a type": ("def f():\n    x: int = g()\n", [("x", 2)]),
    "set twice": ("def f(y):\n    x = 1\n    if y:\n        x = 2\n", [("x", 2)]),
    "part of another word": ("def f():\n    x = 1\n    return xx, max(ax)\n", [("x", 2)]),
    "in a method": ("class A:\n    def f(self):\n        x = 1\n", [("x", 3)]),
    "read in another function": ("def f():\n    x = 1\ndef g(x):\n    return x\n", [("x", 2)]),
    "an inner function": ("def f():\n    def g(): pass\n    return 1\n", [("g", 2)]),
    "two": ("def f():\n    b = 1\n    a = 1\n", [("b", 2), ("a", 3)]),
}


@pytest.mark.parametrize(("text", "idle"), IDLE.values(), ids=IDLE)
def test_what_nothing_uses_in_python_is_idle(text: str, idle: list[tuple[str, int]]) -> None:
    assert in_python(text) == idle


@pytest.mark.parametrize(
    "text",
    [
        "function f() { const x = 1; return x; }\n",
        "const f = () => { const x = 1; return () => x; };\n",
        "function f() { const x = 1; return { x }; }\n",
        "function f() { const x = 1; return `${x}`; }\n",
        "function f() { let x; x = 1; }\n",
        "function f() { const { x } = y; const [z] = y; }\n",
        "function f() { for (const x of y) { g(); } }\n",
        "function f() { const x = 1; eval('x'); }\n",
        "const x = 1;\n",
        "class A { x = 1; f() { this.x = 2; } }\n",
        "function f() { const x$ = 1; return x$; }\n",
        "function f() { function g() {} g(); }\n",
        "function f() { const _x = 1; }\n",
        "const f = function g() {};\n",
    ],
)
def test_what_may_be_used_in_typescript_is_not_idle(text: str) -> None:
    assert in_typescript(text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("function f() {\n  const x = g();\n}\n", [("x", 2)]),
        ("const f = () => {\n  let x: number = g();\n};\n", [("x", 2)]),
        ("class A {\n  f() {\n    var x = 1;\n    return x1;\n  }\n}\n", [("x", 3)]),
        ("function f() {\n  const x = 1;\n  return x$;\n}\n", [("x", 2)]),
        ("function f() {\n  function g() {}\n}\n", [("g", 2)]),
    ],
)
def test_what_nothing_uses_in_typescript_is_idle(text: str, names: list[tuple[str, int]]) -> None:
    assert in_typescript(text) == names
