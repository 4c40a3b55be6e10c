"""Imports of a module in its own functions go; every other import stays."""

import pytest

from agent.operations.names.own_imports import without_own_imports
from agent.operations.names.world import World
from tests.agent.operations.cases import repository_of

GONE = {
    "before the rest": ("def f():\n    from shop.a import X\n\n    return X\n", "def f():\n    return X\n"),
    "behind a docstring": (
        'def f():\n    """F."""\n    from .a import X\n\n    return X\n',
        'def f():\n    """F."""\n    return X\n',
    ),
    "one of several": (
        "def f():\n    from shop.a import X\n    from shop.b import Y\n\n    return X, Y\n",
        "def f():\n    from shop.b import Y\n\n    return X, Y\n",
    ),
    "over several lines": (
        "def f():\n    from shop.a import (\n        X,\n    )\n    return X\n",
        "def f():\n    return X\n",
    ),
    "in a branch": (
        "def f(y):\n    if y:\n        from shop.a import X\n        return X\n",
        "def f(y):\n    if y:\n        return X\n",
    ),
    "in a method": (
        "class C:\n    def f(self):\n        from shop.a import X\n        return X\n",
        "class C:\n    def f(self):\n        return X\n",
    ),
}
KEPT = {
    "of another module": "def f():\n    from shop.b import X\n    return X\n",
    "under another name": "def f():\n    from shop.a import X as Z\n    return Z\n",
    "a name that it does not have": "def f():\n    from shop.a import Q\n    return Q\n",
    "bound once more": "def f():\n    from shop.a import X\n    X = X + 1\n    return X\n",
    "all that there is": "def f():\n    from shop.a import X\n",
    "on a line with others": "def f():\n    from shop.a import X; return X\n",
    "with a comment": "def f():\n    from shop.a import X  # late\n    return X\n",
    "at the top": "from shop.a import X\n\n\ndef f():\n    return X\n",
    "the module as a whole": "def f():\n    import shop.a\n    return shop.a.X\n",
}


def without(text: str) -> str:
    files = {"shop/__init__.py": "", "shop/a.py": "X = 1\n", "shop/b.py": "X = Y = 1\n"}
    return without_own_imports(World(repository_of(files)), "shop/a.py", text)


@pytest.mark.parametrize(("before", "after"), GONE.values(), ids=GONE)
def test_it_goes(before: str, after: str) -> None:
    assert without(f"X = 1\n\n\n{before}") == f"X = 1\n\n\n{after}"


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_it_stays(text: str) -> None:
    assert without(f"X = 1\n\n\n{text}") == f"X = 1\n\n\n{text}"
