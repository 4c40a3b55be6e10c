"""The fast walk over a tree meets every node that the standard library's meets, but for those that say read or set."""

import ast
import sysconfig
from collections import Counter
from pathlib import Path

import pytest

from agent.operations.names.nodes import children, walk

LIBRARY = Path(sysconfig.get_path("stdlib"))
NAMES = ("argparse.py", "dataclasses.py", "typing.py", "asyncio/base_events.py", "test/test_patma.py", "ast.py")
ALL_KINDS = """
@d
async def f[T](a, /, b: int = 1, *c, d=2, **e) -> T:
    global g
    nonlocal_ = [x async for x in y if z]
    async with a as b, c:
        await a
    async for i in j:
        yield from k
    match a:
        case {"x": 1, **rest}: pass
        case [1, *others] | C(y=2) as z if z: pass
    try: raise A from b
    except* B as error: del a[1:2:3]
    else: assert a, b
    finally: return f"{a!r:>{b}}" + (lambda q: q)(*c, **e)
type X[T] = list[T]
"""


def known(tree: ast.AST) -> Counter[ast.AST]:
    return Counter(node for node in ast.walk(tree) if not isinstance(node, ast.expr_context))


@pytest.mark.parametrize("name", NAMES)
def test_every_node_is_met_as_often(name: str) -> None:
    path = LIBRARY / name
    if not path.exists():
        pytest.skip("this Python comes without its tests")
    tree = ast.parse(path.read_text("utf-8"))
    assert Counter(walk(tree)) == known(tree)


def test_every_kind_of_node_is_met() -> None:
    lines = ALL_KINDS
    try:
        tree = ast.parse(lines)
    except SyntaxError:  # no `[T]` and no `type` before 3.12
        tree = ast.parse(lines.replace("[T]", "", 1).replace("type X[T] = list[T]\n", ""))
    assert Counter(walk(tree)) == known(tree)


def test_children_come_in_the_order_of_the_fields() -> None:
    for node in ast.walk(ast.parse(ALL_KINDS.replace("[T]", "", 1).replace("type X[T] = list[T]\n", ""))):
        expected = [one for one in ast.iter_child_nodes(node) if not isinstance(one, ast.expr_context)]
        assert list(children(node)) == expected
