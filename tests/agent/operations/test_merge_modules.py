"""merge-modules: all of a module goes into another, and everybody who named the one names the other."""

import pytest

from agent.operations import check_request
from tests.agent.operations.cases import operate, tree

F = "def f(x):\n    return x\n"
G = "def g(x):\n    return x + 1\n"
REQUEST = {"op": "merge-modules", "module": "shop/a.py", "into": "shop/b.py"}
A, B = f"== shop/a.py\n{F}", f"== shop/b.py\n{G}"
BOTH = f"== shop/b.py\n{G}\n\n{F}"
#: name, files before and after; shop/a.py goes into shop/b.py
MERGED: list[tuple[str, str, str]] = [
    ("nobody uses it", A + B, BOTH),
    ("importers by name", f"{A}{B}== main.py\nfrom shop.a import f\n", f"{BOTH}== main.py\nfrom shop.b import f\n"),
    (
        "importers of both",
        f"{A}{B}== main.py\nfrom shop.a import f\nfrom shop.b import g\n",
        f"{BOTH}== main.py\nfrom shop.b import f, g\n",
    ),
    (
        "importers by dots and by another name",
        f"{A}{B}== shop/c.py\nfrom .a import (  # odd\n    f as h,\n)\n",
        f"{BOTH}== shop/c.py\nfrom .b import f as h\n",
    ),
    (
        "the module as a whole",
        f"{A}{B}== main.py\nfrom shop import a\n\na.f( 1 )  # odd\n",
        f"{BOTH}== main.py\nfrom shop import b\n\nb.f( 1 )  # odd\n",
    ),
    (
        "both as a whole",
        f"{A}{B}== main.py\nfrom shop import a, b\n\na.f(b.g)\n",
        f"{BOTH}== main.py\nfrom shop import b as a, b\n\na.f(b.g)\n",
    ),
    (
        "the whole where its new name is taken",
        f"{A}{B}== main.py\nfrom shop import a\n\nb = 1\na.f(b)\n",
        f"{BOTH}== main.py\nfrom shop import b as a\n\nb = 1\na.f(b)\n",
    ),
    (
        "its full name",
        f"{A}{B}== main.py\nimport shop.a\n\nshop.a.f(1)\n",
        f"{BOTH}== main.py\nimport shop.b\n\nshop.b.f(1)\n",
    ),
    (
        "another name for the whole",
        f"{A}{B}== main.py\nimport shop.a as x\n\nx.f(1)\n",
        f"{BOTH}== main.py\nimport shop.b as x\n\nx.f(1)\n",
    ),
    (
        "inside of a function",
        f"{A}{B}== main.py\ndef k():\n    from shop import a\n\n    return a.f(1)\n",
        f"{BOTH}== main.py\ndef k():\n    from shop import b\n\n    return b.f(1)\n",
    ),
    (
        "the one that takes it used it",
        f"{A}== shop/b.py\nfrom .a import f\n\n\ndef h():\n    return f(1)\n",
        f"== shop/b.py\ndef h():\n    return f(1)\n\n\n{F}",
    ),
    (
        "it used the one that takes it",
        f"== shop/a.py\nfrom .b import g\n\n\ndef f(x):\n    return g(x)\n{B}",
        f"== shop/b.py\n{G}\n\ndef f(x):\n    return g(x)\n",
    ),
    (
        "needed while the other is loaded",
        f"{A}== shop/b.py\nfrom .a import f\n\n\n@f\n{G}",
        f"== shop/b.py\n{F}\n\n@f\n{G}",
    ),
    (
        "with its imports",
        "== shop/a.py\nimport os\nfrom json import dumps\n\n\ndef f():\n    return os.sep, dumps\n"
        "== shop/b.py\nimport re\nfrom json import loads\n\nX = re.I, loads\n",
        "== shop/b.py\nimport os\nimport re\nfrom json import dumps, loads\n\nX = re.I, loads\n\n\ndef f():\n"
        "    return os.sep, dumps\n",
    ),
    (
        "constants, classes and comments above them, byte for byte",
        "== shop/a.py\nX = 1  # one\nY: int = X\n\n\n# about C\nclass C :\n    x = ( 1,\n  2 )\n" + B,
        f"== shop/b.py\n{G}\n\nX = 1  # one\nY: int = X\n\n\n# about C\nclass C :\n    x = ( 1,\n  2 )\n",
    ),
    (
        "private helpers",
        f"== shop/a.py\ndef _h(x):\n    return x\n\n\ndef f(x):\n    return _h(x)\n{B}",
        f"== shop/b.py\n{G}\n\ndef _h(x):\n    return x\n\n\ndef f(x):\n    return _h(x)\n",
    ),
    (
        "dotted strings",
        f"{A}{B}== tests/test_a.py\nx = 'shop.a.f', \"shop.a\"\n",
        f"{BOTH}== tests/test_a.py\nx = 'shop.b.f', \"shop.b\"\n",
    ),
    (
        "documents and entry points",
        f"{A}{B}== README.md\n`shop.a.f` in shop/a.py; a\n== pyproject.toml\n[project.scripts]\nf = 'shop.a:f'\n",
        f"{BOTH}== README.md\n`shop.b.f` in shop/b.py; a\n== pyproject.toml\n[project.scripts]\nf = 'shop.b:f'\n",
    ),
    (
        "a package that hands it on",
        f"{A}{B}== shop/__init__.py\nfrom .a import f\n== main.py\nfrom shop import f\n",
        f"{BOTH}== shop/__init__.py\nfrom .b import f\n== main.py\nfrom shop import f\n",
    ),
    ("a module that defines nothing", f"== shop/a.py\nimport os\n{B}", B),
    ("a module with a docstring", f'== shop/a.py\n"""A."""\n\n{F}{B}', BOTH),
    (
        "the same heading in both",
        f"== shop/a.py\n# (c) us\n\n{F}== shop/b.py\n# (c) us\n\n{G}",
        f"== shop/b.py\n# (c) us\n\n{G}\n\n{F}",
    ),
    (
        "for type checkers alone",
        f"{A}{B}== shop/c.py\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from .a import f\n",
        f"{BOTH}== shop/c.py\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from .b import f\n",
    ),
    (
        "the whole, of which nothing is used",
        f"{A}== shop/b.py\nX = 1\n== main.py\nfrom shop import a\n",
        f"== shop/b.py\nX = 1\n\n\n{F}== main.py\nfrom shop import b\n",
    ),
]


@pytest.mark.parametrize(("before", "after"), [case[1:] for case in MERGED], ids=[case[0] for case in MERGED])
def test_a_module_becomes_part_of_another(before: str, after: str) -> None:
    change, result = operate(tree(before), REQUEST)
    assert change.refused == ""
    assert result == tree(after)
    assert operate(result, REQUEST)[0].texts == {}


REFUSED: list[tuple[str, str, str]] = [
    ("the same name in both", f"{A}== shop/b.py\n{F}", "has a `f` already"),
    (
        "an import that clashes",
        "== shop/a.py\nimport os\n\nX = os.sep\n== shop/b.py\nos = 1\n",
        "something else by `os`",
    ),
    ("a loaded effect", f"== shop/a.py\nprint(1)\n{B}", "runs a statement of its own"),
    ("a call at load", f"== shop/a.py\nimport x\n\nX = x.start()\n{B}", "would load what it did not load before"),
    (
        "an effect of what it imports",
        f"== shop/a.py\nfrom .c import c\n\n\ndef f():\n    return c\n== shop/c.py\nc = 1\nprint(c)\n{B}",
        "would load what it did not load before",
    ),
    (
        "an effect of the one that takes it",
        f"{A}== shop/b.py\nimport x\n\nx.start()\n== main.py\nfrom shop.a import f\n",
        "would load shop/b.py",
    ),
    ("a program", f"{A}\n\nif __name__ == '__main__':\n    f(1)\n{B}", "runs a statement of its own"),
    ("a conditional import", f"== shop/a.py\ntry:\n    import x\nexcept ImportError:\n    x = 1\n{B}", "(try)"),
    ("its own name", f"== shop/a.py\ndef f():\n    return __name__\n{B}", "reads `__name__`"),
    ("what it offers", f"== shop/a.py\n__all__ = ['f']\n\n\n{F}{B}", "defines `__all__`"),
    ("what the other offers", f"{A}== shop/b.py\n__all__ = ['g']\n\n\n{G}", "lists what it offers"),
    ("a hook of the module", f"== shop/a.py\ndef __getattr__(name): ...\n{B}", "defines `__getattr__`"),
    ("a star taken", f"== shop/a.py\nfrom os import *\n{B}", "takes everything from another"),
    ("a star given", f"{A}{B}== main.py\nfrom shop.a import *\n", "takes everything from shop/a.py"),
    ("a star given by the other", f"{A}{B}== main.py\nfrom shop.b import *\n", "takes everything from shop/b.py"),
    (
        "what it hands on",
        f"== shop/a.py\nfrom .c import c\n{B}== shop/c.py\nc = 1\n== main.py\nfrom shop.a import c\n",
        "takes `c` by way of shop/a.py; use inline-reexport first",
    ),
    (
        "what it hands on as an attribute",
        f"== shop/a.py\nfrom .c import c\n{B}== shop/c.py\nc = 1\n== main.py\nimport shop.a\n\nshop.a.c\n",
        "takes `c` by way of shop/a.py",
    ),
    ("what a string finds in it", f"== shop/a.py\nimport os\n\n\n{F}{B}== tests/t.py\nx = 'shop.a.os'\n", "names `os`"),
    ("held by the other", f"{A}== shop/b.py\nfrom . import a\n\n\ndef g():\n    return a.f\n", "as a whole"),
    ("holding the other", f"== shop/a.py\nfrom . import b\n\n\ndef f():\n    return b.g\n{B}", "as a whole"),
    (
        "a cycle",
        f"{A}== shop/c.py\nfrom .a import f\n\n\ndef c():\n    return f\n== shop/b.py\nfrom .c import c\n\n\n"
        "def g():\n    return c\n",
        "a cycle",
    ),
    (
        "a cycle by way of the whole",
        f"{A}== shop/c.py\nfrom . import a\n\n\ndef c():\n    return a.f\n== shop/b.py\nfrom .c import c\n\n\n"
        "def g():\n    return c\n",
        "a cycle",
    ),
    (
        "a comment of its own",
        f"== shop/a.py\n# see the wiki\n\nX = 1\n{B}",
        "`# see the wiki` belongs to no definition",
    ),
    ("a stub", f"{A}{B}== shop/a.pyi\ndef f(x): ...\n", "has a stub beside it"),
    ("both listed", f"{A}{B}== shop/__init__.py\n__all__ = ['a', 'b']\n", "lists both modules"),
    ("not to be read", f"== shop/a.py\ndef f(\n{B}", "cannot be read"),
    ("the target is not there", A, "there is no file shop/b.py"),
]


@pytest.mark.parametrize(("before", "reason"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_would_mean_or_do_something_else_is_refused_with_the_reason(before: str, reason: str) -> None:
    files = tree(before)
    change, after = operate(files, REQUEST)
    assert reason in change.refused
    assert after == files


@pytest.mark.parametrize("path", ["shop/__init__.py", "shop/__main__.py", "conftest.py"])
def test_what_is_run_by_its_name_stays_where_it_is(path: str) -> None:
    files = {"shop/__init__.py": "", "shop/__main__.py": "", "conftest.py": "", "shop/b.py": G}
    for request in ({"module": path, "into": "shop/b.py"}, {"module": "shop/b.py", "into": path}):
        assert "is run by its name" in operate(files, {"op": "merge-modules", **request})[0].refused


def test_a_module_goes_into_one_of_another_package_and_is_named_by_dots() -> None:
    files = tree(f"{A}== till/b.py\n{G}== main.py\nfrom shop.a import f\n== README.md\nshop.a.f\n")
    change, after = operate(files, {"op": "merge-modules", "module": "shop.a", "into": "till.b"})
    assert change.refused == ""
    assert after["till/b.py"] == f"{G}\n\n{F}"
    assert after["main.py"] == "from till.b import f\n"
    assert after["README.md"] == "till.b.f\n"
    assert "shop/a.py" not in after


def test_what_went_is_declared_and_told() -> None:
    change, _ = operate(tree(f'== shop/a.py\n"""About A."""\n\n\n{F}{B}== CHANGELOG.md\nshop.a.f\n'), REQUEST)
    assert change.removed == {"shop/a.py": ("f",)}
    assert change.done[:2] == (
        "Merged shop/a.py into shop/b.py: 1 definition.",
        'The docstring of shop/a.py went with it: "About A.".',
    )
    assert [(one.path, one.line) for one in change.left] == [("CHANGELOG.md", 1)]


@pytest.mark.parametrize("options", [{}, {"module": "shop/a.py"}, {"module": "shop/", "into": "b"}, {"module": 1}])
def test_options_are_checked(options: dict[str, object]) -> None:
    assert "must be a file or a dotted module" in check_request({"op": "merge-modules", **options})[0]
