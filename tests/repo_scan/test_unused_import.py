"""Unused imports, and the many that only look so."""

from collections.abc import Mapping

import pytest

from repo_scan.detectors.unused_import import unused_import
from tests.repo_scan.diseased import found_by


def unused(texts: Mapping[str, str]) -> list[tuple[str, int, str]]:
    return [(one.path, place.line, place.symbol) for one in found_by(unused_import, texts) for place in one.places]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import os\n", ["os"]),
        ("import os.path\n", ["os"]),
        ("import os as system\n", ["system"]),
        ("from os import path, sep\nprint(sep)\n", ["path"]),
        ("from os import path as p\n", ["p"]),
        ("from os import (\n    path,\n    sep,\n)\nprint(sep)\n", ["path"]),
        ("import os, sys\nprint(sys)\n", ["os"]),
        ("if TYPE_CHECKING:\n    from a import B\n", ["B"]),
        ("import os\nprint('os')\n# os\n", ["os"]),
        ("import os\ndef os(): pass\n", ["os"]),
        ("import os\nos = None\n", ["os"]),
        ("from os import *\nimport sys\n", ["sys"]),
        ("import os  # for later\n", ["os"]),
        ("import os\nimport sys  # noqa\n", ["os"]),
        ("__all__ = ['sep']\nfrom os import sep, path\n", ["path"]),
        ("from _private import _thing\n", ["_thing"]),
    ],
)
def test_a_name_that_nothing_uses_is_found(text: str, names: list[str]) -> None:
    assert [name for _, _, name in unused({"a.py": text})] == names


@pytest.mark.parametrize(
    "text",
    [
        "",
        "import os\nprint(os)\n",
        "import os.path\nprint(os.path.sep)\n",
        "import a.b\nimport a.c\nprint(a.b)\n",
        "import a.b as b\nb()\n",
        "from __future__ import annotations\n",
        "from os import *\n",
        "import os as os\n",
        "from os import path as path\n",
        "import os  # noqa\n",
        "import os  # noqa: F401\n",
        "import os  # NOQA isort:skip\n",
        "import os  # type: ignore\n",
        "import os  # pyright: ignore\n",
        "import os  # pylint: disable=unused-import\n",
        "import os  # pylint: disable=W0611,C0415\n",
        "from os import (  # noqa: F401\n    path,\n)\n",
        "from os import (\n    path,  # noqa: F401\n    sep,\n)\n",
        "# flake8: noqa\nimport os\n",
        "# ruff: noqa: F401\nimport os\n",
        "# pylint: disable=unused-import\nimport os\n",
        "# pylint: skip-file\nimport os\n",
        "__all__ = ['path']\nfrom os import path\n",
        "from os import path\n__all__ = []\n__all__.append('path')\n",
        "from os import path\n__all__ = [name for name in dir()]\n",
        "try:\n    import simplejson as json\nexcept ImportError:\n    import json\n",
        "try:\n    import os\nexcept ImportError:\n    pass\nelse:\n    import sys\n",
        "if sys.version_info > (3, 12):\n    import tomllib\n",
        "def f():\n    import os\n",
        "import_module('os')\n",
        "if __name__ == '__main__':\n    import os\n",
        "from fixtures import client\ndef test_a(client): pass\n",
        "from os import PathLike\nx: 'PathLike[str]'\n",
        "from os import PathLike\ndef f(a: 'list[PathLike]'): pass\n",
        "from os import PathLike\nx = []  # type: list[PathLike]\n",
        "from os import PathLike\nx = cast('PathLike', y)\n",
        "from os import PathLike\nAlias = dict[str, 'PathLike']\n",
        "import os\ndef f():\n    '''Say.\n\n    >>> os.sep\n    '''\n",
        "import os\nf'{os.sep}'\n",
        "import os\nos.x = 1\n",
        "import os\ndel os\n",
        "import os\n@os\ndef f(): pass\n",
        "import os\nclass A(os): pass\n",
        "class A:\n    import os\n",
        "import readline\n",
        "from _socket import socket\n",
        "import os\ndef f(:\n",
        "from os import path\nfoo(path=1)\n",
    ],
)
def test_a_name_that_may_be_used_is_left_alone(text: str) -> None:
    assert unused({"a.py": text}) == []


@pytest.mark.parametrize(
    "path",
    [
        "shop/__init__.py",
        "conftest.py",
        "tests/conftest.py",
        "a.pyi",
        "tests/data/odd.py",
        "vendor/x.py",
        "examples/x.py",
    ],
)
def test_files_with_rules_of_their_own_are_left_alone(path: str) -> None:
    assert unused({path: "import os\n"}) == []


@pytest.mark.parametrize("path", ["a.py", "shop/cart.py", "setup.py", "__main__.py"])
def test_other_files_are_judged(path: str) -> None:
    assert unused({path: "import os\n"}) == [(path, 1, "os")]


def test_test_files_are_judged_but_for_what_is_run_by_name() -> None:
    text = "import os\nfrom base import TestBase, setUpModule, load_tests\ndef test_a(): pass\n"
    assert unused({"tests/test_a.py": text}) == [("tests/test_a.py", 1, "os")]


A = "from os import path\nimport sys\n"


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"b.py": "from a import path\nprint(path)\n"}, []),  # and `sys`, beside it, may be handed on as well
        ({"b.py": "from a import *\n"}, []),
        ({"b.py": "import a\nprint(a.path)\n"}, []),
        ({"b.py": "import a as c\nprint(c.path)\n"}, []),
        ({"b.py": "def f():\n    from a import path\n"}, []),
        ({"b.py": "print(a.path)\n"}, ["path", "sys"]),
        ({"b.py": "import a\nprint(a.sep)\n"}, ["path", "sys"]),
        ({"b.py": "import a\nfrom os import path\nprint(a, path)\n"}, ["path", "sys"]),
        ({"b.py": "from a import other\nprint(other)\n"}, ["path", "sys"]),
        ({"c/a.py": "", "c/b.py": "from .a import path\nprint(path)\n"}, ["path", "sys"]),
    ],
)
def test_a_name_that_another_file_takes_from_here_is_used(files: dict[str, str], found: list[str]) -> None:
    assert [name for path, _, name in unused({"a.py": A} | files) if path == "a.py"] == found


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("import plugins.one\n", []),
        ("from plugins import one\n", []),
        ("from plugins.one import name\n", ["name"]),
        ("from plugins.one import client\n", []),
        ("from plugins.two import name\n", ["name"]),
    ],
)
def test_a_module_of_the_repository_may_be_imported_for_its_effect(statement: str, found: list[str]) -> None:
    files = {
        "plugins/__init__.py": "",
        "plugins/one.py": "name = 1\n@pytest.fixture(autouse=True)\ndef client(): pass\n",
        "a.py": statement,
    }
    assert [name for path, _, name in unused(files) if path == "a.py"] == found


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("old.py", '"""Moved."""\nfrom new import total\n', []),
        ("old.py", '"""Moved."""\nfrom new import total\nimport os\n', ["os"]),
        ("old.py", '"""Moved."""\nfrom new import total\nLIMIT = 3\n', ["total"]),
        ("old.py", '"""Moved."""\nfrom new import total\nprint(1)\n', ["total"]),
        ("old.py", "from new import total\n", ["total"]),
        ("10-start.py", "import os, sys\n", []),  # no module: what is run before others
        ("10-start.py", "import os, sys\nprint(sys)\n", ["os"]),
        ("10-start.py", "import os, sys\nprint('ready')\n", []),
        ("tests/test_a.py", "import os\ndef test(): assert x\n", ["os"]),
        ("tests/roots/target/overloads.py", "import os\ndef test(): assert x\n", []),  # data, whatever it defines
        ("share/templates/plain/setup.py", "import os\nprint(1)\n", []),
        ("made.py", "# Generated by a tool\nimport os\nprint(1)\n", []),
    ],
)
def test_a_file_that_only_imports_may_be_there_for_others(path: str, text: str, found: list[str]) -> None:
    assert [name for where, _, name in unused({path: text, "new.py": "def total(): ...\n"}) if where == path] == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import os\n", ["`os` is imported but nothing uses it."]),
        ("from os import (\n    path,\n    sep,\n)\n", ["`path` and `sep` are imported but nothing uses them."]),
        ("import os, re, sys, json\nprint(sys)\n", ["`os`, `re` and `json` are imported but nothing uses them."]),
        ("import os\nimport re\n", ["`os` is imported but nothing uses it.", "`re` is imported but nothing uses it."]),
    ],
)
def test_the_names_of_one_statement_are_one_finding_at_its_line(text: str, said: list[str]) -> None:
    found = found_by(unused_import, {"a.py": "x = 1\n" + text})
    assert [one.message.partition(" Readers")[0] for one in found] == said
    assert [one.line for one in found] == list(range(2, 2 + len(said)))
    assert all(place.line == one.line for one in found for place in one.places)
