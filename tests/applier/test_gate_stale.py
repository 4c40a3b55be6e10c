"""Gate 11: what a step made unused is gone, and what may be used by anybody stays."""

import pytest

from applier.gates.stale import check_stale
from applier.scope import Scope
from tests.gating import Files, judge

A = "app/a.py"
T = "src/a.ts"

FINE: dict[str, tuple[Files, Files, Files]] = {
    "as it was": ({A: "import re\nre.sub()\n"}, {A: "import re\nre.sub()\n"}, {}),
    "used otherwise": ({A: "import re\nre.sub()\n"}, {A: "import re\nre.match()\n"}, {}),
    "taken out": ({A: "import re\nre.sub()\n"}, {A: "x = 1\n"}, {}),
    "unused before": ({A: "import re\nx = 1\n"}, {A: "import re\nx = 2\n"}, {}),
    "new, to hand on": ({A: "def f(): pass\n"}, {A: "from app.b import f\n", "app/b.py": "def f(): pass\n"}, {}),
    "in __all__": (
        {A: "from b import x\n__all__ = ['x']\nx()\n"}, {A: "from b import x\n__all__ = ['x']\n"}, {}
    ),
    "in a string annotation": ({A: "from b import X\nX()\n"}, {A: "from b import X\ndef f(a: 'X'): pass\n"}, {}),
    "a package hands it on": ({"app/__init__.py": "import re\nre.sub()\n"}, {"app/__init__.py": "import re\n"}, {}),
    "a stub": ({"a.pyi": "import re\nx: re.Pattern\n"}, {"a.pyi": "import re\nx: int\n"}, {}),
    "handed on under its own name": (
        {A: "from b import x as x\nx()\n"}, {A: "from b import x as x\n"}, {}
    ),
    "kept on purpose": ({A: "import re  # noqa: F401\nre.sub()\n"}, {A: "import re  # noqa: F401\n"}, {}),
    "chosen between": (
        {A: "try:\n    import re\nexcept ImportError:\n    re = None\nre.sub()\n"},
        {A: "try:\n    import re\nexcept ImportError:\n    re = None\n"},
        {},
    ),
    "imported from here": (
        {A: "import re\nre.sub()\n"}, {A: "import re\n"}, {"app/b.py": "from .a import re\n"}
    ),
    "starred from here": (
        {A: "import re\nre.sub()\n"}, {A: "import re\n"}, {"app/b.py": "from app.a import *\n"}
    ),
    "reached through the module": (
        {A: "import re\nre.sub()\n"}, {A: "import re\n"}, {"b.py": "from app import a\na.re.sub()\n"}
    ),
    "reached through its whole name": (
        {A: "import re\nre.sub()\n"}, {A: "import re\n"}, {"b.py": "import app.a\napp.a.re.sub()\n"}
    ),
    "from another file of the step": (
        {A: "import re\nre.sub()\n", "b.py": "x = 1\n"}, {A: "import re\n", "b.py": "from app.a import re\n"}, {}
    ),
    "the file is gone": ({A: "import re\nre.sub()\n"}, {}, {}),
    "broken, which gate 3 tells": ({A: "import re\nre.sub()\n"}, {A: "import re\nx = (\n"}, {}),
    "of no known language": ({"a.txt": "import re\nre\n"}, {"a.txt": "import re\n"}, {}),
    "a helper that is used": ({A: "def _f(): pass\n_f()\n_f()\n"}, {A: "def _f(): pass\n_f()\n"}, {}),
    "a public helper": ({A: "def f(): pass\nf()\n"}, {A: "def f(): pass\n"}, {}),
    "a helper of others": (
        {A: "def _f(): pass\n_f()\n"}, {A: "def _f(): pass\n"}, {"b.py": "from app.a import _f\n"}
    ),
    "a helper reached as an attribute": (
        {A: "def _f(): pass\n_f()\n"}, {A: "def _f(): pass\n"}, {"b.py": "import app.a\napp.a._f()\n"}
    ),
    "a helper called by name": (
        {A: "def _f(): pass\n_f()\n"}, {A: "def _f(): pass\nglobals()['_f']()\n"}, {}
    ),
    "a helper that is registered": (
        {A: "@app.route('/')\ndef _f(): pass\n_f()\n"}, {A: "@app.route('/')\ndef _f(): pass\n"}, {}
    ),
    "a helper unused before": ({A: "def _f(): pass\nx = 1\n"}, {A: "def _f(): pass\nx = 2\n"}, {}),
    "a helper that came": ({A: "x = 1\n"}, {A: "def _f(): pass\nx = 2\n"}, {}),
    "a method that a base class may call": (
        {A: "class A(B):\n    def _f(self): pass\n    def g(self): self._f()\n"},
        {A: "class A(B):\n    def _f(self): pass\n    def g(self): pass\n"},
        {},
    ),
    "a special method": (
        {A: "class A:\n    def __f__(self): pass\n    def g(self): self.__f__()\n"},
        {A: "class A:\n    def __f__(self): pass\n    def g(self): pass\n"},
        {},
    ),
    "a local that is read": ({A: "def f():\n    x = 1\n    g(x)\n"}, {A: "def f():\n    x = 1\n    h(x)\n"}, {}),
    "a local unused before": ({A: "def f():\n    x = 1\n"}, {A: "def f():\n    x = 2\n"}, {}),
    "a local that is new": ({A: "def f():\n    pass\n"}, {A: "def f():\n    x = 2\n"}, {}),
    "a local that moved along": (
        {A: "def f():\n    x = 1\n"}, {A: "import re\nre.sub()\ndef f():\n    x = 1\n"}, {}
    ),
    "what JSX becomes": (
        {"a.tsx": 'import React from "react";\nReact.x();\nexport const a = <b/>;\n'},
        {"a.tsx": 'import React from "react";\nexport const a = <b/>;\n'},
        {},
    ),
    "an import for its effect": (
        {T: 'import "./setup";\nexport const a = 1;\n'}, {T: 'import "./setup";\nexport const a = 2;\n'}, {}
    ),
    "handed on": (
        {T: 'import { b } from "./b";\nexport { b };\nb();\n'}, {T: 'import { b } from "./b";\nexport { b };\n'}, {}
    ),
    "a type now": (
        {T: 'import { B } from "./b";\nexport const a = new B();\n'},
        {T: 'import type { B } from "./b";\nexport const a = (b: B) => 1;\n'},
        {},
    ),
    "a function of a script": (
        {"a.js": "function f() {}\nf();\n"}, {"a.js": "function f() {}\n"}, {}
    ),
    "an exported function": (
        {T: "export function f() {}\nf();\n"}, {T: "export function f() {}\n"}, {}
    ),
    "a function spread": (
        {T: "const f = [1];\nexport const a = [f];\n"}, {T: "const f = [1];\nexport const a = [...f];\n"}, {}
    ),
    "a public method": (
        {T: "export class A {\n  f() {}\n  g() { this.f(); }\n}\n"},
        {T: "export class A {\n  f() {}\n  g() {}\n}\n"},
        {},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "others"), FINE.values(), ids=FINE)
def test_nothing_is_said_of_what_is_used_or_was_not_before(before: Files, after: Files, others: Files) -> None:
    assert judge(check_stale, before, after, others) == []


IMPORTED = {A: "def f(): pass\n", "app/b.py": "from app.a import f\nf()\n"}
ALONE = {**IMPORTED, "app/b.py": "x = 1\n"}


def test_a_file_that_lost_its_last_importer_is_noted() -> None:
    [problem] = judge(check_stale, IMPORTED, ALONE)
    assert (problem.severity, problem.path) == ("note", A)


@pytest.mark.parametrize(
    ("before", "after", "others"),
    [
        (IMPORTED, {**ALONE, "app/c.py": "from app.a import f\nf()\n"}, {}),
        (IMPORTED, ALONE, {"app/c.py": "import app.a\n"}),
        (IMPORTED, {"app/b.py": "x = 1\n"}, {}),
        (ALONE, {**ALONE, "app/b.py": "x = 2\n"}, {}),
        ({**IMPORTED, A: "if __name__ == '__main__': pass\n"}, {**ALONE, A: "if __name__ == '__main__': pass\n"}, {}),
        ({**IMPORTED, A: "def test_f(): assert 1\n"}, {**ALONE, A: "def test_f(): assert 1\n"}, {}),
    ],
)
def test_a_file_that_is_imported_or_started_or_never_was_is_not(before: Files, after: Files, others: Files) -> None:
    assert [each for each in judge(check_stale, before, after, others) if each.severity == "note"] == []


LEFT: dict[str, tuple[str, str, str, int, str]] = {
    "an import": (A, "import re\nre.sub()\n", "import re\nx = 1\n", 1, "`re`"),
    "one of two": (A, "from b import x, y\nx(y)\n", "from b import x, y\nx()\n", 1, "`y`"),
    "under another name": (A, "import re as r\nr.sub()\n", "import re as r\n", 1, "`r`"),
    "of a submodule": (A, "import os.path\nos.path.join()\n", "import os.path\n", 1, "`os`"),
    "over lines": (A, "from b import (\n    x,\n)\nx()\n", "from b import (\n    x,\n)\n", 1, "`x`"),
    "for types": (
        A,
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import re\nx: 're.Pattern'\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import re\nx: int\n",
        3,
        "`re`",
    ),
    "named in a comment": (A, "import re\nre.sub()\n", "import re\n# without re\n", 1, "`re`"),
    "a helper": (A, "x = 1\ndef _f(): pass\n_f()\n", "x = 1\ndef _f(): pass\n", 2, "function `_f`"),
    "a constant": (A, "_X = 1\nprint(_X)\n", "_X = 1\nprint(1)\n", 1, "variable `_X`"),
    "a class": (A, "class _X: pass\n_X()\n", "class _X: pass\n", 1, "class `_X`"),
    "a method": (
        A,
        "class A:\n    def _f(self): pass\n    def g(self): self._f()\n",
        "class A:\n    def _f(self): pass\n    def g(self): pass\n",
        2,
        "`A._f`",
    ),
    "a local": (A, "def f():\n    x = 1\n    return x\n", "def f():\n    x = 1\n    return 1\n", 2, "`x`"),
    "a local function": (A, "def f():\n    def g(): pass\n    g()\n", "def f():\n    def g(): pass\n", 2, "`g`"),
    "an import of TypeScript": (
        T,
        'import { b } from "./b";\nexport const a = b();\n',
        'import { b } from "./b";\nexport const a = 1;\n',
        1,
        "`b`",
    ),
    "a default import": (
        T,
        'import b from "b";\nexport const a = b();\n',
        'import b from "b";\nexport const a = 1;\n',
        1,
        "`b`",
    ),
    "a namespace": (
        T,
        'import * as b from "b";\nexport const a = b.c();\n',
        'import * as b from "b";\nexport const a = 1;\n',
        1,
        "`b`",
    ),
    "a function of a module": (
        T,
        "const f = () => 1;\nexport const a = f();\n",
        "const f = () => 1;\nexport const a = 1;\n",
        1,
        "`f`",
    ),
    "one that a method is called like": (
        T,
        "function f() {}\nexport const a = f();\n",
        "function f() {}\nexport const a = b.f();\n",
        1,
        "`f`",
    ),
    "a type": (T, "type B = 1;\nexport const a: B = 1;\n", "type B = 1;\nexport const a: 1 = 1;\n", 1, "`B`"),
    "a private method": (
        T,
        "export class A {\n  #f() {}\n  g() { this.#f(); }\n}\n",
        "export class A {\n  #f() {}\n  g() {}\n}\n",
        2,
        "`A.#f`",
    ),
    "a local of TypeScript": (
        T,
        "export const a = () => { const b = 1; return b; };\n",
        "export const a = () => { const b = 1; return 1; };\n",
        1,
        "`b`",
    ),
}


BROUGHT: dict[str, tuple[Files, Files, int, str]] = {
    "a name": ({A: "x = 1\n"}, {A: "from re import sub\nx = 1\n"}, 1, "`sub`"),
    "a module": ({A: "x = 1\n"}, {A: "import re\nx = 1\n"}, 1, "`re`"),
    "under another name": ({A: "x = 1\n"}, {A: "import os.path as p\nx = 1\n"}, 1, "`p`"),
    "beside one that is used": ({A: "x = 1\n"}, {A: "from b import (\n    y,\n    z,\n)\nx = y\n"}, 1, "`z`"),
    "for types": (
        {A: "x = 1\n"},
        {A: "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from b import T\nx = 1\n"},
        3,
        "`T`",
    ),
    "in a new file": ({A: "x = 1\n"}, {A: "x = 1\n", "app/b.py": "import re\ndef f(): pass\n"}, 1, "`re`"),
    "of TypeScript": ({T: "f();\n"}, {T: 'import { b } from "c";\nf();\n'}, 1, "`b`"),
}

UNTOLD: dict[str, tuple[Files, Files, Files]] = {
    "it is used": ({A: "x = 1\n"}, {A: "import re\nx = re.sub\n"}, {}),
    "it was there": ({A: "import re\nx = 1\n"}, {A: "import re\nx = 2\n"}, {}),
    "it was there, from elsewhere": ({A: "from b import f\nx = 1\n"}, {A: "from c import f\nx = 1\n"}, {}),
    "it was defined here, and is handed on": ({A: "def f(): pass\n"}, {A: "from c import f\n"}, {}),
    "in a string annotation": (
        {A: "x = 1\n"},
        {A: "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from b import T\ndef f(x: 'T'): pass\n"},
        {},
    ),
    "in __all__": ({A: "x = 1\n"}, {A: "from b import f\n__all__ = ['f', 'x']\nx = 1\n"}, {}),
    "handed on under its own name": ({A: "x = 1\n"}, {A: "from b import f as f\nx = 1\n"}, {}),
    "kept on purpose": ({A: "x = 1\n"}, {A: "from b import f  # noqa: F401\nx = 1\n"}, {}),
    "a package": ({"app/__init__.py": "\n"}, {"app/__init__.py": "from app.a import f\n"}, {}),
    "fixtures": ({"conftest.py": "x = 1\n"}, {"conftest.py": "from b import f\nx = 1\n"}, {}),
    "a fixture, by the name of a parameter": (
        {"test_a.py": "def test_a(): assert 1\n"},
        {"test_a.py": "from b import db\ndef test_a(db): assert 1\n"},
        {},
    ),
    "chosen between": ({A: "x = 1\n"}, {A: "try:\n    import re\nexcept ImportError:\n    pass\nx = 1\n"}, {}),
    "for its effect": ({A: "x = 1\n"}, {A: "import xml.etree\nx = 1\n"}, {}),
    "a module of the repository": ({A: "x = 1\n"}, {A: "from app import b\nx = 1\n"}, {"app/b.py": "print()\n"}),
    "a star": ({A: "x = 1\n"}, {A: "from b import *\nx = 1\n"}, {}),
    "the future": ({A: "x = 1\n"}, {A: "from __future__ import annotations\nx = 1\n"}, {}),
    "others take it": ({A: "x = 1\n"}, {A: "from b import f\nx = 1\n"}, {"app/b.py": "from app.a import f\nf()\n"}),
    "a new place to import from": ({A: "x = 1\n"}, {A: "x = 1\n", "app/c.py": "from app.a import x\n"}, {}),
    "a sheet of styles": ({T: "f();\n"}, {T: 'import "./a.css";\nf();\n'}, {}),
    "a script for its effect": ({T: "f();\n"}, {T: 'import "reset";\nf();\n'}, {}),
    "React": ({"a.tsx": "export const a = 1;\n"}, {"a.tsx": 'import React from "react";\nexport const a = 1;\n'}, {}),
}


@pytest.mark.parametrize(("before", "after", "line", "words"), BROUGHT.values(), ids=BROUGHT)
def test_an_import_that_came_without_a_use_is_asked_about(before: Files, after: Files, line: int, words: str) -> None:
    [problem] = judge(check_stale, before, after)
    assert (problem.gate, problem.severity, problem.line) == ("stale", "ask", line)
    assert words in problem.message
    assert "is new, and nothing in the file uses it" in problem.message


@pytest.mark.parametrize(("before", "after", "others"), UNTOLD.values(), ids=UNTOLD)
def test_nothing_is_said_of_an_import_that_is_of_use_or_may_be(before: Files, after: Files, others: Files) -> None:
    assert judge(check_stale, before, after, others) == []


def test_where_only_some_kinds_may_change_new_imports_are_for_another_gate() -> None:
    assert judge(check_stale, {A: "x = 1\n"}, {A: "import re\nx = 1\n"}, scope=Scope((), only=("imports",))) == []


@pytest.mark.parametrize(("path", "before", "after", "line", "words"), LEFT.values(), ids=LEFT)
def test_what_a_step_left_without_use_is_asked_about(path: str, before: str, after: str, line: int, words: str) -> None:
    [problem] = judge(check_stale, {path: before}, {path: after})
    assert (problem.gate, problem.severity, problem.path, problem.line) == ("stale", "ask", path, line)
    assert words in problem.message
