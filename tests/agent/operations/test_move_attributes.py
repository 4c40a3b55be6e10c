"""move: who gets at a definition as an attribute of its module, `cart.tax`, gets it from the new one."""

import pytest

from tests.agent.operations.cases import operate, tree

F = "def f(x):\n    return x\n"
G = "def g(x):\n    return x + 1\n"
HOME = f"== shop/a.py\n{F}\n\n{G}"
MOVED = f"== shop/a.py\n{G}== shop/b.py\n{F}"
REQUEST = {"op": "move", "symbols": ["shop/a.py:f"], "to": "shop/b.py"}

#: name, a file of the rest before and after
FOLLOWED: list[tuple[str, str, str]] = [
    ("all that it used", "from shop import a\n\na.f(1)\n", "from shop import b\n\nb.f(1)\n"),
    (
        "part of what it used",
        "from shop import a\n\na.f(a.g(1))\n",
        "from shop import a\nfrom shop import b\n\nb.f(a.g(1))\n".replace(
            "import a\nfrom shop import b", "import a, b"
        ),
    ),
    ("under another name", "from shop import a as x\n\nx.f(1)\n", "from shop import b\n\nb.f(1)\n"),
    ("by dots", "from . import a\n\na.f(1)\n", "from . import b\n\nb.f(1)\n"),
    ("the module whole under a name", "import shop.a as x\n\nx.f(1)\n", "from shop import b\n\nb.f(1)\n"),
    (
        "in full",
        "import shop.a\n\nshop.a.f(shop.a.g(1))\n",
        "import shop.a\nimport shop.b\n\nshop.b.f(shop.a.g(1))\n",
    ),
    (
        "in a function",
        "def k():\n    from shop import a\n\n    return a.f(1)\n",
        "def k():\n    from shop import b\n\n    return b.f(1)\n",
    ),
    (
        "in bodies, decorators, defaults and annotations",
        "from shop import a\n\n\n@a.f\ndef k(x: a.f = a.f(1)) -> 'a.f':\n    # a.f\n    return [a.f(y) for y in x]\n",
        "from shop import b\n\n\n@b.f\ndef k(x: b.f = b.f(1)) -> 'b.f':\n    # a.f\n    return [b.f(y) for y in x]\n",
    ),
    (
        "where the new name is taken",
        "from shop import a\n\nb = 1\na.f(b)\n",
        "from shop.b import f\n\nb = 1\nf(b)\n",
    ),
    (
        "where the new name is taken, and the old one still needed",
        "from shop import a\n\nb = 1\na.f(a.g)\n",
        "from shop import a\nfrom shop.b import f\n\nb = 1\nf(a.g)\n",
    ),
    (
        "in a formatted string",
        "from shop import a\n\nprint(f'{a.f(1)}')\n",
        "from shop import b\n\nprint(f'{b.f(1)}')\n",
    ),
    (
        "by name, too",
        "from shop import a\nfrom shop.a import f\n\na.f(f)\n",
        "from shop import b\nfrom shop.b import f\n\nb.f(f)\n",
    ),
]


@pytest.mark.parametrize(("before", "after"), [case[1:] for case in FOLLOWED], ids=[case[0] for case in FOLLOWED])
def test_an_attribute_of_the_old_module_becomes_one_of_the_new(before: str, after: str) -> None:
    path = "shop/c.py" if "from ." in before else "main.py"
    change, result = operate(tree(f"{HOME}== {path}\n{before}"), REQUEST)
    assert change.refused == ""
    assert result == tree(f"{MOVED}== {path}\n{after}")
    assert change.left == ()
    assert operate(result, REQUEST)[0].texts == {}


#: name, the rest before and after; shop/b.py holds G already
KNOWN: list[tuple[str, str, str]] = [
    ("the new module is imported", "from shop import a, b\n\na.f(b.g)\n", "from shop import b\n\nb.f(b.g)\n"),
    (
        "under another name",
        "import shop.b as y\nfrom shop import a\n\na.f(y.g)\n",
        "import shop.b as y\n\ny.f(y.g)\n",
    ),
    (
        "both in full",
        "import shop.a\nimport shop.b\n\nshop.a.f(shop.b.g)\n",
        "import shop.a\nimport shop.b\n\nshop.b.f(shop.b.g)\n",
    ),
]


@pytest.mark.parametrize(("before", "after"), [case[1:] for case in KNOWN], ids=[case[0] for case in KNOWN])
def test_a_module_that_is_imported_already_is_used(before: str, after: str) -> None:
    change, result = operate(tree(f"== shop/a.py\n{F}== shop/b.py\n{G}== main.py\n{before}"), REQUEST)
    assert change.refused == ""
    assert result == tree(f"== shop/a.py\n== shop/b.py\n{G}\n\n{F}== main.py\n{after}")


def test_the_new_module_itself_uses_the_bare_name() -> None:
    there = "from shop import a\n\n\ndef h(y):\n    return a.f(a.g(y))\n"
    change, result = operate(tree(f"{HOME}== shop/b.py\n{there}"), REQUEST)
    assert change.refused == ""
    assert result["shop/b.py"] == there.replace("a.f", "f") + f"\n\n{F}"


def test_the_import_of_the_old_module_goes_where_nothing_uses_it_any_more() -> None:
    there = "from shop import a\n\n\ndef h(y):\n    return a.f(y)\n"
    change, result = operate(tree(f"{HOME}== shop/b.py\n{there}"), REQUEST)
    assert change.refused == ""
    assert result["shop/b.py"] == f"def h(y):\n    return f(y)\n\n\n{F}"


LEFT = {
    "both names are taken": "from shop import a\n\nb = f = 1\na.f(b)\n",
    "in full, without an import of its own": "import shop\n\nshop.a.f(1)\n== shop/__init__.py\nfrom . import a\n",
    "bound in two ways": "try:\n    from shop import a\nexcept ImportError:\n    from shop import a\na.f(1)\n",
    "for type checkers alone": "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from shop import a\n\n\n"
    "def k(x: 'a.f', y: 'a.g'): ...\n",
    "part of what a function imports": "def k():\n    from shop import a\n\n    return a.f(a.g)\n",
    "over two lines": "from shop import a\n\n(a\n .f(1))\n",
}


@pytest.mark.parametrize("rest", LEFT.values(), ids=LEFT)
def test_where_that_cannot_be_written_it_goes_on_by_the_old_way(rest: str) -> None:
    files = tree(f"{HOME}== main.py\n{rest}")
    change, after = operate(files, REQUEST)
    assert change.refused == ""
    assert after["main.py"] == files["main.py"]
    assert "b import f as f\n" in after["shop/a.py"]
    assert {one.path for one in change.left} == {"main.py"}


UNTOUCHED = {
    "another object with such an attribute": "class K:\n    f = 1\n\n\na = K()\na.f\n",
    "another module": "import a\n\na.f(1)\n== a.py\nf = len\n",
    "a parameter of that name": "from shop import a\n\n\ndef k(a):\n    return a.f\n\n\na.g(1)\n",
    "other names of the module": "from shop import a\n\na.g(1)\n",
    "comments and plain strings": "from shop import a\n\n# a.f\nx = 'a.f', a.g\n",
}


@pytest.mark.parametrize("rest", UNTOUCHED.values(), ids=UNTOUCHED)
def test_what_means_something_else_is_not_touched(rest: str) -> None:
    files = tree(f"{HOME}== main.py\n{rest}")
    change, after = operate(files, REQUEST)
    assert change.refused == ""
    assert after["main.py"] == files["main.py"]
    assert after["shop/a.py"] == G


EXCHANGED = {
    "set": "from shop import a\n\na.f = len\n",
    "deleted": "from shop import a\n\ndel a.f\n",
    "set by a string": "from shop import a\n\nsetattr(a, 'f', len)\n",
    "patched in a test": "from shop import a\n\n\ndef test(monkeypatch):\n    monkeypatch.setattr(a, 'f', len)\n",
    "patched with a decorator": "from unittest.mock import patch\n\nfrom shop import a\n\n\n"
    "@patch.object(a, 'f')\ndef test(f): ...\n",
    "looked up": "import shop.a\n\ngetattr(shop.a, 'f')\n",
}


@pytest.mark.parametrize("rest", EXCHANGED.values(), ids=EXCHANGED)
def test_a_name_that_somebody_exchanges_in_the_old_module_stays(rest: str) -> None:
    files = tree(f"{HOME}== tests/test_a.py\n{rest}")
    change, after = operate(files, REQUEST)
    assert "tests/test_a.py" in change.refused
    assert after == files


def test_no_cycle_comes_of_it() -> None:
    rest = "== shop/c.py\nfrom shop import a\n\nc = a.f(1)\n== shop/b.py\nfrom shop.c import c\n\nx = c\n"
    files = tree(HOME + rest)
    change, after = operate(files, REQUEST)
    assert "a cycle" in change.refused
    assert after == files
