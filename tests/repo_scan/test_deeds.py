"""What the statements of a text do: the same for all layouts and names of local variables, other for other deeds."""

import pytest

from repo_scan.outline import Deed
from tests.repo_scan import outlines, web


def python(body: str) -> list[tuple[str, str]]:
    text = "def f(a, *, b=1):\n" + "".join(f"    {line}\n" for line in body.strip("\n").split("\n"))
    return [(deed.kind, deed.text) for deed in outlines.outline_of(text).deeds if deed.kind != "default"]


def script(body: str, path: str = "a.tsx") -> list[tuple[str, str]]:
    return [(deed.kind, deed.text) for deed in web.outline_of(f"function f(a, b) {{\n{body}\n}}\n", path).deeds]


PYTHON = [
    ("x = g(a)", [("assign", "_ = g ( _ )")]),
    ("x: int = g(a)", [("assign", "_ = g ( _ )")]),
    ("self.x = a.y", [("assign", "self . x = _ . y")]),
    ("x += 1", [("assign", "_ += 1")]),
    ("g(a, b=b)", [("call", "g ( _ , b = _ )")]),
    ("await g(a)\nyield a", [("call", "await g ( _ )"), ("call", "yield _")]),
    ("return", [("return", "return")]),
    ("raise E('x') from a", [("raise", 'raise E ( "x" ) from _')]),
    ("assert a, b", [("assert", "assert _ , _")]),
    ("if a.b:\n    pass\nelif b:\n    ...\nelse:\n    g()", [("if", "if _ . b"), ("if", "if _"), ("call", "g ( )")]),
    ("for x in a:\n    if x: break\n    continue",
     [("loop", "for _ in _"), ("if", "if _"), ("leave", "break"), ("leave", "continue")]),
    ("while a: a.b()", [("loop", "while _"), ("call", "_ . b ( )")]),
    ("with open(a) as c, d: pass", [("with", "with open ( _ ) as _ , d")]),
    ("try:\n    g()\nexcept (A, B) as e:\n    pass\nelse:\n    h()\nfinally:\n    i()",
     [("call", "g ( )"), ("except", "except ( A , B ) as _"), ("call", "h ( )"), ("finally", "finally"),
      ("call", "i ( )")]),
    ("match a:\n    case 1 | 2 if b: g()", [("match", "match _"), ("case", "case 1 | 2 if _"), ("call", "g ( )")]),
    ("def g(c, d=1): return c", [("def", "def g ( _ , _ )"), ("return", "return _")]),
    ("x = {'a': 1, 'b': g(a)}", [("assign", "_ = { , }"), ("entry", '"a" : 1'), ("entry", '"b" : g ( _ )')]),
    ("x = {'a': 1}", [("assign", '_ = { "a" : 1 }')]),
    ("return [x for x in a if (y := x.z)]", [("return", "return [ _ for _ in _ if _ := _ . z ]")]),
    ("'''What.'''\npass\n...\nimport os\nglobal g", []),
]  # fmt: skip


@pytest.mark.parametrize(("body", "told"), PYTHON)
def test_a_python_statement_is_told_by_what_it_does(body: str, told: list[tuple[str, str]]) -> None:
    assert python(body) == told


WEB = [
    ("const x = g(a);", [("assign", "_ = g ( _ )")]),
    ("const { x, y: [z] } = a, w: T = b as T;", [("assign", "{ x , y : [ _ ] } = _"), ("assign", "_ = _ as T")]),
    ("this.x = a.y; a.z++;", [("assign", "this . x = _ . y"), ("assign", "_ . z ++")]),
    ("await g(a);", [("call", "await g ( _ )")]),
    ("if (a.b) g(); else if (b) { h() } else i()",
     [("if", "if _ . b"), ("call", "g ( )"), ("if", "if _"), ("call", "h ( )"), ("call", "i ( )")]),
    ("for (const x of a) { if (x) break; }", [("loop", "for ( const _ of _ )"), ("if", "if _"), ("leave", "break")]),
    ("try { g() } catch (e) { throw new E(`x ${e}`) } finally { h() }",
     [("call", "g ( )"), ("except", "catch ( _ )"), ("raise", "throw new E ( ` x  ${ _ } ` )"), ("finally", "finally"),
      ("call", "h ( )")]),
    ("switch (a) { case 'x': return 1; default: g() }",
     [("match", "switch _"), ("case", 'case " x " :'), ("return", "return 1"), ("call", "g ( )")]),
    ("useIt(() => { g(a); return () => h(a); }, [a])",
     [("call", "useIt ( ( ) => , [ _ ] )"), ("call", "g ( _ )"), ("return", "return ( ) => h ( _ )")]),
    ("return <A b={a}>hi<B /><i>{b}</i></A>;",
     [("return", "return < A b = { _ } > hi"), ("entry", "< B />"), ("entry", "< i >"), ("entry", "{ _ }")]),
    ("return { x: a, y: 2, b };",
     [("return", "return { , , }"), ("entry", "x : _"), ("entry", "y : 2"), ("entry", "_")]),
    ("function g(c) { return c; }", [("def", "function g ( _ )"), ("return", "return _")]),
    ("'use strict';", []),
]  # fmt: skip


@pytest.mark.parametrize(("body", "told"), WEB)
def test_a_statement_of_the_web_is_told_by_what_it_does(body: str, told: list[tuple[str, str]]) -> None:
    assert script(body) == told


ALIKE = [
    ("x = g(a)\nreturn x", "found = (\n    g(a,)\n)\nreturn (found)  # why"),
    ("for x, y in a:\n    x(y)", "for key, value in a: key(value)"),
    ("raise E('x')", 'raise E(\n    "x",\n)'),
    ("try:\n    g()\nexcept E as e:\n    h(e)", "try:\n    g()\nexcept E as error:\n    h(error)"),
    ("return f'{a}'", 'return f"{a}"'),
    ("with (open(a) as x, open(b) as y,):\n    pass", "with open(a) as x, open(b) as y:\n    pass"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_layout_and_local_names_make_no_difference(one: str, other: str) -> None:
    assert python(one) == python(other)


UNLIKE = [
    ("x = g(a)", "x = h(a)"), ("x = a.b", "x = a.c"), ("g(b=a)", "g(c=a)"), ("return a", "return -a"),
    ("raise E('x')", "raise E('y')"), ("if a:\n    pass", "if not a:\n    pass"), ("x = 1", "x = 2"),
    ("except_ = 1\ng.x()", "except_ = 1\ng.y()"), ("self.x = 1", "self.y = 1"), ("return max(a)", "return min(a)"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), UNLIKE)
def test_what_does_another_thing_is_told_in_other_words(one: str, other: str) -> None:
    assert python(one) != python(other)


OWNED = """
@register
def top(a, b=1):
    def inner():
        return a
    return inner

class A:
    y = 1
    reg(y)
    def m(self):
        self.y = 2

def test_it():
    assert top(1)
if X:
    run()
TABLE = {"a": 1, "b": 2}
"""


def test_every_deed_belongs_to_the_innermost_definition_and_plain_definitions_are_none() -> None:
    assert list(outlines.outline_of(OWNED).deeds) == [
        Deed("top", 1, "decorator", "@ register"),
        Deed("top", 2, "default", "_ = 1"),
        Deed("top", 3, "def", "def inner ( )"),
        Deed("top", 4, "return", "return _"),
        Deed("top", 5, "return", "return inner"),
        Deed("A", 9, "call", "reg ( y )"),
        Deed("A.m", 11, "assign", "self . y = 2"),
        Deed("test_it", 14, "assert", "assert top ( 1 )"),
        Deed("", 15, "if", "if X"),
        Deed("", 16, "call", "run ( )"),
        Deed("", 17, "entry", '"a" : 1'),
        Deed("", 17, "entry", '"b" : 2'),
    ]


def test_what_a_test_of_the_web_does_belongs_to_it() -> None:
    text = "describe('x', () => {\n  before(g);\n  it('y', () => { const a = f(); expect(a).toBe(1); });\n});\n"
    assert list(web.outline_of(text).deeds) == [
        Deed("", 2, "call", "before ( g )"),
        Deed("x.y", 3, "assign", "_ = f ( )"),
        Deed("x.y", 3, "call", "expect ( _ ) . toBe ( 1 )"),
    ]


def test_a_long_deed_is_cut_and_still_told_from_others() -> None:
    one, other = (python(f"return g({', '.join(map(str, range(300)))}, {last})") for last in (1, 2))
    assert len(one[0][1]) < 450
    assert one != other
