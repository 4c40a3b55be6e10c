"""Whether loading a file does more than define: what is asked before an import of it goes or comes."""

import pytest

from repo_scan.languages import javascript, python

QUIET = {
    "nothing": "",
    "definitions": '"""a"""\nimport os\nfrom a import b\n\ndef f(): g()\n\nclass A:\n  x = 1\n',
    "constants": "X = 1\nY: dict[str, int] = {}\nA, B = 1, 2\nZ += (1,)\n",
    "harmless calls": "import re\nX = re.compile('a')\nLOG = logging.getLogger(__name__)\n"
    "Y = frozenset('a b'.split())\n",
    "standard bases": "import enum\nfrom abc import ABC\nclass A(enum.Enum): pass\n"
    "class B(ABC): pass\nclass C(A): pass\n",
    "standard decorators": "from functools import cache\n@cache\ndef f(): pass\n"
    "@dataclasses.dataclass\nclass A: pass\nimport dataclasses\n",
    "a program": "def f(): pass\nif __name__ == '__main__':\n  f()\n",
    "types": "if TYPE_CHECKING:\n  from a import b\n",
    "a choice": "try:\n  import a\nexcept ImportError:\n  a = None\n",
}
ACTING = {
    "a call": ("x = 1\nf()\n", 2),
    "a value from a call": ("x = connect()\n", 1),
    "a decorator": ("from app import register\n\n\n@register('a')\ndef f(): pass\n", 4),
    "a base": ("from app import Model\nclass A(Model): pass\n", 2),
    "a metaclass": ("class A(metaclass=M): pass\n", 1),
    "an item": ("import os\nos.environ['A'] = 'b'\n", 2),
    "a loop": ("for x in y: pass\n", 1),
    "a call in a choice": ("if a:\n  x = 1\nelse:\n  f()\n", 4),
}
QUIET_WEB = {
    "nothing": "",
    "definitions": "'use strict';\nimport a from './a';\nexport function f() { g(); }\n"
    "class A { x = 1; m() { g(); } }\nexport { f as g };\n",
    "functions": "export const f = (): void => g();\nconst h = function () { g(); };\nexport default () => g();\n",
    "values": "export const X = { a: 1, f() { g(); } };\nlet y = new Map();\nconst z = Object.freeze([1]);\n",
    "exports": "const a = require('./a');\nmodule.exports = { a };\nexports.b = 1;\n",
    "types": "export interface A { x: number }\nexport type B = A;\n",
}
ACTING_WEB = {
    "a call": ("export const a = 1;\nstart();\n", 2),
    "a value from a call": ("const a = connect();\n", 1),
    "an assignment": ("globalThis.a = 1;\n", 1),
    "a new object": ("export default new App();\n", 1),
    "a decorator": ("@register\nclass A {}\n", 1),
    "a branch": ("if (a) { b(); }\n", 1),
    "a static block": ("class A { static { f(); } }\n", 1),
}


@pytest.mark.parametrize("text", QUIET.values(), ids=QUIET.keys())
def test_a_python_file_that_defines_is_quiet(text: str) -> None:
    assert python.outline("a.py", text).acts == 0


@pytest.mark.parametrize(("text", "line"), ACTING.values(), ids=ACTING.keys())
def test_the_first_python_statement_that_does_more_is_told(text: str, line: int) -> None:
    assert python.outline("a.py", text).acts == line


@pytest.mark.parametrize("text", QUIET_WEB.values(), ids=QUIET_WEB.keys())
def test_a_typescript_file_that_defines_is_quiet(text: str) -> None:
    assert javascript.outline("a.ts", "typescript", text).acts == 0


@pytest.mark.parametrize(("text", "line"), ACTING_WEB.values(), ids=ACTING_WEB.keys())
def test_the_first_typescript_statement_that_does_more_is_told(text: str, line: int) -> None:
    assert javascript.outline("a.ts", "typescript", text).acts == line


def test_a_shallow_outline_does_not_look() -> None:
    assert python.outline("a.py", "f()\n", deep=False).acts == 0
