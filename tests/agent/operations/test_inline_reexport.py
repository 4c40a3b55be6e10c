"""inline-reexport: names are imported from where they are defined, and the middleman goes if nobody needs it."""

import pytest

from tests.agent.operations.cases import operate, tree

HOME = "== shop/a.py\ndef f(): ...\ndef g(): ...\n"
ONWARD = "== shop/__init__.py\nfrom .a import f\n"
#: name, files before and after; `f` of shop/__init__.py
INLINED: list[tuple[str, str, str]] = [
    ("nobody takes it", HOME + ONWARD, HOME + "== shop/__init__.py\n"),
    (
        "plain",
        HOME + ONWARD + "== main.py\nfrom shop import f\n",
        HOME + "== shop/__init__.py\n== main.py\nfrom shop.a import f\n",
    ),
    (
        "renamed",
        HOME + ONWARD + "== main.py\nfrom shop import f as k\n",
        HOME + "== shop/__init__.py\n== main.py\nfrom shop.a import f as k\n",
    ),
    (
        "with others",
        HOME + "== shop/__init__.py\nfrom .a import f, g\n== main.py\nfrom shop import f, g\n",
        HOME + "== shop/__init__.py\nfrom .a import g\n== main.py\nfrom shop import g\nfrom shop.a import f\n",
    ),
    (
        "in functions",
        HOME + ONWARD + "== main.py\ndef k():\n    from shop import f\n    f()\n",
        HOME + "== shop/__init__.py\n== main.py\ndef k():\n    from shop.a import f\n    f()\n",
    ),
    (
        "by dots",
        HOME + ONWARD + "== shop/b.py\nfrom . import f\n",
        HOME + "== shop/__init__.py\n== shop/b.py\nfrom .a import f\n",
    ),
    (
        "by dots from below",
        HOME + ONWARD + "== shop/c/d.py\nfrom .. import f\n",
        HOME + "== shop/__init__.py\n== shop/c/d.py\nfrom ..a import f\n",
    ),
    (
        "through two",
        HOME
        + "== shop/b.py\nfrom .a import f\n== shop/__init__.py\nfrom .b import f\n== main.py\nfrom shop import f\n",
        HOME + "== shop/b.py\nfrom .a import f\n== shop/__init__.py\n== main.py\nfrom shop.a import f\n",
    ),
    (
        "marked as handed on",
        HOME + "== shop/__init__.py\nfrom .a import f as f\n== main.py\nfrom shop import f\n",
        HOME + "== shop/__init__.py\n== main.py\nfrom shop.a import f\n",
    ),
    (
        "under another name",
        HOME + "== shop/__init__.py\nfrom .a import g as f\n== main.py\nfrom shop import f\n",
        HOME + "== shop/__init__.py\n== main.py\nfrom shop.a import g as f\n",
    ),
    (
        "a module in between that is none of a package",
        "== a.py\nX = 1\n== b.py\nfrom a import X as f\n== shop/__init__.py\nfrom b import f\n== main.py\n"
        "from shop import f\n",
        "== a.py\nX = 1\n== b.py\nfrom a import X as f\n== shop/__init__.py\n== main.py\nfrom a import X as f\n",
    ),
    (
        "in brackets, with comments",
        HOME
        + "== shop/__init__.py\nfrom .a import (\n    f,\n    g,  # more\n)\n== main.py\nfrom shop import f  # it\n",
        HOME + "== shop/__init__.py\nfrom .a import (\n    g,  # more\n)\n== main.py\nfrom shop.a import f  # it\n",
    ),
    (
        "for type checkers alone",
        HOME + ONWARD + "== main.py\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from shop import f\n",
        HOME + "== shop/__init__.py\n== main.py\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n"
        "    from shop.a import f\n",
    ),
]


@pytest.mark.parametrize(("before", "after"), [case[1:] for case in INLINED], ids=[case[0] for case in INLINED])
def test_importers_take_it_from_its_home(before: str, after: str) -> None:
    request = {"op": "inline-reexport", "symbol": "shop/__init__.py:f"}
    change, result = operate(tree(before), request)
    assert change.refused == ""
    assert result == tree(after)
    assert operate(result, request)[0].texts == {}


STAYS: list[tuple[str, str, str]] = [
    ("it is listed", "__all__ = ['f']\n", ""),
    ("it is used", "f()\n", ""),
    ("it is an attribute for others", "", "== other.py\nimport shop\nshop.f()\n"),
    ("it is starred", "", "== other.py\nfrom shop import *\nf()\n"),
    ("a string names it", "", "== tests/test_a.py\npatch('shop.f')\n"),
]


@pytest.mark.parametrize(("more", "other"), [case[1:] for case in STAYS], ids=[case[0] for case in STAYS])
def test_the_module_keeps_what_somebody_needs_and_says_why(more: str, other: str) -> None:
    files = tree(f"{HOME}{ONWARD}{more}== main.py\nfrom shop import f\n{other}")
    change, after = operate(files, {"op": "inline-reexport", "symbol": "shop:f"})
    assert after["main.py"] == "from shop.a import f\n"
    assert after["shop/__init__.py"] == files["shop/__init__.py"]
    assert "stays in shop/__init__.py" in change.left[0].reason


REFUSED: list[tuple[str, str, str]] = [
    ("defined here", "== shop/__init__.py\ndef f(): ...\n", "does not import `f`"),
    ("from elsewhere", "== shop/__init__.py\nfrom os import f\n", "does not import `f`"),
    ("a module", "== shop/f.py\n== shop/__init__.py\nfrom . import f\n", "does not import `f`"),
    (
        "two origins",
        HOME + "== shop/__init__.py\ntry:\n    from .a import f\nexcept ImportError:\n    from os import f\n",
        "does not import `f`",
    ),
    ("under a condition", HOME + "== shop/__init__.py\nif 1:\n    from .a import f\n", "under a condition"),
    ("its home goes by way of it", HOME.replace("def f", "from shop import f as k\ndef f") + ONWARD, "imports its own"),
    (
        "a file that must not change",
        HOME + ONWARD + "== .github/workflows/x.py\nfrom shop import f\n",
        "would have to change",
    ),
]


@pytest.mark.parametrize(("before", "reason"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_cannot_be_followed_is_refused_with_the_reason(before: str, reason: str) -> None:
    files = tree(before)
    change, after = operate(files, {"op": "inline-reexport", "symbol": "shop/__init__.py:f"})
    assert reason in change.refused
    assert after == files
