"""Every identifier of a text has its place, and the namespace that Python would look it up in."""

import json
import symtable
import textwrap
from pathlib import Path

import pytest

from agent.operations.errors import Unreadable
from agent.operations.names.binding import Source, is_looked_up

#: A text in which `x` stands several times, and whose each of them is, in the order of the text: the qualified name of
#: the namespace, "" for the module, "-" for nobody's.
OWNERS: list[tuple[str, list[str]]] = [
    ("x = 1\nx", ["", ""]),
    ("x", ["-"]),
    ("def f(x): return x\nx = 1", ["f", "f", ""]),
    ("def f(a=x): x = 1", ["-", "f"]),
    ("x = 1\ndef f():\n    x\n    def g(): return x", ["", "", ""]),
    ("def f():\n    x = 1\n    def g(): return x\n    lambda: x", ["f", "f", "f"]),
    ("def f():\n    x = 1\n    def g():\n        nonlocal x\n        x = 2", ["f", "f", "f"]),
    ("x = 1\ndef f():\n    global x\n    x = 2\n    def g(): return x", ["", "", "", ""]),
    ("def f():\n    global x\n    x = 2\nx", ["", "", ""]),
    ("class A:\n    x = 1\n    y = x\n    def f(self): return x", ["A", "A", "-"]),
    ("class A:\n    x = 1\n    y = [x for z in x]", ["A", "-", "A"]),
    ("x = 1\nclass A:\n    def x(self): return x", ["", "A", ""]),
    ("[x for x in x]", ["", "", "-"]),
    ("def f(): return {x: x for a, (x, *b) in x if x}", ["f", "f", "f", "-", "f"]),
    ("def f():\n    return [(x := a) for a in b], x", ["f", "f"]),
    ("try: pass\nexcept E as x: x", ["", ""]),
    ("with a as x, b as (x, c): x", ["", "", ""]),
    ("for x in x: x", ["", "", ""]),
    ("import a.b as x, x.y\nfrom z import x, q as x", ["", "", "", ""]),
    ("match x:\n    case [x, *x]: pass\n    case {**x}: pass\n    case A(k=x) as x: pass", ["", "", "", "", "", ""]),
    ("x: int = 1\ndef f(a: 'x', *x: x) -> 'list[x]': ...", ["", "", "", "f", ""]),
    ("@x\ndef x(): ...\n@x\nclass x(x): ...", ["", "", "", "", ""]),
    ("x = f'{x!r:{x}} x {{x}}' 'x' rf\"\\{x}\"", ["", "", "", ""]),
    ("lambda x, y=x: x", ["", "", "-"]),
    ("async def f():\n    async for x in y: await x", ["f", "f"]),
    ("del x\nx += 1", ["", ""]),
]


@pytest.mark.parametrize(("text", "owners"), OWNERS)
def test_a_name_belongs_to_the_namespace_that_python_takes(text: str, owners: list[str]) -> None:
    source = Source("a.py", text)
    words = sorted((word for word in source.words["x"] if is_looked_up(word)), key=lambda word: word.start)
    found = [owner.name if (owner := word.scope.owner("x")) is not None else "-" for word in words]
    kinds = [owner.kind for word in words if (owner := word.scope.owner("x")) is not None]
    assert sorted(found) == sorted(_expected(owners, kinds))
    assert all(text[word.start] == "x" for word in words)


def _expected(owners: list[str], kinds: list[str]) -> list[str]:
    """A comprehension and a lambda have no name of their own."""
    return owners


PLACES = [
    "def  x (): ...",
    "async def \\\n x(): ...",
    "class\tx : ...",
    "import a . b  as  x",
    "from a import (y as # x\n x)",
    "f( x = 1)",
    "a . x",
    "(a\n  # x\n  .x)",
    "try: pass\nexcept (A, B) \\\n as x: pass",
    "match a:\n    case {'x': 1, ** x}: pass",
    "def f(a, /, b, *, x=1): ...",
    "ü = 'ü'; x = ü",
    "'''\nä\n'''; x = 1",
    "f'''{\nx}'''",
    "f'{1:{x}}'",
    "f'a' f'{x}' 'x'",
    "f'{{x}} {x} {\"x\"}'",
    "f'{a if x else b}'",
    "f'{1e5} {x}'",
    "f'{x=}'",
    "f'{x!r}'",
    "f'{a[1:2]:x} {x}'",
    "def f(a: 'list[ x ]'): ...",
    "\r\nx = 1\r\n",
    "\tx\n".strip() + "  # x",
    "def f():\n    global y, x\n",
]


@pytest.mark.parametrize("text", PLACES)
def test_the_place_of_a_word_is_where_it_stands(text: str) -> None:
    words = Source("a.py", text).words["x"]
    assert len(words) == 1
    assert text[words[0].start] == "x"
    assert not text[words[0].start - 1 : words[0].start].isidentifier()
    marked = text[: words[0].start] + "zz" + text[words[0].start + 1 :]
    assert "x" not in Source("a.py", marked).words


@pytest.mark.parametrize("name", [textwrap.__file__, json.__file__, symtable.__file__, pytest.__file__])
def test_real_files_are_read_to_the_last_word(name: str) -> None:
    text = Path(name).read_text("utf-8")
    source = Source("a.py", text)
    words = [word for found in source.words.values() for word in found]
    assert words
    assert [word for word in words if text[word.start : word.start + len(word.name)] != word.name] == []


@pytest.mark.parametrize("text", ["def f(:", "x = 1\n  y", "\0"])
def test_what_is_no_python_is_said_to_be_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        Source("a.py", text)
