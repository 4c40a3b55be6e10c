"""Gate 4 for bodies: a function that keeps its name keeps doing something."""

import ast
from collections.abc import Iterator, Mapping, Sequence

import pytest

from applier.facts import Facts, FileFacts, SymbolFact
from applier.gates import check
from applier.gates.hollow import check_bodies
from applier.gates.stub import is_stub
from applier.scope import Declared, Problem, Scope

Files = Mapping[str, str]


def _symbols(node: ast.AST, inside: str = "") -> Iterator[SymbolFact]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield SymbolFact(inside + child.name, "class", "", child.lineno, end_line=child.end_lineno or 0)
            yield from _symbols(child, f"{inside}{child.name}.")
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([child.lineno, *(each.lineno for each in child.decorator_list)])
            body = "\n".join(map(ast.dump, child.body))
            yield SymbolFact(
                inside + child.name,
                "method" if inside else "function",
                ast.unparse(child.args),
                first,
                ast.get_docstring(child),
                fingerprint=body if len(body) > 60 else "",
                end_line=child.end_lineno or 0,
            )
        else:
            yield from _symbols(child, inside)


def facts_of(files: Files) -> dict[str, FileFacts]:
    return {path: FileFacts(path, "python", symbols=tuple(_symbols(ast.parse(text)))) for path, text in files.items()}


def judge(before: Files, after: Files, removed: Sequence[Declared] = ()) -> list[Problem]:
    facts = Facts(facts_of(before), facts_of(after))
    return list(check_bodies(before, after, facts, Scope(tuple(before), removed=tuple(removed))))


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
    "a constant": ({"a": REAL}, {"a": "def total(items):\n    return 0\n"}),
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


def test_what_is_still_there_cannot_be_declared_removed() -> None:
    before, after = {"a": REAL}, {"a": STUBS[0]}
    assert len(judge(before, after, [Declared("a", "total", "Nobody calls it.")])) == 1


def test_where_the_end_of_a_definition_is_not_known_nothing_is_said() -> None:
    symbol = SymbolFact("total", "function", "(items)", 1)
    facts = Facts(
        {"a": FileFacts("a", "python", symbols=(symbol,))}, {"a": FileFacts("a", "python", symbols=(symbol,))}
    )
    assert check_bodies({"a": REAL}, {"a": STUBS[0]}, facts, Scope(("a",))) == ()


def test_it_is_one_of_the_gates() -> None:
    before, after = {"a": REAL}, {"a": STUBS[0]}
    problems = check(before, after, Facts(facts_of(before), facts_of(after)), Scope(("a",)))
    assert [problem.gate for problem in problems] == ["elision"]


OF_BRACES: list[tuple[str, bool | None]] = [
    ("function f(a) {}", True),
    ("function f(a) {\n  // the rest as before\n}", True),
    ("const f = (a) => { /* … */ };", True),
    ("total() { throw new Error('Not implemented'); }", True),
    ("total() { throw new Error(`not yet implemented`) }", True),
    ("total() { return; }", True),
    ("function f(a) { return {} }", False),
    ("const f = (a) => ({})", False),
    ("function f(a) { return g(a) }", False),
    ("function f(a) { fetch('http://x.org'); }", False),
    ("function f(a) { throw new Error(a) }", False),
    ("declare function f(): void;", False),
    ("constructor(private readonly items: Item[]) {}", False),
    ("constructor(items: Item[]) {}", True),
    ("", None),
]


@pytest.mark.parametrize(("source", "expected"), OF_BRACES)
def test_functions_in_braces_are_told_apart_as_well(source: str, expected: bool | None) -> None:
    assert is_stub(source, "typescript") is expected


@pytest.mark.parametrize(
    ("source", "language"),
    [
        ("def f(:", "python"),
        ("x = 1", "python"),
        ("", "python"),
        ("\0", "python"),
        ("(" * 999, "python"),
        ("f()", None),
    ],
)
def test_what_cannot_be_told_is_not_guessed(source: str, language: str | None) -> None:
    assert is_stub(source, language) is None
