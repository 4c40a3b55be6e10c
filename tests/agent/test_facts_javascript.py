"""The gates at work on TypeScript: what the scan tells of it is enough to refuse a loss."""

import pytest

from agent.facts import facts_of_texts
from applier.facts import Facts
from applier.gates import check
from applier.scope import Declared, Problem, Scope
from repo_scan import OutlineCache

CART = """/** Sums up. */
export function total(xs: number[]): number {
  return xs.reduce((a, b) => a + b, 0);
}
export class Cart {
  add(x: number): void {}
}
"""
TESTS = """import { total } from './cart';
describe('cart', () => {
  it('adds', () => { expect(total([1])).toBe(1); });
});
"""
BEFORE = {"cart.ts": CART, "cart.test.ts": TESTS}
REFORMATTED = CART.replace("(xs: number[])", "(\n  xs: number[],\n)").replace(
    "add(x: number): void {}", "add(x: number): void {\n  }"
)


def problems(after: dict[str, str], *removed: Declared) -> tuple[Problem, ...]:
    cache = OutlineCache()
    facts = Facts(facts_of_texts(BEFORE, cache), facts_of_texts(after, cache))
    return check(BEFORE, after, facts, Scope(tuple(BEFORE), tuple(after.keys() - BEFORE.keys()), removed=removed))


@pytest.mark.parametrize(
    ("path", "old", "new", "gate", "severity", "word"),
    [
        ("cart.ts", "return xs", "return (xs", "parse", "refuse", "typescript"),
        ("cart.ts", "export class Cart {\n  add(x: number): void {}\n}\n", "", "loss", "refuse", "`Cart`"),
        ("cart.ts", "add(x: number): void {}", "", "loss", "refuse", "`Cart.add`"),
        ("cart.ts", "/** Sums up. */\n", "", "loss", "ask", "`total`"),
        (
            "cart.ts",
            "return xs.reduce((a, b) => a + b, 0);",
            "// ... existing code ...",
            "elision",
            "refuse",
            "existing",
        ),
        ("cart.test.ts", "it('adds'", "xit_('adds'", "loss", "refuse", "`cart.adds`"),
    ],
)
def test_what_a_rewrite_lost_or_broke_is_told(
    path: str, old: str, new: str, gate: str, severity: str, word: str
) -> None:
    assert old in BEFORE[path]
    found = problems({**BEFORE, path: BEFORE[path].replace(old, new)})
    assert (found[0].gate, found[0].severity, found[0].path) == (gate, severity, path)
    assert word in found[0].message


@pytest.mark.parametrize(
    "after",
    [
        BEFORE,
        {**BEFORE, "cart.ts": REFORMATTED},
        {**BEFORE, "cart.ts": CART.replace("export function total", "export const total = function")},
        {**BEFORE, "cart.ts": CART + "export type Sum = number;\n"},
        {**BEFORE, "cart.ts": "export * from './sums';\n", "sums.ts": CART},
        {**BEFORE, "cart.test.ts": TESTS.replace("describe('cart'", "describe('sums'")},
        {
            **BEFORE,
            "cart.ts": "export type * from './types';\nexport { total as default } from './sums';\n",
            "sums.ts": CART,
        },
    ],
)
def test_what_is_all_still_there_is_accepted(after: dict[str, str]) -> None:
    assert problems(after) == ()


def test_a_declared_removal_is_accepted() -> None:
    after = {**BEFORE, "cart.ts": CART.partition("export class")[0]}
    assert problems(after, Declared("cart.ts", "Cart", "nobody fills it")) == ()
