"""rename of what a module defines: every place where the name lives, and what is refused."""

import pytest

from tests.agent.operations.cases import operate, tree

MONEY = "== shop/money.py\ndef price(cents):\n    return cents / 100\n"
#: name, files before and after; `price` of shop/money.py becomes `cost`.
CHANGED: list[tuple[str, str, str]] = [
    ("a definition alone", MONEY, MONEY.replace("price", "cost")),
    (
        "uses in its own module, odd layout and comments kept",
        MONEY + "\n\nx  =  price( 1 )# price\nclass A:\n\tdef f ( self ) : return   price ( 2 )\n",
        MONEY.replace("price", "cost")
        + "\n\nx  =  cost( 1 )# price\nclass A:\n\tdef f ( self ) : return   cost ( 2 )\n",
    ),
    (
        "from imports, plain, in brackets, renamed, relative and inside functions",
        MONEY
        + "== shop/page.py\nfrom shop.money import (\n    price,  # the price\n)\nfrom .money import price as p\n\n\n"
        "def f():\n    from shop import money as m\n    from .money import price as q\n"
        "    return price(1), p(2), q(3), m.price\n",
        MONEY.replace("price", "cost")
        + "== shop/page.py\nfrom shop.money import (\n    cost,  # the price\n)\nfrom .money import cost as p\n\n\n"
        "def f():\n    from shop import money as m\n    from .money import cost as q\n"
        "    return cost(1), p(2), q(3), m.cost\n",
    ),
    (
        "attribute chains of every kind of import",
        MONEY + "== main.py\nimport shop.money\nimport shop.money as m\nfrom shop import money\n"
        "x = shop.money.price(1), m.price, money . price, shop.money.price.__name__\n",
        MONEY.replace("price", "cost")
        + "== main.py\nimport shop.money\nimport shop.money as m\nfrom shop import money\n"
        "x = shop.money.cost(1), m.cost, money . cost, shop.money.cost.__name__\n",
    ),
    (
        "packages that hand it on, and who takes it from them",
        MONEY + "== shop/__init__.py\nfrom .money import price\n\n__all__ = ['price', \"other\"]\n"
        "== main.py\nfrom shop import price\nimport shop\nprint(price(1), shop.price)\n",
        MONEY.replace("price", "cost")
        + "== shop/__init__.py\nfrom .money import cost\n\n__all__ = ['cost', \"other\"]\n"
        "== main.py\nfrom shop import cost\nimport shop\nprint(cost(1), shop.cost)\n",
    ),
    (
        "a name that is handed on explicitly",
        MONEY + "== shop/__init__.py\nfrom .money import price as price\n== main.py\nfrom shop import price as p\n",
        MONEY.replace("price", "cost")
        + "== shop/__init__.py\nfrom .money import cost as cost\n== main.py\nfrom shop import cost as p\n",
    ),
    (
        "star imports, with and without a list",
        MONEY + "== shop/all.py\nfrom shop.money import *\n\ny = price(2)\n== main.py\nfrom shop.all import price\n",
        MONEY.replace("price", "cost")
        + "== shop/all.py\nfrom shop.money import *\n\ny = cost(2)\n== main.py\nfrom shop.all import cost\n",
    ),
    (
        "a star of a package that does not hold the word",
        MONEY + "== shop/__init__.py\nfrom .money import *\n== main.py\nimport shop\nshop.price(1)\n",
        MONEY.replace("price", "cost")
        + "== shop/__init__.py\nfrom .money import *\n== main.py\nimport shop\nshop.cost(1)\n",
    ),
    (
        "an importer that has the new name already keeps the old one",
        MONEY + "== main.py\nfrom shop.money import price\ncost = price(1)\n",
        MONEY.replace("price", "cost") + "== main.py\nfrom shop.money import cost as price\ncost = price(1)\n",
    ),
    (
        "two origins of one name",
        MONEY + "== main.py\ntry:\n    from fast import price\nexcept ImportError:\n"
        "    from shop.money import price\n"
        "price(1)\n",
        MONEY.replace("price", "cost") + "== main.py\ntry:\n    from fast import price\nexcept ImportError:\n"
        "    from shop.money import cost as price\nprice(1)\n",
    ),
    (
        "a fallback where it is defined",
        "== shop/money.py\ntry:\n    from fast import price\nexcept ImportError:\n    def price(cents): return cents\n",
        "== shop/money.py\ntry:\n    from fast import price as cost\nexcept ImportError:\n"
        "    def cost(cents): return cents\n",
    ),
    (
        "locals and parameters that are called the same are other things",
        MONEY + "\n\ndef f(price):\n    return price\n\n\ndef g():\n    price = 1\n"
        "    return [price for price in ()], price\n",
        MONEY.replace("price", "cost") + "\n\ndef f(price):\n    return price\n\n\ndef g():\n    price = 1\n"
        "    return [price for price in ()], price\n",
    ),
    (
        "keywords and attributes of objects are other things",
        MONEY + "\n\nx = dict(price=1)\nclass A:\n    price = 2\n    def f(self): return self.price, price\n",
        MONEY.replace("price", "cost")
        + "\n\nx = dict(price=1)\nclass A:\n    price = 2\n    def f(self): return self.price, cost\n",
    ),
    (
        "a variable, set again and declared global",
        "== shop/money.py\nprice: int = 1\nprice += 2\ndef f():\n    global other, price\n    price = 3\n"
        "    del price\n",
        "== shop/money.py\ncost: int = 1\ncost += 2\ndef f():\n    global other, cost\n    cost = 3\n    del cost\n",
    ),
    (
        "a class: bases, decorators, annotations, also as strings and for type checkers alone",
        "== shop/money.py\nclass price: ...\n== shop/page.py\nfrom typing import TYPE_CHECKING, Optional, cast\n"
        "if TYPE_CHECKING:\n"
        '    from .money import price\ndef f(a: "price", b: \'Optional[price]\' = None) -> "list[ price ]":\n'
        '    x: price = cast("price", a)\n    return x\n',
        "== shop/money.py\nclass cost: ...\n== shop/page.py\nfrom typing import TYPE_CHECKING, Optional, cast\n"
        "if TYPE_CHECKING:\n"
        '    from .money import cost\ndef f(a: "cost", b: \'Optional[cost]\' = None) -> "list[ cost ]":\n'
        '    x: cost = cast("cost", a)\n    return x\n',
    ),
    (
        "formatted strings",
        MONEY + 'x = f\'price {price(1)!r:>{price(2)}} {{price}} {"price"}\' f"{price}{price}"\n',
        MONEY.replace("price", "cost") + 'x = f\'price {cost(1)!r:>{cost(2)}} {{price}} {"price"}\' f"{cost}{cost}"\n',
    ),
    (
        "dotted strings, in patches too, whole or as the beginning",
        MONEY
        + '== tests/test_money.py\nimport shop.money\nfrom unittest.mock import patch\n@patch("shop.money.price")\n'
        "def test(m):\n    m.setattr('shop.money.price.x', 1)\n    m.setattr(shop.money, 'price', 1)\n"
        "    s = 'other.shop.money.price'\n",
        MONEY.replace("price", "cost")
        + '== tests/test_money.py\nimport shop.money\nfrom unittest.mock import patch\n@patch("shop.money.cost")\n'
        "def test(m):\n    m.setattr('shop.money.cost.x', 1)\n    m.setattr(shop.money, 'cost', 1)\n"
        "    s = 'other.shop.money.price'\n",
    ),
    (
        "names by string next to the module",
        MONEY + "== main.py\nfrom shop import money\ngetattr(money, 'price')(1), hasattr(money, \"price\")\n",
        MONEY.replace("price", "cost")
        + "== main.py\nfrom shop import money\ngetattr(money, 'cost')(1), hasattr(money, \"cost\")\n",
    ),
    (
        "documents, comments and docstrings that say it in full; words stay",
        MONEY + "# see shop.money.price, the price\n== README.md\nThe price: `shop.money.price`, shop.money.prices.\n"
        "== docs/a.rst\n:func:`~shop.money.price` and price\n",
        MONEY.replace("price", "cost")
        + "# see shop.money.cost, the price\n== README.md\nThe price: `shop.money.cost`, shop.money.prices.\n"
        "== docs/a.rst\n:func:`~shop.money.cost` and price\n",
    ),
    (
        "entry points and other settings",
        MONEY
        + '== pyproject.toml\n[project.scripts]\nprice = "shop.money:price"\n== setup.cfg\nx = shop.money:price\n',
        MONEY.replace("price", "cost")
        + '== pyproject.toml\n[project.scripts]\nprice = "shop.money:cost"\n== setup.cfg\nx = shop.money:cost\n',
    ),
    (
        "examples in docstrings, and roles",
        '== shop/money.py\ndef price(x):\n    """Price, see :func:`price`.\n\n    >>> price(1) + x.price\n'
        '    \'price\'\n    """\n',
        '== shop/money.py\ndef cost(x):\n    """Price, see :func:`cost`.\n\n    >>> cost(1) + x.price\n'
        '    \'price\'\n    """\n',
    ),
    (
        "a stub beside it",
        MONEY + "== shop/money.pyi\ndef price(cents: int) -> float: ...\n",
        MONEY.replace("price", "cost") + "== shop/money.pyi\ndef cost(cents: int) -> float: ...\n",
    ),
    (
        "letters of more than one byte, and tabs, before it in its line",
        MONEY + "ü = 'ü→'; \tx = [ü, price(1)]\n",
        MONEY.replace("price", "cost") + "ü = 'ü→'; \tx = [ü, cost(1)]\n",
    ),
    (
        "line ends of Windows",
        (MONEY + "x = price(1)\n").replace("\n", "\r\n").replace("money.py\r\n", "money.py\n"),
        (MONEY.replace("price", "cost") + "x = cost(1)\n").replace("\n", "\r\n").replace("money.py\r\n", "money.py\n"),
    ),
    (
        "plain modules below a source root",
        "== src/money.py\nprice = 1\n== src/main.py\nimport money\nfrom money import price\n"
        "print(money.price, price)\n",
        "== src/money.py\ncost = 1\n== src/main.py\nimport money\nfrom money import cost\nprint(money.cost, cost)\n",
    ),
    (
        "patterns, handlers and walrus at the top of a module",
        "== shop/money.py\nmatch x:\n    case [1, *price]: pass\n    case {'a': 1, **price}: pass\n"
        "    case int() as price: pass\n"
        "try: pass\nexcept (A, B) as price: pass\n(price := 1)\nfor price in x: pass\nwith a as price: pass\n"
        "import os as price\n",
        "== shop/money.py\nmatch x:\n    case [1, *cost]: pass\n    case {'a': 1, **cost}: pass\n"
        "    case int() as cost: pass\n"
        "try: pass\nexcept (A, B) as cost: pass\n(cost := 1)\nfor cost in x: pass\nwith a as cost: pass\n"
        "import os as cost\n",
    ),
]


def _request(before: str) -> dict[str, object]:
    home = "src/money.py" if "== src/money.py" in before else "shop/money.py"
    return {"op": "rename", "symbol": f"{home}:price", "to": "cost"}


@pytest.mark.parametrize(("before", "after"), [case[1:] for case in CHANGED], ids=[case[0] for case in CHANGED])
def test_a_name_is_changed_wherever_it_lives_and_nothing_else(before: str, after: str) -> None:
    files = tree(before)
    change, result = operate(files, _request(before))
    assert change.refused == ""
    assert result == tree(after)
    assert change.done


@pytest.mark.parametrize(("before", "after"), [case[1:] for case in CHANGED], ids=[case[0] for case in CHANGED])
def test_a_second_time_there_is_nothing_to_do(before: str, after: str) -> None:
    change, _ = operate(tree(after), _request(before))
    assert (change.texts, change.refused) == ({}, "")


REFUSED: list[tuple[str, str, str]] = [
    ("not there", "== shop/money.py\nx = 1\n", "there is no price in shop/money.py"),
    ("no such file", "== shop/cash.py\nprice = 1\n", "there is no file shop/money.py"),
    ("only imported", "== shop/money.py\nfrom a import price\n== a.py\nprice = 1\n", "rename it in a.py"),
    ("taken", MONEY + "cost = 1\n", "has a `cost` already"),
    ("used as something built in or starred", MONEY + "x = cost(1)\n", "uses another `cost`"),
    ("a local in its way", MONEY + "def f(cost):\n    return price(cost)\n", "would mean the local `cost`"),
    ("a comprehension in its way", MONEY + "x = [price(cost) for cost in ()]\n", "would mean the local `cost`"),
    ("looked up among globals", MONEY + "x = globals()['price']\n", "by a string that is looked up"),
    ("handed out by a function", MONEY + "def __getattr__(name): return {'price': 1}[name]\n", "by a string"),
    (
        "a star that clashes",
        MONEY + "== main.py\nfrom shop.money import *\ncost = 1\n",
        "main.py has a `cost` already",
    ),
    (
        "two stars",
        MONEY + "== a.py\nprice = 1\n== main.py\nfrom a import *\nfrom shop.money import *\nprice\n",
        "nobody can tell whose",
    ),
    (
        "a star from elsewhere",
        MONEY + "== main.py\nfrom os import *\nfrom shop.money import *\nprice\n",
        "nobody can tell",
    ),
    (
        "a star and a definition",
        MONEY + "== main.py\nfrom shop.money import *\ndef price(): ...\n",
        "binds `price` itself",
    ),
    ("a fixture", "== shop/money.py\nimport pytest\n@pytest.fixture\ndef price(): return 1\n", "is a fixture"),
    ("a file that does not parse", "== shop/money.py\ndef price(:\n", "cannot be read"),
    ("a package of that name", "== shop/money.py\nimport price.x\nprice = 1\n", "imports `price.x`"),
    (
        "a workflow that imports it",
        MONEY + "== .github/workflows/x.py\nfrom shop.money import price\n",
        "would have to change",
    ),
]


@pytest.mark.parametrize(("before", "reason"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_cannot_be_done_without_guessing_is_refused_with_the_reason(before: str, reason: str) -> None:
    files = tree(before)
    change, result = operate(files, {"op": "rename", "symbol": "shop/money.py:price", "to": "cost"})
    assert reason in change.refused
    assert result == files


LEFT: list[tuple[str, str, str]] = [
    (
        "a module that came as a parameter",
        MONEY + "== main.py\ndef f(money):\n    return money.price\n",
        "`money.price` may be",
    ),
    ("a bare string", MONEY + "== main.py\nfrom shop.money import price\nx = 'price'\n", 'the string "price"'),
    ("history", MONEY + "== CHANGELOG.md\nshop.money.price is new\n", "this tells of the past"),
    ("a workflow", MONEY + "== .github/workflows/a.yml\nrun: shop.money:price\n", "but this is"),
]


@pytest.mark.parametrize(("before", "reason"), [case[1:] for case in LEFT], ids=[case[0] for case in LEFT])
def test_what_may_be_something_else_is_left_and_told(before: str, reason: str) -> None:
    change, _ = operate(tree(before), {"op": "rename", "symbol": "shop.money:price", "to": "cost"})
    assert change.refused == ""
    assert reason in " ".join(one.reason for one in change.left)


def test_words_in_documents_change_only_when_that_is_wanted() -> None:
    files = tree(MONEY + "== README.md\nA price, not prices.\n")
    request = {"op": "rename", "symbol": "shop.money:price", "to": "cost", "docs_words": True}
    assert operate(files, request)[1]["README.md"] == "A cost, not prices.\n"


def test_what_was_taken_away_and_changed_is_declared() -> None:
    change, _ = operate(tree(MONEY + "def f():\n    return price(1)\n"), _request(MONEY))
    assert change.removed == {"shop/money.py": ("price",)}
    assert change.changed == {"shop/money.py": ("f",)}


def test_the_settings_that_an_exact_change_reaches_are_named() -> None:
    files = tree(MONEY + "== conftest.py\nfrom shop.money import price\n")
    assert operate(files, _request(MONEY))[0].allow == ("conftest.py",)


SHOWN = (
    "== shop/base.py\nclass Base:\n    def label(self):\n        return USE\n"
    "== shop/cart.py\nfrom shop.base import Base\n\n\nclass Cart(Base):\n    pass\n"
)


@pytest.mark.parametrize("use", ["type(self).__name__", "self.__class__.__name__.lower()", "type(self).__qualname__"])
def test_where_a_class_or_its_bases_show_their_names_is_listed(use: str) -> None:
    change, after = operate(
        tree(SHOWN.replace("USE", use)), {"op": "rename", "symbol": "shop/cart.py:Cart", "to": "Bag"}
    )
    assert "class Bag(Base):" in after["shop/cart.py"]
    assert [(one.path, one.line) for one in change.left] == [("shop/base.py", 3)]
    assert "may show the name, or choose by it" in change.left[0].reason


@pytest.mark.parametrize(
    ("use", "symbol"),
    [
        ("f.__name__", "shop/cart.py:Cart"),
        ("self.__class__", "shop/cart.py:Cart"),
        ("__name__", "shop/cart.py:Cart"),
        ("type(self).__name__", "shop/other.py:Other"),
        ("type(self).__name__", "shop/other.py:f"),
    ],
)
def test_where_nothing_shows_the_name_nothing_is_listed(use: str, symbol: str) -> None:
    files = tree(SHOWN.replace("USE", use) + "== shop/other.py\nclass Other:\n    pass\n\n\ndef f(): ...\n")
    change, _ = operate(files, {"op": "rename", "symbol": symbol, "to": "Bag"})
    assert (change.refused, change.left) == ("", ())
