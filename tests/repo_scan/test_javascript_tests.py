"""Tests of JavaScript and TypeScript texts, as their test runners would find them."""

import pytest

from repo_scan.paths import is_test
from tests.repo_scan.web import outline_of


def found_in(text: str) -> list[tuple[str, int, bool]]:
    return [(test.name, test.assertions, test.skipped) for test in outline_of(text, "a.test.ts").tests]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("test('adds', () => { expect(1).toBe(1); expect(a).not.toBe(2); });", [("adds", 2, False)]),
        ("it('adds', function () { assert.equal(1, 1); assert(a); });", [("adds", 2, False)]),
        ("test('adds', t => { t.plan(2); t.assert.strictEqual(1, 1); t.assert.ok(a); });", [("adds", 2, False)]),
        ("test('adds', t => { t.plan(2); u.assert.equal(1, 1); t.other.assert.ok(a); });", [("adds", 0, False)]),
        ("describe('cart', () => { it('adds', async () => {}); });", [("cart.adds", 0, False)]),
        ("describe('a', () => { describe('b', () => { it('c', () => {}); }); it('d', () => {}); });",
         [("a.b.c", 0, False), ("a.d", 0, False)]),
        ("it('gives 1.5', () => {});", [("gives 1·5", 0, False)]),
        ("it.skip('a', () => {}); xit('b', () => {}); test.todo('c');", [(name, 0, True) for name in "abc"]),
        ("describe.skip('a', () => { it('b', () => {}); });", [("a.b", 0, True)]),
        ("it.each([[1], [2]])('a %s', (n) => { expect(n).toBe(n); });", [("a %s", 1, False)]),
        ("it.each`x`('a', () => {}); it.only('b', () => {}); it.concurrent('c', () => {});",
         [(name, 0, False) for name in "abc"]),
        ("test(`a ${b}`, () => {});", [("a ${b}", 0, False)]),
        ("test('a', t => { t.is(1, 1); t.deepEqual(a, b); t.plan(2); });", [("a", 2, False)]),
        ("test('a', { skip: true }, () => {});", [("a", 0, True)]),
        ("Deno.test('a', () => { assertEquals(1, 1); });", [("a", 1, False)]),
        ("test.describe('a', () => { test('b', async ({ page }) => { await expect(page).toHaveTitle('c'); }); });",
         [("a.b", 1, False)]),
        ("it('a', () => { x.should.equal(1); request(app).get('/').expect(200); });", [("a", 2, False)]),
        ("it('a', check);", [("a", 0, False)]),
    ],
)  # fmt: skip
def test_tests_are_found(text: str, found: list[tuple[str, int, bool]]) -> None:
    assert found_in(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "/a/.test(b);",
        "regex.test('a', () => {});",
        "test();",
        "test('a');",
        "test(1, () => {});",
        "describe('a', () => {});",
        "beforeEach(() => { expect(1).toBe(1); });",
        "function it(name, body) {}",
        "suite.test.it = 1;",
        "// it('a', () => {});",
        "audit('a', () => {});",
    ],
)
def test_what_only_looks_like_a_test_is_none(text: str) -> None:
    assert found_in(text) == []


@pytest.mark.parametrize(
    "path",
    ["src/cart.test.ts", "cart.spec.js", "cart.test.tsx", "src/__tests__/cart.ts", "__mocks__/fs.js", "test/a.mjs",
     "a.e2e.ts"],
)  # fmt: skip
def test_files_of_tests_are_told_by_their_path(path: str) -> None:
    assert is_test(path)


@pytest.mark.parametrize(
    "path", ["src/cart.ts", "src/testing.ts", "contest.js", "spec.ts", "src/latest/a.ts", "a.test.md"]
)
def test_other_files_are_no_tests(path: str) -> None:
    assert not is_test(path)
