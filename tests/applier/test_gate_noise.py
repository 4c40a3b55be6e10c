"""Gate 10: parts that a step is not about keep their layout; what it is about may have any."""

from textwrap import dedent

import pytest

from applier.facts import Facts
from applier.gates.noise import check_noise, only_spaced
from applier.scope import Problem, Scope
from tests.gating import Files, judge

PYTHON = '''\
"""Carts."""

import os
import re
from pathlib import Path

RATES = {'low': 7, 'high': 19}  # per cent


class Cart:
    """What is bought."""

    limit = 10

    def __init__(self, items):
        self.items = items

    def total(self):
        """The sum of all.

        In cents.
        """
        found = [item.price for item in self.items]
        return sum(found)


def shown(cart, file):
    text = "{} of {}".format(cart.total(), Cart.limit)
    return re.sub(' +', ' ', text) + os.linesep + Path(file).name


def last(cart):
    return cart.items[-1]
'''
TYPESCRIPT = """\
import { a } from './a';
import { b } from './b';

export type Point = { x: number; y: number };

export const origin: Point = { x: 0, y: 0 };

/** Adds. */
export function add(one: Point, other: Point): Point {
  return { x: one.x + other.x, y: one.y + other.y };
}

export class Shape {
  private points: Point[] = [];

  add(point: Point): void {
    this.points.push(point);
  }

  first(): Point {
    return this.points[0] ?? origin;
  }
}

export const far = (one: Point): boolean => a(one.x) > b(one.y);
"""
PATHS = {"py": "shop/cart.py", "ts": "src/shape.ts"}
TEXTS = {"py": PYTHON, "ts": TYPESCRIPT}
LAST = "def last(cart):\n    return cart.items[-1]\n"
TOUCHED = "def last(cart):\n    *_, found = cart.items\n    return found\n"

FINE: dict[str, tuple[str, str, str]] = {
    "a body": ("py", LAST, TOUCHED),
    "other quotes in what is touched": (
        "py",
        "re.sub(' +', ' ', text) + os.linesep",
        're.sub(" +", " ", text) + "\\n"',
    ),
    "other line breaks in what is touched": (
        "py",
        "[item.price for item in self.items]",
        "[\n            one.price\n            for one in self.items\n        ]",
    ),
    "a comment": ("py", "# per cent", "# in per cent"),
    "a comment in a body": ("py", "    return cart.items[-1]", "    # the newest\n    return cart.items[-1]"),
    "a docstring": ("py", "In cents.", "In whole cents."),
    "a docstring that came": ("py", "def last(cart):\n", 'def last(cart):\n    """The newest."""\n'),
    "an import that came": ("py", "import os\n", "import json\nimport os\n"),
    "an import that went": ("py", "import os\nimport re\n", "import re\n"),
    "an import in other words": ("py", "import os\n", "from os import linesep\n"),
    "a function that went": ("py", f"\n\n{LAST}", ""),
    "a function that came": ("py", LAST, f"{LAST}\n\n{LAST.replace('last', 'newest')}"),
    "a method that came": (
        "py",
        "    def total(self):",
        "    def size(self):\n        return 1\n\n    def total(self):",
    ),
    "a function under another name": ("py", "def last(", "def newest("),
    "a function that became a method": ("py", LAST, f"class Last:\n    {LAST.replace('    ', '        ')}"),
    "a decorator": ("py", "def last(", "@cache\ndef last("),
    "a base class": ("py", "class Cart:", "class Cart(Base):"),
    "a constant": ("py", "'high': 19}", '"high": 16}'),
    "a comment between functions": ("py", "\n\ndef last(", "\n\n# The newest.\ndef last("),
    "all in a block": ("py", LAST, f"if True:\n    {LAST.replace('    ', '        ')}"),
    "a body of TypeScript": ("ts", "a(one.x) > b(one.y)", 'a(one.x, "x") > b(one.y)'),
    "a comment of TypeScript": ("ts", "/** Adds. */", "/** The sum. */"),
    "a method of TypeScript": ("ts", "?? origin;", "|| origin"),
    "an import of TypeScript": ("ts", "import { a } from './a';", 'import { a } from "./c";'),
    "no more export": ("ts", "export class Shape", "class Shape"),
    "a method between": ("ts", "  first()", "  size(): number {\n    return 1\n  }\n\n  first()"),
}


@pytest.mark.parametrize(("kind", "old", "new"), FINE.values(), ids=FINE)
def test_what_a_step_is_about_may_have_any_layout(kind: str, old: str, new: str) -> None:
    assert old in TEXTS[kind]
    path = PATHS[kind]
    assert judge(check_noise, {path: TEXTS[kind]}, {path: TEXTS[kind].replace(old, new)}) == []


OTHERS: dict[str, tuple[Files, Files]] = {
    "as it was": ({"a.py": PYTHON}, {"a.py": PYTHON}),
    "gone": ({"a.py": PYTHON}, {}),
    "new": ({}, {"a.py": PYTHON}),
    "moved to another file": ({"a.py": PYTHON}, {"a.py": PYTHON.replace(LAST, ""), "b.py": LAST.replace("    ", "  ")}),
    "broken, which gate 3 tells": ({"a.py": "x = 'a'\ny = 1\n"}, {"a.py": 'x = "a"\ny = (\n'}),
    "broken before": ({"a.py": "x = 'a'\ny = (\n"}, {"a.py": 'x = "a"\ny = 1\n'}),
    "of no known language": ({"a.yml": "a: 'b'\n"}, {"a.yml": 'a: "b"\n'}),
    "another value": ({"a.py": "x = 'a'\n"}, {"a.py": 'x = "b"\n'}),
    "into a block, which means another thing": (
        {"a.py": "def f():\n    if x:\n        g()\n    h()\n"},
        {"a.py": "def f():\n    if x:\n        g()\n        h()\n"},
    ),
    "on two lines, which means another thing": (
        {"a.py": "def f():\n    return g(x)\n"},
        {"a.py": "def f():\n    return g\n    (x)\n"},
    ),
    "lines of a text": (
        {"a.py": "def f():\n    return '''a\n    b'''\n"},
        {"a.py": "def f():\n    return '''a\n  b'''\n"},
    ),
    "of a template": ({"a.ts": "const a = `x\n  y`;\n"}, {"a.ts": "const a = `x\n y`;\n"}),
    "an empty file": ({"a.py": ""}, {"a.py": "x = 1\n"}),
    "two of one name": ({"a.py": "x = 1\nf()\nx = 1\n"}, {"a.py": "x = 1\nx = 1\nf()\n"}),
    "imports put to the top": (
        {"a.py": "import b\nf()\nimport a\nx = 1\n"},
        {"a.py": "import a\nimport b\nf()\nx = 1\n"},
    ),
}


@pytest.mark.parametrize(("before", "after"), OTHERS.values(), ids=OTHERS)
def test_nothing_is_said_where_nothing_can_be_compared_or_nothing_says_the_same(before: Files, after: Files) -> None:
    assert judge(check_noise, before, after) == []


NOISY: dict[str, tuple[str, str, str, str, str]] = {
    "wrapped": ("py", "return cart.items[-1]", "return cart.items[\n        -1\n    ]", "ask", "`last`"),
    "in brackets": ("py", "return cart.items[-1]", "return (\n        cart.items[-1]\n    )", "ask", "`last`"),
    "quotes": ("py", "{'low': 7, 'high': 19}", '{"low": 7, "high": 19}', "ask", "`RATES`"),
    "a comma": ("py", "'high': 19}", "'high': 19,}", "ask", "`RATES`"),
    "blanks at line ends": ("py", "limit = 10", "limit = 10  ", "note", "blanks at line ends"),
    "a blank line in a body": ("py", "    return cart", "\n    return cart", "note", "`last`"),
    "a method": ("py", "sum(found)", "sum( found )", "ask", "`Cart.total`"),
    "the head of a class": ("py", "class Cart:", "class Cart():", "", ""),
    "the order of imports": ("py", "import os\nimport re\n", "import re\nimport os\n", "ask", "order of imports"),
    "an import in brackets": ("py", "import Path", "import (\n    Path,\n)", "ask", "The import in line 5"),
    "a blank line between": ("py", "\n\ndef last(", "\ndef last(", "note", "`last`"),
    "blank lines between": ("py", "\n\n\n", "\n\n", "ask", "blank lines"),
    "a semicolon": ("ts", "origin: Point = { x: 0, y: 0 };", "origin: Point = { x: 0, y: 0 }", "ask", "`origin`"),
    "quotes of imports": ("ts", "'./a'", '"./a"', "ask", "import in line 1"),
    "braces": ("ts", "    this.points.push(point);\n", "this.points.push(point);\n", "ask", "`Shape.add`"),
    "a type over lines": ("ts", "{ x: number; y: number }", "{\n  x: number,\n  y: number,\n}", "ask", "`Point`"),
}


@pytest.mark.parametrize(("kind", "old", "new", "severity", "words"), NOISY.values(), ids=NOISY)
def test_a_part_that_is_only_laid_out_anew_is_told(kind: str, old: str, new: str, severity: str, words: str) -> None:
    path = PATHS[kind]
    assert old in TEXTS[kind]
    found = judge(check_noise, {path: TEXTS[kind]}, {path: TEXTS[kind].replace(old, new)})
    assert [(each.gate, each.severity, each.path) for each in found] == ([("noise", severity, path)] if words else [])
    assert all(words in each.message for each in found)


ALL_OVER = {
    "quotes": ("py", "'", '"'),
    "indentation": ("py", "    ", "  "),
    "tabs": ("ts", "  ", "\t"),
    "semicolons": ("ts", ";\n", "\n"),
}


@pytest.mark.parametrize(("kind", "old", "new"), ALL_OVER.values(), ids=ALL_OVER)
def test_a_file_that_is_mostly_reformatted_is_refused(kind: str, old: str, new: str) -> None:
    path, text = PATHS[kind], TEXTS[kind]
    changed = text.replace(old, new)
    if kind == "py" and old == "'":
        changed = changed.replace("limit = 10", "limit=10").replace("cart.items[-1]", "(cart.items[-1])")
    [problem] = judge(check_noise, {path: text}, {path: changed})
    assert (problem.gate, problem.severity, problem.path) == ("noise", "refuse", path)
    assert "character for character" in problem.message


QUOTES = {"a.py": "x = 'a'\ny = 'b'\nz = 1\n"}, {"a.py": 'x = "a"\ny = "b"\nz = 2\n'}


@pytest.mark.parametrize(
    "scope",
    [
        Scope((), only=("formatting",)),
        Scope((), only=("imports", "formatting")),
        Scope((), formatted=frozenset({"a.py"})),
        Scope((), criteria=("Strings of a.py stand in double quotes.",)),
        Scope((), criteria=("It is ready", "a.py is formatted as black does it")),
    ],
)
def test_a_step_that_is_about_layout_and_a_file_that_is_formatted_are_free(scope: Scope) -> None:
    assert judge(check_noise, *QUOTES, scope=scope) == []


@pytest.mark.parametrize(
    "scope",
    [
        Scope(()),
        Scope((), only=("docstrings",)),
        Scope((), formatted=frozenset({"b.py"})),
        Scope((), criteria=("z is 2",)),
    ],
)
def test_no_other_step_is(scope: Scope) -> None:
    [problem] = judge(check_noise, *QUOTES, scope=scope)
    assert problem.severity == "refuse"
    assert "`x`, `y`" in problem.message


def test_of_many_parts_some_are_named_and_the_others_counted() -> None:
    before = "".join(f"x{n} = 'a'\n" for n in range(9))
    [problem] = judge(check_noise, {"a.py": before}, {"a.py": before.replace("'", '"')})
    assert "`x4`, 4 more." in problem.message


MARKUP = """\
    export const List = ({ names }) => (
      <ul>
        {names.map((name) => <li>Hello {name}
        and all</li>)}
      </ul>
    );
    export const one = 1;
"""


def test_markup_is_indented_and_not_changed_by_that() -> None:
    text = dedent(MARKUP)
    [problem] = judge(check_noise, {"a.tsx": text}, {"a.tsx": text.replace("  ", "\t")})
    assert "`List`" in problem.message
    assert judge(check_noise, {"a.tsx": text}, {"a.tsx": text.replace("Hello {", "Hello{")}) == []


def spaced(before: Files, after: Files, scope: Scope | None = None) -> bool:
    answers: list[bool] = []

    def gate(old: Files, new: Files, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
        answers.append(only_spaced(old, new, lambda: facts, scope))
        return ()

    judge(gate, before, after, scope=scope)
    return answers[0]


BLANKS = {
    "a line less": ("py", "\n\n\ndef shown", "\n\ndef shown"),
    "a line more": ("py", "return sum(found)", "\n        return sum(found)"),
    "all of them": ("ts", "\n\n", "\n"),
    "blanks at line ends": ("ts", ";\n", ";  \n"),
}


@pytest.mark.parametrize(("kind", "old", "new"), BLANKS.values(), ids=BLANKS)
def test_a_step_that_changed_blanks_alone_did_nothing(kind: str, old: str, new: str) -> None:
    path, text = PATHS[kind], TEXTS[kind]
    assert old in text
    assert spaced({path: text}, {path: text.replace(old, new)})


MORE = {
    "a name": ("py", "found", "rest"),
    "a line within a string": ("py", "The sum of all.\n\n", "The sum of all.\n"),
    "blanks within a line": ("py", "limit = 10", "limit  =  10"),
    "quotes": ("py", "'low'", '"low"'),
    "a comment": ("py", "  # per cent", ""),
    "a statement less": ("py", "    limit = 10\n\n", ""),
    "another order": (
        "ts",
        "import { a } from './a';\nimport { b } from './b';",
        "import { b } from './b';\nimport { a } from './a';",
    ),
}


@pytest.mark.parametrize(("kind", "old", "new"), MORE.values(), ids=MORE)
def test_a_step_that_changed_anything_else_did_something(kind: str, old: str, new: str) -> None:
    path, text = PATHS[kind], TEXTS[kind]
    assert old in text
    assert not spaced({path: text}, {path: text.replace(old, new)})


def test_a_step_about_layout_and_one_that_makes_a_file_did_something() -> None:
    before, after = {"a.py": "x = 1\n\n\ny = 2\n"}, {"a.py": "x = 1\ny = 2\n"}
    assert spaced(before, after)
    assert not spaced(before, after, Scope((), only=("formatting",)))
    assert not spaced(before, after, Scope((), goal="Sort out the blank lines"))
    assert not spaced(before, {**after, "b.py": ""})
    assert not spaced({"a.md": "x\n\ny\n"}, {"a.md": "x\ny\n"})  # there it makes a paragraph
    assert not spaced(before, before)
