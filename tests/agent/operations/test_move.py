"""move: definitions go to another module with what they need, and everybody who imports them follows."""

import pytest

from tests.agent.operations.cases import operate, tree

F = "def f(x):\n    return x\n"
G = "def g(x):\n    return x + 1\n"
#: name, symbols, files before and after; from shop/a.py to shop/b.py
MOVED: list[tuple[str, str, str, str]] = [
    ("all of it, to a new module", "f", f"== shop/a.py\n{F}", f"== shop/a.py\n== shop/b.py\n{F}"),
    ("one of several", "f", f"== shop/a.py\n{F}\n\n{G}", f"== shop/a.py\n{G}== shop/b.py\n{F}"),
    ("the last one", "g", f"== shop/a.py\n{F}\n\n{G}", f"== shop/a.py\n{F}== shop/b.py\n{G}"),
    (
        "the middle one, with what stands above it",
        "g",
        f"== shop/a.py\nX = 1\n\n\n# about g\n# more\n@deco(X)\n{G}\n\n{F}".replace("X)", "1)").replace(
            "@deco(1)\n", ""
        ),
        f"== shop/a.py\nX = 1\n\n\n{F}== shop/b.py\n# about g\n# more\n{G}",
    ),
    (
        "a constant among others",
        "Y",
        "== shop/a.py\nX = 1\nY = 2  # two\nZ = 3\n\n\n" + F,
        f"== shop/a.py\nX = 1\nZ = 3\n\n\n{F}== shop/b.py\nY = 2  # two\n",
    ),
    (
        "a class and its constant together",
        "C,X",
        "== shop/a.py\nX = 1\n\n\nclass C:\n    x = X\n",
        "== shop/a.py\n== shop/b.py\nX = 1\n\n\nclass C:\n    x = X\n",
    ),
    (
        "to a module that is there",
        "f",
        f"== shop/a.py\n{F}\n\n{G}== shop/b.py\nY = 1\n",
        f"== shop/a.py\n{G}== shop/b.py\nY = 1\n\n\n{F}",
    ),
    (
        "before what runs as a program",
        "f",
        f"== shop/a.py\n{F}== shop/b.py\nY = 1\n\n\nif __name__ == '__main__':\n    print(Y)\n",
        f"== shop/a.py\n== shop/b.py\nY = 1\n\n\n{F}\n\nif __name__ == '__main__':\n    print(Y)\n",
    ),
    (
        "with the imports it needs, and those that stay unused go",
        "f",
        "== shop/a.py\nimport os\nimport re as r\nfrom json import dumps, loads as l\n\n\ndef f(x):\n"
        "    return os.sep, r.I, dumps, l\n\n\ndef g():\n    return dumps\n",
        "== shop/a.py\nfrom json import dumps\n\n\ndef g():\n    return dumps\n"
        "== shop/b.py\nimport os\nimport re as r\nfrom json import dumps, loads as l\n\n\ndef f(x):\n"
        "    return os.sep, r.I, dumps, l\n",
    ),
    (
        "with imports into a module that has some",
        "f",
        "== shop/a.py\nimport os\nfrom .z import z\n\n\ndef f(x):\n    return os.sep, z\n== shop/z.py\nz = 1\ny = 2\n"
        '== shop/b.py\n"""B."""\n\nimport abc\n\nfrom .z import y\n\n\nY = y, abc\n',
        '== shop/a.py\n== shop/z.py\nz = 1\ny = 2\n== shop/b.py\n"""B."""\n\nimport abc\nimport os\n\n'
        "from .z import y, z\n\n\nY = y, abc\n\n\ndef f(x):\n    return os.sep, z\n",
    ),
    (
        "the home goes on using it",
        "f",
        f"== shop/a.py\nimport os\nfrom .z import z\n\n\n{F}\n\ny = f(z), os\n== shop/z.py\nz = 1\n",
        f"== shop/a.py\nimport os\nfrom .b import f\nfrom .z import z\n\n\ny = f(z), os\n== shop/z.py\nz = 1\n"
        f"== shop/b.py\n{F}",
    ),
    (
        "the home goes on using it while it is loaded, and imports something at its end",
        "f",
        f"== shop/a.py\n{F}\n\ny = f(1)\nfrom .z import z\n== shop/z.py\nz = 1\n",
        f"== shop/a.py\nfrom .b import f\n\n\ny = f(1)\nfrom .z import z\n== shop/z.py\nz = 1\n== shop/b.py\n{F}",
    ),
    (
        "the home lists it",
        "f",
        f"== shop/a.py\n__all__ = ['f']\n\n\n{F}== main.py\nimport shop.a\n",
        f"== shop/a.py\nfrom shop.b import f as f\n\n__all__ = ['f']\n== main.py\nimport shop.a\n== shop/b.py\n{F}",
    ),
    (
        "it needs something of the home",
        "f",
        "== shop/a.py\nfrom .z import z\n\nX = z\n\n\ndef f():\n    return X\n== shop/z.py\nz = 1\n",
        "== shop/a.py\nfrom .z import z\n\nX = z\n== shop/z.py\nz = 1\n== shop/b.py\nfrom .a import X\n\n\ndef f():\n"
        "    return X\n",
    ),
    (
        "importers follow, in every form",
        "f",
        f"== shop/a.py\n{F}\n\n{G}== shop/c.py\nfrom .a import f, g\n\nf(g)\n== main.py\nfrom shop.a import f as h\n"
        f"\n\ndef k():\n    from shop.a import (\n        f,\n    )\n\n    return h, f\n",
        f"== shop/a.py\n{G}== shop/c.py\nfrom .a import g\nfrom .b import f\n\nf(g)\n== main.py\n"
        f"from shop.b import f as h\n\n\ndef k():\n    from shop.b import f\n\n    return h, f\n== shop/b.py\n{F}",
    ),
    (
        "a package that hands it on",
        "f",
        f"== shop/a.py\n{F}== shop/__init__.py\nfrom .a import f\n== main.py\nfrom shop import f\n",
        f"== shop/a.py\n== shop/__init__.py\nfrom .b import f\n== main.py\nfrom shop import f\n== shop/b.py\n{F}",
    ),
    (
        "the target imported it",
        "f",
        f"== shop/a.py\n{F}== shop/b.py\nfrom .a import f\n\n\ndef h():\n    return f(1)\n",
        f"== shop/a.py\n== shop/b.py\ndef h():\n    return f(1)\n\n\n{F}",
    ),
    (
        "names for type checkers alone",
        "f",
        "== shop/a.py\nfrom __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n"
        "    from .z import z\n\n\ndef f(x: z): ...\n== shop/z.py\nz = 1\n",
        "== shop/a.py\nfrom __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n"
        "    from .z import z\n== shop/z.py\nz = 1\n"
        "== shop/b.py\nfrom __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n"
        "    from .z import z\n\n\ndef f(x: z): ...\n",
    ),
    (
        "dotted strings and documents",
        "f",
        f"== shop/a.py\n{F}== tests/test_a.py\nx = 'shop.a.f'\n== README.md\n`shop.a.f`, shop.a, f\n",
        f"== shop/a.py\n== tests/test_a.py\nx = 'shop.b.f'\n== README.md\n`shop.b.f`, shop.a, f\n== shop/b.py\n{F}",
    ),
    (
        "methods, closures and locals are no needs",
        "C",
        "== shop/a.py\nx = 1\n\n\nclass C:\n    def f(self, x):\n        y = x\n"
        "        return [z for z in (y, len(x))]\n",
        "== shop/a.py\nx = 1\n== shop/b.py\nclass C:\n    def f(self, x):\n        y = x\n"
        "        return [z for z in (y, len(x))]\n",
    ),
    (
        "overloads stay together",
        "f",
        "== shop/a.py\nfrom typing import overload\n\n\n@overload\ndef f(x: int) -> int: ...\n@overload\n"
        "def f(x: str) -> str: ...\ndef f(x): return x\n",
        "== shop/a.py\n== shop/b.py\nfrom typing import overload\n\n\n@overload\ndef f(x: int) -> int: ...\n\n\n"
        "@overload\ndef f(x: str) -> str: ...\n\n\ndef f(x): return x\n",
    ),
]


@pytest.mark.parametrize(("names", "before", "after"), [case[1:] for case in MOVED], ids=[case[0] for case in MOVED])
def test_definitions_move_with_what_they_need(names: str, before: str, after: str) -> None:
    request = {"op": "move", "symbols": [f"shop/a.py:{name}" for name in names.split(",")], "to": "shop/b.py"}
    change, result = operate(tree(before), request)
    assert change.refused == ""
    assert result == tree(after)
    assert operate(result, request)[0].texts == {}


REFUSED: list[tuple[str, str, str]] = [
    ("not there", "== shop/a.py\nx = 1\n", "does not define f"),
    ("only imported", "== shop/a.py\nfrom os import f\n", "does not define f"),
    ("under a condition", "== shop/a.py\nif 1:\n    def f(): ...\n", "under a condition"),
    ("set twice", "== shop/a.py\nf = 1\nf = 2\n", "more than once"),
    ("together with others", "== shop/a.py\nf, g = 1, 2\n", "together with others"),
    ("a cycle of two", "== shop/a.py\nX = 1\n\n\ndef f():\n    return X\n\n\ny = f()\n", "a cycle; move both"),
    (
        "a longer cycle",
        "== shop/a.py\nfrom .c import c\nX = c\n\n\ndef f():\n    return X\n== shop/c.py\nfrom .b import b as c\n"
        "== shop/b.py\nb = 1\n",
        "a cycle",
    ),
    (
        "an importer that the target imports",
        f"== shop/a.py\n{F}== shop/c.py\nfrom .a import f\nc = f\n== shop/b.py\nfrom .c import c\n",
        "a cycle",
    ),
    ("taken", f"== shop/a.py\n{F}== shop/b.py\nf = 1\n", "has a `f` already"),
    ("used as something else", f"== shop/a.py\n{F}== shop/b.py\nx = f\n", "uses another `f`"),
    (
        "an import that clashes",
        "== shop/a.py\nimport os\ndef f(): return os\n== shop/b.py\nos = 1\n",
        "means something else by `os`",
    ),
    (
        "a built-in name that is another one there",
        "== shop/a.py\ndef f(): return len\n== shop/b.py\ndef len(): ...\n",
        "something else by `len`",
    ),
    ("state of the module", "== shop/a.py\nn = 0\n\n\ndef f():\n    global n\n    n = 1\n", "sets `n` of the module"),
    ("a value that changes", "== shop/a.py\nn = 0\nn = 1\n\n\ndef f(): return n\n", "set more than once"),
    ("its own name", "== shop/a.py\ndef f(): return __name__\n", "reads `__name__`"),
    ("globals", "== shop/a.py\ndef f(): return globals()\n", "reads `globals`"),
    ("a star", "== shop/a.py\nfrom os import *\ndef f(): return path\n", "may come from a star import"),
    (
        "an import under a condition",
        "== shop/a.py\ntry:\n    import x\nexcept ImportError:\n    x = None\ndef f(): return x\n",
        "set more than once",
    ),
    (
        "imports of two kinds",
        "== shop/a.py\ntry:\n    import x\nexcept ImportError:\n    import y as x\ndef f(): return x\n",
        "from more than one place",
    ),
    (
        "features of the future",
        f"== shop/a.py\nfrom __future__ import annotations\n{F}== shop/b.py\nx = 1\n",
        "differ in what they import",
    ),
    (
        "what a test puts in place of what it uses",
        "== shop/a.py\nimport os\n\n\ndef f():\n    return os.sep\n"
        "== tests/test_a.py\ndef test(monkeypatch):\n    monkeypatch.setattr('shop.a.os', None)\n",
        "names 'shop.a.os' in a string",
    ),
    (
        "what another module sets",
        "== shop/a.py\nask = input\n\n\ndef f():\n    return ask()\n"
        "== main.py\nfrom shop import a\n\n\ndef quiet():\n    a.ask = str\n",
        "main.py:5 sets `a.ask`",
    ),
    ("a shared line", "== shop/a.py\nx = 1; f = 2\n", "shares its line"),
]


@pytest.mark.parametrize(("before", "reason"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_would_mean_something_else_is_refused_with_the_reason(before: str, reason: str) -> None:
    files = tree(before)
    change, after = operate(files, {"op": "move", "symbols": ["shop/a.py:f"], "to": "shop/b.py"})
    assert reason in change.refused
    assert after == files


#: name, the target before and after `f` came from shop/a.py, which stands as F there.
PLACED: list[tuple[str, str, str]] = [
    ("a call", "from .a import f\n\nX = f(1)\n", f"{F}\n\nX = f(1)\n"),
    ("after other statements", "from .a import f\n\nY = 1\nX = f(Y)\n", f"Y = 1\n\n\n{F}\n\nX = f(Y)\n"),
    ("a decorator", f"from .a import f\n\n\n@f\n{G}", f"{F}\n\n@f\n{G}"),
    (
        "a decorator below a comment",
        f"from .a import f\n\nY = 1\n\n\n# about g\n@f\n{G}",
        f"Y = 1\n\n\n{F}\n\n# about g\n@f\n{G}",
    ),
    ("a default", "from .a import f\n\n\ndef g(x=f): ...\n", f"{F}\n\ndef g(x=f): ...\n"),
    ("a base class", "from .a import f\n\n\nclass C(f): ...\n", f"{F}\n\nclass C(f): ...\n"),
    ("a class body", "from .a import f\n\n\nclass C:\n    x = f(1)\n", f"{F}\n\nclass C:\n    x = f(1)\n"),
    ("an annotation", "from .a import f\n\n\ndef g(x: f): ...\n", f"{F}\n\ndef g(x: f): ...\n"),
    (
        "by way of a function that is called",
        f"from .a import f\n\n\n{G.replace('x + 1', 'f(x)')}\n\nX = g(1)\n",
        f"{G.replace('x + 1', 'f(x)')}\n\n{F}\n\nX = g(1)\n",
    ),
    ("under a condition", "from .a import f\n\nif 1:\n    X = f(1)\n", f"{F}\n\nif 1:\n    X = f(1)\n"),
    # nothing needs it while the module is loaded: at the end
    ("in a body", "from .a import f\n\n\ndef g():\n    return f(1)\n", f"def g():\n    return f(1)\n\n\n{F}"),
    ("in a lambda", "from .a import f\n\nX = lambda: f(1)\n", f"X = lambda: f(1)\n\n\n{F}"),
    (
        "in a method",
        "from .a import f\n\n\nclass C:\n    def g(self):\n        return f(1)\n",
        f"class C:\n    def g(self):\n        return f(1)\n\n\n{F}",
    ),
    (
        "for type checkers alone",
        "from typing import TYPE_CHECKING\n\nfrom .a import f\n\nif TYPE_CHECKING:\n    X = f(1)\n",
        f"from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    X = f(1)\n\n\n{F}",
    ),
    (
        "in what runs as a program",
        "from .a import f\n\nY = 1\n\n\nif __name__ == '__main__':\n    f(Y)\n",
        f"Y = 1\n\n\n{F}\n\nif __name__ == '__main__':\n    f(Y)\n",
    ),
]


@pytest.mark.parametrize(("there", "after"), [case[1:] for case in PLACED], ids=[case[0] for case in PLACED])
def test_what_arrives_stands_before_what_needs_it_while_the_module_is_loaded(there: str, after: str) -> None:
    files = tree(f"== shop/a.py\n{F}== shop/b.py\n{there}")
    change, result = operate(files, {"op": "move", "symbols": ["shop/a.py:f"], "to": "shop/b.py"})
    assert change.refused == ""
    assert result["shop/b.py"] == after


def test_what_needs_the_target_while_that_needs_it_is_refused() -> None:
    home = "== shop/a.py\nfrom .c import c\n\n\n@c\ndef f(x):\n    return x\n== shop/c.py\nfrom .z import z as c\n"
    files = tree(f"{home}== shop/z.py\nz = 1\n== shop/b.py\nfrom .a import f\n\nX = f(1)\n\n\ndef c(): ...\n")
    change, after = operate(files, {"op": "move", "symbols": ["shop/a.py:f"], "to": "shop/b.py"})
    assert change.refused
    assert after == files


NEW_IMPORT = "== shop/a.py\nfrom .y import y\n\n\ndef f():\n    return y\n"
CIRCLES = {
    "what it needs imports the target": f"{NEW_IMPORT}== shop/y.py\nfrom .b import B\n\ny = B\n== shop/b.py\nB = 1\n",
    "by way of another": f"{NEW_IMPORT}== shop/y.py\nfrom .z import y\n== shop/z.py\nfrom .b import B\n\ny = B\n"
    "== shop/b.py\nB = 1\n",
}


@pytest.mark.parametrize("before", CIRCLES.values(), ids=CIRCLES)
def test_a_cycle_by_way_of_what_the_target_would_import_is_refused(before: str) -> None:
    files = tree(before)
    change, after = operate(files, {"op": "move", "symbols": ["shop/a.py:f"], "to": "shop/b.py"})
    assert "a cycle" in change.refused
    assert after == files


NO_CIRCLES = {
    "for type checkers alone": f"{NEW_IMPORT}== shop/y.py\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n"
    "    from .b import B\n\ny = 1\n== shop/b.py\nB = 1\n",
    "a new target": f"{NEW_IMPORT}== shop/y.py\ny = 1\n",
    "there was a circle already": f"{NEW_IMPORT}== shop/y.py\nfrom .b import B\n\ny = B\n"
    "== shop/b.py\nB = 1\n\nfrom .y import z\n".replace("import z", "import y as z"),
}


@pytest.mark.parametrize("before", NO_CIRCLES.values(), ids=NO_CIRCLES)
def test_what_makes_no_new_cycle_moves(before: str) -> None:
    change, after = operate(tree(before), {"op": "move", "symbols": ["shop/a.py:f"], "to": "shop/b.py"})
    assert change.refused == ""
    assert "def f" in after["shop/b.py"]
