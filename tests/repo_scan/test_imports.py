"""Import statements to files, for every layout a repository may have."""

from collections.abc import Iterable, Mapping

import pytest

from repo_scan.graph import Edge
from repo_scan.imports import ImportMap, import_edges
from tests.repo_scan.outlines import outline_of


def map_of(files: Mapping[str, str] | Iterable[str]) -> ImportMap:
    texts = files if isinstance(files, Mapping) else dict.fromkeys(files, "")
    return ImportMap.of(
        texts, {path: outline_of(text, path) for path, text in texts.items() if path.endswith((".py", ".pyi"))}
    )


def resolved(files: Mapping[str, str] | Iterable[str], importer: str, statement: str) -> list[str | None]:
    imports = map_of(files)
    return [imports.resolve(importer, item) for item in outline_of(statement).imports]


FLAT = ["a.py", "b.py"]
PACKAGE = ["shop/__init__.py", "shop/cart.py", "shop/tax/__init__.py", "shop/tax/rates.py", "main.py"]
SRC = ["pyproject.toml", "src/shop/__init__.py", "src/shop/cart.py", "tests/test_cart.py", "tests/helpers.py"]
NAMESPACE = dict.fromkeys(["top/a.py", "top/b/__init__.py", "top/b/c.py", "main.py"], "")
TWO_ROOTS = ["src/ns/one/__init__.py", "lib/src/ns/two/__init__.py", "lib/setup.cfg"]
TESTS = ["tests/conftest.py", "tests/unit/test_a.py", "tests/util.py", "tests/data/pkg/__init__.py"]
MONOREPO = [
    "libs/core/pyproject.toml", "libs/core/src/core/__init__.py", "libs/core/src/core/log.py",
    "services/web/setup.py", "services/web/web/__init__.py", "services/web/web/app.py",
    "services/web/scripts/run.py", "services/web/scripts/options.py",
]  # fmt: skip


@pytest.mark.parametrize(
    ("files", "importer", "statement", "found"),
    [
        (FLAT, "a.py", "import b", "b.py"),
        (FLAT, "a.py", "from b import x", "b.py"),
        (FLAT, "a.py", "from b import *", "b.py"),
        (PACKAGE, "main.py", "import shop", "shop/__init__.py"),
        (PACKAGE, "main.py", "import shop.cart", "shop/cart.py"),
        (PACKAGE, "main.py", "import shop.tax.rates as r", "shop/tax/rates.py"),
        (PACKAGE, "main.py", "from shop import cart", "shop/cart.py"),
        (PACKAGE, "main.py", "from shop import tax", "shop/tax/__init__.py"),
        (PACKAGE, "main.py", "from shop import other", "shop/__init__.py"),
        (PACKAGE, "main.py", "from shop.tax.rates import vat", "shop/tax/rates.py"),
        (PACKAGE, "shop/cart.py", "from . import tax", "shop/tax/__init__.py"),
        (PACKAGE, "shop/cart.py", "from .tax import rates", "shop/tax/rates.py"),
        (PACKAGE, "shop/cart.py", "from .tax.rates import vat", "shop/tax/rates.py"),
        (PACKAGE, "shop/cart.py", "from . import VERSION", "shop/__init__.py"),
        (PACKAGE, "shop/tax/rates.py", "from .. import cart", "shop/cart.py"),
        (PACKAGE, "shop/tax/rates.py", "from ..cart import x", "shop/cart.py"),
        (PACKAGE, "shop/tax/rates.py", "from . import x", "shop/tax/__init__.py"),
        (PACKAGE, "shop/__init__.py", "from . import cart", "shop/cart.py"),
        (PACKAGE, "shop/__init__.py", "from .cart import x", "shop/cart.py"),
        (PACKAGE, "shop/tax/__init__.py", "from .rates import x", "shop/tax/rates.py"),
        (PACKAGE, "shop/tax/__init__.py", "from ..cart import x", "shop/cart.py"),
        (SRC, "tests/test_cart.py", "from shop.cart import x", "src/shop/cart.py"),
        (SRC, "tests/test_cart.py", "import helpers", "tests/helpers.py"),
        (SRC, "src/shop/cart.py", "import shop", "src/shop/__init__.py"),
        (["src/tool.py", "tests/test_tool.py"], "tests/test_tool.py", "import tool", "src/tool.py"),
        (NAMESPACE, "top/b/c.py", "import top.a", "top/a.py"),
        (NAMESPACE, "top/b/__init__.py", "from top import a", "top/a.py"),
        (NAMESPACE, "main.py", "from top.b import c", "top/b/c.py"),
        (NAMESPACE, "top/a.py", "from .b import c", "top/b/c.py"),
        (TWO_ROOTS, "src/ns/one/__init__.py", "import ns.two", "lib/src/ns/two/__init__.py"),
        (MONOREPO, "services/web/web/app.py", "from core.log import x", "libs/core/src/core/log.py"),
        (MONOREPO, "services/web/scripts/run.py", "import options", "services/web/scripts/options.py"),
        (MONOREPO, "services/web/scripts/run.py", "from web import app", "services/web/web/app.py"),
        (["a.pyi", "b.py"], "b.py", "import a", "a.pyi"),
        (["a.pyi", "a.py", "b.py"], "b.py", "import a", "a.py"),
        (["a/__init__.py", "a.py", "b.py"], "b.py", "import a", "a/__init__.py"),
        (["p/__init__.py", "p/m.pyi", "b.py"], "b.py", "from p import m", "p/m.pyi"),
        (TESTS, "tests/unit/test_a.py", "import util", "tests/util.py"),
        (TESTS, "tests/unit/test_a.py", "import pkg", "tests/data/pkg/__init__.py"),
        (PACKAGE, "main.py", "m = import_module('shop.cart')", "shop/cart.py"),
        (["queue.py", "a.py"], "a.py", "import queue", "queue.py"),
    ],
)  # fmt: skip
def test_an_import_finds_its_file(files: list[str], importer: str, statement: str, found: str) -> None:
    assert resolved(files, importer, statement) == [found]


@pytest.mark.parametrize(
    ("files", "importer", "statement"),
    [
        (FLAT, "a.py", "import os"),
        (FLAT, "a.py", "from c import b"),
        (FLAT, "a.py", "import b.c"),
        (FLAT, "a.py", "from .. import b"),
        (FLAT, "a.py", "from ...x import b"),
        (PACKAGE, "shop/cart.py", "import tax"),
        (PACKAGE, "shop/cart.py", "import cart"),
        (PACKAGE, "main.py", "import cart"),
        (PACKAGE, "main.py", "import shop.missing"),
        (PACKAGE, "main.py", "from shop.missing import x"),
        (PACKAGE, "shop/tax/rates.py", "from .... import cart"),
        (NAMESPACE, "main.py", "import top"),
        (NAMESPACE, "main.py", "from top import missing"),
        (["tools/json.py", "tools/run.py"], "tools/run.py", "import json"),
        (["tools/helper.py", "other/run.py"], "other/run.py", "import helper"),
        (["tests/data/requests/__init__.py", "src/a.py"], "src/a.py", "import requests"),
        (["vendor/six/__init__.py", "src/a.py"], "src/a.py", "import six"),
        (["my-tools/a.py", "b.py"], "b.py", "import my.tools.a"),
        (["a.txt", "b.py"], "b.py", "import a"),
    ],
)
def test_what_is_elsewhere_finds_none(files: list[str], importer: str, statement: str) -> None:
    assert resolved(files, importer, statement) == [None]


@pytest.mark.parametrize(
    ("init", "statement", "found"),
    [
        ("", "from shop import cart", "shop/cart.py"),
        ("from . import cart", "from shop import cart", "shop/cart.py"),
        ("from shop import cart", "from shop import cart", "shop/cart.py"),
        ("from .cart import Cart", "from shop import Cart", "shop/__init__.py"),
        ("from .cart import Cart", "from shop import cart", "shop/cart.py"),
        ("from .cart import *", "from shop import Cart", "shop/__init__.py"),
        ("from .cart import cart", "from shop import cart", "shop/__init__.py"),
        ("cart = 1", "from shop import cart", "shop/__init__.py"),
        ("def cart(): ...", "from shop import cart", "shop/__init__.py"),
        ("from .cart import total as cart", "from shop import cart", "shop/__init__.py"),
        ("from .cart import cart", "import shop.cart", "shop/cart.py"),
    ],
)
def test_a_name_that_a_package_hands_on_is_its_own_a_submodule_is_itself(init: str, statement: str, found: str) -> None:
    files = {"shop/__init__.py": init + "\n", "shop/cart.py": "", "main.py": ""}
    assert resolved(files, "main.py", statement) == [found]


@pytest.mark.parametrize(
    ("init", "found"),
    [
        ("from big.shop import cart", "big/shop/cart.py"),
        ("from . import cart", "big/shop/cart.py"),
        ("from big.shop import cart as cart", "big/shop/cart.py"),
        ("from big import cart", "big/shop/__init__.py"),
        ("from shop import cart", "big/shop/cart.py"),
        ("from other.big.shop import cart", "big/shop/__init__.py"),
        ("from p import cart", "big/shop/__init__.py"),
    ],
)
def test_an_inner_package_that_imports_its_submodule_by_its_full_name_binds_no_other(init: str, found: str) -> None:
    files = {"big/__init__.py": "", "big/shop/__init__.py": init + "\n", "big/shop/cart.py": "", "main.py": ""}
    assert resolved(files, "main.py", "from big.shop import cart") == [found]


@pytest.mark.parametrize(
    ("files", "path", "names"),
    [
        (FLAT, "a.py", ("a",)),
        (PACKAGE, "shop/cart.py", ("shop.cart",)),
        (PACKAGE, "shop/__init__.py", ("shop",)),
        (PACKAGE, "shop/tax/rates.py", ("shop.tax.rates",)),
        (SRC, "src/shop/cart.py", ("shop.cart", "src.shop.cart")),
        (SRC, "tests/helpers.py", ("tests.helpers", "helpers")),
        (NAMESPACE, "top/a.py", ("a", "top.a")),
        (NAMESPACE | {"main.py": "import top.a\n"}, "top/a.py", ("top.a", "a")),
        (NAMESPACE | {"main.py": "from top import a\n"}, "top/a.py", ("top.a", "a")),
        (["my-tools/run.py"], "my-tools/run.py", ("run",)),
        (["2to3.py"], "2to3.py", ()),
        (["a.pyi"], "a.pyi", ("a",)),
    ],
)
def test_a_file_answers_to_its_dotted_names_the_likeliest_first(
    files: list[str] | dict[str, str], path: str, names: tuple[str, ...]
) -> None:
    assert map_of(files).names_of(path) == names


@pytest.mark.parametrize(
    ("module", "internal"),
    [
        ("shop", True),
        ("shop.cart", True),
        ("shop.missing", True),
        (".anything", True),
        ("os", False),
        ("shopping", False),
    ],
)
def test_whether_a_name_belongs_here_is_known_even_where_it_is_missing(module: str, internal: bool) -> None:
    assert map_of(PACKAGE).is_internal("shop/cart.py", module) is internal


def edges(files: Mapping[str, str]) -> tuple[Edge, ...]:
    outlines = {path: outline_of(text, path) for path, text in files.items()}
    return import_edges(ImportMap.of(files, outlines), outlines)


def test_edges_carry_line_and_kind_and_are_sorted_and_told_once() -> None:
    found = edges(
        {
            "b.py": "import os\nfrom a import x, y\nif TYPE_CHECKING:\n    import a\ndef f():\n    import c\n",
            "a.py": "import b, c\n",
            "c.py": "import c\n",
        }
    )
    assert found == (
        Edge("a.py", "b.py", 1, "runtime"),
        Edge("a.py", "c.py", 1, "runtime"),
        Edge("b.py", "a.py", 2, "runtime"),
        Edge("b.py", "a.py", 4, "type-only"),
        Edge("b.py", "c.py", 6, "dynamic"),
    )


def test_what_a_stub_imports_is_never_run() -> None:
    assert edges({"a.pyi": "import b\n", "b.py": ""}) == (Edge("a.pyi", "b.py", 1, "type-only"),)
