"""Criteria: which sentences a program decides, and what it decides."""

import pytest

from applier.gates.criteria import Outcome, is_met
from tests.gating import known

MONEY = """\
RATE = 7


def euros(cents):
    if cents:
        return cents / 100
    return 0
"""
CART = """\
from shop.money import euros
import shop.tax


class Cart:
    def total(self):
        return euros(1)
"""
TAX = """\
from . import cart
from .money import RATE

__all__ = ["rate"]


def rate():
    return RATE


def other():
    pass
"""
SCRIPT = """\
import { b } from "./lib/b";
import * as c from "c";

export class A {
  f() {}
}
export const g = () => b(c);
const h = 1;
"""
TEXTS = {
    "shop/money.py": MONEY,
    "shop/cart.py": CART,
    "shop/tax.py": TAX,
    "src/a.ts": SCRIPT,
    "docs/notes.md": "one\ntwo\n",
}
OTHERS = {"shop/old.py": "def euros(): pass\n"}
OUTCOME = Outcome(TEXTS, known(TEXTS), known(OTHERS), frozenset({"shop/gone.py"}))


@pytest.mark.parametrize(
    "sentence",
    [
        "lines(shop/money.py) <= 7",
        "shop/money.py has at most 7 lines",
        "`docs/notes.md` has no more than 2 lines.",
        "complexity(`euros`) <= 2",
        "The complexity of `euros` in shop/money.py is at most 2",
        "nesting(`euros`) <= 1",
        "The nesting of `Cart.total` of shop/cart.py is at most 0",
        "`euros` is in shop/money.py",
        "`euros` stands in shop/money.py only",
        "`euros` is only in shop/money.py",
        "`euros` and `RATE` stand in shop/money.py alone",
        "The function `euros` is defined in `shop/money.py`.",
        "shop/money.py defines `euros` and `RATE`",
        "shop/money.py holds the constant `RATE`",
        "shop/cart.py has a method `total`",
        "`euros` is in shop/old.py",
        "`euros` is not in shop/cart.py",
        "`total` is gone from shop/money.py",
        "There is no class `euros` in shop/money.py",
        "No function `euros` in shop/cart.py",
        "shop/cart.py no longer defines `euros`",
        "shop/cart.py holds no `euros`",
        "`Old` is not in shop/gone.py",
        "shop/tax.py exports `rate`",
        "src/a.ts exports `A` and `g`",
        "src/a.ts exports `g` as functions",
        "shop/cart.py exports `Cart` as classes",
        "shop/cart.py imports `euros` from shop.money",
        "shop/cart.py imports `euros` from shop/money.py",
        "shop/tax.py imports `RATE` from `shop.money`",
        "shop/cart.py imports shop.tax",
        "shop/cart.py imports `shop`.",
        "shop/cart.py and shop/tax.py import shop/money.py",
        "src/a.ts imports `b` from ./lib/b",
        "src/a.ts imports src/lib/b.ts",
        "src/a.ts imports `c`",
        "No import of shop.cart in shop/money.py",
        "There is no import of shop/cart.py in shop/money.py",
        "shop/money.py does not import shop/cart.py",
        "shop/money.py no longer imports `shop.cart`",
        "No cycle between shop/money.py and shop/cart.py",
        "There is no import cycle between shop/cart.py and shop/money.py",
        "shop/money.py and shop/cart.py do not import each other",
        "shop/cart.py exists",
        "shop/old.py is there",
        "shop/gone.py is gone",
        "There is no file shop/gone.py",
    ],
)
def test_a_sentence_that_is_true_is_met(sentence: str) -> None:
    assert is_met(sentence, OUTCOME) is True


@pytest.mark.parametrize(
    "sentence",
    [
        "lines(shop/money.py) <= 6",
        "shop/money.py has at most 2 lines",
        "complexity(`euros`) <= 1",
        "The nesting of `euros` in shop/money.py is at most 0",
        "`Cart` is in shop/money.py",
        "`euros` and `Cart` stand in shop/money.py",
        "`rate` stands in shop/money.py only",
        "The class `euros` is in shop/money.py",
        "`euros` is in shop/gone.py",
        "`euros` is not in shop/money.py",
        "There is no function `euros` in shop/money.py",
        "shop/money.py no longer defines `Cart` and `euros`",
        "shop/tax.py exports `other`",
        "src/a.ts exports `h`",
        "src/a.ts exports `A` as functions",
        "shop/cart.py imports `RATE` from shop.money",
        "shop/money.py imports `euros` from shop.money",
        "shop/money.py and shop/cart.py import shop/tax.py",
        "No import of shop.money in shop/cart.py",
        "shop/cart.py does not import shop/money.py",
        "No cycle between shop/cart.py and shop/tax.py",
        "shop/gone.py exists",
        "shop/cart.py is gone",
    ],
)
def test_a_sentence_that_is_not_true_is_not_met(sentence: str) -> None:
    assert is_met(sentence, OUTCOME) is False


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "The code is easier to read",
        "shop/cart.py imports it",
        "people/staff.py and people/guests.py import it",
        "shop/cart.py imports nothing from shop.tax that it does not use",
        "`Price` shows an amount, and both `Line` and `Sum` render it",
        "`validate` of forms/check.py has no nested `if`",
        "`euros` stands in shop/money.py, and `Cart` calls it",
        "`euros` stands in money",
        "shop/unknown.py defines `euros`",
        "`euros` is not in shop/unknown.py",
        "shop/unknown.py exports `a`",
        "shop/unknown.py imports shop.money",
        "shop/unknown.py exists",
        "lines(shop/old.py) <= 3",
        "complexity(`unknown`) <= 3",
        "docs/notes.md defines `one`",
        "No cycle between shop/cart.py and shop/unknown.py",
        "shop/money.py has at most few lines",
        "shop/cart.py exports `Cart` as a class of its own",
    ],
)
def test_other_sentences_are_left_to_readers(sentence: str) -> None:
    assert is_met(sentence, OUTCOME) is None
