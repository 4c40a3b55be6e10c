"""merge-functions on small repositories: what is merged and how, and what is left alone and why."""

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from agent.errors import SettingsError
from agent.operations import apply_operation
from agent.operations.sequence import after
from repo_scan import read_texts, scan_repository
from tests.agent.operations.shops import (
    COPY,
    HOME,
    REQUEST,
    USE,
    Files,
    MakeRepository,
    merge,
    renamed,
    shop,
    with_body,
)

IMPORTED = "from shop.money import price\n"
MERGED: list[tuple[str, Files, Files]] = [
    ("a copy that its module uses", shop(), {"shop/report.py": f"{IMPORTED}{USE}"}),
    (
        "a copy that nobody uses stays importable",
        shop(shop__report=COPY),
        {"shop/report.py": "from shop.money import price as price\n"},
    ),
    (
        "a name of `__all__` needs no other mark",
        shop(shop__report=f'__all__ = ["price"]\n\n\n{COPY}'),
        {"shop/report.py": f'{IMPORTED}\n__all__ = ["price"]\n'},
    ),
    (
        "importers are sent to the home",
        shop(shop__page="from shop.report import price\n\nx = price(1)\n"),
        {"shop/report.py": f"{IMPORTED}{USE}", "shop/page.py": f"{IMPORTED}\nx = price(1)\n"},
    ),
    (
        "a line of several names is split",
        shop(shop__page="from shop.report import price, row\n\nx = price(1), row(2)\n"),
        {
            "shop/report.py": f"{IMPORTED}{USE}",
            "shop/page.py": f"{IMPORTED}from shop.report import row\n\nx = price(1), row(2)\n",
        },
    ),
    (
        "an import inside a function is changed there",
        shop(shop__page="def page():\n    from .report import price\n\n    return price(1)\n"),
        {
            "shop/report.py": "from .money import price\n" + USE,
            "shop/page.py": "def page():\n    from .money import price\n\n    return price(1)\n",
        },
    ),
    (
        "an alias stays what the importer calls it",
        shop(shop__page="from shop.report import price as p\n\nx = p(1)\n"),
        {"shop/report.py": f"{IMPORTED}{USE}", "shop/page.py": "from shop.money import price as p\n\nx = p(1)\n"},
    ),
    (
        "a name that is handed on stays marked as such",
        shop(shop__page="from shop.report import price as price\n"),
        {"shop/report.py": f"{IMPORTED}{USE}", "shop/page.py": "from shop.money import price as price\n"},
    ),
    (
        "uses as an attribute go on working",
        shop(shop__page="import shop.report\n\nx = shop.report.price(1)\n"),
        {"shop/report.py": f"{IMPORTED}{USE}"},
    ),
    (
        "tests are sent to the home, too",
        shop(tests__test_report="from shop.report import price, row\n\n\ndef test():\n    assert price(1) == row(1)\n"),
        {
            "shop/report.py": f"{IMPORTED}{USE}",
            "tests/test_report.py": f"{IMPORTED}from shop.report import row\n\n\n"
            "def test():\n    assert price(1) == row(1)\n",
        },
    ),
    (
        "an import that has to be run for what else it does stays",
        shop(
            shop__report=f'from shop.text import t\n\nprint("hello")\n\n\n{COPY}{USE}',
            shop__text="def t(): pass\n",
            shop__page="from shop.report import price\n\nx = price(1)\n",
        ),
        {"shop/report.py": f'{IMPORTED}from shop.text import t\n\nprint("hello")\n{USE}'},
    ),
    (
        "a package goes on loading its modules",
        shop(shop__init="from .report import price\n"),
        {"shop/report.py": f"from .money import price\n{USE}"},
    ),
    (
        "relative where the file imports relatively",
        shop(shop__report=f"from .text import wrap\n\n\n{COPY}{USE}\nwrap('')\n", shop__text="def wrap(x): return x\n"),
        {"shop/report.py": f"from .money import price\nfrom .text import wrap\n{USE}\nwrap('')\n"},
    ),
    (
        "from a folder below",
        shop(
            shop__report="",
            shop__print__init="",
            shop__print__page="from ..text import t\n\n\n" + COPY + "\nt(price)\n".replace("t(price)", "t(price(1))"),
            shop__text="def t(x): return x\n",
        ),
        {"shop/print/page.py": "from ..money import price\nfrom ..text import t\n\nt(price(1))\n"},
    ),
    (
        "plain modules in one folder",
        {"money.py": HOME, "report.py": COPY + USE, "main.py": "import report\n\nreport.row(1)\n"},
        {"report.py": f"from money import price\n{USE}"},
    ),
    (
        "below a source root",
        {f"src/{path}": text for path, text in shop().items()} | {"pyproject.toml.py": ""},
        {"src/shop/report.py": f"{IMPORTED}{USE}"},
    ),
    (
        "imports that only the copy used go, others stay",
        shop(
            shop__money=f"import math\nimport json\n\n\n{HOME.replace('cents / 100', 'math.ceil(cents)')}",
            shop__report=f"import math\nimport json\n\n\n{COPY.replace('cents / 100', 'math.ceil(cents)')}{USE}",
        ),
        {"shop/report.py": f"import json\n\n{IMPORTED}{USE}"},
    ),
    (
        "private constants that only the copy used go, public ones stay",
        shop(
            shop__money=f"_A = 1\nB = (2, 'x')\n\n\n{HOME.replace('100', '(_A + B[0])')}",
            shop__report=f"_A = 1\nB = (2, 'x')\n\n\n{COPY.replace('100', '(_A + B[0])')}{USE}",
        ),
        {"shop/report.py": f"{IMPORTED}\nB = (2, 'x')\n{USE}"},
    ),
    (
        "helpers that are copies themselves",
        shop(
            shop__money=f"def half(x):\n    return x / 2\n\n\n{HOME.replace('cents / 100', 'half(cents)')}",
            shop__report=f"def half(x):\n    return x / 2\n\n\n{COPY.replace('cents / 100', 'half(cents)')}{USE}",
        ),
        {"shop/report.py": f"{IMPORTED}\n\ndef half(x):\n    return x / 2\n{USE}"},
    ),
    (
        "a helper that comes from the home already",
        shop(
            shop__money=f"def half(x):\n    return x / 2\n\n\n{HOME.replace('cents / 100', 'half(cents)')}",
            shop__report=f"from shop.money import half\n\n\n{COPY.replace('cents / 100', 'half(cents)')}{USE}",
        ),
        {"shop/report.py": f"{IMPORTED}{USE}"},
    ),
    (
        "a home that does something when it is imported, if it is imported before anyway",
        shop(
            shop__money=f"print(1)\n\n\n{HOME}\n\ndef g(): pass\n",
            shop__report=f"from .money import g\n\n\n{COPY}{USE}g()\n",
        ),
        {"shop/report.py": f"from .money import g, price\n{USE}g()\n"},
    ),
    (
        "a base class of the repository and a decorator of the standard library are harmless",
        shop(
            shop__errors="class ShopError(Exception):\n    pass\n",
            shop__money=f"from dataclasses import dataclass\nfrom .errors import ShopError\n\n\n"
            f"class Bad(ShopError): pass\n\n\n@dataclass(frozen=True)\nclass P:\n    x: int = 1\n\n\n{HOME}",
        ),
        {"shop/report.py": f"from .money import price\n{USE}"},
    ),
    (
        "stubs and borrowed code go on importing from where it was",
        shop(shop__vendor__page="from shop.report import price\n\nx = price(1)\n")
        | {"shop/page.pyi": "from .report import price\n"},
        {"shop/report.py": f"from .money import price\n{USE}"},
    ),
    (
        "where names that are handed on are marked, this one is, too",
        shop(
            shop__face="from os import path as path\n",
            shop__page="try:\n    from shop.report import price\nexcept ImportError:\n    price = None\n",
        ),
        {"shop/report.py": f"from shop.money import price as price\n{USE}"},
    ),
    (
        "a function that recurs by the same name",
        shop(
            shop__money="def price(x):\n    return x and price(x - 1)\n",
            shop__report="def price(x):\n    return x and price(x - 1)\n" + USE,
        ),
        {"shop/report.py": f"{IMPORTED}{USE}"},
    ),
    (
        "sorting by it is only calling it",
        shop(shop__report=COPY + "\n\ndef top(rows):\n    return sorted(map(price, rows), key=price)\n"),
        {"shop/report.py": f"{IMPORTED}\n\ndef top(rows):\n    return sorted(map(price, rows), key=price)\n"},
    ),
]


@pytest.mark.parametrize(("before", "changed"), [case[1:] for case in MERGED], ids=[case[0] for case in MERGED])
def test_a_copy_gives_way(repository: MakeRepository, before: Files, changed: Files) -> None:
    repo = repository(before)
    home = next(path for path in before if path.endswith("money.py"))
    copy = next(path for path in before if path.endswith(("report.py", "page.py")) and "def price" in before[path])
    change = merge(repo, f"{home}:price", f"{copy}:price")
    assert change.left == ()
    assert change.texts == changed
    again = merge(after(repo, change), f"{home}:price", f"{copy}:price")
    assert again.texts == {}


OTHER_NAMES: list[tuple[str, Files, str]] = [
    (
        "used here",
        shop(shop__report=renamed("fmt") + USE.replace("price", "fmt")),
        "from shop.money import price as fmt\n" + USE.replace("price", "fmt"),
    ),
    ("used nowhere", shop(shop__report=renamed("fmt")), "from shop.money import price as fmt  # noqa: F401\n"),
    ("private and used nowhere", shop(shop__report="x = 1\n\n\n" + renamed("_fmt")), "x = 1\n"),
    (
        "private, taken by an importer that can be changed",
        shop(shop__report=renamed("_fmt"), shop__page="from .report import _fmt\n\nx = _fmt(1)\n"),
        "",
    ),
    (
        "private, taken as an attribute",
        shop(shop__report=renamed("_fmt"), shop__page="from . import report\n\nx = report._fmt(1)\n"),
        "from .money import price as _fmt  # noqa: F401\n",
    ),
    (
        "private, taken by an importer that must stay",
        shop(
            shop__report=renamed("_fmt"),
            shop__page="try:\n    from .report import _fmt\nexcept ImportError:\n    pass\n",
        ),
        "from .money import price as _fmt  # noqa: F401\n",
    ),
    (
        "private, named in a string",
        shop(shop__report=renamed("_fmt"), shop__page='from . import report\n\nx = getattr(report, "_fmt")\n'),
        "from .money import price as _fmt  # noqa: F401\n",
    ),
]


@pytest.mark.parametrize(
    ("before", "report"), [case[1:] for case in OTHER_NAMES], ids=[case[0] for case in OTHER_NAMES]
)
def test_a_copy_of_another_name_keeps_it_as_far_as_somebody_may_use_it(
    repository: MakeRepository, before: Files, report: str
) -> None:
    name = "fmt" if "def fmt" in before["shop/report.py"] else "_fmt"
    change = merge(repository(before), "shop/money.py:price", f"shop/report.py:{name}")
    assert change.texts["shop/report.py"] == report
    assert change.removed == {"shop/report.py": (name,)}


@pytest.mark.parametrize("side", ["home", "copy"])
def test_both_sides_must_be_plain_functions(repository: MakeRepository, side: str) -> None:
    decorated = "import functools\n\n\n@functools.cache\n"
    files = shop(
        **{"shop__money" if side == "home" else "shop__report": decorated + (HOME if side == "home" else COPY)}
    )
    change = merge(repository(files))
    assert [(left.path, left.line) for left in change.left] == [
        (f"shop/{'money' if side == 'home' else 'report'}.py", 4)
    ]


def test_several_copies_go_at_once_and_only_those_that_may(repository: MakeRepository) -> None:
    files = shop(shop__mail=renamed("fmt") + "\n\ndef f():\n    fmt(1)\n", shop__odd=COPY.replace("100", "10"))
    change = merge(
        repository(files), "shop/money.py:price", "shop/report.py:price", "shop/mail.py:fmt", "shop/odd.py:price"
    )
    assert sorted(change.texts) == ["shop/mail.py", "shop/report.py"]
    assert [(left.path, left.line) for left in change.left] == [("shop/odd.py", 1)]
    assert change.done == (
        "`price` of shop/report.py gave way to `price` of shop/money.py.",
        "`fmt` of shop/mail.py gave way to `price` of shop/money.py.",
    )
    assert change.removed == {"shop/report.py": ("price",), "shop/mail.py": ("fmt",)}


def test_a_private_constant_counts_as_removed_on_purpose(repository: MakeRepository) -> None:
    files = with_body("return _A", head="_A = 1\n", copy_head="_A = 1\n")
    assert merge(repository(files)).removed == {"shop/report.py": ("price", "_A")}


@pytest.mark.parametrize(
    ("home", "copy"), [("shop/nowhere.py:price", "shop/report.py:price"), ("shop/money.py:price", "x.py:f")]
)
def test_an_unknown_file_is_a_mistake_of_the_request(repository: MakeRepository, home: str, copy: str) -> None:
    with pytest.raises(SettingsError, match="there is no file"):
        merge(repository(shop()), home, copy)


UNTOUCHED = '''#!/usr/bin/env python
# -*- coding: utf-8 -*-
"""Ünïcode."""
import  os ,sys
from   .text   import(wrap)   # odd
X = {  'a':1,
 "b" : 2 }


def odd( a,b = 2 ) :
\treturn [a ,b]   # tab


def price(cents):
    return f"{cents / 100:.2f}"


# about the last
def last(): return price( X['a'] );  # semicolon
print(os, sys, wrap, odd)
'''  # fmt: skip


def test_every_other_byte_stays(repository: MakeRepository) -> None:
    files = shop(shop__report=UNTOUCHED, shop__text="def wrap(): pass\n")
    text = merge(repository(files)).texts["shop/report.py"]
    start, end = UNTOUCHED.index("def price"), UNTOUCHED.index("# about the last")
    line = "from   .text   import(wrap)   # odd\n"
    expected = (UNTOUCHED[:start] + UNTOUCHED[end:]).replace(line, f"from .money import price\n{line}")
    assert text == expected


PROGRAM = """
import shop, shop.report, shop.money, shop.page
names = sorted(name for name in vars(shop.page) if name[0] != "_")
print(shop.report.price(1234), shop.report.row(5), shop.page.x, names)
"""
RUNNING = [
    {"shop__page": "from shop.report import price, row\n\nx = price(1), row(2)\n"},
    {"shop__page": "from .report import price as p\n\nx = p(7)\n", "shop__init": "from .report import row\n"},
    {"shop__page": "def f():\n    from . import report\n    return report.price(3)\n\n\nx = f()\n"},
    {
        "shop__money": f"import math\n_A = 100\n\n\n{HOME.replace('cents / 100', 'math.ceil(cents) / _A')}",
        "shop__report": f"import math\n_A = 100\n\n\n{COPY.replace('cents / 100', 'math.ceil(cents) / _A')}{USE}",
        "shop__page": "import shop.report as r\n\nx = r.price(9)\n",
    },
]


@pytest.mark.parametrize("files", RUNNING)
def test_a_program_prints_the_same_before_and_after(tmp_path: Path, repository: MakeRepository, files: Files) -> None:
    before = shop(**files)
    change = merge(repository(before))
    assert change.texts
    printed = [
        _run(tmp_path / str(number), texts) for number, texts in enumerate((before, before | dict(change.texts)))
    ]
    assert printed[0] == printed[1] != ""


def _run(root: Path, texts: Mapping[str, str | None]) -> str:
    for path, text in texts.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text or "", "utf-8")
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True, timeout=30).stdout


def test_on_disk_and_with_worker_processes_it_is_the_same(
    make_repo: Callable[..., Path], repository: MakeRepository
) -> None:
    files = shop(shop__page="from shop.report import price, row\n\nx = price(1), row(2)\n")
    root = make_repo(files)
    scan = scan_repository(root)
    change = apply_operation(REQUEST, scan, read_texts(root, None, scan.outlines))
    assert change == merge(repository(files))
    assert len(change.texts) == 2
