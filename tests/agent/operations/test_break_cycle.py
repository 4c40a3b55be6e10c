"""break-cycle: the fewest definitions move, so that modules no longer import each other in a circle."""

from typing import Any

import pytest

from agent.operations.registry import check_request
from tests.agent.operations.cases import operate, repository_of, tree

BIG = "".join(f"\n\ndef big{n}(x):\n    return rate(x) + {n}\n" for n in range(6))
#: name, options, files before, definitions that went from where to where
BROKEN: list[tuple[str, dict[str, Any], str, str, tuple[str, ...]]] = [
    (
        "a constant goes to who needs it",
        {},
        "== shop/a.py\nfrom shop.b import big\n\nRATE = 3\n\n\ndef total(x):\n    return big(x)\n"
        "== shop/b.py\nfrom shop.a import RATE\n\n\ndef big(x):\n    return x * RATE\n\n\ndef other(x):\n"
        "    return x\n",
        "shop/b.py",
        ("RATE = 3",),
    ),
    (
        "a function that both need goes to a new module",
        {"to": "shop/base.py"},
        "== shop/a.py\nfrom shop.b import one, two\n\n\ndef rate(x):\n    return x\n\n\ndef use(x):\n"
        "    return rate(one(x)) + two(x)\n\n\ndef more(x):\n    return one(x)\n"
        "== shop/b.py\nfrom shop.a import rate\n\nLIST = [1,\n        2]  # odd\n\n\ndef one(x):\n"
        "    return rate(x)\n"
        "\n\ndef two(x):\n    return rate(x)\n",
        "",
        ("def rate(x):",),
    ),
    (
        "with what it needs",
        {},
        "== shop/a.py\nfrom shop.b import big\n\n_UNIT = 100\n\n\ndef rate(x):\n    return x * _UNIT\n\n\n"
        "def total(x):\n"
        f"    return big(x)\n{BIG.replace('rate(x)', 'big(x)')}"
        "== shop/b.py\nfrom shop.a import rate\n\n\ndef big(x):\n    if x:\n        x += 1\n    if not x:\n"
        "        x -= 1\n"
        "    x *= 2\n    return rate(x)\n",
        "shop/b.py",
        ("_UNIT = 100", "def rate(x):"),
    ),
    (
        "a circle of three",
        {},
        "== shop/a.py\nfrom shop.b import b\n\nA = 1\n\n\ndef a():\n    return b()\n"
        "== shop/b.py\nfrom shop.c import c\n\n\ndef b():\n    return c()\n"
        "== shop/c.py\nfrom shop.a import A\n\n\ndef c():\n    return A\n",
        "shop/c.py",
        ("A = 1",),
    ),
    (
        "what needs the other goes there",
        {},
        "== shop/a.py\nfrom shop.b import Cart, Line\n\n\ndef price(line):\n    return line\n\n\ndef label(x):\n"
        f"    return Cart(x), Line{BIG.replace('rate(x)', 'price(x)')}"
        "== shop/b.py\nfrom shop.a import price\n\n\nclass Line:\n    def __init__(self, x):\n"
        "        self.x = price(x)\n\n\n"
        "class Cart:\n    def __init__(self, x):\n        self.lines = [Line(x)]\n\n    def total(self):\n"
        "        return sum(self.lines)\n\n    def more(self):\n        return self.lines\n",
        "",
        (),
    ),
]


@pytest.mark.parametrize(
    ("options", "before", "home", "there"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN]
)
def test_a_circle_is_broken_by_the_smallest_move(
    options: dict[str, Any], before: str, home: str, there: tuple[str, ...]
) -> None:
    files = tree(before)
    assert repository_of(files).scan.graph.cycles
    request = {"op": "break-cycle", "modules": ["shop/a.py"], **options}
    change, after = operate(files, request)
    assert change.refused == ""
    assert not repository_of(after).scan.graph.cycles
    where = home or options.get("to", "")
    assert all(line in after[where] for line in there)
    assert operate(after, request)[0].texts == {}
    lines = [line for text in files.values() for line in text.splitlines() if not line.startswith("from ")]
    assert sorted(filter(None, lines)) == sorted(
        line for text in after.values() for line in text.splitlines() if line and not line.startswith("from ")
    )


LAZY = "from __future__ import annotations\n\n"
TYPED = f"== shop/b.py\n{LAZY}from shop.a import A\n\n\ndef b(x: A):\n    return x\n"
#: name, files before, a file and its text after
FOR_TYPES: list[tuple[str, str, str, str]] = [
    (
        "annotations alone",
        f"== shop/a.py\nfrom shop.b import b\n\n\nclass A:\n    def a(self):\n        return b(self)\n{TYPED}",
        "shop/b.py",
        f"{LAZY}from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from shop.a import A\n\n\n"
        "def b(x: A):\n    return x\n",
    ),
    (
        "quoted ones",
        "== shop/a.py\nfrom shop.b import b\n\n\nclass A:\n    def a(self):\n        return b(self)\n"
        "== shop/b.py\nimport re\nfrom typing import Any\n\nfrom shop import a\n\n\n"
        'def b(x: "a.A") -> Any:\n    return re, x\n',
        "shop/b.py",
        "import re\nfrom typing import TYPE_CHECKING, Any\n\nif TYPE_CHECKING:\n    from shop import a\n\n\n"
        'def b(x: "a.A") -> Any:\n    return re, x\n',
    ),
    (
        "into the block that is there",
        f"== shop/c.py\nC = 1\n== shop/a.py\nfrom shop.b import b\n\n\nclass A:\n"
        "    def a(self):\n        return b(self)\n"
        f"== shop/b.py\n{LAZY}import typing\n\nfrom shop.a import A\n\n"
        "if typing.TYPE_CHECKING:\n    from shop.c import C\n\n\n"
        "def b(x: A, y: C):\n    return x, y\n",
        "shop/b.py",
        f"{LAZY}import typing\n\nif typing.TYPE_CHECKING:\n    from shop.a import A\n    from shop.c import C\n\n\n"
        "def b(x: A, y: C):\n    return x, y\n",
    ),
    (
        "with a function that moves, too",
        f"== shop/a.py\n{LAZY}from shop import b\n\n\nclass A:\n    def a(self):\n        return b.b(self)\n\n\n"
        f"def is_large(x: A):\n    return x.a\n== shop/b.py\n{LAZY}from shop import a\n\n\n"
        "def b(x: a.A):\n    return a.is_large(x)\n",
        "shop/b.py",
        f"{LAZY}from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from shop import a\n"
        "    from shop.a import A\n\n\n"
        "def b(x: a.A):\n    return is_large(x)\n\n\ndef is_large(x: A):\n    return x.a\n",
    ),
]


@pytest.mark.parametrize(
    ("before", "path", "text"), [case[1:] for case in FOR_TYPES], ids=[case[0] for case in FOR_TYPES]
)
def test_what_only_annotations_need_is_imported_for_type_checkers_alone(before: str, path: str, text: str) -> None:
    change, after = operate(tree(before), {"op": "break-cycle", "modules": ["shop/a.py"]})
    assert change.refused == ""
    assert after[path] == text
    assert not repository_of(after).scan.graph.cycles
    assert any("for type checkers alone" in one for one in change.done)


EVALUATED = {
    "annotations that Python evaluates": "== shop/b.py\nfrom shop.a import A\n\n\ndef b(x: A):\n    return x\n"
    "\n\nX = b\n",
    "fields of a class": f"== shop/b.py\n{LAZY}from shop.a import A\n\n\nclass b:\n    x: A\n\n\nX = b\n",
    "a decorated function": f"== shop/b.py\n{LAZY}from shop.a import A\n\n\n@print\ndef b(x: A):\n    return x\n\n\n"
    "X = b\n",
    "somebody reads annotations": f"{TYPED}\n\nX = b\n== main.py\nfrom typing import get_type_hints\n",
    "a library that reads them": f"{TYPED}\n\nX = b\n== main.py\nimport pydantic\n",
    "used at run time, too": f"{TYPED}\n\nX = isinstance(b, A)\n",
    "others take it from here": f"{TYPED}\n\nX = b\n== main.py\nfrom shop.b import A\n",
}


@pytest.mark.parametrize("there", EVALUATED.values(), ids=EVALUATED)
def test_annotations_that_may_be_evaluated_keep_their_import(there: str) -> None:
    home = "== shop/a.py\nfrom shop.b import b\n\n\nclass A:\n    def a(self):\n        return b\n"
    _, after = operate(tree(home + there), {"op": "break-cycle", "modules": ["shop/a.py"]})
    assert not any("if TYPE_CHECKING" in text for text in after.values())


def test_an_import_that_does_something_stays() -> None:
    home = "== shop/a.py\nfrom shop.b import b\n\nprint(1)\n\n\nclass A:\n    def a(self):\n        return b(self)\n"
    _, after = operate(tree(home + TYPED), {"op": "break-cycle", "modules": ["shop/a.py"]})
    assert not any("if TYPE_CHECKING" in text for text in after.values())


HIDDEN = (
    "== shop/a.py\nfrom shop.b import b\n\nA = 1\n\n\ndef a():\n    return b()\n"
    "== shop/b.py\nfrom shop.a import A\nfrom shop.c import c\n\nB = 2\n\n\ndef b():\n    return c(), A\n"
    "== shop/c.py\ndef c():\n    from shop.b import B\n\n    return B\n"
)


def test_an_import_hidden_in_a_function_for_the_circle_goes_with_it() -> None:
    change, after = operate(tree(HIDDEN), {"op": "break-cycle", "modules": ["shop/a.py"]})
    assert change.refused == ""
    assert after["shop/c.py"] == "def c():\n    return B\n\n\nB = 2\n"
    assert change.left == ()


def test_one_that_cannot_is_listed() -> None:
    stuck = HIDDEN.replace("B = 2\n", "B = 2\nB = 3\n").replace("    return c(), A", "    global B\n    return c(), A")
    files = tree(stuck.replace("def c():\n", "n = 0\n\n\ndef c():\n    global n\n"))
    change, after = operate(files, {"op": "break-cycle", "modules": ["shop/a.py"]})
    assert change.refused == ""
    assert after["shop/c.py"] == files["shop/c.py"]
    assert [(one.path, one.line) for one in change.left] == [("shop/c.py", 6)]


NOT_BROKEN = {
    "definitions under a condition": "== shop/a.py\nfrom shop.b import q\n\nif 1:\n    def p():\n        return q()\n"
    "== shop/b.py\nfrom shop.a import p\n\nif 1:\n    def q():\n        return p()\n",
    "names that clash": "== shop/a.py\nfrom shop.b import q\n\nY = 1\n\n\ndef p():\n    return q(), Y\n"
    "== shop/b.py\nfrom shop.a import p\n\nY = 2\n\n\ndef q():\n    return p, Y\n",
    "modules as a whole": "== shop/a.py\nimport shop.b\n\n\ndef p():\n    return shop.b.q()\n"
    "== shop/b.py\nimport shop.a\n\n\ndef q():\n    return shop.a.p()\n",
    "stars": "== shop/a.py\nfrom shop.b import *\n\n\ndef p():\n    return q()\n"
    "== shop/b.py\nfrom shop.a import *\n\n\ndef q():\n    return p()\n",
    "state of a module": "== shop/a.py\nfrom shop.b import q\n\nn = 0\n\n\ndef p():\n    global n\n    n = q()\n"
    "\n\nX = p\n"
    "== shop/b.py\nfrom shop.a import p\n\nm = 0\n\n\ndef q():\n    global m\n    m = p()\n\n\nY = q\n",
}


@pytest.mark.parametrize("before", NOT_BROKEN.values(), ids=NOT_BROKEN)
def test_a_circle_that_no_move_breaks_is_refused(before: str) -> None:
    files = tree(before)
    change, after = operate(files, {"op": "break-cycle", "modules": ["shop/a.py", "shop/b.py"]})
    assert "no move of definitions breaks the circle of shop/a.py and shop/b.py" in change.refused
    assert after == files


NOTHING = {
    "no circle": "== shop/a.py\nfrom shop.b import q\n\nX = q\n== shop/b.py\nq = 1\n",
    "a circle of others": "== shop/a.py\nX = 1\n== shop/b.py\nfrom shop.c import c\n\nb = 1\n"
    "== shop/c.py\nfrom shop.b import b\n\nc = 1\n",
    "for type checkers alone": "== shop/a.py\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n"
    "    from shop.b import q\n"
    "\nX = 1\n== shop/b.py\nfrom shop.a import X\n\nq = X\n",
}


@pytest.mark.parametrize("before", NOTHING.values(), ids=NOTHING)
def test_where_there_is_no_circle_there_is_nothing_to_do(before: str) -> None:
    change, _ = operate(tree(before), {"op": "break-cycle", "modules": ["shop/a.py"]})
    assert (change.refused, change.texts) == ("", {})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "`modules` must be a list"),
        ({"modules": []}, "`modules` must be a list"),
        ({"modules": ["a:b"]}, "`modules` must be a list"),
        ({"modules": ["shop/x.py"]}, "there is no file shop/x.py"),
        ({"modules": ["shop/a.py"], "to": "a:b"}, "`to` must be a module"),
    ],
)
def test_what_is_wrong_with_the_options_is_said(options: dict[str, Any], words: str) -> None:
    problems = check_request({"op": "break-cycle", **options}, paths={"shop/a.py"})
    assert any(words in problem for problem in problems), problems
