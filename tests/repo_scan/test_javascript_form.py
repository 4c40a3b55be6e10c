"""Normal forms of JavaScript and TypeScript: what a step may change is not in them, and everything else is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repo_scan.forms.form import KINDS, Surroundings
from repo_scan.forms.javascript import form
from tests.equivalence import said, verdict

Case = tuple[str, str, str]  # kind, before, after

SAME: dict[str, Case] = {
    # formatting
    "quotes": ("formatting", "const a = 'b';", 'const a = "b"'),
    "quotes in quotes": ("formatting", "f('it\\'s', \"a\\\"b\");", "f(\"it's\", 'a\"b');"),
    "semicolons": ("formatting", "a()\nb()", "a();\nb();;"),
    "trailing commas": ("formatting", "f(a, b); g([1, 2], { a: 1 });", "f(\n  a,\n  b,\n);\ng([1, 2,], { a: 1, });"),
    "brackets": ("formatting", "const a = (b), f = x => (x + 1) * 2;", "const a = b, f = (x) => ((x + 1) * 2);"),
    "a key in quotes": ("formatting", "f({ 'a': 1, 'b-c': 2 });", 'f({ a: 1, "b-c": 2 });'),
    "numbers": ("formatting", "f(0XFF, 1e3, 1_000, .5);", "f(0xff, 1E3, 1000, 0.5);"),
    "a short key": ("formatting", "f({ a: a });", "f({ a });"),
    "elements": ("formatting", "const a = <b c='d'>e  </b>;", 'const a = (\n  <b c="d">\n    e{"  "}\n  </b>\n);'),
    "lines of an element": (
        "formatting",
        "const a = <p>one two</p>;",
        "const a = (\n  <p>\n    one\n    two\n  </p>\n);",
    ),
    "separators of types": ("formatting", "type A = { a: 1, b: 2 };", "type A = {\n  a: 1;\n  b: 2;\n};"),
    "the first bar": ("formatting", "type A = 'a' | 'b';", "type A =\n  | 'a'\n  | 'b';"),
    "an arrow that gives an object": ("formatting", "const f = () => ({a: 1})", "const f = () => ({ a: 1 });"),
    # docstrings and comments
    "JSDoc as a docstring": (
        "docstrings",
        "/** a */\nfunction f() {}",
        "/**\n * b\n * @param c d\n */\nfunction f() {}",
    ),
    "JSDoc as a comment": ("comments", "/** a */\nfunction f() {}", "function f() {}"),
    "comments": ("comments", "// a\nf(); /* b */", "f(); // c"),
    "a comment in an element": ("comments", "const a = <b>{/* c */}</b>;", "const a = <b></b>;"),
    # annotations
    "a signature": (
        "annotations",
        "function f(a, b = 1) { return a; }",
        "function f<T>(a: T, b: number = 1): T { return a; }",
    ),
    "what may be missing": ("annotations", "const f = (a, b) => a;", "const f = (a: string, b?: string): string => a;"),
    "one without brackets": ("annotations", "const f = a => a;", "const f = (a: string) => a;"),
    "variables": ("annotations", "const a = [];\nlet b;", "const a: string[] = [];\nlet b: number | undefined;"),
    "casts": ("annotations", "f(a, b.c, d);", "f(a as unknown as A, b!.c, d satisfies D);"),
    "values that are there": ("annotations", "f(!a.b(), +c - d.e(), !g(h));", "f(!a!.b(), +c - d!.e(), !g!(h)!);"),
    "a constant": ("annotations", "const a = ['b'];", "const a = ['b'] as const;"),
    "definitions": ("annotations", "f();", "interface A { b: string }\nexport type C = A | null;\nf();"),
    "type arguments": ("annotations", "const a = new Map(); f(b);", "const a = new Map<string, number>(); f<B>(b);"),
    "a type-only import": (
        "annotations",
        "f();",
        "import type { A } from './a';\nimport { type B } from './b';\ntype C = A | B;\nf();",
    ),
    "an import for a type": ("annotations", "const a = f();", "import { A } from './a';\nconst a: A = f();"),
    "overloads": (
        "annotations",
        "function f(a) { return a; }",
        "function f(a: 1): 1;\nfunction f(a: 2): 2;\nfunction f(a) { return a; }",
    ),
    "modifiers": (
        "annotations",
        "class A { b = 1; c() {} }",
        "class A implements I { private readonly b: number = 1; public c(): void {} declare d: string; }",
    ),
    "an abstract class": ("annotations", "class A { b() {} }", "abstract class A { b(): void {} abstract c(): void; }"),
    "this": ("annotations", "function f(a) { return this.b; }", "function f(this: B, a: string) { return this.b; }"),
    "a guard": ("annotations", "function f(a) { return !a; }", "function f(a: unknown): a is A { return !a; }"),
    "a declared global": ("annotations", "f();", "declare const g: string;\nf();"),
    # imports
    "order": (
        "imports",
        "import b from 'b';\nimport a from 'a';\nf(a, b);",
        "import a from 'a';\nimport b from 'b';\nf(a, b);",
    ),
    "merged": (
        "imports",
        "import { a } from 'a';\nimport { b } from 'a';\nf(a, b);",
        "import { a, b } from 'a';\nf(a, b);",
    ),
    "another name": ("imports", "import { a as b } from 'a';\nb();", "import { a } from 'a';\na();"),
    "a comment moves along": (
        "imports",
        "f();\n// b\nimport { b } from 'b';\n// a\nimport { a } from 'a';\nf(a, b);",
        "f();\n// a\nimport { a } from 'a';\n// b\nimport { b } from 'b';\nf(a, b);",
    ),
    "an unused one": ("imports", "import { a, b } from 'a';\na();", "import { a } from 'a';\na();"),
    "told to be types": (
        "imports",
        "import { A, b } from 'a';\nconst c: A = b;",
        "import type { A } from 'a';\nimport { b } from 'a';\nconst c: A = b;",
    ),
    # local names
    "a local": ("local names", "function f(a) { const b = a; return b; }", "function f(a) { const c = a; return c; }"),
    "a key keeps its name": (
        "local names",
        "function f() { const a = 1; return { a }; }",
        "function f() { const b = 1; return { a: b }; }",
    ),
    "taken apart": (
        "local names",
        "function f(o) { const { a, b = 1, ...c } = o; return g(a, b, c); }",
        "function f(o) { const { a: x, b: y = 1, ...z } = o; return g(x, y, z); }",
    ),
    "loops": (
        "local names",
        "function f(a) { for (const i of a) g(i); for (let j = 0; j < 2; j++) g(j); }",
        "function f(a) { for (const one of a) g(one); for (let n = 0; n < 2; n++) g(n); }",
    ),
    "an error": (
        "local names",
        "function f() { try { g(); } catch (e) { h(e); } }",
        "function f() { try { g(); } catch (error) { h(error); } }",
    ),
    "a closure": (
        "local names",
        "function f() { let n = 0; return () => { n += 1; return n; }; }",
        "function f() { let count = 0; return () => { count += 1; return count; }; }",
    ),
    "var in a block": (
        "local names",
        "function f(a) { if (a) { var b = a; } return b; }",
        "function f(a) { if (a) { var c = a; } return c; }",
    ),
    "a block at the top": ("local names", "for (const i of a) f(i);", "for (const item of a) f(item);"),
}

REFUSED: dict[str, Case] = {
    "coverage": ("comments", "/* istanbul ignore next */\nf();", "// a\nf();"),
    "a bundler": ("comments", "import(/* webpackChunkName: 'a' */ './a');", "import('./a');"),
    "a pure call": ("comments", "const a = /* #__PURE__ */ f();", "const a = f();"),
    "an ignored error": ("comments", "// @ts-ignore\nf();", "f();"),
    "a linter": ("comments", "/* eslint-disable no-console */\nf();", "f();"),
    "a directive came": ("comments", "f();", "f(); // @ts-ignore"),
    "an operator": ("formatting", "f(a == b);", "f(a === b);"),
    "precedence": ("formatting", "f((a + b) * c);", "f(a + b * c);"),
    "a line after return": ("formatting", "function f() { return a; }", "function f() { return\n a; }"),
    "a line before a bracket": ("formatting", "const a = b;\n(c)()", "const a = b\n(c)()"),
    "a hole": ("formatting", "f([a, , b]);", "f([a, b]);"),
    "a hole at the end": ("formatting", "f([a, ,]);", "f([a,]);"),
    "only a hole": ("formatting", "f([,]);", "f([]);"),
    "a chain that ends early": ("formatting", "f((a?.b).c);", "f(a?.b.c);"),
    "a directive": ("formatting", "('use strict');\nf();", "'use strict';\nf();"),
    "a template": ("formatting", "f(`a b`);", "f(`a  b`);"),
    "a blank in a template": ("formatting", "f(`${a} ${b}`);", "f(`${a}${b}`);"),
    "an expression": ("formatting", "f(/a b/);", "f(/a  b/);"),
    "text of an element": ("formatting", "const a = <b>c <d/></b>;", "const a = (\n  <b>\n    c\n    <d/>\n  </b>\n);"),
    "an escape": ("formatting", "f('a\\n');", "f('an');"),
    "a number": ("formatting", "f(1);", "f(1n);"),
    "a dangling else": ("formatting", "if (a) { if (b) c(); else d(); }", "if (a) { if (b) c(); } else d();"),
    "order": ("formatting", "a();\nb();", "b();\na();"),
    "a comment went": ("formatting", "// a\nf();", "f();"),
    "an empty loop": ("formatting", "while (a()); b();", "while (a()) b();"),
    "async": ("docstrings", "async function f() { await g(); }", "async function f() { g(); }"),
    "a default": ("docstrings", "/** a */\nfunction f(a = 1) {}", "/** b */\nfunction f(a = 2) {}"),
    "a comment that is no JSDoc": ("docstrings", "// a\nfunction f() {}", "/** a */\nfunction f() {}"),
    "a type": ("docstrings", "function f(a) {}", "/** a */\nfunction f(a: string) {}"),
    "a default among types": ("annotations", "function f(a = 1) {}", "function f(a: number = 2) {}"),
    "a conversion": ("annotations", "f(a);", "f(Number(a) as number);"),
    "a property by a parameter": (
        "annotations",
        "class A { constructor(a) { super(a); } }",
        "class A { constructor(private a: B) { super(a); } }",
    ),
    "an enum": ("annotations", "f();", "enum A { B }\nf();"),
    "a constant enum": ("annotations", "f();", "const enum A { B }\nf();"),
    "a namespace": ("annotations", "f();", "namespace A { export const b = 1; }\nf();"),
    "a decorator": ("annotations", "class A {}", "@b\nclass A {}"),
    "a chain": ("annotations", "f(a.b);", "f(a?.b);"),
    "a value of a field": ("annotations", "class A { b = 1; }", "class A { b: number; }"),
    "static": ("annotations", "class A { b = 1; }", "class A { static b: number = 1; }"),
    "an import that runs": ("annotations", "f();", "import { A } from './a';\nf(A);"),
    "an import for its effect": ("annotations", "f();", "import './a';\nf();"),
    "another thing": ("imports", "import { a } from 'a';\na();", "import { a } from 'b';\na();"),
    "the default": ("imports", "import { a } from 'a';\na();", "import a from 'a';\na();"),
    "a new one without use": ("imports", "import { a } from 'a';\na();", "import { a, b } from 'a';\na();"),
    "not only imports": ("imports", "import { a } from 'a';\na(1);", "import { a } from 'a';\na(2);"),
    "an attribute": (
        "imports",
        "import a from './a.json';\nf(a);",
        "import a from './a.json' with { type: 'json' };\nf(a);",
    ),
    "a deferred one": ("imports", "import * as a from './a';\na.f();", "import defer * as a from './a';\na.f();"),
    "an export": ("imports", "export { a } from 'a';", "export { a } from 'b';"),
    "a parameter": ("local names", "function f(a) { return a; }", "function f(b) { return b; }"),
    "a name of the module": ("local names", "const a = 1;\nf(a);", "const b = 1;\nf(b);"),
    "a nested function": (
        "local names",
        "function f() { function g() {} return g; }",
        "function f() { function h() {} return h; }",
    ),
    "a key": (
        "local names",
        "function f() { const a = 1; return { a }; }",
        "function f() { const b = 1; return { b }; }",
    ),
    "a key that is taken out": (
        "local names",
        "function f(o) { const { a } = o; return a; }",
        "function f(o) { const { b } = o; return b; }",
    ),
    "a name that is called": (
        "local names",
        "function f() { const a = 1; return g(a); }",
        "function f() { const g = 1; return g(g); }",
    ),
    "an outer name": (
        "local names",
        "function f() { const a = 1; return () => { const b = 2; return a + b; }; }",
        "function f() { const a = 1; return () => { const a = 2; return a + a; }; }",
    ),
    "an element": (
        "local names",
        "function f() { const A = g(); return <A/>; }",
        "function f() { const a = g(); return <a/>; }",
    ),
}

ASKED: dict[str, Case] = {
    "a page of an interface": (
        "docstrings",
        "/**\n * @openapi\n * /a: {}\n */\nf();",
        "/**\n * @openapi\n * /b: {}\n */\nf();",
    ),
    "a field": ("annotations", "class A { f() {} }", "class A { b: string; f() {} }"),
    "a class with decorators": (
        "annotations",
        "@injectable()\nclass A { constructor(b) { f(b); } }",
        "@injectable()\nclass A { constructor(b: B) { f(b); } }",
    ),
    "the object of a call": ("imports", "import * as a from 'a';\na.f();", "import { f } from 'a';\nf();"),
    "eval": (
        "local names",
        "function f() { const a = 1; return eval('a'); }",
        "function f() { const b = 1; return eval('a'); }",
    ),
}


def _path(name: str, text: str) -> str:
    return "a.tsx" if "<" in text and "elem" in name else "a.ts"


@pytest.mark.parametrize("name", SAME)
def test_nothing_is_said_of_what_may_change(name: str) -> None:
    kind, before, after = SAME[name]
    assert said(before, after, kind, path=_path(name, before)) == []


@pytest.mark.parametrize("name", REFUSED)
def test_what_may_not_change_is_refused(name: str) -> None:
    kind, before, after = REFUSED[name]
    assert verdict(before, after, kind, path=_path(name, before)) == "refuse"


@pytest.mark.parametrize("name", ASKED)
def test_what_may_change_and_means_something_is_asked_about(name: str) -> None:
    kind, before, after = ASKED[name]
    assert verdict(before, after, kind, path=_path(name, before)) == "ask"


def test_what_jsx_is_turned_into_is_not_taken_for_unused() -> None:
    before = "import React from 'react';\nexport const a = <b/>;"
    assert verdict(before, "export const a = <b/>;", "imports", path="a.tsx") == "ask"


def test_a_text_that_is_not_valid_says_why() -> None:
    assert "not valid typescript (line 1" in form("typescript", "f(;", frozenset(KINDS), Surroundings()).reason


def test_deep_nesting_is_no_danger() -> None:
    deep = "x = " + "[" * 20_000 + "]" * 20_000
    assert verdict(deep, f"{deep};", "formatting", path="a.js") == ""


PROGRAM = """
const a = b ( c , [ 1 , , 2 ] ) ; function f ( x = 1 , { y , z : w = 2 } , ... r ) { if ( ! x && y > 3 ) { return
w ** 2 ; } else { for ( const i of r ) { g ( i ?. k , `a ${ i } b` ) ; } } } class A extends B { # p = 1 ; m ( ) {
return this . # p ; } static s = / x+ /g ; } export default async ( ) => { await f ( 'q' ) ; } ;
"""
WORDS = PROGRAM.split()
SWAPS = {"1": "2", "!": "-", "&&": "||", ">": ">=", "3": "4", "await": "void", "'q'": "'r'", "B": "C", "i": "j"}
SWAPS |= {"**": "*", "?.": ".", "const": "let", "+/g": "+/", "k": "l", "this": "super", "y": "v", "w": "u"}
LAYOUTS = st.lists(st.sampled_from([" ", "\n", "  ", " /* c */ ", "\t"]), min_size=len(WORDS), max_size=len(WORDS))
_TIGHT = frozenset(
    {"return", "#", "/", "async", "await", "export", "static", "`a", "${", "b`", "}", "x+", "i"}
)  # a line end or more may change it


def _laid_out(blanks: list[str]) -> str:
    pairs = zip(WORDS, blanks, strict=True)
    return "".join(
        word + (" " if word in _TIGHT and word != "#" else "" if word == "#" else blank) for word, blank in pairs
    )


@settings(deadline=None)
@given(LAYOUTS)
def test_every_layout_of_a_program_is_the_same(blanks: list[str]) -> None:
    plain = _laid_out([" "] * len(WORDS))
    assert said(plain, _laid_out(blanks), "formatting", "comments", path="a.js") == []


@pytest.mark.parametrize("at", [at for at, word in enumerate(WORDS) if word in SWAPS])
def test_every_mutation_of_a_program_is_another(at: int) -> None:
    plain = " ".join(WORDS).replace("# ", "#")
    other = " ".join([*WORDS[:at], SWAPS[WORDS[at]], *WORDS[at + 1 :]]).replace("# ", "#")
    assert verdict(plain, other, "formatting", "comments", "imports", path="a.js") == "refuse"
