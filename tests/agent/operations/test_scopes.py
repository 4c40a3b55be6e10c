"""Our rules of scope give the same answers as Python's own symbol tables."""

import symtable
from pathlib import Path

import pytest

from agent.operations.reading import read_facts

ROOT = Path(__file__).resolve().parents[3]
OWN = sorted(
    path for package in ("agent", "applier", "repo_scan", "prompts") for path in (ROOT / package).rglob("*.py")
)

TRICKY = {
    "comprehensions": """
xs = [x for x in xs if x for y in x]
ys = {k: v for k, v in zip(a, b)}
zs = (q := 1 for z in q)
""",
    "nested functions": """
def f(a, *b, c=d, **e):
    def g():
        nonlocal a
        a = h
        return f, e
    return g
""",
    "global": """
def f():
    global n
    n = 1

def g():
    n = 2
    def h():
        global n
        return n
    return h
""",
    "classes": """
class A(B, metaclass=M):
    x = x
    y: T = x
    def m(self):
        return x, y, A
    z = [x for _ in y]
""",
    "handlers": """
try:
    import a
except E as e:
    use(e)
with c as (d, *f):
    use(d, f, e)
""",
    "matches": """
def f(p):
    match p:
        case [a, *b] | {'k': a, **b}:
            return a, b
        case K(x=n) as m if n:
            return m
""",
    "lambdas": """
f = lambda a, b=c: (a, b, d, (e := a))
g = lambda: e
""",
    "walrus in a comprehension": """
def f(xs):
    if any((found := x) for x in xs):
        return found
    return [y for y in found]
""",
    "imports": """
import a.b, c.d as e
from f import g as h
use(a, b, c, e, g, h)
""",
    "loops": """
for i in range(n):
    del i
while i:
    i += 1
""",
    "async": """
async def f(x):
    async with y as z:
        async for w in z:
            await w
    return [v async for v in x]
""",
    "decorators": """
@d(x)
class A:
    @p
    def q(self, a: T = D) -> R: return self
""",
    "starred": """
def f(*args: T, key, **kw: U):
    a, (b, *c) = args
    return a, b, c, kw, key
""",
}


def asked_of_the_module(text: str) -> set[str]:
    """Names that Python looks up in the module's namespace, by its own account."""
    found: set[str] = set()
    tables = [symtable.symtable(text, "text", "exec")]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        kind = str(table.get_type())
        for symbol in table.get_symbols():
            in_class = kind.endswith("class") and symbol.is_local() and not symbol.is_free()
            if symbol.is_referenced() and (kind.endswith("module") or symbol.is_global() or in_class):
                found.add(symbol.get_name())
    return found


@pytest.mark.parametrize("text", TRICKY.values(), ids=TRICKY.keys())
def test_names_are_looked_up_where_python_looks_them_up(text: str) -> None:
    assert {use.name for use in read_facts(text).uses} == asked_of_the_module(text)


def test_the_same_holds_for_our_own_code() -> None:
    for path in OWN:
        text = path.read_text("utf-8")
        looked_up, uses = asked_of_the_module(text), {use.name for use in read_facts(text).uses}
        if "from __future__ import annotations" in text:  # Python forgets the names in annotations, we do not
            assert looked_up <= uses, path
        else:
            assert looked_up == uses, path


BOUND = {
    "x = 1\n": {"x": "constant"},
    "x = -1, ('a', None)\n": {"x": "constant"},
    "x: int = 60 * 60\n": {"x": "constant"},
    "x = []\n": {"x": "value"},
    "x: int\n": {"x": "value"},
    "x = y = 1\n": {"x": "value", "y": "value"},
    "x, y = 1, 2\n": {"x": "value", "y": "value"},
    "def f(): x = 1\n": {"f": "function"},
    "class A: x = 1\n": {"A": "class"},
    "import a.b\n": {"a": "import"},
    "from a import b as c\n": {"c": "import"},
    "[x for x in y]\n": {},
    "[z := x for x in y]\n": {"z": "value"},
    "f(lambda x: (y := x))\n": {},
    "def f(x=(y := 1)): pass\n": {"f": "function", "y": "value"},
    "def f():\n    global x\n": {"f": "function", "x": "value"},
}


@pytest.mark.parametrize(("text", "kinds"), BOUND.items(), ids=BOUND.keys())
def test_a_module_binds_what_its_own_statements_bind(text: str, kinds: dict[str, str]) -> None:
    assert {binding.name: binding.kind for binding in read_facts(text).bindings} == kinds


PLAIN = [
    ("import a\n", True, False),
    ("if x:\n    import a\n", False, False),
    ("try:\n    import a\nexcept E: pass\n", False, False),
    ("if TYPE_CHECKING:\n    import a\n", False, True),
    ("import typing as t\nif t.TYPE_CHECKING:\n    pass\nelse:\n    import a\n", False, False),
    ("with x:\n    import a\n", False, False),
]


@pytest.mark.parametrize(("text", "plain", "type_only"), PLAIN)
def test_only_statements_of_the_modules_own_body_are_plain(text: str, plain: bool, type_only: bool) -> None:
    (binding,) = read_facts(text).bound("a")
    assert (binding.plain, binding.type_only) == (plain, type_only)
