"""Gate 4 for bodies: a function that keeps its name keeps doing something."""

from collections.abc import Mapping

import pytest

from agent.facts import facts_of_outline
from applier.facts import Facts, FileFacts, SymbolFact
from applier.gates import check
from applier.gates.hollow import check_bodies
from applier.scope import Declared, Problem, Scope
from repo_scan.languages import javascript, python

Files = Mapping[str, str]
SCOPE = Scope(("a", "b"))


def facts_of(files: Files) -> dict[str, FileFacts]:
    return {
        path: facts_of_outline(
            javascript.outline(path, "tsx", text) if path.endswith(".tsx") else python.outline(path, text)
        )
        for path, text in files.items()
    }


def judge(before: Files, after: Files, scope: Scope = SCOPE) -> list[Problem]:
    return list(check_bodies(before, after, Facts(facts_of(before), facts_of(after)), scope))


REAL = "def total(items):\n    found = [item.price for item in items]\n    return sum(found)\n"
SMALL = "def total(items):\n    return len(items)\n"
CLASS = "class Cart:\n    def total(self):\n        found = sorted(self.items)\n        return sum(found)\n"
SETTER = """\
class Cart:
    @property
    def rate(self):
        return self._rate
    @rate.setter
    def rate(self, value):
        self._rate = value
"""
LONG = """\
def total(items):
    found = {}
    for item in items:
        if item.price:
            found[item.name] = item.price * item.count
    return found
"""
DEAD = """\
def total(items):
    return len(items)
    if items:
        print(items)
        print(items[0], items[1])
"""
WEB = """\
function total(items) {
  const known = items.filter((item) => item.price > 0);
  return known.reduce((sum, item) => sum + item.price, 0);
}
"""
OVERLOADS = """\
@overload
def total(items: int) -> int: ...
@overload
def total(items: str) -> str: ...
def total(items):
    return items * 2
"""

STUBS = r'''
def total(items): ...
def total(items): pass
async def total(items): ...
def total(items): raise NotImplementedError
def total(items): return
def total(items): return None
def total(items): raise NotImplementedError("later")
def total(items): "Sum."; ...
def total(items): """Sum."""
def total(items): import os; pass
'''.strip().split("\n")

HOLLOWED: dict[str, tuple[Files, Files, tuple[str, str, int]]] = {
    **{stub: ({"a": REAL}, {"a": stub}, ("a", "a::total", 1)) for stub in STUBS},
    "a short body": ({"a": SMALL}, {"a": "def total(items):\n    pass\n"}, ("a", "a::total", 1)),
    "with a docstring": ({"a": REAL}, {"a": 'def total(items):\n    """Sum."""\n    ...\n'}, ("a", "a::total", 1)),
    "under a decorator": ({"a": REAL}, {"a": "\n@cache\ndef total(items):\n    pass\n"}, ("a", "a::total", 2)),
    "to a constant": ({"a": LONG}, {"a": "def total(items):\n    return {}\n"}, ("a", "a::total", 1)),
    "to an empty one": ({"a": LONG}, {"a": "def total(items):\n    return dict()\n"}, ("a", "a::total", 1)),
    "to a word": ({"a": LONG}, {"a": "def total(items):\n    return ''\n"}, ("a", "a::total", 1)),
    "to an error": ({"a": LONG}, {"a": "def total(items):\n    raise RuntimeError('no')\n"}, ("a", "a::total", 1)),
    "by a return before it": (
        {"a": LONG}, {"a": LONG.replace("    found = {}", "    return items\n    found = {}")}, ("a", "a::total", 1)
    ),
    "by an error before it": (
        {"a": LONG}, {"a": LONG.replace("    found = {}", "    raise X\n    found = {}")}, ("a", "a::total", 1)
    ),
    "by a condition": ({"a": LONG}, {"a": LONG.replace("if item.price:", "if False:")}, ("a", "a::total", 1)),
    "by a condition and more": (
        {"a": LONG}, {"a": LONG.replace("if item.price:", "if 0 and item.price:")}, ("a", "a::total", 1)
    ),
    "by a loop": (
        {"a": LONG}, {"a": LONG.replace("for item in items:", "while False:")}, ("a", "a::total", 1)
    ),
    "by an end in a loop": (
        {"a": LONG}, {"a": LONG.replace("        if item", "        continue\n        if item")}, ("a", "a::total", 1)
    ),
    "a constant where it went": (
        {"a": LONG}, {"a": "", "b": "def total(items):\n    return {}\n"}, ("b", "a::total", 1)
    ),
    "out of reach where it went": (
        {"a": LONG}, {"a": "", "b": LONG.replace("    found =", "    return 1\n    found =")}, ("b", "a::total", 1)
    ),
    **{
        web: ({"a.tsx": WEB}, {"a.tsx": web}, ("a.tsx", "a.tsx::total", 1))
        for web in (
            "function total(items) {}", "const total = () => {};", "const total = () => undefined;",
            "function total(items) { return null; }", "function total() { return {} as Sum; }",
            "function total() { return null as any; }", "function total() { return null!; }", "const total = () => [];",
            "async function total() { return Promise.resolve(); }", "function total() { return new Map(); }",
            "function total() { throw new Error('TODO'); }", "function total() { throw new NotImplementedError(); }",
            "function total() { return ``; }", "const total = () => ({});", "function total() { ; }",
            WEB.replace("  const", "  return 0;\n  const"), WEB.replace("  const", "  throw new Error();\n  const"),
            WEB.replace("const known", "if (false) f(items, items.length)\n  const known"),
            WEB.replace("const known", "while (0 && items) f(items, items.length)\n  const known"),
        )
    },
    "a method": ({"a": CLASS}, {"a": "class Cart:\n    def total(self): ...\n"}, ("a", "a::Cart.total", 2)),
    "a docstring at the margin": (
        {"a": CLASS},
        {"a": 'class Cart:\n    def total(self):\n        """Sum\nof all."""\n'},
        ("a", "a::Cart.total", 2),
    ),
    "a setter": ({"a": SETTER}, {"a": SETTER.replace("self._rate = value", "pass")}, ("a", "a::Cart.rate", 5)),
    "behind overloads": ({"a": OVERLOADS}, {"a": OVERLOADS.replace("return items * 2", "...")}, ("a", "a::total", 5)),
    "on the way elsewhere": ({"a": REAL}, {"a": "", "b": "def total(items): ...\n"}, ("b", "a::total", 1)),
    "into a class": ({"a": REAL}, {"a": "class A:\n    def total(self): ...\n"}, ("a", "a::total", 2)),
    "left behind by a move": ({"a": REAL}, {"a": "def total(items): ...\n", "b": REAL}, ("a", "a::total", 1)),
    "left behind by a merge": (
        {"a": REAL, "b": REAL.replace("total", "whole")},
        {"a": "def total(items): ...\n", "b": REAL.replace("total", "whole")},
        ("a", "a::total", 1),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "told"), HOLLOWED.values(), ids=HOLLOWED)
def test_a_body_that_was_thrown_away_is_refused_by_name(
    before: Files, after: Files, told: tuple[str, str, int]
) -> None:
    (problem,) = judge(before, after)
    path, source, line = told
    assert (problem.gate, problem.severity, problem.path, problem.line) == ("elision", "refuse", path, line)
    assert f"`{source.partition('::')[2]}`" in problem.message
    assert '"removed"' not in problem.message  # no way past: the function is still there


ABSTRACT = "class Base:\n    def total(self):\n        raise NotImplementedError\n"
KEPT: dict[str, tuple[Files, Files]] = {
    "nothing changed": ({"a": REAL}, {"a": REAL}),
    "delegation": ({"a": REAL}, {"a": "def total(items):\n    return whole(items)\n"}),
    "delegation without a value": ({"a": REAL}, {"a": "def total(items):\n    whole(items)\n"}),
    "an error of its own": ({"a": REAL}, {"a": "def total(items):\n    raise ValueError(items)\n"}),
    "a constant before": ({"a": "def total(items):\n    return 1\n"}, {"a": "def total(items):\n    return 0\n"}),
    "words that are one word now": ({"a": "def f():\n    return 'a' + 'b'\n"}, {"a": "def f():\n    return 'ab'\n"}),
    "a table": ({"a": LONG}, {"a": "def total(items):\n    return {'a': 1, 'b': 2}\n"}),
    "an expression": ({"a": LONG}, {"a": "def total(items):\n    return sum(i.price for i in items if i.price)\n"}),
    "a little one that hands back a name": ({"a": SMALL}, {"a": "def total(items):\n    return items\n"}),
    "its own error in place of another": (
        {"a": "def f(a):\n    raise A(a)\n"}, {"a": "def f(a):\n    raise B(f'no {a}')\n"}
    ),
    "code that never was run": ({"a": DEAD}, {"a": DEAD.replace("total(items)", "total(items: list)")}),
    "code that never was run, in part gone": ({"a": DEAD}, {"a": DEAD.replace("        print(items)\n", "")}),
    "code that never was run, and is gone": ({"a": DEAD}, {"a": "def total(items):\n    return len(items)\n"}),
    "a generator of nothing": ({"a": REAL}, {"a": "def total(items):\n    log(items)\n    return\n    yield\n"}),
    "what is said to be out of reach": (
        {"a": LONG}, {"a": LONG + "    raise AssertionError(f'{items} cannot be: there is nothing left')\n"}
    ),
    "an end in a branch": (
        {"a": REAL}, {"a": "def total(items):\n    if not items:\n        return 0\n    return sum(items)\n"}
    ),
    "an end in a loop": (
        {"a": REAL}, {"a": "def total(a):\n    for i in a:\n        if i:\n            continue\n        f(i.price)\n"}
    ),
    "functions behind the end, in JavaScript": (
        {"a.tsx": WEB}, {"a.tsx": "function total(a) {\n  return sum(a);\n  function sum(b) { return b[0] + 1; }\n}\n"}
    ),
    "a delegating arrow": ({"a.tsx": WEB}, {"a.tsx": "const total = (a) => sum(a);\n"}),
    "a bare component": ({"a.tsx": WEB}, {"a.tsx": "const total = () => <hr />;\n"}),
    "null in one case": (
        {"a.tsx": WEB}, {"a.tsx": "function total(a) {\n  if (!a) return null;\n  return a.reduce(add, 0);\n}\n"}
    ),
    "a break behind a return": (
        {"a.tsx": WEB}, {"a.tsx": "function total(a) { switch (a) { case 1: return f(a); break; default: g(a); } }\n"}
    ),
    "a declaration without a body": ({"a.tsx": WEB}, {"a.tsx": "declare function total(a: number[]): number;\n"}),
    "a stub before": ({"a": STUBS[0]}, {"a": STUBS[1]}),
    "a body of imports": ({"a": "def total():\n    import os\n"}, {"a": "def total():\n    pass\n"}),
    "an abstract method before": ({"a": ABSTRACT}, {"a": ABSTRACT.replace("raise NotImplementedError", "...")}),
    "a protocol": (
        {"a": "class P(Protocol):\n    def f(self) -> int: ...\n"}, {"a": "class P(Protocol):\n    def f(self): pass\n"}
    ),
    "overloads": ({"a": OVERLOADS}, {"a": OVERLOADS.replace("items * 2", "2 * items")}),
    "overloads that are new": ({"a": REAL}, {"a": OVERLOADS}),
    "a stub that was filled": ({"a": STUBS[0]}, {"a": REAL}),
    "a new stub": ({"a": REAL}, {"a": REAL + "def more(): ...\n"}),
    "moved as it was": ({"a": REAL}, {"a": "", "b": REAL}),
    "moved and reworked": ({"a": REAL}, {"a": "", "b": SMALL}),
    "gone, which gate 5 tells": ({"a": REAL}, {"a": ""}),
    "the file is gone": ({"a": REAL}, {}),
    "pulled down into a class that is new": (
        {"a": CLASS.replace("Cart", "Base")}, {"a": ABSTRACT, "b": CLASS.replace("sorted", "list")}
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), KEPT.values(), ids=KEPT)
def test_nothing_is_said_where_bodies_stand_or_never_stood(before: Files, after: Files) -> None:
    assert judge(before, after) == []


ASKED: list[tuple[Files, Files]] = [
    ({"a": REAL}, {"a": "def total(items):\n    return 0\n"}),
    ({"a": SMALL}, {"a": "def total(items):\n    return True\n"}),
    ({"a": LONG}, {"a": "def total(items):\n    return items\n"}),
    ({"a.tsx": WEB}, {"a.tsx": "const total = (items) => items;\n"}),
    ({"a.tsx": "const total = (a) => a.length > 0 && ok();\n"}, {"a.tsx": "const total = (a) => true;\n"}),
]


@pytest.mark.parametrize(("before", "after"), ASKED)
def test_what_may_really_have_come_to_so_little_is_asked_about(before: Files, after: Files) -> None:
    (problem,) = judge(before, after)
    assert (problem.gate, problem.severity) == ("elision", "ask")
    assert '"type": "changed"' in problem.message


TO_A_CONSTANT = ({"a": LONG}, {"a": "def total(items):\n    return {}\n"})
NOTHING = ({"a": LONG}, {"a": STUBS[0]})
UNREACHED = ({"a": LONG}, {"a": LONG.replace("    found = {}", "    return 1\n    found = {}")})


@pytest.mark.parametrize(
    ("texts", "scope", "severity"),
    [
        (TO_A_CONSTANT, Scope((), changed=(Declared("a", "total", "Prices are gone."),)), "note"),
        (TO_A_CONSTANT, Scope((), changed=(Declared("a", "total", " "),)), "refuse"),
        (TO_A_CONSTANT, Scope((), changed=(Declared("b", "total", "Prices are gone."),)), "refuse"),
        (TO_A_CONSTANT, Scope((), removed=(Declared("a", "total", "Prices are gone."),)), "refuse"),
        (TO_A_CONSTANT, Scope((), criteria=("`total` is empty for everybody",)), "ask"),
        (TO_A_CONSTANT, Scope((), criteria=("totals are empty for everybody",)), "refuse"),
        (NOTHING, Scope((), changed=(Declared("a", "total", "Prices are gone."),)), "refuse"),
        (NOTHING, Scope((), removed=(Declared("a", "total", "Nobody calls it."),)), "refuse"),
        (NOTHING, Scope((), criteria=("`total` is empty",)), "refuse"),
        (UNREACHED, Scope((), changed=(Declared("a", "total", "Prices are gone."),)), "refuse"),
    ],
)
def test_a_constant_may_be_declared_or_asked_for_and_nothing_else(
    texts: tuple[Files, Files], scope: Scope, severity: str
) -> None:
    (problem,) = judge(*texts, scope)
    assert problem.severity == severity


def test_of_what_is_not_known_nothing_is_said() -> None:
    symbol = SymbolFact("total", "function", "(items)", 1)
    facts = Facts(
        {"a": FileFacts("a", "python", symbols=(symbol,))}, {"a": FileFacts("a", "python", symbols=(symbol,))}
    )
    assert check_bodies({"a": REAL}, {"a": STUBS[0]}, facts, SCOPE) == ()


def test_it_is_one_of_the_gates() -> None:
    before, after = {"a": REAL}, {"a": STUBS[0]}
    problems = check(before, after, Facts(facts_of(before), facts_of(after)), Scope(("a",)))
    assert [problem.gate for problem in problems] == ["elision"]
