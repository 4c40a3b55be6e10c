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


CLASS = """from dataclasses import dataclass
from functools import lru_cache


@dataclass
class Line:
    sku: str
    count: int = 1

    @property
    def total(self):
        return self.count

    @staticmethod
    def of(text):
        return Line(text)

    def _hidden(self, a):
        return a

    def __eq__(self, other):
        return True


class Failed(ValueError, LookupError):
    pass


@lru_cache(maxsize=None)
def load(path):
    return path


def values():
    yield 1
"""
WEB_CLASS = """export interface Row extends Base { id: string; say(word: string): void }
export class Cart extends Basket {
  get size(): number { return 1; }
  static of(text: string) { return new Cart(); }
  add(line: string) { return line; }
}
export const limit = 10;
"""


def edit(*pairs: tuple[str, str], text: str = CLASS, path: str = "a.py", **more: str) -> Rewrite:
    """A step on one file, in which some words are others."""
    new = text
    for old, other in pairs:
        assert old in new
        new = new.replace(old, other)
    there = {path: text, "base.py": "class Above(ValueError, LookupError):\n    pass\n", **more}
    return Rewrite(there, {path: new})


SAME = {
    "nothing": edit(),
    "another body": edit(("return self.count", "count = self.count\n        return count")),
    "a new method": edit(("    def _hidden", "    def new(self, a):\n        return a\n\n    def _hidden")),
    "a private method": edit(("_hidden(self, a)", "_hidden(self, a, b)")),
    "a parameter of a special method": edit(("__eq__(self, other)", "__eq__(self, value)")),
    "a decorator by another name": edit(
        ("from functools import lru_cache", "import functools"), ("@lru_cache(maxsize=None)", "@functools.cache")
    ),
    "a new field with a default at the end": edit(("count: int = 1", "count: int = 1\n    tax: int = 0")),
    "a field that is no parameter": edit(("count: int = 1", "count: int = 1\n    x: int = field(init=False)")),
    "a base class more": edit(("Failed(ValueError", "Failed(Mixin, ValueError")),
    "bases by way of another class": edit(
        ("from dataclasses", "from base import Above\nfrom dataclasses"),
        ("Failed(ValueError, LookupError)", "Failed(Above)"),
    ),
    "a coroutine as it is written today": edit(
        ("@asyncio.coroutine\ndef f(x):\n    yield from g(x)", "async def f(x):\n    await g(x)"),
        text="import asyncio\n\n\n@asyncio.coroutine\ndef f(x):\n    yield from g(x)\n",
    ),
    "a lambda that became a function": edit(("f = lambda x: x", "def f(x):\n    return x"), text="f = lambda x: x\n"),
    "in a test": edit(("value=1", "value=2"), text="def test_x(value=1):\n    assert value\n", path="tests/test_a.py"),
    "a list of public names where there was none": edit(
        ("def f", "__all__ = ['f']\ndef f"), text="def f(): pass\ndef g(): pass\n"
    ),
    "in TypeScript, a modifier that says nothing": edit(("add(line", "public add(line"), text=WEB_CLASS, path="a.ts"),
    "in TypeScript, a parameter's name": edit(("add(line: string)", "add(row: string)"), text=WEB_CLASS, path="a.ts"),
}
OTHER = {
    "a property": (edit(("    @property\n", "")), "refuse a.py:10 `Line.total` is a method now, not a property"),
    "a static method": (
        edit(("    @staticmethod\n    def of(text)", "    def of(self, text)")),
        "refuse a.py:14 `Line.of` is not decorated with `staticmethod` any more",
    ),
    "a cache": (
        edit(("@lru_cache(maxsize=None)\n", "")),
        "refuse a.py:29 `load` is not decorated with `lru_cache` any more",
    ),
    "a cache's size": (
        edit(("(maxsize=None)", "(maxsize=9)")),
        "ask a.py:29 `load` is decorated with `lru_cache(maxsize=9)`",
    ),
    "a generator": (edit(("yield 1", "return [1]")), "ask a.py:34 `values` is no generator any more"),
    "a base class": (
        edit(("ValueError, LookupError", "ValueError")),
        "refuse a.py:25 `Failed` has no base class `LookupError`",
    ),
    "a base class by a name that nobody can tell": (
        edit(
            ("Failed(ValueError, LookupError)", "Failed(ValueError, Missing)"),
            ("class Failed", "Missing = choose()\n\n\nclass Failed"),
        ),
        "ask a.py:28 `Failed` has no base class `LookupError`",
    ),
    "overloads that came, and another order": (
        edit(
            (
                "def f(a, b)",
                "@overload\ndef f(b: int, a: int) -> int: ...\n@overload\ndef f(b: str, a): ...\ndef f(b, a)",
            ),
            text="def f(a, b):\n    return a\n",
        ),
        "refuse a.py:5 `f` takes its parameters in another order",
    ),
    "overloads that came, and a wider result": (
        edit(
            (
                "def f(a) -> int",
                "@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\ndef f(a) -> int | str",
            ),
            text="def f(a) -> int:\n    return a\n",
        ),
        "ask a.py:5 `f` has the type `int | str` for its result",
    ),
    "an overload that leaves out what has to be given": (
        edit(
            (
                "def f(a, b=1)",
                "@overload\ndef f(a): ...\n@overload\ndef f(a, b): ...\ndef f(a, b)",
            ),
            text="def f(a, b=1):\n    return a\n",
        ),
        "ask a.py:5 `f` needs its parameter `b`",
    ),
    "overloads that all need what could be left out": (
        edit(
            (
                "def f(a, b=1)",
                "@overload\ndef f(a: int, b): ...\n@overload\ndef f(a: str, b): ...\ndef f(a, b)",
            ),
            text="def f(a, b=1):\n    return a\n",
        ),
        "refuse a.py:5 `f` needs its parameter `b`",
    ),
    "what gives values, as a coroutine": (
        edit(
            ("def f(x):\n    yield x", "async def f(x):\n    await x"),
            text="def f(x):\n    yield x\n",
        ),
        "refuse a.py:1 `f` is async now",
    ),
    "a wider result without overloads": (
        edit(("-> int", "-> int | str"), text="def f(a) -> int:\n    return a\n"),
        "refuse a.py:1 `f` has the type `int | str` for its result",
    ),
    "an order of fields": (
        edit(("    sku: str\n    count: int = 1", "    count: int\n    sku: str = ''")),
        "refuse a.py:5 `Line` takes its parameters in another order now",
    ),
    "a field's default": (edit(("count: int = 1", "count: int = 2")), "refuse a.py:5 `Line` has the default `2`"),
    "a field that must be given": (
        edit(("    count: int = 1", "    tax: int\n    count: int = 1")),
        "refuse a.py:5 `Line` has the new parameter `tax` before others",
    ),
    "a function that is a class": (
        edit(("def f(x):\n    return x", "class f:\n    pass"), text="def f(x):\n    return x\n"),
        "refuse a.py:1 `f` is a class now, not a function",
    ),
    "a private function that another file uses": (
        edit(("_f(x)", "_f(x, y)"), text="def _f(x):\n    return x\n", **{"b.py": "from a import _f\n"}),
        "ask a.py:1 `_f` has the new parameter `y`",
    ),
    "a name less in `__all__`": (
        edit(("'f', 'g'", "'f'"), text="__all__ = ['f', 'g']\n\n\ndef f(): pass\ndef g(): pass\n"),
        "refuse a.py:5 `g` left `__all__`",
    ),
    "a name that is passed on": (
        Rewrite(
            {"p/__init__.py": "from p.a import f\n\n__all__ = ['f']\n", "p/a.py": "def f(): pass\n"},
            {"p/__init__.py": "__all__ = []\n"},
        ),
        "refuse p/__init__.py:0 `f` left `__all__`",
    ),
    "what moved and changed": (
        Rewrite(
            {"a.py": "def f(x):\n    return x\n", "b.py": ""},
            {"a.py": "", "b.py": "def f(x, y):\n    return x\n"},
        ),
        "refuse b.py:1 `f` has the new parameter `y`",
    ),
    "a getter": (
        edit(("get size()", "size()"), text=WEB_CLASS, path="a.ts"),
        "`Cart.size` is a method now, not a property",
    ),
    "a static one": (
        edit(("static of", "of"), text=WEB_CLASS, path="a.ts"),
        "refuse a.ts:4 `Cart.of` is not static now",
    ),
    "a private one": (
        edit(("add(", "private add("), text=WEB_CLASS, path="a.ts"),
        "refuse a.ts:5 `Cart.add` is private now",
    ),
    "what it extends": (
        edit((" extends Basket", ""), text=WEB_CLASS, path="a.ts"),
        "refuse a.ts:2 `Cart` has no base class `Basket` any more",
    ),
    "a member of an interface": (
        edit(("word: string", "word: number"), text=WEB_CLASS, path="a.ts"),
        "refuse a.ts:1 `Row.say` has the type `number`",
    ),
    "an export": (
        edit(("export const limit", "const limit"), text=WEB_CLASS, path="a.ts"),
        "refuse a.ts:7 `limit` is not exported any more",
    ),
}
CALLER = "from a import f, C\n\nf(1, b=2)\nC(1)\n"
CALLED = "def f(a, b=1):\n    return a\n\n\nclass C:\n    def __init__(self, a):\n        pass\n"


def called(old: str, new: str, *changed: str, caller: str = CALLER) -> Rewrite:
    there = {"a.py": CALLED, "user.py": caller}
    return Rewrite(there, {"a.py": CALLED.replace(old, new)}, changed=[f"a.py::{name}" for name in changed])


FITTING = {
    "declared, and the calls still fit": called("f(a, b=1)", "f(a, *, b=3)", "f"),
    "declared, and nobody outside of the step calls it": called("f(a, b=1)", "f(a)", "f", caller=""),
    "declared, and the call is open": called("f(a, b=1)", "f(a)", "f", caller="from a import f\n\nf(*x)\n"),
    "declared, and it did not fit before": called("f(a, b=1)", "f(a)", "f", caller="from a import f\n\nf(1, 2, 3)\n"),
    "declared by its class": called("(self, a)", "(self, a, b=2)", "C"),
}
MISFITTING = {
    "a name that is no parameter": (called("f(a, b=1)", "f(a)", "f"), "user.py:3 gives `b`, which is no parameter"),
    "too few": (called("(self, a)", "(self, a, b)", "C"), "user.py:4 does not give `b`"),
    "in the step": (
        Rewrite(
            {"a.py": CALLED, "user.py": CALLER},
            {"a.py": CALLED.replace("f(a, b=1)", "f(a)"), "user.py": CALLER + "\n"},
            changed=["a.py::f"],
        ),
        "user.py:3 gives `b`, which is no parameter",
    ),
    "in TypeScript": (
        Rewrite(
            {"a.ts": "export function f(x: string) {}\n", "b.ts": "import { f } from './a';\n\nf('x');\n"},
            {"a.ts": "export function f(x: string, y: string) {}\n"},
            changed=["a.ts::f"],
        ),
        "b.ts:3 does not give `y`",
    ),
}


@pytest.fixture(scope="module")
def signatures() -> Bench:
    tables = (OTHER.values(), MISFITTING.values())
    return Bench([*SAME.values(), *FITTING.values(), *(row[0] for table in tables for row in table)])


@pytest.mark.parametrize("rewrite", [*SAME.values(), *FITTING.values()], ids=[*SAME, *FITTING])
def test_nothing_is_said_of_what_nobody_notices(rewrite: Rewrite, signatures: Bench, tmp_path: Path) -> None:
    assert signatures.judge(check_contract, rewrite, tmp_path) == []


@pytest.mark.parametrize(("rewrite", "words"), [*OTHER.values(), *MISFITTING.values()], ids=[*OTHER, *MISFITTING])
def test_a_public_definition_that_changed_is_told(
    rewrite: Rewrite, words: str, signatures: Bench, tmp_path: Path
) -> None:
    said = signatures.judge(check_contract, rewrite, tmp_path)
    assert len(said) == 1, said
    assert words in said[0]


@pytest.mark.parametrize("case", OTHER)
def test_what_the_log_declares_is_not_told(case: str, signatures: Bench, tmp_path: Path) -> None:
    rewrite = OTHER[case][0]
    [said] = signatures.judge(check_contract, rewrite, tmp_path)
    source = said.rpartition('"source": "')[2].partition('"')[0]
    declared = Rewrite(rewrite.there, rewrite.change, changed=[source])
    assert signatures.judge(check_contract, declared, tmp_path) == []
