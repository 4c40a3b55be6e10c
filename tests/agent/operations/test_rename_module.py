"""rename-module: files and packages under another name or in another place, and everybody who names them."""

import pytest

from tests.agent.operations.cases import operate, tree

M = "== shop/MOD.py\nX = 1\n"
#: name, request and files; MOD stands for the last name of the module, `money` before and `cash` after.
RENAMED: list[tuple[str, str]] = [
    ("nobody imports it", M),
    ("a module of that name from elsewhere", M + "== shop/a.py\nfrom money import Y\nimport money.z\n\nmoney.z, Y\n"),
    (
        "from imports of what it holds",
        M + "== main.py\nfrom shop.MOD import X as Y, Z  # money\n== shop/a.py\nfrom .MOD import (\n    X,\n)\n",
    ),
    (
        "from its package, with uses",
        M + "== main.py\nfrom shop import a, MOD\nfrom shop import MOD as m\nMOD.X, m.X\n"
        "== shop/a.py\nfrom . import MOD\n\ndef f(): return MOD.X\n",
    ),
    (
        "import of the dotted name",
        M + "== main.py\nimport os, shop.MOD\nimport shop.MOD as m\nshop.MOD.X, shop . MOD.X, m.X\n",
    ),
    (
        "inside functions and conditions",
        M + "== main.py\ndef f():\n    from shop import MOD\n    return MOD.X\n"
        "if 1:\n    import shop.MOD\n    shop.MOD.X\n",
    ),
    (
        "a package that imports it, and who goes through that",
        M + "== shop/__init__.py\nfrom . import MOD\n"
        "from .MOD import X\n\n__all__ = ['MOD', 'X']\n== main.py\nimport shop\nfrom shop import MOD, X\n"
        "shop.MOD.X, MOD\n",
    ),
    (
        "for type checkers alone, and quoted",
        M + "== main.py\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n"
        "    from shop import MOD\ndef f(a: 'MOD.X'): ...\n",
    ),
    (
        "its own imports stay",
        "== shop/MOD.py\nfrom . import a\nfrom .a import y\nfrom shop import a as b\n== shop/a.py\ny = 1\n",
    ),
    (
        "strings that name it in full",
        M + "== tests/test_a.py\nfrom unittest.mock import patch\npatch('shop.MOD.X')\n"
        "__import__('shop.MOD')\nx = 'money'\n",
    ),
    (
        "documents, settings, paths",
        M + "== README.md\n"
        "`shop.MOD`, shop/MOD.py, the money, other.shop.money, shop.moneys\n== setup.cfg\nx = shop.MOD:X\n"
        '== pyproject.toml\nfiles = ["shop/MOD.py"]\n',
    ),
    ("comments and docstrings", M + "== main.py\n'''See shop.MOD.X and shop/MOD.py.'''\n# shop.MOD is it\n"),
    ("a stub goes along", M + "== shop/MOD.pyi\nX: int\n"),
    (
        "what is called the same stays",
        M + "== main.py\nmoney = 1\ndef f(money): return money.X\nclass A:\n    money = 2\nA.money\n",
    ),
    ("by string next to the package", M + "== main.py\nimport shop\ngetattr(shop, 'MOD')\n"),
    (
        "bindings in brackets and with comments",
        M + "== main.py\nfrom shop import (  # a\n    a,\n    MOD,  # b\n)\nMOD.X\n== shop/a.py\n",
    ),
    ("renamed explicitly", M + "== shop/__init__.py\nfrom . import MOD as MOD\n"),
    ("relative from deeper", M + "== shop/sub/a.py\nfrom ..MOD import X\nfrom .. import MOD\nMOD.X\n"),
]


@pytest.mark.parametrize("text", [case[1] for case in RENAMED], ids=[case[0] for case in RENAMED])
def test_a_module_is_renamed_with_all_that_names_it(text: str) -> None:
    before, wanted = tree(text.replace("MOD", "money")), tree(text.replace("MOD", "cash"))
    request = {"op": "rename-module", "module": "shop/money.py", "to": "shop/cash.py"}
    change, after = operate(before, request)
    assert change.refused == ""
    assert after == wanted
    assert operate(after, request)[0].texts == {}
    back, restored = operate(after, {"op": "rename-module", "module": "shop.cash", "to": "shop.money"})
    assert (back.refused, restored) == ("", before)


#: name, module, to, files before and after
MOVED: list[tuple[str, str, str, str, str]] = [
    (
        "a plain module at the top",
        "money.py",
        "cash.py",
        "== money.py\nX = 1\n== main.py\nimport money\nimport money as m\nfrom money import X\nmoney.X\n== a.md\n"
        "money.X, money\n",
        "== cash.py\nX = 1\n== main.py\nimport cash\nimport cash as m\nfrom cash import X\ncash.X\n== a.md\n"
        "cash.X, money\n",
    ),
    (
        "a name that is taken in one file",
        "shop/money.py",
        "shop/cash.py",
        "== shop/money.py\nX = 1\n== main.py\nfrom shop import money\ncash = money.X\n",
        "== shop/cash.py\nX = 1\n== main.py\nfrom shop import cash as money\ncash = money.X\n",
    ),
    (
        "a module that others take from a third one",
        "shop/money.py",
        "shop/cash.py",
        "== shop/money.py\nX = 1\n== a.py\nfrom shop import money\n== b.py\nfrom a import money\nmoney.X\n",
        "== shop/cash.py\nX = 1\n== a.py\nfrom shop import cash as money\n== b.py\nfrom a import money\nmoney.X\n",
    ),
    (
        "into a package below",
        "shop/money.py",
        "shop/core/cash.py",
        "== shop/money.py\nfrom . import a\nfrom .a import y\n== shop/a.py\ny = 1\n== shop/core/__init__.py\n"
        "== main.py\nfrom shop.money import a\nfrom shop import money\nimport shop.money\nmoney.a, shop.money.a\n",
        "== shop/core/cash.py\nfrom .. import a\nfrom ..a import y\n== shop/a.py\ny = 1\n== shop/core/__init__.py\n"
        "== main.py\nfrom shop.core.cash import a\nfrom shop.core import cash\nimport shop.core.cash\n"
        "cash.a, shop.core.cash.a\n",
    ),
    (
        "out of it again",
        "shop/core/cash.py",
        "shop/money.py",
        "== shop/core/cash.py\nfrom .. import a\nfrom ..a import y\nfrom . import b\n== shop/a.py\ny = 1\n"
        "== shop/core/b.py\nfrom .cash import y\n",
        "== shop/money.py\nfrom . import a\nfrom .a import y\nfrom .core import b\n== shop/a.py\ny = 1\n"
        "== shop/core/b.py\nfrom ..money import y\n",
    ),
    (
        "a package with all that is in it",
        "shop",
        "store",
        "== shop/money.py\nfrom .a import y\nfrom shop import a\nimport shop.a\nshop.a.y\n== shop/a.py\ny = 1\n"
        "== shop/data.json\n{}\n"
        "== main.py\nimport shop\nimport shop.money as m\nfrom shop.money import y\nshop.money.y\n== setup.cfg\n"
        "x = shop.a:y\n",
        "== store/money.py\nfrom .a import y\nfrom store import a\nimport store.a\nstore.a.y\n== store/a.py\ny = 1\n"
        "== store/data.json\n{}\n"
        "== main.py\nimport store\nimport store.money as m\nfrom store.money import y\nstore.money.y\n== setup.cfg\n"
        "x = store.a:y\n",
    ),
    (
        "a package below a source root",
        "src/shop/core",
        "src/shop/heart",
        "== src/shop/__init__.py\nfrom .core import a\n== src/shop/core/a.py\nfrom ..b import c\nfrom .z import q\n"
        "== src/shop/core/z.py\nq = 1\n"
        "== src/shop/b.py\nc = 1\n== tests/test_a.py\nfrom shop.core.a import c\nimport shop.core.a\nshop.core.a.c\n",
        "== src/shop/__init__.py\nfrom .heart import a\n== src/shop/heart/a.py\nfrom ..b import c\nfrom .z import q\n"
        "== src/shop/heart/z.py\nq = 1\n"
        "== src/shop/b.py\nc = 1\n== tests/test_a.py\nfrom shop.heart.a import c\nimport shop.heart.a\n"
        "shop.heart.a.c\n",
    ),
]


@pytest.mark.parametrize(
    ("module", "to", "before", "after"), [case[1:] for case in MOVED], ids=[case[0] for case in MOVED]
)
def test_modules_and_packages_move(module: str, to: str, before: str, after: str) -> None:
    request = {"op": "rename-module", "module": module, "to": to}
    change, result = operate(tree(before), request)
    assert change.refused == ""
    assert {path: text for path, text in result.items() if text} == {
        path: text for path, text in tree(after).items() if text
    }
    assert operate(result, request)[0].texts == {}


REFUSED: list[tuple[str, str, str, str]] = [
    ("not there", "shop/x.py", "shop/y.py", "there is no module"),
    ("taken", "shop/money.py", "shop/a.py", "is there already"),
    ("no name", "shop/money.py", "shop/1a.py", "cannot become"),
    ("a package's own file", "shop/__init__.py", "shop/x.py", "cannot become"),
    ("no such package", "shop/money.py", "nowhere/cash.py", "there is no package nowhere"),
    ("with others from its package", "shop/money.py", "shop/core/cash.py", "split that line first"),
    ("tests' configuration", "conftest.py", "other.py", "cannot become"),
]


@pytest.mark.parametrize(("module", "to", "reason"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_cannot_be_followed_is_refused_with_the_reason(module: str, to: str, reason: str) -> None:
    text = "== shop/money.py\n== shop/a.py\n== shop/core/__init__.py\n== conftest.py\n"
    text += "== main.py\nfrom shop import a, money\n"
    change, _ = operate(tree(text), {"op": "rename-module", "module": module, "to": to})
    assert reason in change.refused
    assert change.texts == {}
