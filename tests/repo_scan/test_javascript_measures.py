"""Measures, words and comments of JavaScript and TypeScript texts."""

import pytest

from tests.repo_scan.web import outline_of, symbols

BODY = "{ let sum = 0; for (const x of xs) { sum += x.cents * x.count; } return sum; }"


def fingerprint(text: str, name: str = "f") -> str:
    return symbols(text, "a.ts")[name].fingerprint


@pytest.mark.parametrize(
    "other",
    [
        f"function g(xs) {BODY}",
        f"export function g(xs) {BODY}",
        f"/** Adds. */\nfunction g(xs) {BODY}",
        f"function g(xs) {BODY}".replace("; ", ";\n  "),
        f"function g(xs) {BODY}".replace("; }", " }").replace("; ", "\n"),
        f"function g(xs) {BODY}".replace("sum = 0", "/* none */ sum = 0"),
        f"function g(xs,) {BODY}",
    ],
)
def test_functions_alike_but_for_name_and_layout_have_one_fingerprint(other: str) -> None:
    mine = fingerprint(f"function f(xs) {BODY}")
    assert mine
    assert fingerprint(other, "g") == mine


@pytest.mark.parametrize(
    "other",
    [
        f"function g(xs) {BODY}".replace("*", "+"),
        f"function g(xs) {BODY}".replace("= 0", "= 1"),
        f"function g(ys) {BODY}",
        f"function g(xs, y) {BODY}",
        f"function g(xs) {BODY}".replace("} return sum;", "return sum; }"),
        f"async function g(xs) {BODY}",
    ],
)
def test_functions_that_do_other_things_have_other_fingerprints(other: str) -> None:
    assert fingerprint(other, "g") != fingerprint(f"function f(xs) {BODY}")


@pytest.mark.parametrize("text", ["function f() {}", "const f = x => x;", "function f(a: string): void;", "let f = 1;"])
def test_trivial_functions_have_none(text: str) -> None:
    assert fingerprint(text) == ""


@pytest.mark.parametrize(
    ("body", "complexity", "nesting"),
    [
        ("", 1, 0),
        ("if (a) { b(); } else if (c) { d(); } else { e(); }", 3, 1),
        ("return a && b || c ?? d;", 4, 0),
        ("return a ? b : c;", 2, 0),
        ("for (;;) { while (a) { do { b(); } while (c); } }", 4, 3),
        ("try { a(); } catch { b(); } finally { c(); }", 2, 1),
        ("switch (a) { case 1: case 2: b(); break; default: c(); }", 3, 1),
        ("for (const a of b) {}", 2, 1),
    ],
)
def test_complexity_and_nesting_are_counted(body: str, complexity: int, nesting: int) -> None:
    for text in (f"function f() {{ {body} }}", f"const f = () => {{ {body} }};"):
        found = symbols(text)["f"]
        assert (found.complexity, found.nesting) == (complexity, nesting)


@pytest.mark.parametrize(
    ("text", "used", "unused"),
    [
        ("import { a } from './a';", set(), {"a"}),
        ("export { a } from './a';", set(), {"a"}),
        ("function f(a) { return b.c(d); }", {"a", "b", "c", "d"}, {"f"}),
        ("const x = { y, z: 1 };", {"y", "z"}, {"x"}),
        ("let x: T = y as U.V;", {"T", "U", "V", "y"}, {"x"}),
        ("class A extends B<C> { m() {} }", {"B", "C"}, {"A", "m"}),
        ("export { a as b };", {"a"}, set()),
        ("let x = <A.B c={d} />;", {"A", "B", "c", "d"}, {"x"}),
        ("/** @param {Cart} cart */\nfunction f(cart) {}", {"Cart"}, {"f"}),
        ("// Cart\nlet x = 'Basket';", set(), {"Cart", "Basket"}),
    ],
)
def test_references_are_the_identifiers_that_are_used(text: str, used: set[str], unused: set[str]) -> None:
    found = set(outline_of(text, "a.tsx").references)
    assert used <= found
    assert not unused & found


def test_comments_are_those_of_the_text_and_not_of_its_strings() -> None:
    text = "// one\nlet a = '// not';\n/* two\n   lines */\n/** three */\nf(`/* not */`); // four\n"
    assert [(note.line, note.text) for note in outline_of(text).comments] == [
        (1, "// one"), (3, "/* two\n   lines */"), (5, "/** three */"), (6, "// four")
    ]  # fmt: skip
