"""Names in annotations that are evaluated, and are not there then."""

import pytest

from tests.equivalence import said, verdict

FUNCTION = "def f(x):\n    return x\n"
CHECKING = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from m import Foo\n"
STAR = "from m import *\n"
FUTURE = "from __future__ import annotations\n"

FAILS: dict[str, tuple[str, str]] = {
    "a parameter": (FUNCTION, "def f(x: Foo):\n    return x\n"),
    "a result": (FUNCTION, "def f(x) -> Foo:\n    return x\n"),
    "a part of it": (FUNCTION, "def f(x: list[Foo] | None):\n    return x\n"),
    "a name of a module that is not imported": (FUNCTION, "def f(x: np.ndarray):\n    return x\n"),
    "a function in a function": ("def g():\n    def f(x): ...\n", "def g():\n    def f(x: Foo): ...\n"),
    "a variable of a module": ("y = 1\n", "y: Foo = 1\n"),
    "a variable of a class": ("class A:\n    y = 1\n", "class A:\n    y: Foo = 1\n"),
    "it is local elsewhere": (
        f"def g():\n    Foo = 1\n{FUNCTION}", "def g():\n    Foo = 1\ndef f(x: Foo):\n    return x\n"
    ),
    "it is in a class": (f"class C:\n    Foo = 1\n{FUNCTION}", "class C:\n    Foo = 1\ndef f(x: Foo):\n    return x\n"),
    "for type checkers only": (f"{CHECKING}{FUNCTION}", f"{CHECKING}def f(x: Foo):\n    return x\n"),
    "for type checkers only, and new": (FUNCTION, f"{CHECKING}def f(x: Foo):\n    return x\n"),
    "a class for type checkers only": (
        FUNCTION,
        "from typing import TYPE_CHECKING, Protocol\nif TYPE_CHECKING:\n    class Foo(Protocol): ...\n"
        "def f(x: Foo):\n    return x\n",
    ),
    "a cast, which nothing delays": (
        f"{FUTURE}{CHECKING}{FUNCTION}", f"{FUTURE}{CHECKING}from typing import cast\n"
        "def f(x):\n    return cast(Foo, x)\n",
    ),
    "an alias, which nothing delays": (
        f"{FUTURE}{CHECKING}{FUNCTION}", f"{FUTURE}{CHECKING}from typing import Optional\nT = Optional[Foo]\n"
        "def f(x: T):\n    return x\n",
    ),
    "it is defined later": (f"{FUNCTION}class B: ...\n", "def f(x: B):\n    return x\nclass B: ...\n"),
    "its own class": ("class A:\n    def f(self): ...\n", "class A:\n    def f(self) -> A: ...\n"),
    "defined later in the class": (
        "class A:\n    def f(self): ...\n    T = int\n", "class A:\n    def f(self) -> T: ...\n    T = int\n"
    ),
    "a string and None": (FUNCTION, "def f(x: 'A' | None):\n    return x\n"),
    "a class and a string": (FUNCTION, "def f(x: int | 'A'):\n    return x\n"),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), FAILS.values(), ids=FAILS)
def test_an_annotation_that_would_fail_is_refused(before: str, after: str) -> None:
    assert verdict(before, after, "annotations") == "refuse"


DOUBTFUL: dict[str, tuple[str, str]] = {
    "a star may bring it": (f"{STAR}{FUNCTION}", f"{STAR}def f(x: Foo):\n    return x\n"),
    "code may put it in": (
        f"globals()['A'] = 1\n{FUNCTION}", "globals()['A'] = 1\ndef f(x: Foo):\n    return x\n"
    ),
    "code uses it": ("def f(x):\n    return Foo\n", "def f(x: Foo):\n    return Foo\n"),
    "the file did so before": (
        "class A:\n    def f(self, a) -> A: ...\n", "class A:\n    def f(self, a: A) -> A: ...\n"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), DOUBTFUL.values(), ids=DOUBTFUL)
def test_an_annotation_that_may_fail_is_asked_about(before: str, after: str) -> None:
    assert verdict(before, after, "annotations") == "ask"


FINE: dict[str, tuple[str, str]] = {
    "in quotes": (FUNCTION, "def f(x: 'Foo'):\n    return x\n"),
    "partly in quotes": (FUNCTION, "def f(x: list['Foo']):\n    return x\n"),
    "all of a union in quotes": (FUNCTION, "def f(x: 'Foo | None'):\n    return x\n"),
    "a string that a generic type joins": (
        f"from typing import List\n{FUNCTION}", "from typing import List\ndef f(x: List[int] | 'Foo'):\n    return x\n"
    ),
    "not evaluated": (f"{FUTURE}{CHECKING}{FUNCTION}", f"{FUTURE}{CHECKING}def f(x: Foo):\n    return x\n"),
    "a local variable": (f"{CHECKING}def f(x):\n    y = x\n", f"{CHECKING}def f(x):\n    y: Foo = x\n"),
    "built in": (FUNCTION, "def f(x: int) -> str:\n    return x\n"),
    "imported": (FUNCTION, "from m import Foo\ndef f(x: Foo):\n    return x\n"),
    "imported perhaps": (
        f"try:\n    from m import Foo\nexcept ImportError:\n    pass\n{FUNCTION}",
        "try:\n    from m import Foo\nexcept ImportError:\n    pass\ndef f(x: Foo):\n    return x\n",
    ),
    "there is another for the program": (
        f"{CHECKING}else:\n    Foo = object\n{FUNCTION}", f"{CHECKING}else:\n    Foo = object\n"
        "def f(x: Foo):\n    return x\n",
    ),
    "of the class": (
        "class A:\n    T = int\n    def f(self): ...\n", "class A:\n    T = int\n    def f(self) -> T: ...\n"
    ),
    "of the class later, and of the module": (
        "T = int\nclass A:\n    def f(self): ...\n    T = str\n", "T = int\nclass A:\n    def f(self) -> T: ...\n"
        "    T = str\n",
    ),
    "of the class later, and built in": (
        "class A:\n    def f(self): ...\n    def list(self): ...\n", "class A:\n    def f(self) -> list: ...\n"
        "    def list(self): ...\n",
    ),
    "its own class, from within a function": (
        "def g():\n    class A:\n        def f(self): ...\n", "def g():\n    class A:\n        def f(self) -> A: ...\n"
    ),
    "defined later, but before the function": (
        "def g():\n    def f(x): ...\nclass A: ...\n", "def g():\n    def f(x: A): ...\nclass A: ...\n"
    ),
    "only type checkers read the function": (
        f"{CHECKING}    class P:\n        def f(self): ...\n",
        f"{CHECKING}    class P:\n        def f(self) -> P: ...\n",
    ),
    "a star, and code uses it": (
        f"{STAR}def f(x):\n    return Foo\n", f"{STAR}def f(x: Foo):\n    return Foo\n"
    ),
    "as it was": ("class A:\n    def f(self) -> A: ...\n", "class A:\n    def f(self, ) -> A: ...\n"),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), FINE.values(), ids=FINE)
def test_an_annotation_whose_names_are_there_is_fine(before: str, after: str) -> None:
    assert verdict(before, after, "annotations") == ""


def test_the_way_out_is_named() -> None:
    [words] = said(FUNCTION, "def f(x: Foo):\n    return x\n", "annotations")
    assert words.startswith(
        "refuse: a.py:1: The annotation `Foo` in `f` is new. It is evaluated, and there is no `Foo`."
    )
    assert "`from __future__ import annotations`" in words
