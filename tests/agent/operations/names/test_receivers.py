"""What kind of object an expression is: told where the text says so, and not told where it does not."""

import ast

import pytest

from agent.operations.names.classes import Classes
from agent.operations.names.receivers import Kind, Receivers
from agent.operations.names.world import Outside, Thing, World
from tests.agent.operations.cases import repository_of

CLASSES = "class A:\n    b: 'B'\n    def me(self) -> 'A': ...\nclass B(A): ...\ndef make() -> A: ...\n"
#: What `here(…)` is called with in a text, and what that is: a class's name, "A[]" for the class itself, "other" for
#: something that is none of the repository, "?" where nobody can tell.
KINDS: list[tuple[str, str]] = [
    ("here(A())", "A"),
    ("here(A)", "A[]"),
    ("here(make())", "A"),
    ("here(A().me().me())", "A"),
    ("here(A().b)", "B"),
    ("here('x')", "other"),
    ("here(len(x))", "?"),
    ("def f(x): here(x)", "?"),
    ("def f(x: A): here(x)", "A"),
    ("def f(x: 'A | None' = None): here(x)", "A"),
    ("def f(x: A | B): here(x)", "?"),
    ("def f(x: int): here(x)", "other"),
    ("def f(*x: A): here(x)", "?"),
    ("def f(x: list[A]): here(x[0])", "A"),
    ("def f(x: dict[str, A]): here(x['a'])", "?"),
    ("def f(xs: list[A]):\n    for x in xs: here(x)", "A"),
    ("def f(xs: dict[A, B]):\n    for x in xs: here(x)", "?"),
    ("def f():\n    x = A()\n    here(x)", "A"),
    ("def f():\n    x = A()\n    x = B()\n    here(x)", "?"),
    ("def f():\n    x = None\n    x = A()\n    here(x)", "A"),
    ("x = B()\ndef f(): here(x)", "B"),
    ("class C(A):\n    def f(self): here(self)", "C"),
    ("class C(A):\n    @staticmethod\n    def f(self): here(self)", "?"),
    ("class C(A):\n    @classmethod\n    def f(cls): here(cls)", "C[]"),
    ("class C(A):\n    def f(self):\n        def g(): here(self)", "C"),
    ("class C:\n    def __init__(self, a: A): self.a = a\n    def f(self): here(self.a)", "A"),
    ("def f(x):\n    if isinstance(x, A): here(x)", "A"),
    ("def f(x):\n    if isinstance(x, A): pass\n    else: here(x)", "?"),
    ("def f(x):\n    if isinstance(x, A) or x: here(x)", "?"),
    ("def f(x):\n    if x and isinstance(x, A): here(x)", "A"),
    ("def f(x):\n    if isinstance(x, (A, B)): here(x)", "?"),
    ("def f(x):\n    assert isinstance(x, A)\n    if x:\n        here(x)", "A"),
    ("def f(x):\n    if not isinstance(x, A):\n        return\n    here(x)", "A"),
    ("def f(x):\n    if not isinstance(x, A):\n        pass\n    here(x)", "?"),
    ("def f(x):\n    if isinstance(x, A):\n        x = 1\n        here(x)", "?"),
    ("def f(x): return isinstance(x, A) and here(x)", "A"),
    ("def f(x): return here(x) and isinstance(x, A)", "?"),
    ("def f(x): return here(x) if isinstance(x, A) else 0", "A"),
    ("def f(x): return [here(y) for y in x if isinstance(y, B)]", "B"),
    ("def f(x):\n    if isinstance(x, A):\n        def g(): here(x)", "?"),
]


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_the_kind_of_an_expression(text: str, kind: str) -> None:
    world = World(repository_of({"a.py": f"{CLASSES}{text}\n"}))
    source = world.source("a.py")
    assert source is not None
    calls = (node for node in ast.walk(source.tree) if isinstance(node, ast.Call))
    call = next(node for node in calls if isinstance(node.func, ast.Name) and node.func.id == "here")
    found = Receivers(world, Classes(world)).kind(source, call.args[0], source.within[call])
    if isinstance(found, Kind):
        assert found.cls == Thing("a.py", kind.removesuffix("[]"))
        assert (found.role == "class") == kind.endswith("[]")
    else:
        assert kind == ("other" if isinstance(found, Outside) else "?")
