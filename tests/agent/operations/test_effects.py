"""Importing a module is harmless only where everything at its top is known to be."""

import pytest

from agent.operations.reading import read_facts

HARMLESS = [
    '"""Doc."""\n',
    "import os\nfrom a import b\n",
    "X = 1\nY = X, [2, {'a': X}], f'{X}'\n",
    "X = [a for a in (1, 2) if a]\n",
    "import re\nX = re.compile('a', re.MULTILINE)\n",
    "from re import compile as c\nX = c('a')\n",
    "from decimal import Decimal as D\nX = {D('1'): frozenset({1})}\n",
    "import os\nX = os.path.join(os.path.dirname(__file__), 'x')\n",
    "from pathlib import Path\nX = Path(__file__).parent / 'x'\n",
    "X = 'a b'.split()\n",
    "def f(a=1, *, b=(1, 2)) -> int: print(1)\n",
    "class A:\n    x = 1\n    def f(self): print(1)\n    @property\n    def p(self): return 1\n",
    "class E(Exception): pass\n",
    "class A: pass\nclass B(dict): pass\n",
    "import enum\nclass C(enum.Enum):\n    RED = enum.auto()\ndef f(c=C.RED): pass\n",
    "from dataclasses import dataclass, field\n@dataclass(frozen=True)\n"
    "class A:\n    x: list = field(default_factory=list)\n",
    "from abc import ABC, abstractmethod\nclass A(ABC):\n    @abstractmethod\n    def f(self): ...\n",
    "import functools\n@functools.lru_cache(maxsize=None)\ndef f(): pass\n",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    print(1)\n",
    "if __name__ == '__main__':\n    print(1)\n",
    "import sys\nif sys.version_info >= (3, 9):\n    X = 1\nelse:\n    X = 2\n",
    "try:\n    import json\nexcept ImportError:\n    json = None\n",
    "from __future__ import annotations\nfrom a import b\ndef f(x: b.c): pass\n",
    "import numpy as np\ndef f(x: np.ndarray): pass\n",
    "__all__ = ['a']\n__all__ += ['b']\n",
    "X = 1\ndel X\n",
    "from a import Repo\ndef f(x: Repo[int]): pass\n",
    "X = sorted([1], key=lambda x: x)\n",
    "f = lambda x=1: print(x)\n",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_defining_names_is_harmless(text: str) -> None:
    assert read_facts(text).effects == ()


EFFECTS = [
    ("print(1)\n", "call", "print"),
    ("from a import register\nregister(1)\n", "call", "a.register"),
    ("X = open('x')\n", "call", "open"),
    ("def list(x): print(x)\nX = list(1)\n", "call", ":list"),
    ("def f(): pass\nX = f()\n", "call", ":f"),
    ("X = [f(a) for a in y]\n", "call", "f"),
    ("import logging\nlog = logging.getLogger(__name__)\n", "call", "logging.getLogger"),
    ("from a import d\n@d\ndef f(): pass\n", "call", "a.d"),
    ("from a import app\n@app.route('/')\ndef f(): pass\n", "call", "a.app.route"),
    ("def f(x=g()): pass\n", "call", "g"),
    ("from a import B\nclass C(B): pass\n", "base", "a.B"),
    ("class A: pass\nclass C(A): pass\n", "base", ":A"),
    ("class C(f()): pass\n", "base", "a computed class"),
    ("from a import M\nclass C(metaclass=M): pass\n", "other", "makes a class with a metaclass"),
    ("class C(dict, x=1): pass\n", "other", "makes a class with options"),
    ("class C:\n    print(1)\n", "call", "print"),
    ("from a import b\nX = b.c\n", "other", "reads a.b.c"),
    ("import os\nX = os.environ['A']\n", "other", "reads os.environ"),
    ("import a\na.b = 1\n", "other", "changes something that it did not make"),
    ("X = {}\nX['a'] = 1\n", "other", "changes something that it did not make"),
    ("from a import conf\nX = conf['b']\n", "other", "reads a.conf"),
    ("X = sorted([1], key=f)\n", "call", "sorted"),
    ("for x in y: pass\n", "other", "runs a for statement"),
    ("with x: pass\n", "other", "runs a with statement"),
    ("assert x\n", "other", "runs a assert statement"),
    ("if x:\n    print(1)\n", "call", "print"),
    ("try:\n    import a\nexcept ImportError:\n    print(1)\n", "call", "print"),
]


@pytest.mark.parametrize(("text", "kind", "what"), EFFECTS)
def test_everything_else_is_an_effect(text: str, kind: str, what: str) -> None:
    assert [(effect.kind, effect.what) for effect in read_facts(text).effects][:1] == [(kind, what)]
