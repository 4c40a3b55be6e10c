"""What a function comes to, and what speaks against calling it for trial."""

import ast

import pytest

from agent.differential.reach import Reach, import_obstacle, reach_of
from tests.differing_sources import module_of, sources_of


def reach(text: str, more: dict[str, str] | None = None) -> Reach:
    sources = sources_of({"a.py": text, **(more or {})})
    module = module_of(sources)
    node = module.definitions["f"][-1]
    assert isinstance(node, ast.FunctionDef)
    return reach_of(sources, module, node)


HARMLESS = [
    "def f(x):\n    return sorted(x, key=lambda y: -y)\n",
    "import re\nP = re.compile('a')\n\n\ndef f(x):\n    return P.sub('', x).strip()\n",
    "import os\n\n\ndef f(x):\n    return os.path.join(x, 'a')\n",
    "from dataclasses import dataclass\n\n\n@dataclass\nclass A:\n    n: int\n\n    def more(self):\n"
    "        self.n += 1\n        return self\n\n\ndef f(x):\n    return A(x).more()\n",
    "class A:\n    @property\n    def x(self):\n        return 1\n\n    @x.setter\n    def x(self, v):\n        pass\n"
    "\n\ndef f(x):\n    return A()\n",
    "import logging\nlog = logging.getLogger(__name__)\n\n\ndef f(x):\n    log.info('x %s', x)\n    return x\n",
    "def f(x):\n    out = {}\n    out[x] = 1\n    out.update(a=2)\n    return out\n",
    "def f(x):\n    def g(y):\n        nonlocal x\n        x += y\n        return x\n    return g(1)\n",
    "def f(x: 'requests.Response'):\n    return x\n",  # an annotation is not run
    "import requests\n\n\ndef f(x):\n    y: requests.Response = x\n    return y\n",
    "import io\n\n\ndef f(x):\n    out = io.StringIO()\n    out.write(x)\n    return out.getvalue()\n",
    "import functools\n\n\n@functools.lru_cache\ndef f(x):\n    return x\n",
    "def f(x):\n    match x:\n        case [a, *rest]:\n            return rest\n        case {'k': v, **more}:\n"
    "            return more\n    return [y for y in x if (z := y)]\n",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_what_keeps_to_itself_may_be_called(text: str) -> None:
    assert reach(text).obstacle == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def f(x):\n    return [open(y) for y in x]\n", "open"),
        ("def f(x, read=open):\n    return read(x)\n", "open"),
        ("@print\ndef f(x):\n    return x\n", "print"),
        ("def f(x):\n    return max(x, key=print)\n", "print"),
        ("def f(x):\n    def g():\n        return input()\n    return g\n", "input"),
        ("T = {'a': print}\n\n\ndef f(x):\n    return T[x](x)\n", "print"),
        ("def g(x):\n    return h(x)\n\n\ndef h(x):\n    return eval(x)\n\n\ndef f(x):\n    return g(x)\n", "eval"),
        ("class A:\n    def g(self):\n        print(1)\n\n\ndef f(x):\n    return A().g()\n", "print"),
        ("from b import *\n\n\ndef f(x):\n    return g(x)\n", "cannot be told what g is"),
        ("def f(x):\n    return x.fetch()\n", ".fetch()"),
        ("D = {}\n\n\ndef f(x):\n    D.setdefault(x, 1)\n    return D\n", "changes D"),
        ("D = {}\n\n\ndef f(x):\n    D[x] = 1\n    return D\n", "changes D"),
        ("D = [0]\n\n\ndef f(x):\n    D[0] += x\n    return D\n", "changes D"),
        ("class A:\n    n = 0\n\n\ndef f(x):\n    A.n = x\n    return x\n", "changes A"),
        (
            "class A:\n    n = 0\n\n    @classmethod\n    def g(cls):\n        cls.n = 1\n\n\ndef f(x):\n    A.g()\n",
            "cls",
        ),
        ("C = Client()\n\n\ndef f(x):\n    return C.get(x)\n", "cannot be told what Client is"),
        ("import socket\n\n\ndef f(x):\n    return socket.gethostbyname(x)\n", "socket.gethostbyname"),
        ("from datetime import datetime as d\n\n\ndef f(x):\n    return d.now()\n", "datetime.datetime.now"),
        ("def f(x):\n    from pathlib import Path\n    return Path(x).exists()\n", ".exists()"),
    ],
)
def test_what_reaches_further_is_named(text: str, words: str) -> None:
    assert words in reach(text).obstacle


def test_obstacles_are_found_through_other_files() -> None:
    more = {"b.py": "from c import h\n\n\ndef g(x):\n    return h(x)\n", "c.py": "def h(x):\n    print(x)\n"}
    assert reach("from b import g\n\n\ndef f(x):\n    return g(x)\n", more).obstacle == "it uses print"


TWICE = "R = 2\n\n\ndef g(x):\n    return x * R\n\n\ndef other():\n    return 1\n\n\ndef f(x):\n    return g(x)\n"


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("return 1", "return 3", True),  # not reached
        ("    return g(x)", "    '''Doc.'''\n    # more\n    return g( x )", True),
        ("return x * R", "return x + R", False),
        ("R = 2", "R = 3", False),
        ("return g(x)", "return other()", False),
    ],
)
def test_a_digest_changes_with_what_a_call_may_run(old: str, new: str, same: bool) -> None:
    assert (reach(TWICE).digest == reach(TWICE.replace(old, new)).digest) is same


def test_constants_and_patterns_are_collected_from_all_of_it() -> None:
    text = "import re\nP = re.compile('a+')\nN = 77\n\n\ndef g(x):\n    return x < N\n"
    text += "\n\ndef f(x):\n    return P, g(x), 5\n"
    found = reach(text)
    assert {one.value for one in found.constants} >= {77, 5, "a+"}
    assert found.patterns == ("a+",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("D = {}\n\n\ndef add(k):\n    D[k] = 1\n\n\nadd(1)\n", ""),
        ("import logging\nlogging.getLogger('a').addHandler(logging.NullHandler())\n", ""),
        ("L = []\nfor x in range(3):\n    L.append(x)\n", ""),
        ("def main():\n    open('x')\n\n\nmain()\n", "open"),
        ("import os\nos.remove('x')\n", "os.remove"),
    ],
)
def test_a_file_may_fill_what_is_its_own_when_it_is_imported(text: str, words: str) -> None:
    sources = sources_of({"a.py": text})
    found = import_obstacle(sources, module_of(sources))
    assert words in found
    assert bool(words) is bool(found)
