"""split-module: groups of definitions go to modules of their own."""

from typing import Any

import pytest

from agent.operations.registry import check_request
from tests.agent.operations.cases import operate, tree

F = "def f(x):\n    return x\n"
G = "def g(x):\n    return x + 1\n"
H = "def h(x):\n    return f(x)\n"
#: name, groups, files before and after; of shop/a.py
SPLIT: list[tuple[str, dict[str, list[str]], str, str]] = [
    ("one group", {"shop/b.py": ["f"]}, f"== shop/a.py\n{F}\n\n{G}", f"== shop/a.py\n{G}== shop/b.py\n{F}"),
    (
        "two groups",
        {"shop/b.py": ["f"], "shop/c.py": ["g"]},
        f"== shop/a.py\n{F}\n\n{G}\n\nX = 1\n",
        f"== shop/a.py\nX = 1\n== shop/b.py\n{F}== shop/c.py\n{G}",
    ),
    (
        "all of it",
        {"shop/b.py": ["f"], "shop/c.py": ["g"]},
        f'== shop/a.py\n"""A."""\n\n\n{F}\n\n{G}',
        f'== shop/a.py\n"""A."""\n== shop/b.py\n{F}== shop/c.py\n{G}',
    ),
    (
        "what one group needs of another",
        {"shop/b.py": ["h"], "shop/c.py": ["f"]},
        f"== shop/a.py\n{F}\n\n{H}",
        f"== shop/a.py\n== shop/b.py\nfrom shop.c import f\n\n\n{H}== shop/c.py\n{F}",
    ),
    (
        "a private helper goes along",
        {"shop/b.py": ["f"]},
        "== shop/a.py\n_LIMIT = 3  # most\n\n\ndef _cut(x):\n    return x[:_LIMIT]\n\n\ndef f(x):\n"
        "    return _cut(x)\n\n\n" + G,
        f"== shop/a.py\n{G}== shop/b.py\n_LIMIT = 3  # most\n\n\ndef _cut(x):\n    return x[:_LIMIT]\n\n\n"
        "def f(x):\n    return _cut(x)\n",
    ),
    (
        "a private helper of two stays",
        {"shop/b.py": ["f"]},
        "== shop/a.py\ndef _cut(x):\n    return x\n\n\ndef f(x):\n    return _cut(x)\n\n\ndef g(x):\n"
        "    return _cut(x)\n",
        "== shop/a.py\ndef _cut(x):\n    return x\n\n\ndef g(x):\n    return _cut(x)\n"
        "== shop/b.py\nfrom shop.a import _cut\n\n\ndef f(x):\n    return _cut(x)\n",
    ),
    (
        "a public helper stays",
        {"shop/b.py": ["h"]},
        f"== shop/a.py\n{F}\n\n{H}",
        f"== shop/a.py\n{F}== shop/b.py\nfrom shop.a import f\n\n\n{H}",
    ),
    (
        "importers follow",
        {"shop/b.py": ["f"], "shop/c.py": ["g"]},
        f"== shop/a.py\n{F}\n\n{G}\n\nX = 1\n== main.py\nfrom shop.a import X, f, g\n\nprint(f(g(X)))\n",
        f"== shop/a.py\nX = 1\n== main.py\nfrom shop.a import X\nfrom shop.b import f\nfrom shop.c import g\n\n"
        f"print(f(g(X)))\n== shop/b.py\n{F}== shop/c.py\n{G}",
    ),
    (
        "comments and odd formatting",
        {"shop/b.py": ["f"]},
        "== shop/a.py\nX = ( 1,\n      2 )   # two\n\n# about f\ndef f( x ) :\n    return  x # odd\n\n# last\n",
        "== shop/a.py\nX = ( 1,\n      2 )   # two\n\n# last\n== shop/b.py\n# about f\ndef f( x ) :\n"
        "    return  x # odd\n",
    ),
    (
        "into a module that is there",
        {"shop/b.py": ["f"]},
        f"== shop/a.py\n{F}\n\n{G}== shop/b.py\nY = 1\n",
        f"== shop/a.py\n{G}== shop/b.py\nY = 1\n\n\n{F}",
    ),
    (
        "a class with its constant",
        {"shop/b.py": ["C", "X"]},
        f"== shop/a.py\nX = 1\n\n\nclass C:\n    x = X\n\n\n{F}",
        f"== shop/a.py\n{F}== shop/b.py\nX = 1\n\n\nclass C:\n    x = X\n",
    ),
    (
        "strings and documents",
        {"shop/b.py": ["f"]},
        f"== shop/a.py\n{F}\n\n{G}== README.md\n`shop.a.f` and `shop.a.g`\n== tests/test_a.py\nP = 'shop.a.f'\n",
        f"== shop/a.py\n{G}== README.md\n`shop.b.f` and `shop.a.g`\n== tests/test_a.py\nP = 'shop.b.f'\n"
        f"== shop/b.py\n{F}",
    ),
]


@pytest.mark.parametrize(("groups", "before", "after"), [case[1:] for case in SPLIT], ids=[case[0] for case in SPLIT])
def test_groups_go_to_modules_of_their_own(groups: dict[str, list[str]], before: str, after: str) -> None:
    request = {"op": "split-module", "module": "shop/a.py", "groups": groups}
    change, result = operate(tree(before), request)
    assert change.refused == ""
    assert result == tree(after)
    assert operate(result, request)[0].texts == {}


def test_with_a_reexport_the_old_module_goes_on_offering_it() -> None:
    files = tree(f"== shop/a.py\n{F}\n\n{G}== main.py\nfrom shop.a import f\n\nf(1)\n")
    request = {"op": "split-module", "module": "shop/a.py", "groups": {"shop/b.py": ["f"]}, "reexport": True}
    change, after = operate(files, request)
    assert change.refused == ""
    assert after["shop/a.py"] == f"from shop.b import f as f\n\n\n{G}"
    assert after["main.py"] == "from shop.b import f\n\nf(1)\n"
    assert operate(after, request)[0].texts == {}


REFUSED: list[tuple[str, dict[str, list[str]], str, str]] = [
    ("not there", {"shop/b.py": ["k"]}, f"== shop/a.py\n{F}", "does not define k"),
    ("taken", {"shop/b.py": ["f"]}, f"== shop/a.py\n{F}== shop/b.py\nf = 1\n", "has a `f` already"),
    (
        "a circle of two groups",
        {"shop/b.py": ["p"], "shop/c.py": ["q"]},
        "== shop/a.py\ndef p():\n    return q()\n\n\ndef q():\n    return p()\n",
        "a cycle",
    ),
    (
        "a circle with what stays",
        {"shop/b.py": ["f"]},
        "== shop/a.py\nX = 1\n\n\ndef f():\n    return X\n\n\nY = f()\n",
        "a cycle",
    ),
    ("state", {"shop/b.py": ["f"]}, "== shop/a.py\nn = 0\n\n\ndef f():\n    global n\n    n = 1\n", "sets `n`"),
    ("its own name", {"shop/b.py": ["f"]}, "== shop/a.py\ndef f(): return __name__\n", "reads `__name__`"),
    ("a star", {"shop/b.py": ["f"]}, "== shop/a.py\nfrom os import *\ndef f(): return path\n", "star import"),
    ("a condition", {"shop/b.py": ["f"]}, "== shop/a.py\nif 1:\n    def f(): ...\n", "under a condition"),
    (
        "the second group, and then nothing is done",
        {"shop/b.py": ["f"], "shop/c.py": ["k"]},
        f"== shop/a.py\n{F}\n\n{G}",
        "does not define k",
    ),
]


@pytest.mark.parametrize(
    ("groups", "before", "reason"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_what_cannot_be_split_is_refused_with_the_reason(
    groups: dict[str, list[str]], before: str, reason: str
) -> None:
    files = tree(before)
    change, after = operate(files, {"op": "split-module", "module": "shop/a.py", "groups": groups})
    assert reason in change.refused
    assert after == files


BAD: list[tuple[dict[str, Any], str]] = [
    ({}, "`module` must be a module"),
    ({"module": "shop/a.py"}, "`groups` must say"),
    ({"module": "shop/a.py", "groups": {}}, "`groups` must say"),
    ({"module": "shop/a.py", "groups": {"shop/a.py": ["f"]}}, "is no module that a group could go to"),
    ({"module": "shop/a.py", "groups": {"shop/b.py": []}}, "must be a list"),
    ({"module": "shop/a.py", "groups": {"shop/b.py": "f"}}, "must be a list"),
    ({"module": "shop/a.py", "groups": {"shop/b.py": ["f"], "shop/c.py": ["f"]}}, "more than one group"),
    ({"module": "shop/a.py", "groups": {"shop/b.py": ["f"]}, "reexport": "yes"}, "must be true or false"),
    ({"module": "shop/x.py", "groups": {"shop/b.py": ["f"]}}, "there is no file shop/x.py"),
]


@pytest.mark.parametrize(("options", "words"), BAD)
def test_what_is_wrong_with_the_options_is_said(options: dict[str, Any], words: str) -> None:
    problems = check_request({"op": "split-module", **options}, paths={"shop/a.py"})
    assert any(words in problem for problem in problems), problems
