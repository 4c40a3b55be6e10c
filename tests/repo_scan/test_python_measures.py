"""Fingerprint, size, complexity and nesting of functions."""

import subprocess
import sys

import pytest

from tests.repo_scan.outlines import outline_of, symbols

TOTAL = """
def total(items, tax=0.2):
    sums = [item.price * item.count for item in items]
    return sum(sums) * (1 + tax)
"""


def fingerprint(text: str) -> str:
    return outline_of(text).symbols[0].fingerprint


ALIKE = {
    "another name": TOTAL.replace("total", "add_up"),
    "a docstring": TOTAL.replace("0.2):", '0.2):\n    """Sum it up."""'),
    "comments": TOTAL.replace("0.2):", "0.2):  # note\n    # and another"),
    "wider indentation": TOTAL.replace("    ", "        "),
    "blank lines": TOTAL.replace("\n    return", "\n\n\n    return"),
    "line breaks": TOTAL.replace("items, tax=0.2", "\n    items,\n    tax=0.2,\n").replace(
        "sum(sums)", "sum(\n sums,\n )"
    ),
    "grouping parentheses": TOTAL.replace("return sum(sums) * (1 + tax)", "return (\n    sum(sums) * (1 + tax)\n    )"),
    "blanks": TOTAL.replace(" * ", "*").replace("tax=0.2", "tax = 0.2"),
    "a continued line": TOTAL.replace("return sum", "return \\\n        sum"),
    "a place under if": "if x:\n" + TOTAL.replace("\n", "\n    "),
}
UNLIKE = {
    "a name for a string": TOTAL.replace("sum(sums)", "sum('sums')"),
    "another parameter": TOTAL.replace("tax=0.2", "rate=0.2"),
    "another default": TOTAL.replace("0.2", "0.3"),
    "an annotation": TOTAL.replace("items,", "items: list,"),
    "a return annotation": TOTAL.replace("):", ") -> float:"),
    "another operator": TOTAL.replace("1 + tax", "1 - tax"),
    "other precedence": TOTAL.replace("sum(sums) * (1 + tax)", "sum(sums) * 1 + tax"),
    "another callee": TOTAL.replace("sum(sums)", "max(sums)"),
    "async": TOTAL.replace("def", "async def"),
    "a decorator": "@cache" + TOTAL,
    "another order": TOTAL.replace("items, tax=0.2", "tax=0.2, items=()"),
    "one more statement": TOTAL + "    pass\n",
}


@pytest.mark.parametrize("other", ALIKE.values(), ids=ALIKE)
def test_name_docstring_comments_and_layout_make_no_difference(other: str) -> None:
    assert fingerprint(other) == fingerprint(TOTAL) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [("'a'", '"a"'), ("f'{x}'", 'f"{x}"'), ("'''a'''", "'a'"), ("b''", 'b""'), ("f'{d[\"a\"]}'", "f\"{d['a']}\"")],
)
def test_which_quotes_hold_a_string_makes_no_difference(one: str, other: str) -> None:
    text = "def f():\n    return g(1, 2, 3, {0}, 4, 5)\n"
    assert fingerprint(text.format(one)) == fingerprint(text.format(other))


@pytest.mark.parametrize("other", UNLIKE.values(), ids=UNLIKE)
def test_anything_else_does(other: str) -> None:
    assert fingerprint(other) not in (fingerprint(TOTAL), "")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("    if a:\n        b(1, 2)\n        c(3, 4, 5)\n", "    if a:\n        b(1, 2)\n    c(3, 4, 5)\n"),
        ("    a = b\n    (c)(1, 2, 3, 4, 5)\n", "    a = b(c)(1, 2, 3, 4, 5)\n"),
        ("    return (1,), 2, 3, 4, 5, 6\n", "    return (1), 2, 3, 4, 5, 6\n"),
        ("    x = 'a' 'b' + f(1, 2, 3, 4)\n", "    x = 'ab' + f(1, 2, 3, 4)\n"),
        ("    return not a, b, c, d, e, f, g\n", "    return not (a, b, c, d, e, f, g)\n"),
    ],
)
def test_what_differs_only_in_structure_differs(one: str, other: str) -> None:
    assert fingerprint("def f():\n" + one) != fingerprint("def f():\n" + other)


def test_recursion_under_another_name_is_no_difference_but_calling_another_is() -> None:
    def text(name: str, callee: str) -> str:
        return f"def {name}(n):\n    return 1 if n < 2 else n * {callee}(n - 1) + {callee}(n - 2)\n"

    assert fingerprint(text("f", "f")) == fingerprint(text("g", "g"))
    assert fingerprint(text("f", "f")) != fingerprint(text("g", "f"))


def test_an_attribute_called_like_the_function_is_not_taken_for_recursion() -> None:
    text = "def {0}(self, x):\n    self.log(x, 1, 2)\n    return self.store.{1}(x, 1, 2)\n"
    assert fingerprint(text.format("save", "save")) == fingerprint(text.format("keep", "save"))


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "...",
        '"""Only words, as many of them as one could ever want to have in here."""',
        "raise NotImplementedError",
        "raise NotImplementedError(f'{a} {b} {c} {d} {e} {f} {g} {h} {i} {j}')",
        "return self._value",
        "return a(b, c)",
    ],
)
def test_small_functions_are_alike_by_chance_and_get_no_fingerprint(body: str) -> None:
    assert fingerprint(f"def f(self):\n    {body}\n") == ""


def test_classes_and_variables_get_none() -> None:
    assert {
        one.fingerprint
        for one in symbols("class A:\n    x = [1, 2, 3, 4, 5, 6, 7]\ny = [1, 2, 3, 4, 5, 6, 7]\n").values()
    } == {""}


@pytest.mark.parametrize(
    ("body", "complexity"),
    [
        ("return 1", 1),
        ("if a:\n        b()\n    elif c:\n        d()\n    else:\n        e()", 3),
        ("for a in b:\n        pass\n    while c:\n        pass", 3),
        ("try:\n        a()\n    except B:\n        pass\n    except C:\n        pass\n    finally:\n        d()", 3),
        ("return a and b or c", 3),
        ("return a if b else c", 2),
        ("return [a for b in c for d in e if f]", 4),
        ("match a:\n        case 1: pass\n        case 2 if b: pass", 4),
        ("match a:\n        case None: pass\n        case True: pass\n        case A(): pass", 4),
        ("match a:\n        case _ if b: pass\n        case b if c: pass", 5),
        ("with a: pass\n    assert b\n    return lambda: c", 1),
        ("match a:\n        case 1: pass\n        case _: pass", 2),
        ("match a:\n        case 1: pass\n        case other:\n            pass", 2),
        ("assert a and (b or c), d if e else f\n    return 1", 1),
        ("def g():\n        if a and b: pass\n    return g", 1),
        ("class A:\n        def m(self):\n            while a: pass\n    return A if b else None", 2),
    ],
)
def test_complexity_counts_where_the_flow_divides(body: str, complexity: int) -> None:
    assert symbols(f"def f():\n    {body}\n")["f"].complexity == complexity


@pytest.mark.parametrize(
    ("body", "nesting"),
    [
        ("return 1", 0),
        ("if a: b()", 1),
        ("if a:\n        b()\n    if c:\n        d()", 1),
        ("for a in b:\n        if c:\n            with d:\n                e()\n    f()", 3),
        ("try:\n        a()\n    except B:\n        for c in d:\n            pass", 2),
        ("if a:\n        def g():\n            while b:\n                if c: pass\n        return g", 1),
    ],
)
def test_nesting_is_the_depth_of_blocks(body: str, nesting: int) -> None:
    assert symbols(f"def f():\n    {body}\n")["f"].nesting == nesting


def test_classes_have_neither_and_size_counts_tokens_without_comments() -> None:
    found = symbols("class A:\n    def m(self):  # note\n        return 'a b c'\n")
    assert {name: (one.size, one.complexity, one.nesting) for name, one in found.items()} == {
        "A": (11, 0, 0),
        "A.m": (8, 1, 0),
    }


VARIED = """
def first(alpha: int, beta: dict[str, list[int]] | None = None, *rest: str, gamma: float = 0.5, **more: object) -> bool:
    if alpha and beta is not None and gamma > 0.25 or not rest:
        return {"one": alpha, "two": beta, "three": [gamma, *rest]}, (alpha,), more
    total = sum(alpha * weight for weight in (beta or {}).values() if weight not in rest) + first(alpha, beta)
    left, right = alpha + total, f"{gamma!r:>{alpha}} and {rest[0]}"
    with open(left) as source, open(right) as target:
        yield source.read().strip().replace("a", "b"), target
    raise ValueError(f"{alpha} is wrong") from None if alpha else total


@decorated(with_one="argument", with_another=["list", "of", "things"])
async def second(numbers, key=lambda item: item.value, *, until: int = -1) -> tuple[int, ...]:
    async for number in numbers[1 : until + 1]:
        assert isinstance(number, int), "numbers only, please"
        result = number if number > 0 else -number if number < -10 else await key(number)
    try:
        return tuple({result: until, **numbers}[key] for key in sorted(numbers, key=key, reverse=True))
    except (ValueError, KeyError) as problem:
        del numbers[0], result
    return None
"""


@pytest.mark.parametrize("width", ["40", "80", "200"])
@pytest.mark.parametrize("quotes", ["single", "double"])
def test_a_formatter_changes_neither_signatures_nor_fingerprints(width: str, quotes: str) -> None:
    style = ["--line-length", width, "--config", f"format.quote-style='{quotes}'"]
    command = [sys.executable, "-m", "ruff", "format", "--isolated", *style, "-"]
    formatted = subprocess.run(command, input=VARIED, capture_output=True, text=True, check=True).stdout
    assert formatted != VARIED
    before, after = outline_of(VARIED).symbols, outline_of(formatted).symbols
    assert [(one.signature, one.decorators) for one in before] == [(one.signature, one.decorators) for one in after]
    assert [one.fingerprint for one in before] == [one.fingerprint for one in after]
