"""A part of gate 6: who may miss a name that was exchanged is asked about, and nobody else."""

import pytest

from applier.gates.contract import check_contract
from applier.scope import Declared, Scope
from tests.gating import judge

CART = """\
class Cart:
    def __init__(self, items):
        self.items = [item for item in items if item]
        self.least = self._least()

    def total(self, rate):
        net = sum(item.price for item in self.items)
        return net + net * rate

    def _least(self):
        return min(item.price for item in self.items if item.price)

    def _shown(self, width):
        return ", ".join(item.name[:width] for item in self.items)
"""
PAD = "def padded(text, width):\n    missing = width - len(text)\n    return text + ' ' * max(missing, 0)\n"
USER = "def bill(cart):\n    return cart.total(2)\n"

MISSED = {
    "a method that another file calls": (CART, ("def total", "def gross"), USER, "is still used"),
    "a method that Python calls": (CART, ("def __init__", "def set_up"), "", "where nobody writes it"),
    "a private method that is still called": (CART, ("def _least", "def _lowest"), "", "is still used"),
    "a private method that nobody calls": (CART, ("def _shown", "def _as_text"), "", "is elsewhere"),
    "a public function that nobody calls": (PAD, ("def padded", "def filled"), "", "is elsewhere"),
}
LEFT_ALONE = {
    "a private method with its call": (CART, ("_least", "_lowest"), USER),
    "a public function with its calls": (f"{PAD}print(padded('a', 2))\n", ("padded", "filled"), ""),
    "a private function": (PAD.replace("padded", "_padded"), ("def _padded", "def _filled"), ""),
    "a function that is registered": (f"@command\n{PAD}", ("def padded", "def filled"), ""),
    "a local variable": (PAD, ("missing", "lacking"), ""),
}


@pytest.mark.parametrize(("text", "names", "other", "words"), MISSED.values(), ids=MISSED)
def test_a_name_that_somebody_may_miss_is_asked_about(
    text: str, names: tuple[str, str], other: str, words: str
) -> None:
    [problem] = judge(check_contract, {"cart.py": text}, {"cart.py": text.replace(*names)}, {"bill.py": other})
    assert (problem.gate, problem.severity, problem.path) == ("contract", "ask", "cart.py")
    assert words in problem.message


@pytest.mark.parametrize(("text", "names", "other"), LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_nothing_is_said_where_nobody_misses_a_name(text: str, names: tuple[str, str], other: str) -> None:
    assert judge(check_contract, {"cart.py": text}, {"cart.py": text.replace(*names)}, {"bill.py": other}) == []


@pytest.mark.parametrize(
    "scope",
    [
        Scope((), goal="Call the total gross"),
        Scope((), criteria=("`Cart.total` is called `gross`",)),
        Scope((), changed=(Declared("cart.py", "Cart.total", "it is gross"),)),
    ],
)
def test_nothing_is_said_of_a_name_that_was_spoken_of(scope: Scope) -> None:
    after = CART.replace("def total", "def gross")
    assert judge(check_contract, {"cart.py": CART}, {"cart.py": after}, {"bill.py": USER}, scope) == []


def test_a_name_that_is_listed_and_no_longer_there_is_refused() -> None:
    before, after = f"__all__ = ['padded']\n{PAD}", f"__all__ = ['padded']\n{PAD}".replace("def padded", "def filled")
    found = judge(check_contract, {"pad.py": before}, {"pad.py": after})
    assert [problem.severity for problem in found if "`__all__` lists `padded`" in problem.message] == ["refuse"]


LAZY = "def __getattr__(name):\n    return load(name)\n"


@pytest.mark.parametrize(
    ("before", "after", "severities"),
    [
        (
            f"__all__ = ['a', 'b']\nfrom m import a, b\n{LAZY}",
            f"__all__ = ['a', 'b']\nfrom m import a\n{LAZY}",
            ["ask"],
        ),
        (f"__all__ = ['a', 'b']\nfrom m import a\n{LAZY}", f"__all__ = ['a', 'b']\nfrom m import a as a\n{LAZY}", []),
        ("__all__ = ['a', 'b']\nfrom m import a\n", "__all__ = ['a', 'b']\nfrom m import a as a\n", []),
        ("__all__ = ['a']\nfrom m import a\n", "__all__ = ['a']\nfrom n import a\n", []),
    ],
)
def test_a_list_is_held_to_what_it_held_before(before: str, after: str, severities: list[str]) -> None:
    found = judge(check_contract, {"m.py": before}, {"m.py": after})
    assert [problem.severity for problem in found if "`__all__` lists" in problem.message] == severities
