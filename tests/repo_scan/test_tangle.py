"""How much must be kept in mind to follow one way through a function."""

import pytest

from repo_scan.detectors.tangle import depths_of, tangle_of


@pytest.mark.parametrize(
    ("body", "tangle"),
    [
        ("if a:\n    if b:\n        c()", 1),
        ("for a in b:\n    while c:\n        if d:\n            e()", 3),
        ("async for a in b:\n    if c: d()", 1),
        ("for a in b:\n    with c:\n        if d:\n            e()", 1),
        ("if a:\n    if b:\n        return\n    else:\n        c()", 1),
        ("if a:\n    if b: return\n    elif c: d()", 1),
        ("if a:\n    if b:\n        c()\n        return", 1),
        ("try:\n    a()\nexcept B:\n    if c:\n        d()", 1),
        ("if a:\n    if b: c()\nelif d:\n    if e:\n        f()", 2),
        ("if a:\n    b()\nelse:\n    for c in d:\n        e()", 1),
        ("match a:\n    case 1:\n        if b:\n            if c:\n                d()", 1),
    ],
)
def test_every_choice_asks_to_remember_those_around_it(body: str, tangle: int) -> None:
    assert tangle_of(_function(body)) == tangle


@pytest.mark.parametrize(
    "body",
    [
        "return a",
        "return a if b else c and d",
        "if a: b()\nelif c: d()\nelse: e()",
        "if a:\n    b()\nwhile c:\n    d()",
        "with a:\n    try:\n        if b: c()\n    finally:\n        if d: e()",
        "match = a\ncase = {match: b}",
        "def g():\n    if a:\n        while b:\n            c()\nreturn g",
        "class A:\n    @once\n    def g(self):\n        if a:\n            while b:\n                c()\nreturn A",
        "for a in b:\n    if d:\n        continue\n    e()",
        "for a in b:\n    if d: raise e",
        "for a in b:\n    try:\n        c()\n    except D:\n        pass",
        "match a:\n    case 1:\n        if b:\n            c()\n    case 2:\n        if b:\n            c()",
        "if a:\n    b()" + "\nelif c:\n    if d:\n        e()" * 4 + "\nelse:\n    if f:\n        g()",
    ],
)
def test_what_stands_beside_each_other_tables_and_guards_ask_for_nothing(body: str) -> None:
    assert tangle_of(_function(body)) == 0


def _function(body: str) -> str:
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    return f'    @once\n    async def work(\n        self, a=1\n    ):\n        """Work, if."""\n{lines}'


@pytest.mark.parametrize(
    ("body", "depths"),
    [
        ("    a\n    b\n", [0, 0]),
        ("    '''Says.'''\n    a(\n        b,\n    )\n", [0]),
        ("    if a:\n        b\n        with c:\n            d\n    e\n", [0, 1, 1, 2, 0]),
        ("    if a:\n          b\n    else:\n     c\n", [0, 1, 0, 1]),
        ("    def g():\n        if a:\n            b\n    c\n", [0]),
    ],
)
def test_depths_are_the_blocks_around_each_statement(body: str, depths: list[int]) -> None:
    assert depths_of("def f(x):\n" + body) == depths
