"""What counts as a syntax error in JavaScript and TypeScript, and what must not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repo_scan import outline_texts
from repo_scan.outline import Outline
from tests.repo_scan.web import outline_of, symbols


@pytest.mark.parametrize("path", ["a.js", "a.ts", "a.tsx"])
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("function f(a {}\n", 1),
        ("let x = 1;\nif (x {\n}\n", 2),
        ("let x = ;\n", 1),
        ("class A {\n  m( {}\n}\n", 2),
        ("let x = [1, 2;\n", 1),
        ("let s = 'unfinished\n", 1),
        ("<<<<<<< HEAD\nlet x = 1;\n=======\nlet x = 2;\n>>>>>>> side\n", 1),
        ("def f(): pass\n", 1),
        ("let x = 1;\n}\n", 2),
        ("import { a from './a';\n", 1),
        ("export type * from './a';\nlet x = ;\n", 2),  # newer syntax hides nothing
    ],
)
def test_invalid_text_is_a_fault_at_its_line(text: str, line: int, path: str) -> None:
    faults = outline_of(text, path).faults
    assert faults
    assert faults[0].line == line
    assert faults[0].message


BOTH = [
    "", "\n\n", "// only words\n", "#!/usr/bin/env node\nf();\n", "'use strict'\nf()\n", "let x = 1",
    "class A { #x = 1; static #y() {} static { } get z() {} set z(v) {} async *g() {} 'a' = 1; [b] = 2 }",
    "class A { accessor x = 1; static accessor y = 2 }",
    "if (#x in obj) {}", "let r = /[\\p{L}--[a-z]]/v;", "let big = 1_000n;", "a ??= b; a ||= b; a &&= b; a **= 2;",
    "let x = a?.b?.[0]?.(1) ?? c;", "async function f() { for await (const x of y) {} }", "try {} catch {}",
    "let o = { async *g() {}, get a() { return 1 }, set a(v) {}, [b]: 1, 'c': 2, ...d, async, get, set };",
    "let get = 1, set = 2, async = 3, of = 4, from = 5; get = 1; set(2); of(1);",
    "await x;", "new.target; import.meta.url;", "label: while (1) { break label; }", "var a = b\n;[1].map(x => x)",
    "@dec class A { @d m() {} }", "@dec export class A {}", "export @dec class A {}", "using x = f();",
    "import a from './a.json' with { type: 'json' };", "export * from './a' with { type: 'json' };",
    "import defer * as q from './a';", "export { x as 'string name' };", "export { x as const, y as if };",
    "let s = 'line \\\ncontinued';", "let x = `a ${b} c ${`nested ${d}`}`;", "a = b\n++c", "using.x(); f(using);",
    "for (async of => {}; i < 10; ++i) { f() }", "for (of of xs) {}", "for (async = 1; async < 3; async++) {}",
]  # fmt: skip
TYPED = [
    "export type * from './x';", "export type * as ns from './x';", "import type X = require('./x');",
    "export import a = require('a');", "import fs = require('fs'); export = fs;", "import A = B.C;",
    "class A { declare x: string; override y(): void {} protected readonly #z = 1 }",
    "function f<const T extends readonly unknown[]>(x: T): asserts x is T {}", "type T = abstract new () => void;",
    "interface I<in out T, out U> { get x(): number; set x(v: number); new (a: string): I<T>; (): void }",
    "type A<\n  /** What. */\n  out T extends B = C,\n> = T;",
    "type A = T extends infer U extends string ? U : never;", "type A = `a${string}b`;",
    "type A = import('./x').B<string>;", "let x: import('./x').B[] = [];", "type A = typeof import('./x');",
    "type A = { readonly [K in keyof T as `get${K}`]-?: T[K] };", "type A = [a: string, b?: number, ...c: boolean[]];",
    "let x = y satisfies Z;", "let x = y!.z?.[0]!;", "let x = f<string>;", "const enum E { A = 1 << 2, 'C-D' }",
    "declare global { interface I { a: string } }", "declare module '*.svg' { const c: string; export default c; }",
    "export default function (): { a: string };", "namespace A.B.C { export const x = 1 }",
    "abstract class A { abstract x: number; constructor(private readonly x: string, public y?: number); }",
    "@Component({ a: 1 }) class A { @Input() x: string; constructor(@Inject(X) private x: X) {} }",
    "function f(this: Window, a?: string): a is string { return true }", "let type = 1; type = foo(type, module);",
    "interface I { abstract: boolean; type: string; delete(): void }", "let f = async <T,>(x: T): Promise<T> => x;",
]  # fmt: skip


@pytest.mark.parametrize("text", BOTH)
@pytest.mark.parametrize("path", ["a.js", "a.ts", "a.tsx"])
def test_valid_text_has_no_fault_even_if_it_is_newer_than_the_grammar(text: str, path: str) -> None:
    assert outline_of(text, path).faults == ()


@pytest.mark.parametrize("text", TYPED)
@pytest.mark.parametrize("path", ["a.ts", "a.tsx", "a.d.ts"])
def test_valid_types_have_no_fault(text: str, path: str) -> None:
    assert outline_of(text, path).faults == ()


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("let x = <div className='a' {...p}>{/* c */}&nbsp;<></><A.B x-y={1} /></div>;", "a.jsx"),
        ("let x = <A<string> on={(e) => e}>it's {b}</A>;", "a.tsx"),
        ("let x = <any>y;", "a.ts"),
    ],
)
def test_markup_and_assertions_are_valid_where_they_belong(text: str, path: str) -> None:
    assert outline_of(text, path).faults == ()


def test_what_the_grammar_does_not_know_keeps_its_words_and_places() -> None:
    text = "export type * from './x';\nclass A { accessor; accessor name = 1 }\nexport default function (): void;\n"
    found = outline_of(text)
    assert [(symbol.name, symbol.line) for symbol in found.symbols] == [
        ("A", 2), ("A.accessor", 2), ("A.name", 2), ("default", 3)
    ]  # fmt: skip
    assert [(item.module, item.kind) for item in found.imports] == [("./x", "type-only")]
    assert set(found.exports or ()) == {"*", "default"}


def test_whatever_can_be_told_of_a_broken_file_is_told() -> None:
    found = outline_of(
        "import a from './a';\n\nfunction good() { a(); }\n\nfunction bad( {\n\nfunction alsoGood() {}\n"
    )
    assert not found.parsed
    assert [item.module for item in found.imports] == ["./a"]
    assert "good" in {symbol.name for symbol in found.symbols}


DEEP = {
    "parentheses.ts": "let x = " + "(" * 2000 + "1" + ")" * 2000 + ";",
    "brackets.js": "let x = " + "[" * 100_000 + "]" * 100_000 + ";",
    "open.ts": "let x = " + "[" * 100_000,
    "sum.js": "let x = " + " + ".join(["1"] * 20_000) + ";",
    "calls.js": "a" + ".b()" * 20_000 + ";",
    "elses.ts": "if (a) {}\n" + "".join(f"else if (b{n}) {{}}\n" for n in range(3000)),
    "members.js": "exports.a = " * 3000 + "1;",
    "functions.js": "(function () {" * 1000 + "require('./a');" + "})();" * 1000,
    "markup.tsx": "let x = " + "<a>" * 2000 + "</a>" * 2000 + ";",
    "methods.ts": "class A {\n" + "  m() { return 1; }\n" * 15_000 + "}\n",
    "tests.js": "it('a', () => {\n" * 1500 + "expect(1);\n" + "});\n" * 1500,
    "types.ts": "type T = " + "A<" * 2000 + "B" + ">" * 2000 + ";",
}


def test_what_is_nested_deeply_or_very_long_costs_at_most_that_file() -> None:
    outlines = outline_texts(DEEP | {"fine.ts": "function f() {}"})
    assert outlines.keys() == DEEP.keys() | {"fine.ts"}
    assert symbols("function f() {}") == {symbol.name: symbol for symbol in outlines["fine.ts"].symbols}
    assert not outlines["open.ts"].parsed
    assert outlines["sum.js"].parsed
    assert outlines["brackets.js"].parsed
    assert len(outlines["methods.ts"].symbols) == 15_001
    assert len(outlines["tests.js"].tests) == 1500
    assert [item.kind for item in outlines["functions.js"].imports] == ["runtime"]


def test_nul_characters_and_lone_surrogates_break_nothing() -> None:
    outlines = outline_texts(
        {"a.ts": "let x = 1;\0\nlet y = 2;\n", "b.js": "let x = '\ud800';\nexport { x as '\ud800' };"}
    )
    assert all(isinstance(one, Outline) for one in outlines.values())
    assert "x" in {symbol.name for symbol in outlines["b.js"].symbols}


PIECES = [
    "function f", "(", ")", "{", "}", "=>", "\n", " ", "x", " = ", "'", '"', "`", "${", "/*", "*/", "/**", "//",
    "import ", " from ", "export ", "default ", "class ", "[", "]", "<", ">", "/", "\\", "é", "@", ";", "require",
    "type ", "exports",
    ".", ":", "as ", "const ", "enum ", "accessor ", "interface ", "namespace ", "declare ", "it", "describe", ",",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join), st.sampled_from(["a.js", "a.ts", "a.tsx"]))
def test_no_text_breaks_the_outline(text: str, path: str) -> None:
    found = outline_of(text, path)
    assert all(1 <= symbol.line <= symbol.end_line <= text.count("\n") + 1 for symbol in found.symbols)
    assert all(fault.message for fault in found.faults)


MATCHED = [
    "const a = <ul className='x'>{items.map((i) => <li key={i}>{i}</li>)}</ul>;",
    "const a = <></>;", "const a = <A.B x={<b />}>text</A.B>;", "const a = <ns:x>a</ns:x>;", "const a = < A >b</ A >;",
    "const a = <T,>(x: T) => x;", "const a = b < c, d = e > f;",
]  # fmt: skip


@pytest.mark.parametrize("text", MATCHED)
def test_nothing_is_forbidden_where_tags_match(text: str) -> None:
    assert outline_of(text, "a.tsx").forbidden == ()


@pytest.mark.parametrize("path", ["a.tsx", "a.jsx"])
@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("const a = (\n  <nav>\n    <b>x</b>\n  </ul>\n);", 4, "<nav> is closed by </ul>"),
        ("const a = <>\n</b>;", 2, "<> is closed by </b>"),
        ("const a = <A.B></A.C>;", 1, "<A.B> is closed by </A.C>"),
        ("const a = <div>{b && <i>x</b>}</div>;", 1, "<i> is closed by </b>"),
    ],
)
def test_an_element_that_is_closed_by_another_name_is_forbidden(text: str, line: int, words: str, path: str) -> None:
    outline = outline_of(text, path)
    [fault] = outline.forbidden
    assert (outline.faults, fault.line, fault.message) == ((), line, words)
