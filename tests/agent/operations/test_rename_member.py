"""rename of a class's method or attribute: where objects are known, and what is listed or refused instead."""

import pytest

from tests.agent.operations.cases import operate, tree

MARKED = "== shop/cart.py\nclass Cart:\n    def SUM(self):\n        return 1\n"
CART = MARKED.replace("SUM", "total")
DATA = "== shop/cart.py\nfrom dataclasses import dataclass, replace\n@dataclass\nclass Cart:\n    total: int = 0\n"
"    other: int = 1\n"
#: name, files in which `total` of shop/cart.py:Cart is to become `sum_up`: every SUM stands for the name.
CHANGED: list[tuple[str, str]] = [
    (
        "by self, cls and super",
        MARKED + "    def f(self):\n        return self.SUM(), [self.SUM() for x in ()]\n"
        "    @classmethod\n    def g(cls):\n        return cls.SUM\nclass Sub(Cart):\n    def SUM(self):\n"
        "        return super().SUM()\n",
    ),
    ("in the class's own body", MARKED + "    alias = SUM\n    other = property(SUM)\n"),
    (
        "a property with its setter and deleter",
        "== shop/cart.py\nclass Cart:\n    @property\n    def SUM(self): return 1\n"
        "    @SUM.setter\n    def SUM(self, x): pass\n    @SUM.deleter\n    def SUM(self): pass\n",
    ),
    (
        "an attribute that a method sets",
        "== shop/cart.py\nclass Cart:\n    def __init__(self, total):\n        self.SUM = total\n"
        "        self.SUM += total\n        x: int = self . SUM\n",
    ),
    (
        "by the class's name, here and elsewhere",
        MARKED + "x = Cart.SUM\n== main.py\nimport shop.cart\nfrom shop import cart as c\n"
        "from shop.cart import Cart as K\nshop.cart.Cart.SUM, c.Cart.SUM, K.SUM, K().SUM()\n",
    ),
    (
        "by annotations",
        MARKED + "== main.py\nfrom typing import Optional, List\nfrom shop.cart import Cart\n"
        "def f(a: Cart, b: 'Cart', c: Optional[Cart], d: Cart | None, e: List[Cart],\n"
        "      g: list['Cart'], *, h: type[Cart]):\n"
        "    a.SUM; b.SUM; c.SUM; d.SUM; e[0].SUM; h.SUM\n    for x in g:\n        x.SUM\n"
        "    return [y.SUM for y in e]\n",
    ),
    (
        "by the call that makes it",
        MARKED + "== main.py\nfrom shop.cart import Cart\ndef make() -> Cart: ...\ndef f():\n    a = Cart()\n"
        "    b = make()\n    return a.SUM() + b.SUM() + make().SUM() + (c := Cart()).SUM()\n",
    ),
    (
        "at the top of a module, used from another",
        MARKED + "cart = Cart()\n== main.py\nfrom shop.cart import cart\nimport shop.cart\n"
        "cart.SUM(), shop.cart.cart.SUM()\n",
    ),
    (
        "by an attribute that holds it",
        MARKED + "== main.py\nfrom shop.cart import Cart\nclass Shop:\n    spare: Cart\n"
        "    def __init__(self, c: Cart):\n        self.cart = c\n        self.made = Cart()\n"
        "    @property\n    def own(self) -> Cart: return self.cart\n"
        "    def f(self): return self.cart.SUM, self.spare.SUM, self.made.SUM, self.own.SUM\n",
    ),
    (
        "in with",
        MARKED + "    def __enter__(self):\n        return self\n    def __exit__(self, *a): pass\n== main.py\n"
        "from shop.cart import Cart\nwith Cart() as c:\n    c.SUM()\n",
    ),
    (
        "a base that has it",
        "== shop/base.py\nclass Base:\n    def SUM(self): ...\n== shop/cart.py\nfrom shop.base import Base\n"
        "class Cart(Base):\n    def SUM(self): ...\nclass Other(Base):\n    def SUM(self): ...\n"
        "== main.py\nfrom shop.base import Base\ndef f(b: Base): return b.SUM()\n",
    ),
    (
        "subclasses in other files, by other names",
        MARKED + "== a.py\nfrom shop.cart import Cart as C\nclass A(C):\n    def f(self): return self.SUM()\n"
        "== b.py\nimport a\nclass B(a.A):\n    def SUM(self): ...\n    def g(self): return self.SUM()\n",
    ),
    (
        "two bases of one class",
        MARKED
        + "== a.py\nfrom shop.cart import Cart\nclass Mixin:\n    def SUM(self): ...\nclass A(Mixin, Cart): ...\n",
    ),
    (
        "what is called the same elsewhere stays",
        MARKED + "class Bill:\n    def total(self): return self.total\n"
        "def total(): return Bill().total()\nclass Use:\n"
        "    def f(self, bill: Bill, x: str): return bill.total, x.total, 'a'.total\n",
    ),
    ("a local of the same name stays", MARKED + "    def f(self):\n        total = self.SUM()\n        return total\n"),
    (
        "a dataclass's field: calls, replace, patterns",
        DATA.replace("total", "SUM") + "def f(c: Cart):\n    match c:\n"
        "        case Cart(SUM=1): pass\n    return replace(c, SUM=2), Cart(SUM=3), dict(total=4), c.SUM\n",
    ),
    (
        "slots and strings that name it",
        "== shop/cart.py\nclass Cart:\n    __slots__ = ('SUM', \"x\")\n    def f(self):\n        self.SUM = 1\n"
        "        return getattr(self, 'SUM'), hasattr(self, \"SUM\"), 'total'\n",
    ),
    (
        "an enumeration",
        "== shop/cart.py\nfrom enum import Enum\nclass Cart(Enum):\n    SUM = 1\n"
        "x = Cart.SUM, Cart['SUM'], {}['total']\n",
    ),
    (
        "a nested class",
        "== shop/cart.py\nclass Cart:\n    def SUM(self): ...\n    class In:\n"
        "        def total(self): return self.total\n",
    ),
    (
        "what it is called in strings and documents",
        MARKED + "== tests/test_a.py\nfrom unittest import mock\nmock.patch('shop.cart.Cart.SUM')\n"
        "== README.md\n`shop.cart.Cart.SUM` and `Cart.SUM`, the total\n",
    ),
    ("a name that its class keeps for itself", MARKED + "    def f(self, other):\n        self.x = other.y\n"),
    (
        "comments and layout",
        "== shop/cart.py\nclass Cart :  # total\n\n    def   SUM ( self ) :# total\n"
        "        return self .  SUM # total\n",
    ),
    (
        "generic classes",
        "== shop/cart.py\nfrom typing import Generic, TypeVar\nT = TypeVar('T')\nclass Cart(Generic[T]):\n    SUM: T\n"
        "def f(c: 'Cart[int]'): return c.SUM\nclass Sub(Cart[int]):\n    def g(self): return self.SUM\n",
    ),
]


@pytest.mark.parametrize("text", [case[1] for case in CHANGED], ids=[case[0] for case in CHANGED])
def test_a_member_is_changed_where_its_objects_are_known(text: str) -> None:
    before = tree(text.replace("SUM", "total"))
    request = {"op": "rename", "symbol": "shop/cart.py:Cart.total", "to": "sum_up"}
    change, after = operate(before, request)
    assert change.refused == ""
    assert after == tree(text.replace("SUM", "sum_up"))
    assert change.left == ()
    assert operate(after, request)[0].texts == {}


REFUSED: list[tuple[str, str, str]] = [
    ("no such member", CART.replace("total", "x"), "there is no Cart.total"),
    ("put together", CART + "    def f(self, x): return getattr(self, f'to{x}')\n", "begin with `to`"),
    (
        "put together above",
        "== a.py\nclass V:\n    def f(self, x): getattr(self, 'tot' + x)\n== shop/cart.py\n"
        "from a import V\nclass Cart(V):\n    def total(self): ...\n",
        "a.py:2 puts names together",
    ),
    ("no such class", CART.replace("Cart", "Cat"), "there is no Cart"),
    ("taken", CART + "    def sum_up(self): ...\n", "has a `sum_up` already"),
    ("taken by an object", CART + "    def f(self):\n        self.sum_up = 1\n", "has a `sum_up` already"),
    ("taken below", CART + "class Sub(Cart):\n    sum_up = 1\n", "has a `sum_up` already"),
    (
        "a base from elsewhere",
        CART.replace("class Cart", "import other\nclass Cart(other.Base)"),
        "derives from `other.Base`",
    ),
    ("a base that is computed", CART.replace("class Cart", "class Cart(make())"), "cannot be followed"),
    ("a base below", CART + "import other\nclass Sub(Cart, other.Base): ...\n", "derives from `other.Base`"),
    ("what a built-in class has", CART.replace("class Cart", "class Cart(dict)").replace("total", "total"), ""),
    (
        "keys of dictionaries",
        "== shop/cart.py\nfrom typing import TypedDict\nclass Cart(TypedDict):\n    total: int\n",
        "TypedDict",
    ),
]


@pytest.mark.parametrize(("text", "reason"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_a_member_that_others_may_know_is_refused(text: str, reason: str) -> None:
    files = tree(text)
    change, after = operate(files, {"op": "rename", "symbol": "shop/cart.py:Cart.total", "to": "sum_up"})
    assert reason in change.refused
    assert bool(change.refused) == bool(reason)
    assert (after == files) == bool(reason)


def test_names_with_a_meaning_for_python_are_refused() -> None:
    files = tree("== a.py\nclass A:\n    def __init__(self): ...\n    def __x(self): return self.__x\n")
    assert "meaning for Python" in operate(files, {"op": "rename", "symbol": "a.py:A.__init__", "to": "x"})[0].refused
    assert "private to its class" in operate(files, {"op": "rename", "symbol": "a.py:A.__x", "to": "x"})[0].refused
    assert operate(files, {"op": "rename", "symbol": "a.py:A.__x", "to": "__y"})[1]["a.py"].count("__y") == 2


DOUBTFUL: list[tuple[str, str]] = [
    ("a parameter without annotation", "def f(c):\n    return c.total\n"),
    ("a name of two kinds", "def f(c):\n    x = Cart() if c else 1\n    return x.total\n"),
    ("something out of a dictionary", "def f(c: dict):\n    return c['x'].total\n"),
    ("what a function without annotation gives", "def make(): return Cart()\nx = make().total\n"),
    ("a base that lacks it", "class Base: ...\nclass Both(Base, Cart): ...\ndef f(b: Base): return b.total\n"),
]


@pytest.mark.parametrize("text", [case[1] for case in DOUBTFUL], ids=[case[0] for case in DOUBTFUL])
def test_doubtful_places_refuse_and_are_left_or_changed_only_when_that_is_wanted(text: str) -> None:
    files = tree(f"{CART}== main.py\nfrom shop.cart import Cart\n{text}")
    request: dict[str, object] = {"op": "rename", "symbol": "shop/cart.py:Cart.total", "to": "sum_up"}
    change, after = operate(files, request)
    assert "may be the one renamed, or another; `doubtful` changes them too" in change.refused
    assert after == files
    change, after = operate(files, {**request, "leave_doubtful": True})
    assert [one.path for one in change.left] == ["main.py"]
    assert "may be the one renamed, or another" in change.left[0].reason
    assert after["main.py"] == files["main.py"]
    change, after = operate(files, {**request, "doubtful": True})
    assert (change.left, after["main.py"]) == ((), files["main.py"].replace("total", "sum_up"))


def test_doubtful_places_stay_where_another_class_has_such_a_member_too() -> None:
    files = tree(f"{CART}class Bill:\n    total = 1\n== main.py\ndef f(c): return c.total\n")
    request = {"op": "rename", "symbol": "shop/cart.py:Cart.total", "to": "sum_up", "doubtful": True}
    assert "main.py:1 `c.total` may be the one renamed" in operate(files, request)[0].refused
    change, _ = operate(files, {**request, "leave_doubtful": True})
    assert [one.path for one in change.left] == ["main.py"]


ENUM = "== shop/unit.py\nfrom enum import Enum\n\n\nclass Unit(Enum):\n    DAY = 1\n    HOUR = 2\n"


@pytest.mark.parametrize("use", ["Unit['DAY']", "Unit.DAY", "Unit(1)", "[unit.value for unit in Unit]", "{}[name]"])
def test_a_member_of_an_enumeration_is_renamed_where_nobody_looks_it_up_by_a_name_made_at_run_time(use: str) -> None:
    files = tree(f"{ENUM}== main.py\nfrom shop.unit import Unit\n\n\ndef f(name):\n    return {use}\n")
    change, after = operate(files, {"op": "rename", "symbol": "shop/unit.py:Unit.DAY", "to": "WEEK"})
    assert change.refused == ""
    assert after["main.py"] == files["main.py"].replace("DAY", "WEEK")


@pytest.mark.parametrize("use", ["Unit[name]", "Unit[name.upper()]", "Unit[f'{name}']"])
def test_a_member_of_an_enumeration_that_is_looked_up_by_name_is_refused(use: str) -> None:
    files = tree(f"{ENUM}== main.py\nfrom shop.unit import Unit\n\n\ndef f(name):\n    return {use}\n")
    change, after = operate(files, {"op": "rename", "symbol": "shop/unit.py:Unit.DAY", "to": "WEEK"})
    assert "main.py:5 looks members up by name" in change.refused
    assert after == files
