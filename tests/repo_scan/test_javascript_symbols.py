"""Definitions of a JavaScript or TypeScript text, and what is told of each."""

import pytest

from repo_scan.languages import language_of
from tests.repo_scan.web import outline_of, symbols

MEMBERS = """
    class Cart<T> extends Base<T> implements Sum {
        static #count = 0;
        items: T[] = [];
        constructor(private readonly shop: Shop) { super(); }
        get total(): number { return 0; }
        private _tax() {}
        add = (item: T): void => {};
        abstract drop(): void;
        [Symbol.iterator]() {}
    }
"""


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a.js", "javascript"), ("a.mjs", "javascript"), ("a.cjs", "javascript"), ("a.jsx", "javascript"),
        ("a.ts", "typescript"), ("a.mts", "typescript"), ("a.cts", "typescript"), ("a.d.ts", "typescript"),
        ("a.tsx", "tsx"), ("a.json", None), ("a.vue", None), ("js", None), (".js", "javascript"),
    ],
)  # fmt: skip
def test_the_language_is_told_by_the_ending(path: str, language: str | None) -> None:
    assert language_of(path) == language


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("function f() {}", {"f": "function"}),
        ("async function* f() {}", {"f": "function"}),
        ("const f = () => 1;", {"f": "function"}),
        ("const f = x => x;", {"f": "function"}),
        ("const f = async function named() {};", {"f": "function"}),
        ("const C = class {};", {"C": "class"}),
        ("let a = 1, b;", {"a": "variable", "b": "variable"}),
        ("var f = (function () {});", {"f": "function"}),
        ("const { a, b: { c = 1 }, ...d } = e;", dict.fromkeys("acd", "variable")),
        ("const [a, , [b]] = e;", dict.fromkeys("ab", "variable")),
        ("let o = { get() {}, put: () => 1, n: 2 };", {"o": "variable", "o.get": "method", "o.put": "method"}),
        ("const api = { get() {} } as const;", {"api": "variable", "api.get": "method"}),
        ("export default function () {}", {"default": "function"}),
        ("export default class {}", {"default": "class"}),
        ("export default () => 1;", {"default": "function"}),
        ("export default { a: 1, m() {} };", {"default": "variable", "default.m": "method"}),
        ("export default class Cart {}", {"Cart": "class"}),
        ("interface I { a: string; m(): void }", {"I": "class", "I.a": "attribute", "I.m": "method"}),
        ("enum E { A, B = 2, 'c-d' }", {"E": "class", "E.A": "attribute", "E.B": "attribute", "E.c-d": "attribute"}),
        ("type T = string;", {"T": "variable"}),
        ("namespace N { export const a = 1; function f() {} }", {"N": "class", "N.a": "variable", "N.f": "function"}),
        ("declare module 'm' { function f(): void; }", {"m": "class", "m.f": "function"}),
        ("declare global { interface I { a: string } }", {"global.I": "class", "global.I.a": "attribute"}),
        ("declare function f(): void;", {"f": "function"}),
        ("declare const a: string;", {"a": "variable"}),
        ("exports.a = function () {};", {"a": "function"}),
        ("exports.a = exports.b = 1;", {"a": "variable", "b": "variable"}),
        ("module.exports = function name() {};", {"name": "function"}),
        ("module.exports = class {};", {"default": "class"}),
        ("module.exports = { a, m() {} };", {"m": "function"}),
        ("exports = module.exports = () => 1;", {"default": "function"}),
        ("function A() {}\nA.prototype.m = function () {};", {"A": "function", "A.m": "method"}),
        ("@d export class A { @d m() {} }", {"A": "class", "A.m": "method"}),
        ("if (a) { function f() {} } else if (b) g(); else { function h() {} }", dict.fromkeys("fh", "function")),
        ("if (a) function f() {}", {"f": "function"}),
        ("try { var f = () => 1; } catch (e) { function g() {} } finally { { function h() {} } }",
         dict.fromkeys("fgh", "function")),
        ("if (a) { var b = 1, c; exports.d = () => 1; A.prototype.m = function () {}; }",
         {"b": "variable", "c": "variable", "d": "function", "A.m": "method"}),
        ("namespace N { if (a) { function f() {} } }", {"N": "class", "N.f": "function"}),
    ],
)  # fmt: skip
def test_definitions_are_found(text: str, found: dict[str, str]) -> None:
    assert {symbol.name: symbol.kind for symbol in outline_of(text).symbols} == found


def test_many_branches_after_each_other_are_no_depth() -> None:
    text = "if (a) { function f() {} }" + " else if (b) { function g() {} }" * 3000
    assert len(outline_of(text).symbols) == 3001


def test_members_of_a_class_are_methods_and_attributes() -> None:
    assert {name: symbol.kind for name, symbol in symbols(MEMBERS).items()} == {
        "Cart": "class", "Cart.#count": "attribute", "Cart.items": "attribute", "Cart.constructor": "method",
        "Cart.total": "method", "Cart._tax": "method", "Cart.add": "method", "Cart.drop": "method",
        "Cart.[Symbol.iterator]": "method",
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "",
        "import a from './a';",
        "const a = require('./a');",
        "const { a, b: c } = require('./a').d;",
        "const a = await import('./a');",
        "if (a) { const x = 1; class A {} }",
        "try { let f = () => 1; type T = string; enum E { A } } catch ({ message }) { b(); }",
        "if (a) { f(function g() {}); } else b = () => 1;",
        "while (a) { function f() {} } for (const x of y) { function f() {} } switch (a) { case 1: function f() {} }",
        "if (a) { var b = require('./b'); }",
        "(function () { var x = 1; function f() {} })();",
        "a.b = 1; a[0] = 2; f().c = () => 1;",
        "module.exports = require('./a');",
        "module.exports = a;",
        "export default a;",
        "export { a, b as c };",
        "export * from './a';",
        "a += 1; f(function () {}); for (const x of y) {}",
        "// function f() {}",
    ],
)
def test_what_defines_nothing_of_its_own_is_none(text: str) -> None:
    assert outline_of(text).symbols == ()


@pytest.mark.parametrize(
    ("text", "name", "signature"),
    [
        ("function f( a , b=2,...c ) {}", "f", "(a, b = 2, ...c)"),
        ("const f = async x => x;", "f", "async (x)"),
        ("function* f<T extends object>(a: T[], b?: Map<string, T>): void {}", "f",
         "*<T extends object>(a: T[], b?: Map<string, T>): void"),
        ("function f({ a, b = 1 }: { a: string; b: number }, [c]: string[]) {}", "f",
         "({ a, b = 1 }: { a: string; b: number }, [c]: string[])"),
        ("class A<T> extends B<T> implements C, D {}", "A", "<T> extends B<T> implements C, D"),
        ("interface I extends J, K {}", "I", " extends J, K"),
        ("let a: string | null = null;", "a", "string | null"),
        ("type T<K> = | 'a' | K;", "T", '<K>"a" | K'),
        ("class A { m(a: -1): this is B {} }", "A.m", "(a: -1): this is B"),
        ("const f = (g: (a: string) => void, h: A extends B ? C : D) => 1;", "f",
         "(g: (a: string) => void, h: A extends B ? C : D)"),
    ],
)  # fmt: skip
def test_signatures_are_spelled_one_way(text: str, name: str, signature: str) -> None:
    assert symbols(text)[name].signature == signature


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("function f(a, b) {}", "function f(\n  a,\n  b,\n) {\n}"),
        ("const f = (a) => 1;", "const f = a => 1"),
        ("function f(a = 'x') {}", 'function f(a = "x") {}'),
        ("let o: { a: string; b: number };", "let o: {\n  a: string\n  b: number\n};"),
        ("let o: { a: string, b: number };", "let o: {\n  a: string;\n  b: number;\n};"),
        ("type T = 'a' | 'b';", 'type T =\n  | "a"\n  | "b";'),
    ],
)
def test_a_formatter_changes_no_signature(one: str, other: str) -> None:
    assert [symbol.signature for symbol in outline_of(one).symbols] == [
        symbol.signature for symbol in outline_of(other).symbols
    ]


@pytest.mark.parametrize(
    ("text", "exported"),
    [
        ("export function f() {}\nfunction g() {}", {"f"}),
        ("function f() {}\nfunction g() {}\nexport { f as other };", {"f"}),
        ("class A { m() {} #p() {} private q() {} _r() {} }\nexport default A;", {"A", "A.m"}),
        ("export default function () {}", {"default"}),
        ("function f() {}\nexport = f;", {"f"}),
        ("function f() {}\nfunction g() {}\nmodule.exports = { f };", {"f"}),
        ("function f() {}\nmodule.exports = f;\nfunction g() {}", {"f"}),
        ("function f() {}\nexports.other = f;\nfunction g() {}", {"f"}),
        ("import a from './a';\nfunction f() {}", set()),
        ("const a = require('a');\nfunction f() {}", set()),
        ("function f() {}", {"f"}),  # a script: what it defines is there for all
        ("export const { a, b } = c;\nconst d = 1;", {"a", "b"}),
        ("namespace N { export const a = 1; const b = 2; }\nexport { N };", {"N", "N.a"}),
        ("declare module 'm' { function f(): void }\nexport {};", {"m", "m.f"}),
    ],
)
def test_exported_is_what_others_can_get_at(text: str, exported: set[str]) -> None:
    assert {symbol.name for symbol in outline_of(text).symbols if symbol.exported} == exported


@pytest.mark.parametrize(
    ("text", "exports"),
    [
        ("export const a = 1, b = 2; export { c as d }; export default e;", ("a", "b", "d", "default")),
        ("export * from './x'; export * as y from './y'; export { z } from './z';", ("*", "y", "z")),
        ("exports.a = 1; module.exports.b = 2;", ("a", "b")),
        ("module.exports = { a, b: c };", ("default", "a", "b")),
        ("import './a';", ()),
        ("f();", None),
    ],
)
def test_the_names_that_others_see_are_listed(text: str, exports: tuple[str, ...] | None) -> None:
    assert outline_of(text).exports == exports


def test_spans_and_marks_take_in_decorators_and_modifiers() -> None:
    text = "@injectable()\nexport class A {\n  @input()\n  static x: string;\n\n  @d private async m() {\n  }\n}\n"
    found = symbols(text)
    assert (found["A"].line, found["A"].end_line, found["A"].decorators) == (1, 8, ("injectable()",))
    assert (found["A.x"].line, found["A.x"].decorators) == (3, ("input()", "static"))
    assert (found["A.m"].line, found["A.m"].end_line, found["A.m"].decorators) == (6, 7, ("d", "private"))


@pytest.mark.parametrize(
    ("text", "name", "docstring"),
    [
        ("/** Adds. */\nfunction f() {}", "f", "Adds."),
        ("/**\n * Adds up.\n *\n * @param a - one\n */\nexport const f = (a) => a;", "f", "Adds up.\n\n@param a - one"),
        ("class A {\n  /** Does. */\n  @d\n  m() {}\n}", "A.m", "Does."),
        ("interface I {\n  /** What. */\n  a: string;\n}", "I.a", "What."),
        ("// Adds.\nfunction f() {}", "f", None),
        ("/* Adds. */\nfunction f() {}", "f", None),
        ("/** Adds. */\n// really\nfunction f() {}", "f", None),
        ("/** Of g. */\nfunction g() {}\nfunction f() {}", "f", None),
    ],
)
def test_the_docstring_is_the_block_before(text: str, name: str, docstring: str | None) -> None:
    assert symbols(text)[name].docstring == docstring


@pytest.mark.parametrize(
    ("text", "docstring"),
    [
        ("/** Sums of carts. */\nimport a from './a';", "Sums of carts."),
        ("#!/usr/bin/env node\n/** Sums. */\n\nfunction f() {}", "Sums."),
        ("/**\n * @fileoverview Sums.\n */\nfunction f() {}", "Sums."),
        ("/** Of f. */\nfunction f() {}", None),
        ("/** @license MIT */\nimport a from './a';", None),
        ("/* Sums. */\nimport a from './a';", None),
        ("import a from './a';\n/** Sums. */", None),
        ("", None),
    ],
)
def test_a_file_is_described_by_a_block_of_its_own(text: str, docstring: str | None) -> None:
    assert outline_of(text).docstring == docstring


def test_a_byte_order_mark_a_hash_bang_and_wide_characters_move_nothing() -> None:
    found = symbols("#!/usr/bin/env node\nconst π = 'ünïcode 🎉';\nfunction größe(ä) {}\n", "a.js")
    assert (found["größe"].line, found["größe"].signature) == (3, "(ä)")
    assert found["π"].line == 2
