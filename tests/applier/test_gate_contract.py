"""Gate 6: what files outside of the step use is still there, and public signatures are as before or declared."""

from pathlib import Path

import pytest

from applier.gates.contract import check_contract
from tests.rewriting import Bench, Rewrite

CART = """class Cart:
    def add(self, line):
        return line

    @classmethod
    def empty(cls):
        return cls()


def total(lines):
    return sum(lines)


RATE = 1
_secret = 2
"""
WITHOUT_TOTAL = CART.replace("def total(lines):\n    return sum(lines)\n\n\n", "")
MOVED = {"shop/sums.py": "def total(lines):\n    return sum(lines)\n"}
INIT = {"shop/__init__.py": ""}
MONEY = "export const euros = 1;\nexport class Purse {\n  static of() {}\n}\nexport default euros;\n"


def python(user: str, cart: str | None = WITHOUT_TOTAL, init: str = "", **more: str) -> Rewrite:
    """A step on shop/cart.py, which `user` makes use of."""
    there = {"shop/cart.py": CART, "shop/__init__.py": init, "user.py": user + "\n"}
    there |= {f"{name}.py": text for name, text in more.items()}
    return Rewrite(there, {"shop/cart.py": cart, **MOVED})


def web(user: str, money: str | None, **more: str) -> Rewrite:
    there = {"src/money.ts": MONEY, "src/user.ts": user + "\n", **{f"src/{k}.ts": text for k, text in more.items()}}
    return Rewrite(there, {"src/money.ts": money})


REEXPORT = "from shop.sums import total\n\n\n" + WITHOUT_TOTAL
FOUND = {
    "another name": python("from shop.cart import RATE, Cart"),
    "passed on": python("from shop.cart import total", REEXPORT),
    "passed on by a star": python("from shop.cart import total", "from shop.sums import *\n\n\n" + WITHOUT_TOTAL),
    "passed on, used through the module": python("import shop.cart\n\nshop.cart.total([])", REEXPORT),
    "made on demand": python(
        "from shop.cart import total", WITHOUT_TOTAL + "\n\ndef __getattr__(name):\n    return 1\n"
    ),
    "may be missing": python("try:\n    from shop.cart import total\nexcept ImportError:\n    total = None"),
    "broken before": python("from shop.cart import nothing\n\nprint(nothing)"),
    "a parameter of the same name": python("from shop import cart\n\n\ndef f(cart):\n    return cart.total([])"),
    "a local variable of the same name": python("from shop import cart\n\ncart = cart.Cart()\ncart.total()"),
    "a star, and the name is its own": python("from shop.cart import *\n\n\ndef total():\n    pass\n\n\ntotal()"),
    "a star, and the name is not used": python("from shop.cart import *\n\nprint(RATE)"),
    "a module that became a package": Rewrite(
        {
            "shop/cart.py": CART,
            **INIT,
            "user.py": "from shop.cart import total\nfrom shop import cart\n\ncart.total([])\n",
        },
        {"shop/cart.py": None, "shop/cart/__init__.py": CART},
    ),
    "a file that nobody imports": Rewrite({"shop/cart.py": CART, **INIT}, {"shop/cart.py": None}),
    "with a syntax error, of which another gate tells": python("from shop.cart import total", "def ("),
    "a string that names something else": python("patch('shop.cart.Cart')\npatch('shop.basket.total')"),
    "a method that the class inherits": python(
        "from shop.cart import Cart\n\nCart.empty()",
        "from shop.base import Base\n\n\nclass Cart(Base):\n    def add(self, line):\n        return line\n",
    ),
    "in TypeScript": web("import { Purse } from './money';\nPurse.of();", MONEY.replace("euros", "cents")),
    "passed on by an index": web("import { euros } from './index';", MONEY, index="export * from './money';\n"),
    "exported from elsewhere": web(
        "import { euros } from './money';", "export { euros } from './coins';\n" + MONEY[24:]
    ),
}
LOST = {
    "by name": (python("from shop.cart import total"), "refuse shop/cart.py:0 `total`", "user.py:1"),
    "by another name": (python("from shop.cart import total as sum_of"), "refuse shop/cart.py:0 `total`", "user.py:1"),
    "for types alone": (
        python("from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from shop.cart import total"),
        "refuse shop/cart.py:0 `total`",
        "user.py:4",
    ),
    "inside a function": (
        python("def f():\n    from shop.cart import total\n\n    return total([])"),
        "refuse shop/cart.py:0 `total`",
        "user.py:2",
    ),
    "through the module": (
        python("import shop.cart\n\nshop.cart.total([])"),
        "refuse shop/cart.py:0 `total`",
        "user.py:3",
    ),
    "through the module, called otherwise": (
        python("from shop import cart as c\n\nprint(c.total)"),
        "refuse shop/cart.py:0 `total`",
        "user.py:3",
    ),
    "by a star": (python("from shop.cart import *\n\ntotal([])"), "refuse shop/cart.py:0 `total`", "user.py:1"),
    "by a package that has a star": (
        python("from shop import total", init="from shop.cart import *\n"),
        "refuse shop/cart.py:0 `total`",
        "user.py:1",
    ),
    "by the package": (
        python("", init="from shop.cart import total\n"),
        "refuse shop/cart.py:0 `total`",
        "shop/__init__.py",
    ),
    "by many": (
        python("from shop.cart import total", **dict.fromkeys("abcd", "from shop.cart import total\n")),
        "refuse shop/cart.py:0 `total`",
        "and 2 more",
    ),
    "a file": (python("import shop.cart", None), "refuse shop/cart.py:0 The file", "user.py:1"),
    "a name of a file that is gone": (
        python("from shop.cart import RATE", None),
        "refuse shop/cart.py:0 `RATE`",
        "user.py:1",
    ),
    "a method of a class": (
        python(
            "from shop.cart import Cart\n\nCart.empty()", "class Cart:\n    def add(self, line):\n        return line\n"
        ),
        "refuse shop/cart.py:0 `Cart.empty`",
        "user.py:3",
    ),
    "a private name that another file uses": (
        python("from shop.cart import _secret", CART.replace("_secret = 2\n", "")),
        "refuse shop/cart.py:0 `_secret`",
        "user.py:1",
    ),
    "a string": (python("patch('shop.cart.total')"), "ask shop/cart.py:0 `total`", "user.py:1"),
    "a string that names a method": (
        python("patch('shop.cart.Cart.empty')", "class Cart:\n    def add(self, line):\n        return line\n"),
        "ask shop/cart.py:0 `Cart.empty`",
        "user.py:1",
    ),
    "an export": (
        web("import { euros } from './money';", MONEY[24:]),
        "refuse src/money.ts:0 `euros`",
        "src/user.ts:1",
    ),
    "a default": (
        web("import money from './money';", MONEY.replace("export default euros;\n", "")),
        "refuse src/money.ts:0 The default export",
        "src/user.ts:1",
    ),
    "a type": (
        web("import type { Purse } from './money';", "export const euros = 1;\nexport default euros;\n"),
        "refuse src/money.ts:0 `Purse`",
        "src/user.ts:1",
    ),
    "a member of a namespace": (
        web("import * as money from './money';\nmoney.Purse.of();", "export const euros = 1;\nexport default euros;\n"),
        "refuse src/money.ts:0 `Purse.of`",
        "src/user.ts:2",
    ),
    "behind an index": (
        web("import { euros } from './index';", MONEY[24:], index="export * from './money';\n"),
        "refuse src/money.ts:0 `euros`",
        "src/user.ts:1",
    ),
    "a file in TypeScript": (web("export * from './money';", None), "refuse src/money.ts:0 The file", "src/user.ts:1"),
}


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench([*FOUND.values(), *(row[0] for row in LOST.values())])


@pytest.mark.parametrize("rewrite", FOUND.values(), ids=FOUND)
def test_nothing_is_said_of_names_that_others_find_or_may_find(rewrite: Rewrite, bench: Bench, tmp_path: Path) -> None:
    assert bench.judge(check_contract, rewrite, tmp_path) == []


@pytest.mark.parametrize(("rewrite", "start", "word"), LOST.values(), ids=LOST)
def test_a_name_that_another_file_needs_is_kept(
    rewrite: Rewrite, start: str, word: str, bench: Bench, tmp_path: Path
) -> None:
    said = bench.judge(check_contract, rewrite, tmp_path)
    assert [one.startswith(start) and word in one for one in said] == [True], said
