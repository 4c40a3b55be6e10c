"""Gate 14: a step meets its criteria or makes something better, and makes nothing that nobody needs."""

from dataclasses import replace

import pytest

from applier.gates.worth import check_worth
from applier.scope import Declared, Scope
from tests.gating import Files, judge

PLAIN = "def total(items):\n    return sum(item.price for item in items)\n"
TANGLED = """\
from shop.rounding import exact


def total(items):
    result = 0
    for item in items:
        if item.price is None:
            result = result
        else:
            result = exact(result + item.price)
    return result
"""
ROUNDING = {"shop/rounding.py": "def exact(value):\n    return value\n"}
LONG = "def {}(number):\n    digits = ''.join(sign for sign in number if sign.isdigit())\n    return '+' + digits\n"
A = "shop/a.py"
NO = Scope(())


def scope(*criteria: str) -> Scope:
    return Scope((), criteria=criteria)


HELPED = "def _price(item):\n    return item.price\n\n\ndef total(items):\n    return sum(map(_price, items))\n"
TWICE = HELPED.replace("sum(map(_price, items))", "_price(items[0]) + _price(items[1])")
LENGTHY = "def _p(x):\n" + "    x = x.next()\n" * 14 + "    return x\n\n\ndef total(items):\n    return _p(items)\n"
METHOD = "class A:\n    def total(self):\n        return sum(self.items)\n"
METHODS = METHOD.replace("sum(self.items)", "self._sum()") + "\n    def _sum(self):\n        return sum(self.items)\n"
INSIDE = "".join(f"    {line}\n" for line in LONG.format("clean").splitlines())

FINE: dict[str, tuple[Files, Files, Files, Scope]] = {
    "as it was": ({A: PLAIN}, {A: PLAIN}, {}, scope("`gone` is in shop/a.py")),
    "shorter": ({A: TANGLED}, {A: PLAIN}, ROUNDING, NO),
    "longer": ({A: PLAIN}, {A: PLAIN.replace("return", "# all\n    return")}, {}, NO),
    "longer and more branches": (
        {A: PLAIN},
        {A: "def total(items):\n    if not items:\n        return 0\n    return sum(items)\n"},
        {},
        NO,
    ),
    "all but the imports": ({A: PLAIN}, {A: TANGLED.replace("from shop.rounding", "from math")}, {}, NO),
    "worse, and meets a criterion": (
        {A: PLAIN},
        {A: TANGLED},
        ROUNDING,
        scope("shop/a.py imports `exact` from shop.rounding"),
    ),
    "worse, where only formatting may change": ({A: PLAIN}, {A: TANGLED}, ROUNDING, Scope((), only=("formatting",))),
    "broken, which gate 3 tells": ({A: PLAIN}, {A: TANGLED.replace("):", "(:")}, ROUNDING, NO),
    "words": ({"a.md": "a\n"}, {"a.md": "a\n\nb\n"}, {}, NO),
    "a criterion that is met": ({A: PLAIN}, {A: PLAIN + "x = 1\n"}, {}, scope("`x` is in shop/a.py")),
    "criteria for readers": ({A: PLAIN}, {A: PLAIN + "x = 1\n"}, {}, scope("It reads well", "`total` is clear")),
    "a helper with two callers": (
        {A: PLAIN},
        {A: TWICE},
        {},
        NO,
    ),
    "a public function": (
        {A: PLAIN},
        {A: "def price(item):\n    return item.price\n\n\ndef total(items):\n    return sum(map(price, items))\n"},
        {},
        NO,
    ),
    "a helper that was asked for": (
        {A: PLAIN},
        {A: HELPED},
        {},
        scope("`total` calls `_price`"),
    ),
    "a helper that the title names": (
        {A: PLAIN},
        {A: HELPED},
        {},
        Scope((), goal="Less code\nGive _price a name"),
    ),
    "a helper that moved": (
        {A: "def _p(x):\n    return x\n", "shop/b.py": "x = 1\n"},
        {A: "x = 1\n", "shop/b.py": "def _p(x):\n    return x\n\n\n_p(1)\n"},
        {},
        NO,
    ),
    "a helper that is long": (
        {A: PLAIN},
        {A: LENGTHY},
        {},
        NO,
    ),
    "a copy that was there": (
        {A: LONG.format("clean")},
        {A: "x = 1\n" + LONG.format("clean")},
        {"shop/b.py": LONG.format("tidy")},
        NO,
    ),
    "a rename that was asked for": (
        {A: LONG.format("clean")},
        {A: LONG.format("tidy")},
        {},
        scope("`clean` of shop/a.py is called `tidy`"),
    ),
    "a rename that is declared": (
        {A: LONG.format("clean")},
        {A: LONG.format("tidy")},
        {},
        Scope((), removed=(Declared(A, "clean", "tidy says it better"),)),
    ),
    "a move": (
        {A: LONG.format("clean"), "shop/b.py": "x = 1\n"},
        {A: "x = 1\n", "shop/b.py": LONG.format("clean")},
        {},
        NO,
    ),
    "into a class": (
        {A: LONG.format("clean")},
        {A: "class Phone:\n    @staticmethod\n" + INSIDE},
        {},
        NO,
    ),
}


@pytest.mark.parametrize(("before", "after", "others", "scope"), FINE.values(), ids=FINE)
def test_nothing_is_said_of_a_step_that_is_worth_it(before: Files, after: Files, others: Files, scope: Scope) -> None:
    assert judge(check_worth, before, after, others, scope) == []


TOLD: dict[str, tuple[Files, Files, Files, Scope, str, str | None, str]] = {
    "worse by every measure": ({A: PLAIN}, {A: TANGLED}, ROUNDING, NO, "refuse", None, "lines 2 → 9, complexity 2 → 3"),
    "worse, with something new for others": (
        {A: PLAIN},
        {A: TANGLED + "\n\ndef other():\n    return total([])\n"},
        ROUNDING,
        NO,
        "ask",
        None,
        "every measure",
    ),
    "worse, with criteria for readers": (
        {A: PLAIN},
        {A: TANGLED},
        ROUNDING,
        scope("It reads well"),
        "ask",
        None,
        "every measure",
    ),
    "no criterion": (
        {A: PLAIN},
        {A: PLAIN + "x = 1\n"},
        {},
        scope("`y` is in shop/a.py"),
        "refuse",
        None,
        "None of the criteria of this step is met: “`y` is",
    ),
    "neither of two": (
        {A: PLAIN},
        {A: PLAIN + "x = 1\n"},
        {},
        scope("`y` is in shop/a.py", "`total` is not in shop/a.py"),
        "refuse",
        None,
        "“`total` is not",
    ),
    "one of two": (
        {A: PLAIN},
        {A: PLAIN + "x = 1\n"},
        {},
        scope("`y` is in shop/a.py", "`x` is in shop/a.py"),
        "ask",
        None,
        "“`y` is in shop/a.py”",
    ),
    "one, and others for readers": (
        {A: PLAIN},
        {A: PLAIN + "x = 1\n"},
        {},
        scope("`y` is in shop/a.py", "It reads well"),
        "ask",
        None,
        "One of the criteria",
    ),
    "a helper with one caller": (
        {A: PLAIN},
        {A: HELPED},
        {},
        NO,
        "note",
        A,
        "`_price` has one caller",
    ),
    "a method with one caller": (
        {A: METHOD},
        {A: METHODS},
        {},
        NO,
        "note",
        A,
        "`_sum`",
    ),
    "a helper in TypeScript": (
        {"a.ts": "export const f = (x: number) => x;\n"},
        {"a.ts": "const g = (x: number) => x;\nexport const f = (x: number) => g(x);\n"},
        {},
        NO,
        "note",
        "a.ts",
        "`g`",
    ),
    "a copy": (
        {A: "x = 1\n"},
        {A: LONG.format("clean")},
        {"shop/b.py": LONG.format("tidy")},
        NO,
        "note",
        A,
        "`clean` says the same as `tidy` of shop/b.py (line 1)",
    ),
    "a rename": (
        {A: LONG.format("clean") + "clean('7')\n"},
        {A: LONG.format("tidy") + "tidy('7')\n"},
        {},
        NO,
        "note",
        A,
        "`clean` is called `tidy` now",
    ),
}


@pytest.mark.parametrize(("before", "after", "others", "scope", "severity", "path", "words"), TOLD.values(), ids=TOLD)
def test_what_is_of_no_use_is_told(
    before: Files, after: Files, others: Files, scope: Scope, severity: str, path: str | None, words: str
) -> None:
    [problem] = judge(check_worth, before, after, others, scope)
    assert (problem.gate, problem.severity, problem.path) == ("worth", severity, path)
    assert words in problem.message


def test_criteria_of_files_that_the_step_deleted_are_decided() -> None:
    step = replace(NO, criteria=("shop/a.py is gone", "`total` stands in shop/b.py only"))
    assert judge(check_worth, {A: PLAIN, "shop/b.py": "x = 1\n"}, {"shop/b.py": PLAIN}, scope=step) == []
    [problem] = judge(check_worth, {A: PLAIN, "shop/b.py": "x = 1\n"}, {A: PLAIN, "shop/b.py": PLAIN}, scope=step)
    assert problem.severity == "refuse"
