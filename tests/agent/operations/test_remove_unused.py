"""remove-unused on small repositories: which imports go, and which stay and why."""

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from agent.errors import SettingsError
from agent.operations import Change, apply_operation
from agent.operations.registry import apply_to
from agent.operations.repository import Repository
from agent.operations.sequence import after
from repo_scan import read_texts, scan_repository
from tests.agent.operations.shops import Files, MakeRepository


def cleaned(repo: Repository, *paths: str) -> Change:
    return apply_to({"op": "remove-unused", "paths": list(paths)} if paths else {"op": "remove-unused"}, repo)


def package(**files: str) -> Files:
    """A package with these modules; `x__init` stands for x/__init__.py."""
    paths = {name: name.replace("__", "/").replace("/init", "/__init__") for name in files}
    return {"shop/__init__.py": ""} | {f"{paths[name]}.py": text for name, text in files.items()}


QUIET = "class Bad(Exception):\n    pass\n\n\ndef calm(x):\n    return x\n"
GOES: list[tuple[str, Files, str]] = [
    ("a module of the standard library", {"a.py": "import os\n\nx = 1\n"}, "x = 1\n"),
    ("one of several in a line", {"a.py": "import os, re\n\nx = re\n"}, "import re\n\nx = re\n"),
    ("all in a line", {"a.py": "import os, re\n\nx = 1\n"}, "x = 1\n"),
    (
        "some names of a `from`",
        {"a.py": "from typing import Any, List, Set\n\nx: List = []\n"},
        "from typing import List\n\nx: List = []\n",
    ),
    (
        "names in parentheses",
        {"a.py": "from typing import (\n    Any,\n    List,\n)\n\nx: List = []\n"},
        "from typing import (\n    List,\n)\n\nx: List = []\n",
    ),
    (
        "a file that a test runs by its path",
        {"a.py": "import os\n\nx = 1\n", "tests/test_a.py": "import subprocess\n\nsubprocess.run(['a.py'])\n"},
        "x = 1\n",
    ),
    ("a renamed one", {"a.py": "import json as j\nimport re as r\n\nx = r\n"}, "import re as r\n\nx = r\n"),
    ("a local name of the same spelling", {"a.py": "import sys\n\n\ndef f():\n    sys = 1\n    return sys\n"}, None),
    ("one whose name is only an attribute", {"a.py": "import json\n\nx = 'a'.json\n"}, None),
    ("a dotted one", {"a.py": "import os.path\nimport re\n\nx = re\n"}, "import re\n\nx = re\n"),
    (
        "a heading stays",
        {"a.py": '"""Doc."""\n\n# standard\nimport os\nimport re\n\nx = re\n'},
        '"""Doc."""\n\n# standard\nimport re\n\nx = re\n',
    ),
    (
        "a comment that is not directly above stays",
        {"a.py": "import re\n\n# below\n\nimport os\n\nx = re\n"},
        "import re\n\n# below\n\nx = re\n",
    ),
    (
        "a function of a quiet module",
        package(shop__quiet=QUIET, shop__a="from shop.quiet import Bad, calm\n\nx = calm(1)\n"),
        "from shop.quiet import calm\n\nx = calm(1)\n",
    ),
    (
        "the only name from a quiet module",
        package(shop__quiet=QUIET, shop__a="from .quiet import calm\n\nx = 1\n"),
        "x = 1\n",
    ),
    (
        "a name of a loud module that is imported before anyway",
        package(
            shop__loud="print(1)\n\n\ndef f(): pass\ndef g(): pass\n", shop__a="from .loud import f, g\n\nx = f()\n"
        ),
        "from .loud import f\n\nx = f()\n",
    ),
    (
        "another project's module that is imported all the same",
        {"a.py": "import numpy\nfrom numpy import array\n\nx = array\n"},
        "from numpy import array\n\nx = array\n",
    ),
    (
        "in a test",
        {"test_a.py": "import os\nimport re\n\n\ndef test_it():\n    assert re\n"},
        "import re\n\n\ndef test_it():\n    assert re\n",
    ),
    (
        "an error class in a test",
        package(
            shop__quiet=QUIET, tests__test_a="from shop.quiet import Bad, calm\n\n\ndef test_it():\n    assert calm\n"
        ),
        "from shop.quiet import calm\n\n\ndef test_it():\n    assert calm\n",
    ),
]


@pytest.mark.parametrize(
    ("before", "text"), [case[1:] for case in GOES if case[2]], ids=[case[0] for case in GOES if case[2]]
)
def test_an_import_goes_that_nobody_can_miss(repository: MakeRepository, before: Files, text: str) -> None:
    repo = repository(before)
    change = cleaned(repo)
    path = next(path for path in before if path.endswith(("a.py",)))
    assert change.texts == {path: text}
    assert cleaned(after(repo, change)).texts == {}
    assert change.removed == {}


STAYS: list[tuple[str, Files, str]] = [
    ("readline", {"a.py": "import readline\n\nx = 1\n"}, ""),
    ("a module that other systems lack", {"a.py": "import fcntl\n\nx = 1\n"}, "may do something, or fail"),
    ("a private module of the standard library", {"a.py": "import _ssl\n\nx = 1\n"}, "may do something, or fail"),
    (
        "modules that are loaded by computed names, and searched",
        package(
            shop__quiet=QUIET,
            shop__a="from .quiet import calm\n\nx = 1\n",
            shop__b="import importlib\n\n\ndef f(m, n): return getattr(importlib.import_module(m), n)\n",
        ),
        "shop/b.py takes things from modules by names that it computes",
    ),
    (
        "a file whose text a program reads",
        {"a.py": "import os\n\nx = 1\n", "make.py": "TEXT = open('a.py').read()\n"},
        "make.py names it by its path, and may read its text",
    ),
    ("another project", {"a.py": "import numpy\n\nx = 1\n"}, "it is of another project"),
    (
        "a name that may be a submodule of another project",
        {"a.py": "from PIL import Image, ImageDraw\n\nx = Image\n"},
        "it is of another project",
    ),
    (
        "a module that does something",
        package(shop__loud="print(1)\n\n\ndef f(): pass\n", shop__a="from .loud import f\n\nx = 1\n"),
        "shop/loud.py calls `print` in line 1",
    ),
    (
        "a module that loads one that does something",
        package(
            shop__loud="print(1)\n",
            shop__mid="from . import loud\n\n\ndef f(): return loud\n",
            shop__a="from .mid import f\n\nx = 1\n",
        ),
        "shop/loud.py calls `print` in line 1",
    ),
    (
        "a module that loads another project",
        package(shop__mid="import numpy\n\n\ndef f(): return numpy\n", shop__a="from .mid import f\n\nx = 1\n"),
        "it loads `numpy`",
    ),
    (
        "a module that registers classes",
        package(
            shop__mid="from django.db import models\n\n\nclass M(models.Model): pass\n",
            shop__a="from .mid import M\n\nx = 1\n",
        ),
        "derives from `django.db.models.Model`",
    ),
    (
        "an import cycle",
        package(
            shop__b="from . import a\n\n\ndef f(): return a\n",
            shop__a="from .b import f\n\nx = 1\n",
        ),
        "part of an import cycle",
    ),
    ("a comment on it", {"a.py": "import os  # for the examples\n\nx = 1\n"}, "a comment says something about it"),
    (
        "a comment above it alone",
        {"a.py": "import re\n\n# for eval\nimport os\n\nx = re\n"},
        "a comment says something",
    ),
    ("noqa", {"a.py": "import os  # noqa: F401\n\nx = 1\n"}, ""),
    ("a type as a string", {"a.py": "from decimal import Decimal\n\nx: 'list[\"Decimal\"]' = []\n"}, ""),
    ("a type comment", {"a.py": "from decimal import Decimal\n\nx = []  # type: Decimal\n"}, ""),
    ("an example in a docstring", {"a.py": '"""\n>>> math.pi\n3\n"""\nimport math\n\nx = 1\n'}, ""),
    ("`__all__`", {"a.py": 'import os\n\n__all__ = ["os"]\n'}, ""),
    ("`__all__` that grows", {"a.py": 'import os\n\n__all__ = []\n__all__ += ["os"]\n'}, ""),
    ("handed on by `as`", {"a.py": "from os import path as path\n\nx = 1\n"}, ""),
    ("a future", {"a.py": "from __future__ import annotations\n\nx = 1\n"}, ""),
    ("a package's face", package(shop__init="import os\n", shop__b="x = 1\n"), ""),
    ("conftest", {"conftest.py": "import os\n"}, ""),
    ("a stub", {"a.pyi": "import os\n"}, ""),
    ("a try", {"a.py": "try:\n    import os\nexcept ImportError:\n    pass\n"}, ""),
    ("a branch", {"a.py": "import sys\n\nif sys.version:\n    import os\n"}, ""),
    ("TYPE_CHECKING", {"a.py": "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import os\n"}, "block"),
    ("inside a function", {"a.py": "def f():\n    import os\n"}, ""),
    ("inside a class", {"a.py": "class A:\n    import os\n"}, ""),
    ("eval", {"a.py": "import os\n\n\ndef f(x): return eval(x)\n"}, "reached through `eval()`"),
    ("globals()", {"a.py": "import os\n\nx = '%(os)s' % globals()\n"}, "reached through `globals()`"),
    ("locals() at the top", {"a.py": "import os\n\nx = locals()\n"}, "reached through `locals()`"),
    ("sys.modules", {"a.py": "import os\nimport sys\n\nx = sys.modules[__name__]\n"}, "reached through `sys.modules`"),
    ("a star import", {"a.py": "import os\nfrom re import *\n"}, "it has a star import"),
    ("starred by another", {"a.py": "import os\n\nx = 1\n", "b.py": "from a import *\n"}, ""),
    ("imported from here", {"a.py": "import os\n\nx = 1\n", "b.py": "from a import os\n\ny = os\n"}, ""),
    ("taken from here", {"a.py": "import os\n\nx = 1\n", "b.py": "import a\n\ny = a.os\n"}, ""),
    (
        "patched here",
        {"a.py": "import os\n\nx = 1\n", "test_a.py": 'def test(mocker): mocker.patch("a.os")\n'},
        "take it",
    ),
    (
        "patched here by name",
        {"a.py": "import os\n\nx = 1\n", "test_a.py": 'import a as m\n\ndef test(p): p.setattr(m, "os", 1)\n'},
        "test_a.py may take it from here",
    ),
    (
        "named in a configuration",
        {"a.py": "import os\n\nx = 1\n", "b.py": 'HOOK = "a:os"\n'},
        "b.py may take it from here",
    ),
    ("bound twice", {"a.py": "import os\nimport os\n\nx = 1\n"}, "bound more than once"),
    ("bound again", {"a.py": "import os\n\nos = 1\n"}, ""),
    (
        "a fixture by parameter",
        {"test_a.py": "from json import load\n\n\ndef test_it(load): pass\n"},
        "",
    ),
    (
        "a fixture by decorator",
        package(
            shop__fix="import pytest\n\n\n@pytest.fixture\ndef cart(): return 1\n",
            tests__test_a="from shop.fix import cart\n\n\ndef test_it(): pass\n",
        ),
        "",
    ),
    (
        "a test case",
        package(
            shop__base="import unittest\n\n\nclass Common(unittest.TestCase): pass\n",
            tests__test_a="from shop.base import Common\n\n\ndef test_it(): pass\n",
        ),
        "it may be a test case",
    ),
    (
        "a setting",
        package(shop__secrets="KEY = 1\n", tests__test_a="from shop.secrets import KEY\n\n\ndef test_it(): pass\n"),
        "may be there for the test runner",
    ),
    (
        "a submodule that others live on",
        {"a.py": "import logging.handlers\n\nx = 1\n", "b.py": "import logging\n\ny = logging.handlers\n"},
        "b.py uses `logging.handlers` without importing it",
    ),
    (
        "a module that a package has for others",
        package(
            shop__quiet=QUIET,
            shop__a="from .quiet import Bad\n\nx = 1\n",
            shop__b="import shop\n\n\ndef f(): return shop.quiet.calm(1)\n",
        ),
        "shop/b.py may use `quiet` without importing it",
    ),
    (
        "a module that the package loads by way of it",
        package(shop__init="from . import a\n", shop__quiet=QUIET, shop__a="from .quiet import Bad\n\nx = 1\n"),
        "would no longer load shop/quiet.py",
    ),
    (
        "a shelf for names that are computed",
        package(
            shop__quiet=QUIET,
            shop__a="from .quiet import calm\n\nx = 1\n",
            shop__b="from . import a\n\n\ndef f(name): return getattr(a, name)\n",
        ),
        "shop/b.py takes things from modules by names that it computes",
    ),
    ("generated code", {"a.py": "# Generated by a tool\nimport os\n\nx = 1\n"}, ""),
    ("vendored code", {"vendor/a.py": "import os\n\nx = 1\n"}, ""),
    ("a file with checks switched off", {"a.py": "# flake8: noqa\nimport os\n\nx = 1\n"}, ""),
    ("a file that does not parse", {"a.py": "import os\n\nx = (\n"}, ""),
    ("used after all", {"a.py": "import os\n\n\ndef f():\n    global os\n    os = 1\n"}, ""),
]


@pytest.mark.parametrize(("files", "reason"), [case[1:] for case in STAYS], ids=[case[0] for case in STAYS])
def test_an_import_stays_that_somebody_may_miss(repository: MakeRepository, files: Files, reason: str) -> None:
    """Where no reason is given the import does not even count as unused."""
    change = cleaned(repository(files))
    assert change.texts == {}
    if reason:
        assert any(reason in left.reason for left in change.left), change.left


@pytest.mark.parametrize(
    "text",
    [case[1]["a.py"] for case in GOES if case[2] is None],
)
def test_what_the_scan_takes_for_used_stays(repository: MakeRepository, text: str) -> None:
    assert cleaned(repository({"a.py": text})) == Change({}, ())


def test_only_the_files_asked_for_are_changed(repository: MakeRepository) -> None:
    repo = repository({"a.py": "import os\n\nx = 1\n", "b.py": "import os\n\nx = 1\n"})
    assert list(cleaned(repo, "b.py").texts) == ["b.py"]
    assert list(cleaned(repo).texts) == ["a.py", "b.py"]


def test_what_was_done_and_what_was_left_is_said(repository: MakeRepository) -> None:
    change = cleaned(repository({"a.py": "import os, re as r\nimport numpy\n\nx = 1\n"}))
    assert change.done == ("Removed the unused imports of `os`, `r` from a.py.",)
    assert [(left.path, left.line, left.reason) for left in change.left] == [
        ("a.py", 2, "the import of `numpy` stays: it is of another project, and importing `numpy` may do something")
    ]


def test_two_imports_that_keep_a_module_loaded_do_not_both_go(repository: MakeRepository) -> None:
    files = package(
        shop__init="from . import a, b\n",
        shop__quiet=QUIET,
        shop__a="from .quiet import Bad\n\nx = 1\n",
        shop__b="from .quiet import calm\n\nx = 1\n",
    )
    change = cleaned(repository(files))
    assert len(change.texts) == 1
    assert len(change.left) == 1


def test_an_unknown_path_is_a_mistake_of_the_request(repository: MakeRepository) -> None:
    with pytest.raises(SettingsError, match=r"there is no file b\.py"):
        cleaned(repository({"a.py": "x = 1\n"}), "b.py")


PROGRAM = "import sys\nimport shop.a\nprint(sorted(n for n in sys.modules if n.startswith('shop')), shop.a.x)\n"


@pytest.mark.parametrize("text", ["from .quiet import Bad, calm\nimport os, re\n\nx = calm(re.escape('.'))\n"])
def test_a_program_prints_the_same_before_and_after(tmp_path: Path, repository: MakeRepository, text: str) -> None:
    before = package(shop__quiet=QUIET, shop__a=text)
    change = cleaned(repository(before))
    assert list(change.texts) == ["shop/a.py"]
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


def test_a_file_that_a_worker_dies_on_is_left_alone_and_named(make_repo: Callable[..., Path]) -> None:
    deep = f"import os\n\nx = {'(' * 3000}1{')' * 3000}\n"
    root = make_repo({"deep.py": deep, "plain.py": "import os\n\nx = 1\n"})
    scan = scan_repository(root)
    change = apply_operation({"op": "remove-unused"}, scan, read_texts(root, None, scan.outlines))
    assert change.texts == {"plain.py": "x = 1\n"}
    assert all(left.path == "deep.py" for left in change.left)
