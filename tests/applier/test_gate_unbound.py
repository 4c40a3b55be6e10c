"""Gate 5 for names: what is used is defined or imported."""

import pytest

from applier.gates.unbound import check_unbound
from tests.gating import judge

MISSING: dict[str, tuple[dict[str, str], dict[str, str], tuple[str, int, str]]] = {
    "an import": ({"a.py": "import os\nx = os.name\n"}, {"a.py": "\nx = os.name\n"}, ("a.py", 2, "os")),
    "one name of an import": (
        {"a.py": "from m import f, g\nf(g)\n"}, {"a.py": "from m import f\nf(g)\n"}, ("a.py", 2, "g")
    ),
    "an import for an annotation": (
        {"a.py": "from __future__ import annotations\nfrom m import T\ndef f(x: T): ...\n"},
        {"a.py": "from __future__ import annotations\ndef f(x: T): ...\n"},
        ("a.py", 2, "T"),
    ),
    "an import for an annotation in a string": (
        {"a.py": "from m import T\nx: 'list[T]'\n"}, {"a.py": "x: 'list[T]'\n"}, ("a.py", 1, "T")
    ),
    "an import for a string within an annotation": (
        {"a.py": "from m import O, T\ndef f() -> O['T']: ...\n"}, {"a.py": "from m import O\ndef f() -> O['T']: ...\n"},
        ("a.py", 2, "T"),
    ),
    "a constant": ({"a.py": "X = 1\ndef f():\n    return X\n"}, {"a.py": "def f():\n    return X\n"}, ("a.py", 2, "X")),
    "a local variable": (
        {"a.py": "def f(a):\n    b = a\n    return b\n"}, {"a.py": "def f(a):\n    return b\n"}, ("a.py", 2, "b")
    ),
    "an import left behind by a move": (
        {"a.py": "import os\ndef f():\n    return os.name\n"},
        {"a.py": "import os\n", "b.py": "def f():\n    return os.name\n"},
        ("b.py", 2, "os"),
    ),
    "a name whose absence is not what is caught": (
        {"a.py": "x = 1\n"}, {"a.py": "try:\n    x = old(1)\nexcept TypeError:\n    x = 1\n"}, ("a.py", 2, "old")
    ),
    "a name that is tried out, and used beside": (
        {"a.py": "x = 1\n"}, {"a.py": "try:\n    x = old(1)\nexcept NameError:\n    x = old(2)\n"}, ("a.py", 4, "old")
    ),
    "a name that is used where its absence would be caught elsewhere": (
        {"a.py": "x = 1\n"},
        {"a.py": "try:\n    try:\n        pass\n    except NameError:\n        pass\n"
        "    x = old(1)\nexcept E:\n    E = 1\n"},
        ("a.py", 6, "old"),
    ),
    "an import that never came": (
        {"a.py": "x = 1\n"}, {"a.py": "x = Path(1)\n"}, ("a.py", 1, "Path")
    ),
    "a renamed function": (
        {"a.py": "def f(): ...\ndef g():\n    f()\n"}, {"a.py": "def h(): ...\ndef g():\n    f()\n"}, ("a.py", 3, "f")
    ),
    "an import of a script": (
        {"a.ts": "import { f, g } from './m';\nf(g);\n"}, {"a.ts": "import { f } from './m';\nf(g);\n"
        ""}, ("a.ts", 2, "g")
    ),
    "an import of a component": (
        {"a.tsx": "import { A } from './a';\nexport const b = <A />;\n"}, {"a.tsx": "export const b = <A />;\n"},
        ("a.tsx", 1, "A"),
    ),
    "an import of a type": (
        {"a.ts": "import type { T } from './t';\nexport const f = (x: T) => x;\n"},
        {"a.ts": "export const f = (x: T) => x;\n"},
        ("a.ts", 1, "T"),
    ),
    "a variable of a script": (
        {"a.js": "function f(a) {\n  const b = a.n;\n  return b;\n}\n"}, {"a.js": "function f(a) {\n  return b;\n}\n"},
        ("a.js", 2, "b"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "told"), MISSING.values(), ids=MISSING)
def test_a_name_without_what_binds_it_is_refused(
    before: dict[str, str], after: dict[str, str], told: tuple[str, int, str]
) -> None:
    [problem] = judge(check_unbound, before, after)
    path, line, name = told
    assert (problem.gate, problem.severity, problem.path, problem.line) == ("loss", "refuse", path, line)
    assert f"`{name}`" in problem.message


FINE: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "an import that nothing uses": ({"a.py": "import os\nx = 1\n"}, {"a.py": "x = 1\n"}),
    "another import of the name": ({"a.py": "import os\nos.x\n"}, {"a.py": "from m import os\nos.x\n"}),
    "it was missing before": ({"a.py": "x = undefined\n"}, {"a.py": "y = undefined\n"}),
    "an attribute of the name": ({"a.py": "import json\njson.x\n"}, {"a.py": "def f(a):\n    return a.json()\n"}),
    "a parameter of the name": ({"a.py": "from m import f\nf()\n"}, {"a.py": "def g(f):\n    return f()\n"}),
    "an argument of the name": ({"a.py": "from m import f\nf()\n"}, {"a.py": "def g(h):\n    return h(f=1)\n"}),
    "what is built in": ({"a.py": "x = 1\n"}, {"a.py": "x = print(len(__name__), __file__, ValueError)\n"}),
    "a name of an older version whose absence is caught": (
        {"a.py": "x = 1\n"}, {"a.py": "try:\n    x = f(old(1))\nexcept (NameError, f):\n    x = f = chr(1)\n"}
    ),
    "a star import": ({"a.py": "from m import f\nf()\n"}, {"a.py": "from m import *\nf()\n"}),
    "a global of a function": ({"a.py": "x = 1\n"}, {"a.py": "def f():\n    global y\n    y = 1\n\ndef g():\n"
    "    return y\n"}),
    "a function called top": ({"a.py": "x = 1\n"}, {"a.py": "def top(a):\n    b = a\n    return b\n"}),
    "comprehensions, lambdas, handlers": (
        {"a.py": "x = 1\n"},
        {"a.py": "y = [a for a in range(3) if (b := a)]\nz = lambda c: c\ntry: ...\n"
        "except ValueError as e: print(e, b)\n"},
    ),
    "classes and nested functions": (
        {"a.py": "x = 1\n"},
        {"a.py": "class A:\n    y = 1\n    z = y\n    def f(self):\n        def g(): return h()\n"
        "        def h(): return A\n        return g\n"},
    ),
    "newer syntax": ({"a.py": "x = 1\n"}, {"a.py": "type A[T] = list[T]\ndef f[T](x: T) -> T: return x\n"}),
    "a file that broke": ({"a.py": "import os\nos.x\n"}, {"a.py": "os.x(\n"}),
    "a global of the browser": ({"a.ts": "f();\n"}, {"a.ts": "window.f(document, structuredClone);\n"}),
    "an element of the page": ({"a.tsx": "const div = 1;\nf(div);\n"}, {"a.tsx": "f(<div />);\n"}),
    "a property of the name": ({"a.js": "import f from 'f';\nf();\n"
    ""}, {"a.js": "export const g = (h) => h.f({ f: 1 });\n"}),
    "everything that binds in a script": (
        {"a.ts": "import a from 'a';\na();\n"},
        {"a.ts": "export function f({ a, b: [c] = [] }: T, ...d) {\n"
                 "  for (const e of d) { try { e(a) } catch (g) { g(c) } }\n}\n"
                 "class A<T> { m(x: T) { return x; } }\nenum E { X }\ninterface T { y: A<E> }\n"
                 "label: for (;;) break label;\n"},
    ),
    "what JavaScript has, where a property is called so": (
        {"a.js": "f.Array = 1;\n"}, {"a.js": "f.Array = new Array(3);\n"}
    ),
    "what another script has from nowhere, where a property is called so": (
        {"a.js": "f.page = 1;\n", "b.js": "g(page);\n"}, {"a.js": "f.page = page;\n", "b.js": "g(page);\n"}
    ),
    "a global of scripts that Python binds": (
        {"a.js": "f();\n", "b.py": "for _ in x:\n    print(_)\n"}, {"a.js": "f(_('a'));\n", "b.py": "x = 1\n"}
    ),
    "it was missing before the file moved": ({"a.py": "x = long(1)\n"}, {"b.py": "x = long(1)\n"}),
    "what another file of the step binds": ({"a.ts": "import a from 'a';\na();\n", "b.ts": "b();\n"
    ""}, {"a.ts": "c();\n", "b.ts": "b();\n"}),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), FINE.values(), ids=FINE)
def test_nothing_is_said_of_names_that_something_binds(before: dict[str, str], after: dict[str, str]) -> None:
    assert judge(check_unbound, before, after) == []


PAGE = {"a.js": "function f() {}\nf();\n", "b.js": "g();\n"}
OLDER = {"a.py": "x = 1\n"}


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (PAGE, {"a.js": "f();\n", "b.js": "function f() {}\ng();\n"}, ["ask"]),
        (PAGE, {"a.js": "f();\n", "b.js": "export function f() {}\ng();\n"}, ["refuse"]),
        (PAGE, {"a.js": "f();\n", "b.js": "g();\n"}, ["refuse"]),
        (OLDER, {"a.py": "x = unicode(1)\n"}, ["ask"]),
        ({"a.py": "unicode = str\nx = unicode(1)\n"}, {"a.py": "x = unicode(1)\n"}, ["refuse"]),
        (OLDER, {"a.py": "x = 1\n", "b.py": "x = basestr(1)\n"}, ["refuse"]),
    ],
)
def test_what_may_come_from_another_script_or_an_older_python_is_asked_about(
    before: dict[str, str], after: dict[str, str], said: list[str]
) -> None:
    assert [problem.severity for problem in judge(check_unbound, before, after)] == said


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("some.call(arg, other)\n", ["ask"]),
        ("some.call(arg)\n", ["refuse"]),
        ("import some\nsome.call(1, 2)\n", ["refuse"]),
    ],
)
def test_in_a_file_that_is_text_for_a_program_one_more_name_is_asked_about(before: str, said: list[str]) -> None:
    problems = judge(check_unbound, {"case.py": before}, {"case.py": f"{before}another\n"})
    assert [problem.severity for problem in problems] == said


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("tests/data/cases/brackets.py", ["ask"]),
        ("tests/input/a.py", ["ask"]),
        ("tests/test_a.py", ["refuse"]),
        ("data/a.py", ["refuse"]),
        ("tests/data.py", ["refuse"]),
    ],
)
def test_what_tests_are_fed_with_is_asked_about(path: str, said: list[str]) -> None:
    problems = judge(check_unbound, {path: "x = 1\n"}, {path: "x = 1\nwith a:\n    x = 2\n"})
    assert [problem.severity for problem in problems] == said


@pytest.mark.parametrize(
    ("name", "said"), [("used", 0), ("fresh", 1)], ids=["it was used before", "it was not used before"]
)
def test_where_anything_might_have_bound_a_name_it_may_stay(name: str, said: int) -> None:
    before = {"a.py": "exec(open('x').read())\nprint(used)\n"}
    assert len(judge(check_unbound, before, {"a.py": f"print({name})\n"})) == said
