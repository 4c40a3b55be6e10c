"""rename of a parameter: its function, its family, and the calls that name it."""

import pytest

from tests.agent.operations.cases import operate, tree

F = "== shop/money.py\ndef price(ARG, other=1):\n    return ARG + other\n"
FUNCTION, METHOD, INIT = "price.cents", "Cart.add.cents", "Cart.__init__.cents"
CART = "== shop/money.py\nclass Cart:\n    def add(self, ARG=1):\n        return ARG\n"
MADE = "== shop/money.py\nclass Cart:\n    def __init__(self, ARG):\n        self.cents = ARG\n"
#: name, symbol, files in which every ARG stands for the parameter `cents`, to become `amount`.
CHANGED: list[tuple[str, str, str]] = [
    (
        "inside, with shadows left alone",
        FUNCTION,
        F + "    x = lambda cents: cents\n    return [cents for cents in ()], lambda: ARG\n",
    ),
    ("a call by keyword", FUNCTION, F + "price(ARG=1), price(1, other=2), price(other=3,  ARG = 4)\n"),
    (
        "elsewhere, by every kind of import",
        FUNCTION,
        F + "== main.py\nimport shop.money as m\nfrom shop.money import price as p\n"
        "from shop import money\nm.price(ARG=1), p(ARG=2), money.price(ARG=3), dict(cents=4)\n",
    ),
    (
        "through a package",
        FUNCTION,
        F + "== shop/__init__.py\nfrom .money import price\n== main.py\nimport shop\nshop.price(ARG=1)\n",
    ),
    ("partial", FUNCTION, F + "from functools import partial\npartial(price, ARG=1)\n"),
    ("a decorator with arguments", FUNCTION, F + "@price(ARG=1)\ndef g(): ...\n"),
    (
        "keyword only, with a default and an annotation",
        FUNCTION,
        "== shop/money.py\ndef price(*, ARG: 'int' = 1) -> int:\n    return ARG\nprice(ARG=2)\n",
    ),
    (
        "positional only: no call names it",
        FUNCTION,
        "== shop/money.py\ndef price(ARG, /, **more): return ARG\nprice(1, cents=2)\n",
    ),
    ("the rest of them", FUNCTION, "== shop/money.py\ndef price(*ARG): return ARG\nprice(1)\n"),
    (
        "nested functions and nonlocal",
        FUNCTION,
        "== shop/money.py\ndef price(ARG):\n    def f():\n        nonlocal ARG\n        ARG = 1\n    return f\n",
    ),
    ("formatted strings", FUNCTION, F + "    return f'{ARG} cents {ARG:>{ARG}}'\n"),
    (
        "other functions stay",
        FUNCTION,
        F + "def g(cents): return cents\ng(cents=1)\nclass A:\n    def price(self, cents): ...\nA().price(cents=1)\n",
    ),
    (
        "docstrings in the usual forms",
        FUNCTION,
        '== shop/money.py\ndef price(ARG):\n    """The cents.\n\n    :param int ARG: cents\n'
        '    :type ARG: int\n\n    Args:\n        ARG (int): cents\n        cents2: x\n    """\n    return ARG\n',
    ),
    (
        "a method and its overrides",
        METHOD,
        CART + "class Sub(Cart):\n    def add(self, ARG=2): return super().add(ARG=ARG)\n"
        "def f(c: Cart, s: Sub): c.add(ARG=1); s.add(ARG=2); Cart().add(ARG=3); Cart.add(c, ARG=4)\n",
    ),
    ("an override that calls it otherwise", METHOD, CART + "class Sub(Cart):\n    def add(self, c=2): return c\n"),
    (
        "a constructor",
        INIT,
        MADE + "class Sub(Cart): ...\nclass Own(Cart):\n    def __init__(self, cents): super().__init__(ARG=cents)\n"
        "Cart(ARG=1), Sub(ARG=2), Own(cents=3)\n",
    ),
    (
        "a constructor from elsewhere",
        INIT,
        MADE + "== main.py\nfrom shop import money\nmoney.Cart(ARG=1)\nclass A(money.Cart):\n"
        "    @classmethod\n    def make(cls): return cls(ARG=2)\n",
    ),
    (
        "overloads",
        FUNCTION,
        "== shop/money.py\nfrom typing import overload\n@overload\ndef price(ARG: int) -> int: ...\n"
        "@overload\ndef price(ARG: str) -> str: ...\ndef price(ARG): return ARG\n",
    ),
    (
        "a static method",
        METHOD,
        "== shop/money.py\nclass Cart:\n    @staticmethod\n    def add(ARG): return ARG\nCart.add(ARG=1)\n",
    ),
    ("a stub", FUNCTION, F + "== shop/money.pyi\ndef price(ARG: int, other: int = ...) -> int: ...\n"),
    (
        "layout",
        FUNCTION,
        "== shop/money.py\ndef price( ARG   # cents\n  ,b = 2 ) :\n\treturn  ARG# cents\nprice (\n  ARG  =  1 )\n",
    ),
]


@pytest.mark.parametrize(("symbol", "text"), [case[1:] for case in CHANGED], ids=[case[0] for case in CHANGED])
def test_a_parameter_is_changed_inside_and_where_calls_name_it(symbol: str, text: str) -> None:
    request = {"op": "rename", "symbol": f"shop/money.py:{symbol}", "to": "amount"}
    change, after = operate(tree(text.replace("ARG", "cents")), request)
    assert change.refused == ""
    assert after == tree(text.replace("ARG", "amount"))
    assert change.left == ()
    assert operate(after, request)[0].texts == {}


REFUSED: list[tuple[str, str, str]] = [
    ("not there", "== shop/money.py\ndef price(x): ...\n", "there is no price.cents"),
    ("taken by another parameter", F.replace("other", "amount"), "has a `amount` already"),
    ("taken by a local", F + "    amount = 1\n", "has a `amount` already"),
    (
        "a name of the module that it would hide",
        "== shop/money.py\namount = 1\n" + F[17:] + "    return amount\n",
        "would be hidden",
    ),
    ("hidden inside", F + "    return lambda amount: ARG\n", "would mean the local `amount`"),
    ("locals()", F + "    return locals()\n", "knows names by their letters"),
    (
        "a decorator that may look",
        "== shop/money.py\nimport click\n@click.option('--cents')\ndef price(ARG): return ARG\n",
        "may go by what",
    ),
]


@pytest.mark.parametrize(("text", "reason"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_a_parameter_that_cannot_be_followed_is_refused(text: str, reason: str) -> None:
    files = tree(text.replace("ARG", "cents"))
    change, after = operate(files, {"op": "rename", "symbol": "shop/money.py:price.cents", "to": "amount"})
    assert reason in change.refused
    assert after == files


def test_parameters_of_tests_are_filled_by_name() -> None:
    files = tree("== tests/test_a.py\ndef test_a(cents): assert cents\n")
    assert (
        "filled by name"
        in operate(files, {"op": "rename", "symbol": "tests/test_a.py:test_a.cents", "to": "x"})[0].refused
    )


DOUBTFUL = [
    ("def f(c): c.add(cents=1)\n", "`c.add` may be the one, or another"),
    ("from shop.money import Cart\ndef f(c: Cart, more): c.add(**more)\n", "names that are computed"),
]


@pytest.mark.parametrize(("text", "reason"), DOUBTFUL)
def test_calls_that_may_be_of_another_function_are_listed(text: str, reason: str) -> None:
    files = tree(CART.replace("ARG", "cents") + "== main.py\n" + text)
    change, after = operate(files, {"op": "rename", "symbol": "shop/money.py:Cart.add.cents", "to": "amount"})
    assert [reason in one.reason for one in change.left] == [True]
    assert after["main.py"] == files["main.py"]


LOCALS: list[tuple[str, str]] = [
    ("set, used, deleted", "    VAR = a\n    VAR += 1\n    del VAR\n"),
    (
        "in loops, with and handlers",
        "    for VAR in a:\n        with a as VAR: pass\n    try: pass\n    except E as VAR: VAR\n",
    ),
    ("unpacked and starred", "    a, (VAR, *b) = a\n    [*VAR] = VAR\n"),
    ("closures", "    VAR = 1\n    def g():\n        nonlocal VAR\n        VAR = 2\n    return lambda: VAR\n"),
    (
        "shadows stay",
        "    VAR = 1\n    def g(item): return item\n    return [item for item in VAR], {x: VAR for x in a}\n",
    ),
    ("walrus in a comprehension", "    return [VAR for x in a if (VAR := x)]\n"),
    ("patterns", "    match a:\n        case {'k': VAR, **b}: return VAR\n        case [VAR, *_] | VAR: return VAR\n"),
    ("formatted strings", "    VAR = 1\n    return f'item {VAR!r} {VAR + 1} {x.item}' '{item}'\n"),
    ("a local function", "    def VAR(): return VAR\n    return VAR()\n"),
    ("a local import stays one", "    from x import y as VAR\n    import os as VAR\n    return VAR.item\n"),
    ("keywords, attributes and strings stay", "    VAR = a\n    return f(item=VAR).item, 'item'  # item\n"),
    ("a global of the same name stays", "    VAR = 1\n\n\ndef g():\n    return item\n"),
]


@pytest.mark.parametrize("body", [case[1] for case in LOCALS], ids=[case[0] for case in LOCALS])
def test_a_local_variable_is_changed_in_its_function_alone(body: str) -> None:
    files = tree(f"== a.py\nitem = 0\ndef f(a):\n{body}".replace("VAR", "item"))
    request = {"op": "rename", "symbol": "a.py:f.item", "to": "entry"}
    change, after = operate(files, request)
    assert change.refused == ""
    assert after == tree(f"== a.py\nitem = 0\ndef f(a):\n{body}".replace("VAR", "entry"))
    assert operate(after, request)[0].texts == {}


LOCALS_REFUSED: list[tuple[str, str, str]] = [
    ("another local of the name", "    item = 1\n    entry = 2\n", "has a `entry` already"),
    ("a parameter of the name", "    item = a\n    def g(entry): return item\n", "would mean the local `entry`"),
    ("a global that is read", "    item = 1\n    return item, entry\n", "uses another `entry`"),
    ("a global that an inner function reads", "    item = 1\n    return lambda: entry\n", "uses another `entry`"),
    ("a comprehension's own", "    item = 1\n    return [item for entry in a]\n", "would mean the local `entry`"),
    ("locals()", "    item = 1\n    return locals()\n", "calls `locals()`"),
    ("eval()", "    item = 1\n    return eval(a)\n", "calls `eval()`"),
    ("vars() of an inner function", "    item = 1\n    def g(): return vars()\n    return g\n", "calls `vars()`"),
    ("an import of a part", "    import item.b\n    return item\n", "imports `item.b` under that name"),
    ("nobody of that name", "    return a\n", "there is no f.item"),
]


@pytest.mark.parametrize(
    ("body", "reason"), [case[1:] for case in LOCALS_REFUSED], ids=[case[0] for case in LOCALS_REFUSED]
)
def test_a_local_variable_that_would_mean_something_else_keeps_its_name(body: str, reason: str) -> None:
    files = tree(f"== a.py\ndef f(a):\n{body}")
    change, after = operate(files, {"op": "rename", "symbol": "a.py:f.item", "to": "entry"})
    assert reason in change.refused, change.refused
    assert after == files
