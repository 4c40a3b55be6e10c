"""merge-functions leaves a copy alone, and says why, wherever somebody could notice that it gave way."""

import pytest

from tests.agent.operations.shops import (
    COPY,
    HOME,
    USE,
    Files,
    MakeRepository,
    merge,
    shop,
    with_body,
)

LEFT: list[tuple[str, Files, str]] = [
    ("other code", shop(shop__report=COPY.replace("100", "10") + USE), "its code is not the same"),
    ("decorated copy", shop(shop__report="import functools\n\n\n@functools.cache\n" + COPY + USE), "it is decorated"),
    ("async", shop(shop__report="async " + COPY + USE), "its code is not the same"),
    (
        "a method",
        shop(shop__report="class A:\n" + COPY.replace("\n    ", "\n        ").replace("def", "    def")),
        "no function `price` of the module's own",
    ),
    (
        "defined in a branch",
        shop(shop__report=f"if 1:\n    {COPY.replace(chr(10), chr(10) + '    ')}\n"),
        "no function `price` of the module's own",
    ),
    ("defined twice", shop(shop__report=COPY + COPY + USE), "bound more than once"),
    ("assigned again", shop(shop__report=COPY + "price = 1\n"), "bound more than once"),
    ("deleted", shop(shop__report=COPY + "del price\n"), "bound more than once"),
    (
        "declared global",
        shop(shop__report=COPY + "def f():\n    global price\n    price = 1\n"),
        "bound more than once",
    ),
    ("given an attribute", shop(shop__report=COPY + USE + "price.seen = 1\n"), "does more than call it"),
    ("stored", shop(shop__report=COPY + "ALL = [price]\n"), "does more than call it"),
    (
        "stored by an importer",
        shop(shop__page="from .report import price\nALL = {'p': price}\n"),
        "shop/page.py does more than call it",
    ),
    (
        "stored by an importer of an importer",
        shop(shop__page="from .report import price\n", shop__z="from .page import price as p\nALL = [p]\n"),
        "shop/z.py does more than call it",
    ),
    (
        "stored as an attribute",
        shop(shop__page="from . import report\nALL = [report.price]\n"),
        "shop/page.py does more than call it",
    ),
    (
        "stored by way of the package",
        shop(shop__page="import shop\nALL = [shop.report.price]\n"),
        "shop/page.py does more than call it",
    ),
    (
        "annotations inside that are evaluated in one only",
        with_body("def f(x: int): return x", head="from __future__ import annotations\n"),
        "differ in their `from __future__` imports",
    ),
    ("a global statement", with_body("global x; x = cents"), "declares a name `global`"),
    ("its module's name", with_body("return __name__"), "reads `__name__`"),
    ("its caller", with_body("import sys; return sys._getframe(1)"), "looks at its callers"),
    ("globals()", with_body("return globals()[cents]"), "calls `globals()`"),
    ("a warning", with_body("import warnings; warnings.warn(cents)"), "issues warnings"),
    ("a class inside", with_body("class A: pass"), "defines a class inside"),
    (
        "a default that can change",
        shop(shop__money="def price(x, seen=[]): return x\n", shop__report="def price(x, seen=[]): return x\n"),
        "a default is more than a plain value",
    ),
    (
        "state",
        with_body("return seen.append(cents)", head="seen = []\n", copy_head="seen = []\n"),
        "`seen` in shop/money.py is state",
    ),
    (
        "constants that differ",
        with_body("return LIMIT", head="LIMIT = 1\n", copy_head="LIMIT = 2\n"),
        "`LIMIT` is not the same",
    ),
    (
        "imports that differ",
        with_body("return dumps(cents)", head="from json import dumps\n", copy_head="from marshal import dumps\n"),
        "`dumps` is not the same",
    ),
    (
        "helpers that differ",
        with_body("return h(cents)", head="def h(x): return 1\n", copy_head="def h(x): return 2\n"),
        "it uses `h`, and that differs: its code is not the same",
    ),
    (
        "a built-in that is shadowed in one",
        with_body("return len(cents)", copy_head="def len(x): return 1\n"),
        "`len` is not the same",
    ),
    ("a name that nobody binds", with_body("return nowhere"), "`nowhere` in shop/money.py is state, or"),
    (
        "an import that may fail",
        with_body(
            "return json", head="try:\n    import json\nexcept ImportError:\n    json = 0\n", copy_head="import json\n"
        ),
        "`json` in shop/money.py is state",
    ),
    (
        "a value that somebody rebinds",
        with_body(
            "return rate",
            head="from .rates import rate\n",
            copy_head="from .rates import rate\n",
            shop__rates="rate = 1\ndef up():\n    global rate\n    rate = 2\n",
        ),
        "`rate` in shop/money.py is state",
    ),
    (
        "annotations that mean other things",
        shop(
            shop__money="from decimal import Decimal as D\ndef price(x: D): return x\n",
            shop__report="from fractions import Fraction as D\ndef price(x: D): return x\n" + USE,
        ),
        "`D` is not the same",
    ),
    (
        "annotations evaluated in one only",
        shop(
            shop__money="from __future__ import annotations\ndef price(x: int): return x\n",
            shop__report="def price(x: int): return x\n" + USE,
        ),
        "differ in their `from __future__` imports",
    ),
    ("a star import in its file", shop(shop__report="from os.path import *\n\n\n" + COPY + USE), "has a star import"),
    ("a star import of its file", shop(shop__page="from .report import *\n"), "imports everything from it"),
    (
        "patched by its dotted name",
        shop(tests__test_x='from unittest.mock import patch\n\n@patch("shop.report.price")\ndef test(p): pass\n'),
        "tests/test_x.py exchanges `price`",
    ),
    (
        "a name it uses is patched",
        with_body("return open(cents)", tests__test_x='def test(mocker):\n    mocker.patch("shop.report.open")\n'),
        "tests/test_x.py exchanges `open`",
    ),
    (
        "a name it uses is patched on the module",
        with_body(
            "return json.dumps(cents)",
            head="import json\n",
            copy_head="import json\n",
            tests__test_x=(
                'from shop import report\n\ndef test(monkeypatch):\n    monkeypatch.setattr(report, "json", None)\n'
            ),
        ),
        "tests/test_x.py exchanges `json`",
    ),
    (
        "a name that its helper uses is patched",
        with_body(
            "return h(cents)",
            head="def h(x): return open(x)\n",
            copy_head="def h(x): return open(x)\n",
            tests__test_x='M = "shop.report"\ndef test(mocker):\n    mocker.patch(f"{M}.open")\n',
        ),
        "tests/test_x.py exchanges `open`",
    ),
    (
        "the module's attribute is assigned",
        shop(tests__test_x="from shop import report\nreport.price = None\n"),
        "tests/test_x.py exchanges `price`",
    ),
    (
        "the home imports the copy's module",
        shop(shop__money="from . import report\n\n\n" + HOME),
        "shop/money.py needs shop/report.py itself",
    ),
    (
        "the home imports it by way of another",
        shop(shop__money="from .mid import m\n\n\n" + HOME, shop__mid="from .report import row as m\n"),
        "shop/money.py needs shop/report.py by way of shop/mid.py itself",
    ),
    (
        "the home imports it when it is called",
        shop(shop__money=HOME + "\n\ndef f():\n    from .report import row\n"),
        "shop/money.py needs shop/report.py itself",
    ),
    (
        "the home's package imports it",
        {
            "shop/__init__.py": "",
            "shop/m/__init__.py": "from ..report import row\n",
            "shop/m/money.py": HOME,
            "shop/report.py": COPY + USE,
        },
        "needs shop/report.py by way of shop/m/__init__.py itself",
    ),
    (
        "the home does something when imported",
        shop(shop__money='print("hello")\n\n\n' + HOME),
        "shop/money.py calls `print` in line 1 when it is imported",
    ),
    (
        "the home loads something that does",
        shop(shop__money="from .loud import x\n\n\n" + HOME, shop__loud="x = open('y')\n"),
        "shop/loud.py calls `open` in line 1",
    ),
    ("the home loads another project", shop(shop__money="import numpy\n\n\n" + HOME), "would load `numpy`"),
    ("the home loads a module with effects", shop(shop__money="import readline\n\n\n" + HOME), "would load `readline`"),
    (
        "another top-level package",
        {"shop/__init__.py": "", "shop/money.py": HOME, "mall/__init__.py": "", "mall/report.py": COPY + USE},
        "does not belong to the same package",
    ),
    (
        "plain modules of two folders",
        {"a/money.py": HOME, "b/report.py": COPY + USE},
        "does not belong to the same package",
    ),
    ("a test", shop(tests__test_report=COPY + USE), "functions of tests"),
    ("a migration", shop(shop__migrations__report=COPY + USE), "functions of migrations"),
    ("vendored code", shop(shop___vendor__report=COPY + USE), "borrowed code"),
    ("a setup script", {"money.py": HOME, "setup.py": COPY}, "decides what is built"),
    (
        "generated code",
        shop(shop__report="# Generated by hand. DO NOT EDIT\n" + COPY + USE),
        "functions of migrations, examples, generated",
    ),
    ("a file that does not parse", shop(shop__report=COPY + USE + "def (\n"), "does not parse"),
    (
        "a program in a package",
        shop(shop__report=COPY + USE + 'if __name__ == "__main__":\n    row(1)\n'),
        "may be run as a program",
    ),
    (
        "a file that another starts",
        shop(shop__page='import subprocess\n\ndef f():\n    subprocess.run(["python", "shop/report.py"])\n'),
        "may be run as a program",
    ),
    (
        "plain modules of which nobody imports any",
        {"money.py": HOME, "report.py": COPY + USE},
        "no import shows how to reach money.py",
    ),
    (
        "names made up on demand",
        shop(shop__report=COPY + USE + "def __getattr__(name): return name\n"),
        "makes up names",
    ),
    (
        "somebody looks through modules",
        shop(shop__look="import inspect\n\ndef f(m): return inspect.getmembers(m)\n"),
        "looks through modules for functions",
    ),
    (
        "loggers that set-up would switch off",
        shop(
            shop__money="import logging\nlog = logging.getLogger(__name__)\n" + HOME,
            shop__log="import logging.config\n\ndef f(): logging.config.dictConfig({})\n",
        ),
        "calls `logging.getLogger`",
    ),
    (
        "a base class with a hook",
        shop(
            shop__money="from .b import B\nclass C(B): pass\n" + HOME,
            shop__b="class B:\n    def __init_subclass__(cls): print(cls)\n",
        ),
        "derives from `.b.B`",
    ),
]


@pytest.mark.parametrize(("files", "reason"), [case[1:] for case in LEFT], ids=[case[0] for case in LEFT])
def test_a_copy_stays_where_anybody_could_notice(repository: MakeRepository, files: Files, reason: str) -> None:
    home = next(path for path in files if path.endswith("money.py"))
    names = ("report.py", "test_report.py", "setup.py")
    copy = next(
        path for path in files if path.rpartition("/")[2] in names and "price" in files[path] and _is_meant(path, files)
    )
    change = merge(repository(files), f"{home}:price", f"{copy}:price")
    assert change.texts == {}
    assert any(reason in left.reason for left in change.left), change.left


def _is_meant(path: str, files: Files) -> bool:
    """The copy that a case is about: the one that is not part of every case, if there is one."""
    others = [other for other in files if other.endswith("report.py") and other != "shop/report.py"]
    return path in others if others else True
