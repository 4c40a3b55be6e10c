"""What names mean across files."""

import pytest

from agent.differential.source import Defined, Meaning, Outside
from tests.differing_sources import module_of, sources_of

TEXTS = {
    "a.py": "import os.path\nimport math as m\nfrom shop import price, cart\nfrom shop.cart import total as t\n"
    "import shop.cart\nX = 1\n\n\ndef f():\n    from json import dumps\n    return dumps\n",
    "shop/__init__.py": "from .money import price\n",
    "shop/money.py": "def price():\n    return 1\n",
    "shop/cart.py": "from . import money\nfrom .money import price as p\n\n\ndef total():\n    return money.price()\n",
}


@pytest.mark.parametrize(
    ("path", "chain", "meaning"),
    [
        ("a.py", "X", Defined("a.py", "X")),
        ("a.py", "X.y.z", Defined("a.py", "X", ("y", "z"))),
        ("a.py", "f", Defined("a.py", "f")),
        ("a.py", "os.path.join", Outside("os.path.join")),
        ("a.py", "m.floor", Outside("math.floor")),
        ("a.py", "len", Outside("builtins.len")),
        ("a.py", "dumps", Outside("json.dumps")),
        ("a.py", "price", Defined("shop/money.py", "price")),  # through the package
        ("a.py", "cart.total", Defined("shop/cart.py", "total")),
        ("a.py", "t", Defined("shop/cart.py", "total")),
        ("a.py", "shop.cart.total", Defined("shop/cart.py", "total")),
        ("a.py", "shop.cart.total.x", Defined("shop/cart.py", "total", ("x",))),
        ("shop/cart.py", "money.price", Defined("shop/money.py", "price")),
        ("shop/cart.py", "p", Defined("shop/money.py", "price")),
        ("a.py", "nowhere", None),
        ("a.py", "cart.nothing", None),
        ("a.py", "shop.cart", None),  # a module is no definition
    ],
)
def test_a_dotted_name_means_what_it_was_imported_or_defined_as(path: str, chain: str, meaning: Meaning) -> None:
    sources = sources_of(TEXTS)
    assert sources.meaning(module_of(sources, path), tuple(chain.split("."))) == meaning


@pytest.mark.parametrize("text", ["def (", "x = '\0'", "(" * 500])
def test_what_does_not_parse_is_no_module(text: str) -> None:
    assert sources_of({"a.py": text}).module("a.py") is None


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("f()\n", 1),
        ("for x in y:\n    f(x)\n", 1),
        ("try:\n    f()\nexcept E:\n    g()\n", 2),
        ("if __name__ == '__main__':\n    f()\n", 0),
        ("x = f()\n", 0),
        ("for x in y:\n    z = x\n", 0),
        ("def g():\n    f()\n", 0),
    ],
)
def test_what_importing_does_for_its_effect_is_known(text: str, acts: int) -> None:
    assert len(module_of(sources_of({"a.py": text})).acts) == acts
