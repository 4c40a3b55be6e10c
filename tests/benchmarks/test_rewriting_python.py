"""Harms do what their names say; rewrites that are to harm nothing compute the same as before."""

import ast
from collections.abc import Callable
from typing import Any

import pytest
from rewriting.change import Change, are_apart
from rewriting.python_harms import harms
from rewriting.python_rewrites import rewrites
from rewriting.python_source import Source
from rewriting.python_values import value_mutants

SHOP = '''
import json
import math

from decimal import Decimal

__all__ = ["total", "label", "kind"]

LIMIT = 5


def _rounded(value):
    return math.floor(value)


def total(prices, tax=0.5, *, least=0):
    """What all cost."""
    found = []
    for price in prices:
        if price > least:
            found.append(price)
    count = len(found)
    if count > 40:
        raise ValueError("too many")
    result = _rounded(sum(found) * (1 + tax)) + count
    return result


def label(thing):
    words = "{} of {}".format(thing, LIMIT)
    if thing:
        if words:
            words = words.upper()
    if not words:
        return "nothing"
    else:
        return words


def kind(value):
    try:
        number = Decimal(value)
    except ValueError:
        return "wrong"
    except ArithmeticError:
        return "odd"
    if number < 0:
        sign = "less"
    else:
        sign = "more"
    return json.dumps(sign)


class Cart:
    size = 3

    def fill(self, things):
        if things:
            first = things[0]
            self.size = first

    def empty(self):
        self.size = 0
'''
SOURCE = Source.of("shop/prices.py", SHOP)
TEST = Source.of("tests/test_prices.py", "def test_total():\n    assert total([1]) == 1\n    assert total([]) == 0\n")


def _behaviour(text: str) -> list[object]:
    """What the shop computes."""
    names: dict[str, Any] = {}
    exec(compile(text, "shop", "exec"), names)
    cart, other = names["Cart"](), names["Cart"]()
    cart.fill([7, 8])
    other.empty()
    calls: list[Callable[[], object]] = [
        lambda: names["total"]([1, 2, 3]),
        lambda: names["total"]([1, 2, 3], 2, least=1),
        lambda: names["total"](range(1, 50)),
        lambda: names["label"]("shoe"),
        lambda: names["label"](""),
        lambda: [names["kind"](value) for value in ("1", "-1", "x")],
        lambda: (cart.size, other.size),
    ]
    return [_outcome(call) for call in calls]


def _outcome(call: Callable[[], object]) -> object:
    try:
        return call()
    except Exception as error:  # noqa: BLE001 (what is raised is part of what is compared)
        return repr(error)


def _of(changes: list[Change], kind: str) -> list[Change]:
    found = [change for change in changes if change.kind == kind]
    assert found, f"no {kind!r} in {sorted({change.kind for change in changes})}"
    return found


WORDS = ["docstring added", "comment added", "annotation added", "f-string", "imports in another order"]
FLOW = ["else after return dropped", "early return", "branches swapped", "nested ifs joined"]
FLOW += ["loop to comprehension", "variable inlined"]
NAMES = ["local renamed", "private function renamed", "constant extracted", "function moved within its file"]


@pytest.mark.parametrize("kind", [*WORDS, *FLOW, *NAMES, "end of a function split off"])
def test_a_harmless_rewrite_changes_the_text_and_nothing_that_is_computed(kind: str) -> None:
    for change in _of([*rewrites(SOURCE)], kind):
        assert change.apply(SHOP) != SHOP
        assert _behaviour(change.apply(SHOP)) == _behaviour(SHOP)


def test_a_function_moves_to_a_new_file_with_its_imports_and_is_imported_again() -> None:
    text = (
        "import re\n\nfrom .a import b\n\n\ndef words(text):\n    return re.findall(text, b(text))\n\n\nother = re, b\n"
    )
    (change,) = _of([*rewrites(Source.of("shop/texts.py", text))], "function moved to a new file")
    moved = "from .a import b\nimport re\n\n\ndef words(text):\n    return re.findall(text, b(text))\n"
    assert change.new == {"shop/texts_parts.py": moved}
    assert "from .a import b\nfrom .texts_parts import words\n" in change.apply(text)
    assert "def words" not in change.apply(text)


@pytest.mark.parametrize(
    "text",
    [
        "from .a import b\n\n\ndef words(text):\n    return b(text)\n",  # the import would be left without use
        "from .a import b\n\n\ndef words(text):\n    return here(text)\n\n\nhere = b\n",  # it needs its own file
        "from a import b\n\n\ndef words(text):\n    return b(text)\n\n\nother = b\n",  # perhaps part of no package
    ],
)
def test_a_function_that_needs_its_file_stays_where_it_is(text: str) -> None:
    assert [change for change in rewrites(Source.of("shop/texts.py", text)) if "new file" in change.kind] == []


@pytest.mark.parametrize(
    ("kind", "gone", "there"),
    [
        ("function removed", "def label", ""),
        ("function renamed", "def label(", "def label_renewed("),
        ("function elided: # rest", "Decimal(value)", "# ... rest of the function unchanged ...\n    pass"),
        ("function elided: second half", "return result", "# ... rest of the code unchanged ..."),
        ("class emptied", "def fill", "class Cart:\n    pass"),
        ("method removed", "def empty", ""),
        ("parameter removed", "tax=0.5, ", "def total(prices, *, least=0):"),
        ("parameter renamed", "def total(prices,", "for price in prices_in:"),
        ("default removed", "tax=0.5", "(prices, tax, *,"),
        ("default changed", "tax=0.5", "tax=None"),
        ("import removed", "import json", ""),
        ("export removed", '"label"', '["total", "kind"]'),
        ("constant removed", "LIMIT = 5", ""),
        ("attribute removed", "size = 3", ""),
        ("body of if emptied", 'raise ValueError("too many")', "if count > 40:\n        pass"),
        ("if removed", "if count > 40", ""),
        ("else removed", 'sign = "more"', ""),
        ("body of else emptied", 'sign = "more"', "else:\n        pass"),
        ("body of a loop emptied", "found.append", "for price in prices:\n        pass"),
        ("except removed", "except ArithmeticError", ""),
        ("body of except emptied", 'return "odd"', "except ArithmeticError:\n        pass"),
        ("raise removed", "raise ValueError", "if count > 40:\n        pass"),
        ("value of return removed", "return result", "return\n"),
        ("return removed", "return result", ""),
    ],
)
def test_a_harm_takes_away_what_its_name_says(kind: str, gone: str, there: str) -> None:
    texts = [change.apply(SHOP) for change in _of([*harms(SOURCE)], kind)]
    assert any(gone not in text and there in text for text in texts)


@pytest.mark.parametrize("kind", ["assertion removed", "assertion emptied", "test removed", "test renamed"])
def test_a_test_can_be_harmed_too(kind: str) -> None:
    assert all(change.apply(TEST.text) != TEST.text for change in _of([*harms(TEST)], kind))


@pytest.mark.parametrize("source", [SOURCE, TEST], ids=["module", "test"])
def test_every_change_can_be_made_and_leaves_python(source: Source) -> None:
    for change in [*harms(source), *rewrites(source), *value_mutants(source)]:
        assert are_apart(change.edits), change
        ast.parse(change.apply(source.text))


def _statements(text: str) -> int:
    return sum(isinstance(node, ast.stmt) and not isinstance(node, ast.Pass) for node in ast.walk(ast.parse(text)))


def test_mutants_of_values_keep_every_statement_but_the_one_that_they_remove() -> None:
    for change in value_mutants(SOURCE):
        lost = _statements(SHOP) - _statements(change.apply(SHOP))
        assert lost == (1 if change.kind == "statement removed" else 0), change
