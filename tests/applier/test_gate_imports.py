"""Gate 7: modules, names and packages that a step's files import are there; circles are asked about."""

from pathlib import Path

import pytest

from applier.gates.imports import check_imports
from tests.rewriting import Bench, Rewrite

SHOP = {
    "shop/__init__.py": "from shop.cart import Cart\n",
    "shop/cart.py": "class Cart:\n    pass\n\n\nRATE = 1\n",
    "shop/lazy.py": "def __getattr__(name):\n    return name\n",
    "shop/star.py": "from shop.cart import *\n",
    "shop/far.py": "from numpy import *\n",
    "shop/listed.py": "__all__ = ['a']\na = b = 1\n",
    "shop/loop.py": "for key, value in {}:\n    pass\nif (size := 3):\n    pass\n\n\ndef f():\n    global late\n",
    "shop/either.py": "try:\n    import fast as used\nexcept ImportError:\n    used = None\n",
    "shop/tax/rates.py": "VAT = 1\n",
    "shop/_fast.pyx": "def run(): pass\n",
    "shop/bill.py": "",
    "other.py": "import httpx\nimport shop.made\nfrom .nowhere import thing\n",
    "web.py": "print(shop)\n",
    "requirements.txt": "python-dateutil>=2  # dates\nPillow[extra]==9\n-r more.txt\n",
}
WEB = {
    "src/a.ts": "",
    "src/money.ts": "export const euros = 1;\nexport default euros;\nexport type Cents = number;\n",
    "src/ui/index.ts": "export * from './card';\nexport * as forms from './forms';\n",
    "src/ui/card.tsx": "export const Card = () => <b/>;\n",
    "src/ui/forms.ts": "export function input() {}\n",
    "src/far.ts": "export * from 'react';\n",
    "src/old.js": "exports.one = 1;\nmodule.exports.two = 2;\n",
    "src/object.js": "function a() {}\nmodule.exports = { a, b: 2 };\n",
    "src/made.js": "for (const name of names) exports[name] = name;\n",
    "src/whole.js": "module.exports = make();\n",
    "src/typed.js": "export const plain = 1;\n",
    "src/typed.d.ts": "export type Plain = number;\n",
    "src/View.vue": "<template/>\n",
    "src/data.json": "{}\n",
    "tsconfig.json": '{ "compilerOptions": { "paths": { "@app/*": ["./src/*"] } } }\n',
    "package.json": '{ "dependencies": { "react": "1", "@scope/kit": "1" } }\n',
}


def python(line: str, path: str = "shop/bill.py", **other: str | None) -> Rewrite:
    return Rewrite(SHOP, {path: line + "\n", **{f"shop/{name}.py": text for name, text in other.items()}})


def web(line: str, path: str = "src/a.ts") -> Rewrite:
    return Rewrite(WEB, {path: line + "\n"})


RIGHT = {
    "a name": python("from shop.cart import Cart, RATE"),
    "a name that the package passes on": python("from shop import Cart"),
    "a submodule": python("from shop import cart"),
    "a submodule, relative": python("from . import cart"),
    "a submodule by its whole name": python("import shop.cart"),
    "a folder without a file of its own": python("import shop.tax\nfrom shop.tax import rates"),
    "through `__getattr__`": python("from shop.lazy import anything"),
    "through a star": python("from shop.star import Cart"),
    "through a star that leads out of the repository": python("from shop.far import anything"),
    "a star": python("from shop.listed import *"),
    "not in `__all__`, but there": python("from shop.listed import b"),
    "of a loop, a walrus, a global": python("from shop.loop import key, value, size, late"),
    "one of two": python("from shop.either import used"),
    "an attribute that every module has": python("from shop import __name__, __path__"),
    "what is compiled": python("from shop._fast import run"),
    "what may be missing": python("try:\n    import orjson\nexcept ImportError:\n    orjson = None"),
    "the standard library": python("import tomllib, xml.etree.ElementTree\nfrom __future__ import annotations"),
    "a package in use": python("import httpx"),
    "declared under another name": python("from dateutil import tz\nimport PIL.Image"),
    "what runs the tests, in a test": python("import pytest\n\n\ndef test_x():\n    assert pytest", "test_bill.py"),
    "asked for by the goal": Rewrite(SHOP, {"shop/bill.py": "import arrow\n"}, goal="Tell dates with arrow"),
    "missing, and another file imports it too": python("import shop.made"),
    "new, and in the step": python("from shop.fresh import thing", fresh="thing = 1\n"),
    "of itself": python("import shop.bill"),
    "broken before": Rewrite({"a.py": "from b import x\n", "b.py": ""}, {"a.py": "from b import x\n\ny = x\n"}),
    "a file that does not parse": python("from shop.cart import (Missing"),
    "inside a function, and there": python("def f():\n    from shop.cart import Cart\n    return Cart"),
    "in TypeScript": web("import euros, { type Cents } from './money';"),
    "by way of an index": web("import { Card, forms } from './ui';"),
    "by way of a star to a package": web("import { useState } from './far';"),
    "from CommonJS": web("import old, { one, two } from './old';\nconst { b } = require('./object');"),
    "from CommonJS, whole": web("import made, { any } from './made';\nimport { some } from './whole';"),
    "a type that a declaration file has": web("import { type Plain } from './typed';"),
    "an alias": web("import { euros } from '@app/money';"),
    "what bundlers load": web("import View from './View';\nimport x from './a.svg';\nimport d from './data.json';"),
    "packages": web(
        "import React from 'react';\nimport kit from '@scope/kit/button';\nimport 'node:fs';\nimport 'fs';"
    ),
    "aliases that nobody explains": web("import x from '~/x';\nimport y from '@/y';\nimport z from '#z';"),
    "a package, in a folder of its name": Rewrite(
        {"a.py": "import httpx\n", "examples/httpx/__init__.py": "", "examples/httpx/run.py": ""},
        {"examples/httpx/run.py": "from httpx import get\n"},
    ),
    "an attribute that it puts there itself": python(
        "from shop import cart\n\n\ndef f(double):\n    cart.Double = double\n    return cart.Double.size"
    ),
    "the module itself": web("import * as money from './money';\nimport './ui';\nexport * from './ui/card';"),
}
WRONG = {
    "a name": (python("from shop.cart import Kart"), "refuse shop/bill.py:1 `Kart`", "(it has `Cart`)"),
    "one of many names": (
        python("from shop.cart import (\n    Cart,\n    Gone,\n)"),
        "refuse shop/bill.py:1 `Gone`",
        "",
    ),
    "a name of a package": (python("from shop import RATE"), "refuse shop/bill.py:1 `RATE`", "shop/__init__.py"),
    "a name behind a star": (python("from shop.star import Kart"), "refuse shop/bill.py:1 `Kart`", ""),
    "a module": (python("import shop.kart"), "refuse shop/bill.py:1 `shop.kart`", "no module"),
    "a relative module": (python("from .kart import x"), "refuse shop/bill.py:1 `.kart`", "no module"),
    "out of the repository": (python("from ....cart import x"), "refuse shop/bill.py:1 `....cart`", ""),
    "of a folder": (python("from shop.tax import VAT"), "refuse shop/bill.py:1 The folder", "`VAT`"),
    "inside a function": (python("def f():\n    from shop.cart import Gone"), "refuse shop/bill.py:2 `Gone`", ""),
    "what the step deletes": (python("import shop.star", star=None), "refuse shop/bill.py:1 `shop.star`", ""),
    "what the step takes out": (
        python("from shop.cart import RATE", cart="class Cart:\n    pass\n"),
        "refuse shop/bill.py:1 `RATE`",
        "",
    ),
    "resolved before": (
        Rewrite({"a.py": "from b import x\n", "b.py": "x = 1\n"}, {"a.py": "from b import x\n", "b.py": ""}),
        "refuse a.py:1 `x`",
        "",
    ),
    "an attribute of a module": (
        python("from shop import cart\n\n\ndef f():\n    return cart.Kart()"),
        "refuse shop/bill.py:5 `cart.Kart`",
        "shop/cart.py",
    ),
    "its own package, in a folder": (
        Rewrite(
            {"a.py": "import httpx\n", "examples/shop/__init__.py": "", "examples/shop/run.py": ""},
            {"examples/shop/run.py": "from shop import get\n"},
        ),
        "refuse examples/shop/run.py:1 `get`",
        "",
    ),
    "an attribute that it only compares": (
        python("from shop import cart\n\n\ndef f(x):\n    return cart.Kart == x"),
        "refuse shop/bill.py:5 `cart.Kart`",
        "",
    ),
    "an attribute that it sets, and that was there": (
        python("from shop import cart\n\n\ndef f(x):\n    cart.RATE = x", cart="class Cart:\n    pass\n"),
        "refuse shop/bill.py:5 `cart.RATE`",
        "",
    ),
    "a package": (python("import arrow.api"), "refuse shop/bill.py:1 `arrow.api`", "package"),
    "a package for types alone": (
        python("from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from _typeshed import S\n\nx: 'S'"),
        "ask shop/bill.py:4 `_typeshed`",
        "package",
    ),
    "a package of the data of tests": (
        Rewrite({"a.py": "x = 1\n"}, {"tests/data/fake/b.py": "import fake_dep\n"}),
        "ask tests/data/fake/b.py:1 `fake_dep`",
        "package",
    ),
    "a package of a test": (
        Rewrite({"a.py": "x = 1\n"}, {"tests/test_b.py": "import fake_dep\n"}),
        "refuse tests/test_b.py:1 `fake_dep`",
        "package",
    ),
    "a name in TypeScript": (web("import { dollars } from './money';"), "refuse src/a.ts:1 `dollars`", ""),
    "a name behind an index": (web("import { Kard } from './ui';"), "refuse src/a.ts:1 `Kard`", ""),
    "a default": (web("import Card from './ui/card';"), "refuse src/a.ts:1 `./ui/card`", "default"),
    "a name of CommonJS": (web("const { three } = require('./old');"), "refuse src/a.ts:1 `three`", ""),
    "a file": (web("export { x } from './gone';"), "refuse src/a.ts:1 `./gone`", "no file"),
    "behind an alias": (web("import x from '@app/gone';"), "refuse src/a.ts:1 `@app/gone`", ""),
    "a member of a namespace": (
        web("import * as money from './money';\nexport const x = money.dollars;"),
        "refuse src/a.ts:2 `money.dollars`",
        "",
    ),
    "a package of npm": (web("import x from '@other/kit';"), "refuse src/a.ts:1 `@other/kit`", "package"),
}

A, B, C = "import b\n", "import c\n", ""
CIRCLES = {
    "of two": (Rewrite({"a.py": A, "b.py": ""}, {"b.py": "import a\n"}), True),
    "of three": (Rewrite({"a.py": A, "b.py": B, "c.py": C}, {"c.py": "import a\n"}), True),
    "of new files": (Rewrite({"a.py": ""}, {"a.py": "import n\n", "n.py": "import a\n"}), True),
    "in TypeScript": (
        Rewrite(
            {"a.ts": "import { b } from './b';\nexport const a = b;\n", "b.ts": "export const b = 1;\n"},
            {"b.ts": "import { a } from './a';\nexport const b = 1;\nconsole.log(a);\n"},
        ),
        True,
    ),
    "old": (Rewrite({"a.py": A, "b.py": "import a\n"}, {"b.py": "import a\n\nx = 1\n"}), False),
    "old, and larger": (
        Rewrite({"a.py": A, "b.py": B, "c.py": "import a\n"}, {"c.py": "import a\nimport b\n"}),
        False,
    ),
    "in a function": (Rewrite({"a.py": A, "b.py": ""}, {"b.py": "def f():\n    import a\n"}), False),
    "of types": (
        Rewrite(
            {"a.py": A, "b.py": ""}, {"b.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a\n"}
        ),
        False,
    ),
    "no circle": (Rewrite({"a.py": A, "b.py": ""}, {"b.py": "import json\n"}), False),
    "broken up by the step": (Rewrite({"a.py": A, "b.py": ""}, {"a.py": "", "b.py": "import a\n"}), False),
    "of itself": (Rewrite({"a.py": ""}, {"a.py": "import a\n"}), False),
}


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench([*RIGHT.values(), *(row[0] for row in WRONG.values()), *(row[0] for row in CIRCLES.values())])


@pytest.mark.parametrize("rewrite", RIGHT.values(), ids=RIGHT)
def test_nothing_is_said_of_imports_that_lead_somewhere_or_may(rewrite: Rewrite, bench: Bench, tmp_path: Path) -> None:
    assert bench.judge(check_imports, rewrite, tmp_path) == []


@pytest.mark.parametrize(("rewrite", "start", "word"), WRONG.values(), ids=WRONG)
def test_an_import_that_leads_nowhere_is_refused_or_asked_about(
    rewrite: Rewrite, start: str, word: str, bench: Bench, tmp_path: Path
) -> None:
    said = bench.judge(check_imports, rewrite, tmp_path)
    assert len(said) == 1
    assert said[0].startswith(start)
    assert word in said[0]


@pytest.mark.parametrize(("rewrite", "asked"), CIRCLES.values(), ids=CIRCLES)
def test_a_circle_that_a_step_closes_is_asked_about(
    rewrite: Rewrite, asked: bool, bench: Bench, tmp_path: Path
) -> None:
    said = bench.judge(check_imports, rewrite, tmp_path)
    assert [one.partition(" ")[0] for one in said] == ["ask"] * asked
    assert all("closes a circle" in one for one in said)
