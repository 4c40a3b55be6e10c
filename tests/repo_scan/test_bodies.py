"""What bodies of functions come to, in Python and in JavaScript."""

import pytest

from repo_scan.outline import Does, Symbol
from tests.repo_scan import outlines, web


def python(body: str) -> Symbol:
    return outlines.outline_of("def f(a, b=1):\n" + "".join(f"    {line}\n" for line in body.split("\n"))).symbols[0]


def script(function: str, path: str = "a.tsx") -> Symbol:
    return web.outline_of(function, path).symbols[0]


PYTHON: dict[Does, list[str]] = {
    "nothing": [
        "pass",
        "...",
        "return",
        "return None",
        '"""What."""',
        "'''What.'''\n...",
        "import os",
        "global x\npass",
        "nonlocal x",
        "raise NotImplementedError",
        "raise NotImplementedError('x' + a)",
        "raise E('not yet implemented')",
        "# why\npass",
        "if False:\n    f(a)",
        "while 0:\n    f(a)",
        "pass\nreturn\nf(a)",
    ],
    "constant": [
        "return 0",
        "return ''",
        "return True",
        "return []",
        "return {}",
        "return ()",
        "return dict()",
        "return -1",
        "return (None,)",
        "return [None, None]",
        "raise E",
        "raise E('x')",
        "raise E('x', 1)",
        "return 1\nf(a)",
        '"""What."""\nreturn 1',
    ],
    "table": [
        "return {'a': 1}",
        "return 'a' + 'b'",
        "return 1, 2",
    ],
    "name": [
        "return a",
        "return self",
        "return (a)",
        "if False:\n    f(a)\nreturn a",
    ],
    "work": [
        "return a.b",
        "return f()",
        "f()",
        "x = 1",
        "raise E(a)",
        "return f'{a}'",
        "yield",
        "return not a",
        "del a",
        "assert a",
        "return [a]",
        "if a:\n    pass",
        "raise a.b",
        "if False:\n    f(a)\nelse:\n    g(a)",
        "def g(): pass",
        "return lambda: a",
        "return -a",
    ],
}


def rows(table: dict[Does, list[str]]) -> list[tuple[str, Does]]:
    return [(text, does) for does, texts in table.items() for text in texts]


@pytest.mark.parametrize(("body", "does"), rows(PYTHON))
def test_what_a_python_function_comes_to(body: str, does: str) -> None:
    assert python(body).does == does


WEB: dict[Does, list[str]] = {
    "nothing": [
        "function f() {}",
        "function f() { return; }",
        "const f = () => {};",
        "let f = () => undefined",
        "function f() { throw new Error('Not implemented'); }",
        "const f = (a) => { /* … */ };",
        "function f() { throw new NotImplementedError(a) }",
        "function f() { 'use strict'; }",
        "function f() { throw new Error(`not yet implemented: ${a}`) }",
        "function f() { ;; }",
    ],
    "constant": [
        "const f = () => null",
        "const f = () => ({})",
        "function f() { return {} as T; }",
        "function f() { return null as any }",
        "function f() { return [] }",
        "const f = () => ''",
        "async function f() { return Promise.resolve() }",
        "function f() { return new Map() }",
        "function f() { throw new Error('x') }",
        "function f() { return ``; }",
        "const f = () => 1",
    ],
    "table": [
        "const f = () => ({ a: 1, b: 2 })",
        "const f = () => [1, 2]",
    ],
    "name": [
        "const f = (a) => a",
        "function f() { return a; }",
    ],
    "work": [
        "const f = (a) => a.b",
        "function f() { return this.a; }",
        "const f = () => <b>{a}</b>",
        "const f = () => ({ a })",
        "function f() { throw new Error(a) }",
        "const f = () => `${a}`",
        "function f() { fetch('http://x.org'); }",
        "function f() { if (a) {} }",
        "const f = () => g()",
    ],
    "": [
        "declare function f(): void;",
        "function f(a: string): void;",
    ],
}


@pytest.mark.parametrize(("text", "does"), rows(WEB))
def test_what_a_function_of_the_web_comes_to(text: str, does: str) -> None:
    assert script(text).does == does


@pytest.mark.parametrize(
    ("parameters", "does"),
    [
        ("private readonly items: Item[]", "work"),
        ("readonly a = 1", "work"),
        ("items: Item[]", "nothing"),
        ("", "nothing"),
    ],
)
def test_a_constructor_may_set_what_it_names(parameters: str, does: str) -> None:
    assert web.symbols(f"class A {{ constructor({parameters}) {{}} }}")["A.constructor"].does == does


DEAD = [
    ("return a", 0), ("if a:\n    return 1\nreturn 2", 0), ("for x in a:\n    if x:\n        break\nf(a)", 0),
    ("f(a)\nreturn\nyield", 0), ("return a\n# why", 0), ("raise E\nreturn", 0), ("while True:\n    f(a)", 0),
    ("return a\nraise AssertionError('never')", 0), ("if a is False:\n    f(a)", 0), ("if False_:\n    f()", 0),
    ("return a\nf(b)", 4), ("raise E\nf(b)\ng(b)", 8), ("while a:\n    continue\n    f(b)", 4),
    ("if False:\n    return 1\n    f(b)\ng()", 6), ("if 0:\n    pass\nelif False:\n    f(b)", 5),
    ("return 1\nwhile a:\n    return 2\n    f(b)", 9), ("def g():\n    return 1\n    f(b)\nreturn g", 4),
]  # fmt: skip


@pytest.mark.parametrize(("body", "tokens"), DEAD)
def test_what_can_never_be_run_is_counted_once(body: str, tokens: int) -> None:
    assert python(body).dead == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("function f() { return 1; }", 0),
        ("function f() { return g(); function g() { return 1; } }", 0),
        ("function f(a) { switch (a) { case 1: return 1; break; default: return 2; } }", 0),
        ("function f(a) { if (!a) return 1; return 2; }", 0),
        ("function f() { return 1; g(a); }", 5),
        ("function f() { if (false) { g(a); } }", 7),
        ("function f() { if (false) g(a); else h(); }", 5),
        ("const f = () => { throw a; g(a); };", 5),
        ("function f(a) { return a.map((b) => { return b; g(b); }); }", 5),
    ],
)
def test_what_can_never_be_run_is_counted_in_scripts_too(text: str, tokens: int) -> None:
    assert script(text).dead == tokens


def test_effort_is_what_may_be_run_without_the_docstring() -> None:
    body = "x = g(a)\nif False:\n    h(b)\nreturn x"
    assert python('"""What it does."""\n' + body).effort == python(body).effort == 8
    assert script("const f = (a) => a + 1").effort == 3
