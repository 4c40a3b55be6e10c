"""Gate 5: what vanished is found elsewhere, declared, or refused."""

from collections.abc import Mapping, Sequence

import pytest

from applier.facts import Facts, FileFacts, SymbolFact, SyntaxFault, TestFact
from applier.gates.loss import check_loss
from applier.scope import Declared, Problem, Scope
from tests.gating import judge as gated

Item = SymbolFact | TestFact
Files = Mapping[str, Sequence[Item]]


def function(name: str, print_: str = "", signature: str = "()", line: int = 1, doc: str | None = None) -> SymbolFact:
    kind = "method" if "." in name else "function"
    return SymbolFact(name, kind, signature, line, doc, fingerprint=print_ or f"body of {name}")


def cls(name: str, line: int = 1, doc: str | None = None) -> SymbolFact:
    return SymbolFact(name, "class", "", line, doc)


def value(name: str, line: int = 1) -> SymbolFact:
    return SymbolFact(name, "attribute" if "." in name else "variable", "", line)


def run(name: str, line: int = 1) -> TestFact:
    return TestFact(name, line, 1, False)


def file(path: str, items: Sequence[Item], language: str | None = "python", faults: int = 0) -> FileFacts:
    return FileFacts(
        path,
        language,
        faults=(SyntaxFault(1, "invalid syntax"),) * faults,
        symbols=tuple(item for item in items if isinstance(item, SymbolFact)),
        tests=tuple(item for item in items if isinstance(item, TestFact)),
    )


def judge(before: Files, after: Files, others: Files | None = None, removed: Sequence[Declared] = ()) -> list[Problem]:
    facts = Facts(
        *({path: file(path, items) for path, items in files.items()} for files in (before, after, others or {}))
    )
    texts = [{path: f"text of {path}\n" for path in files} for files in (before, after)]
    return list(check_loss(texts[0], texts[1], facts, Scope(tuple(before), removed=tuple(removed))))


def reason(path: str, name: str, text: str = "nobody calls it") -> Declared:
    return Declared(path, name, text)


F, G = function("f"), function("g")
CART = [cls("Cart", 1), function("Cart.add", line=2), function("Cart.total", line=5), value("Cart.tax", 9)]
TEST: list[Item] = [function("test_f"), run("test_f")]
TEST_IN_CLASS: list[Item] = [cls("TestF"), function("TestF.test_f"), run("TestF.test_f")]

NOTHING_LOST: dict[str, tuple[Files, Files, Files, list[Declared]]] = {
    "nothing happened": ({"a": [F]}, {"a": [F]}, {}, []),
    "an empty file": ({"a": []}, {"a": []}, {}, []),
    "a new file": ({}, {"a": [F]}, {}, []),
    "order and lines changed": ({"a": [F, G]}, {"a": [function("g", line=1), function("f", line=9)]}, {}, []),
    "body and signature changed": ({"a": [F]}, {"a": [function("f", "other", "(x)")]}, {}, []),
    "moved to a new file": ({"a": [F, G]}, {"a": [F], "b": [G]}, {}, []),
    "moved with another body": ({"a": [F]}, {"a": [], "b": [function("f", "other")]}, {}, []),
    "moved to a file that was there": ({"a": [F], "b": [G]}, {"a": [], "b": [G, F]}, {}, []),
    "file renamed": ({"a": [F, *CART]}, {"b": [F, *CART]}, {}, []),
    "method became a function": ({"a": CART}, {"a": [*CART[:1], *CART[2:], function("add", "new")]}, {}, []),
    "function became a method": ({"a": [F]}, {"a": [cls("A"), function("A.f", "new")]}, {}, []),
    "variable became an attribute": ({"a": [value("LIMIT")]}, {"a": [cls("A"), value("A.LIMIT")]}, {}, []),
    "constant moved": ({"a": [value("LIMIT")]}, {"a": [], "b": [value("LIMIT")]}, {}, []),
    "same constant of two files merged": ({"a": [value("X")], "b": [value("X")]}, {"c": [value("X")]}, {}, []),
    "function became a variable of its name": ({"a": [F]}, {"a": [value("f")]}, {}, []),
    "attribute became a property": ({"a": CART}, {"a": [*CART[:3], function("Cart.tax")]}, {}, []),
    "class moved": ({"a": CART}, {"a": [], "b": CART}, {}, []),
    "class nested in another": ({"a": [cls("A")]}, {"a": [cls("B"), cls("B.A")]}, {}, []),
    "renamed, body the same": ({"a": [F]}, {"a": [function("calculate", "body of f")]}, {}, []),
    "copies merged in a file": ({"a": [function("f", "x"), function("g", "x")]}, {"a": [function("f", "x")]}, {}, []),
    "copies merged across files": ({"a": [function("f", "x")], "b": [function("g", "x")]},
                                   {"a": [], "b": [function("g", "x")]}, {}, []),
    "a copy stands in another file": ({"a": [function("f", "x")]}, {"a": []}, {"z": [function("g", "x")]}, []),
    "same copies merged and reworked": ({"a": [function("f", "x")], "b": [function("f", "x")]},
                                        {"a": [], "b": [], "c": [function("f", "y")]}, {}, []),
    "classes of one name merged": ({"a": [cls("A")], "b": [cls("A")]}, {"c": [cls("A")]}, {}, []),
    "variable assigned once in place of thrice": ({"a": [value("x", 1), value("x", 2), value("x", 3)]},
                                                  {"a": [value("x")]}, {}, []),
    "overloads all there": ({"a": [function("f", "o", "(int)"), function("f", "o", "(str)")]},
                            {"a": [function("f", "p", "(int)"), function("f", "p", "(str)")]}, {}, []),
    "one more overload": ({"a": [F]}, {"a": [F, function("f", "p", "(str)")]}, {}, []),
    "declared": ({"a": [F]}, {"a": []}, {}, [reason("a", "f")]),
    "declared with its class": ({"a": CART}, {"a": []}, {}, [reason("a", "Cart")]),
    "declared, in a deleted file": ({"a": [F]}, {}, {}, [reason("a", "f")]),
    "declared, one of its names": ({"a": [F, function("f", "p", "(str)")]}, {"a": [F]}, {}, [reason("a", "f")]),
    "class renamed and declared": ({"a": CART[:2]}, {"a": [cls("Basket"), function("Basket.add", "z")]}, {},
                                   [reason("a", "Cart")]),
    "class renamed, its members by name": ({"a": CART[1:3]}, {"a": [function("B.add", "y"), function("B.total", "z")]},
                                           {}, []),
    "test moved": ({"t": TEST}, {"t": [], "u": TEST}, {}, []),
    "test moved into a class": ({"t": TEST}, {"t": TEST_IN_CLASS}, {}, []),
    "test renamed": ({"t": TEST}, {"t": [function("test_it", "body of test_f"), run("test_it")]}, {}, []),
    "same test stands in another file": ({"t": TEST}, {"t": []},
                                         {"u": [function("test_g", "body of test_f"), run("test_g")]}, []),
    "test declared": ({"t": TEST}, {"t": []}, {}, [reason("t", "test_f")]),
    "tests of a class declared": ({"t": TEST_IN_CLASS}, {"t": []}, {}, [reason("t", "TestF")]),
    "test without a symbol moved": ({"t": [run("adds up")]}, {"u": [run("adds up")]}, {}, []),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "others", "removed"), NOTHING_LOST.values(), ids=NOTHING_LOST)
def test_nothing_is_said_where_nothing_is_lost(
    before: Files, after: Files, others: Files, removed: list[Declared]
) -> None:
    assert judge(before, after, others, removed) == []


LOST: dict[str, tuple[Files, Files, Files, list[Declared], list[tuple[str, str]]]] = {
    "function": ({"a": [F, G]}, {"a": [G]}, {}, [], [("a", "f")]),
    "everything in a file": ({"a": [F, G]}, {"a": []}, {}, [], [("a", "f"), ("a", "g")]),
    "deleted file": ({"a": [F], "b": [G]}, {"b": [G]}, {}, [], [("a", "f")]),
    "method": ({"a": CART}, {"a": [CART[0], CART[1], CART[3]]}, {}, [], [("a", "Cart.total")]),
    "attribute": ({"a": CART}, {"a": CART[:3]}, {}, [], [("a", "Cart.tax")]),
    "variable": ({"a": [value("LIMIT")]}, {"a": []}, {}, [], [("a", "LIMIT")]),
    "variable, told of once": ({"a": [value("x", 1), value("x", 2)]}, {"a": []}, {}, [], [("a", "x")]),
    "class, told of once": ({"a": CART}, {"a": []}, {}, [], [("a", "Cart")]),
    "class, its methods moved": ({"a": CART[:3]}, {"a": [function("add"), function("total")]}, {}, [], [("a", "Cart")]),
    "members of a moved class": ({"a": CART}, {"a": [], "b": CART[:2]}, {}, [],
                                 [("a", "Cart.total"), ("a", "Cart.tax")]),
    "in each of two files": ({"a": [F], "b": [G]}, {"a": [], "b": []}, {}, [], [("a", "f"), ("b", "g")]),
    "renamed and reworked": ({"a": [F]}, {"a": [function("calculate", "other")]}, {}, [], [("a", "f")]),
    "name taken before": ({"a": [F], "b": [function("f", "other")]}, {"a": [], "b": [function("f", "other")]}, {}, [],
                          [("a", "f")]),
    "name only in another file": ({"a": [F]}, {"a": []}, {"z": [function("f", "other")]}, [], [("a", "f")]),
    "another kind of its name": ({"a": [F]}, {"a": [], "b": [cls("f")]}, {}, [], [("a", "f")]),
    "constant became a function": ({"a": [value("X")]}, {"a": [], "b": [function("X")]}, {}, [], [("a", "X")]),
    "overload": ({"a": [function("f", "o", "(int)", 1), function("f", "p", "(str)", 3)]},
                 {"a": [function("f", "o", "(int)")]}, {}, [], [("a", "f")]),
    "setter": ({"a": [cls("A"), function("A.x", "get", "(self)", 2), function("A.x", "set", "(self, v)", 5)]},
               {"a": [cls("A"), function("A.x", "get", "(self)", 2)]}, {}, [], [("a", "A.x")]),
    "no fingerprint, no match": ({"a": [cls("A"), cls("B")]}, {"a": [cls("B")]}, {"z": [cls("C")]}, [], [("a", "A")]),
    "declared without a reason": ({"a": [F]}, {"a": []}, {}, [reason("a", "f", "")], [("a", "f")]),
    "declared with blanks": ({"a": [F]}, {"a": []}, {}, [reason("a", "f", " \n")], [("a", "f")]),
    "declared for another file": ({"a": [F]}, {"a": []}, {}, [reason("b", "f")], [("a", "f")]),
    "another one declared": ({"a": [F]}, {"a": []}, {}, [reason("a", "g")], [("a", "f")]),
    "a longer name declared": ({"a": [F]}, {"a": []}, {}, [reason("a", "f.g")], [("a", "f")]),
    "a shorter name declared": ({"a": [function("fold")]}, {"a": []}, {}, [reason("a", "f")], [("a", "fold")]),
    "everything declared at once": ({"a": [F]}, {"a": []}, {}, [reason("a", "*"), reason("a", "")], [("a", "f")]),
    "only a method declared": ({"a": CART[:2]}, {"a": []}, {}, [reason("a", "Cart.add")], [("a", "Cart")]),
    "test": ({"t": TEST}, {"t": []}, {}, [], [("t", "test_f")]),
    "test that became a helper": ({"t": TEST}, {"t": [function("test_f")]}, {}, [], [("t", "test_f")]),
    "test moved where it is not run": ({"t": TEST}, {"t": [], "h": [function("test_f")]}, {}, [], [("t", "test_f")]),
    "test without a symbol": ({"t": [run("adds up")]}, {"t": []}, {}, [], [("t", "adds up")]),
    "test in a lost class": ({"t": TEST_IN_CLASS}, {"t": []}, {}, [], [("t", "TestF")]),
    "copy of no test": ({"t": TEST}, {"t": []}, {"z": [function("f", "body of test_f")]}, [], [("t", "test_f")]),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "others", "removed", "lost"), LOST.values(), ids=LOST)
def test_what_is_lost_is_refused_by_name(
    before: Files, after: Files, others: Files, removed: list[Declared], lost: list[tuple[str, str]]
) -> None:
    problems = judge(before, after, others, removed)
    assert [problem.path for problem in problems] == [path for path, _ in lost]
    assert [f"{path}::{name}" in problem.message for problem, (path, name) in zip(problems, lost, strict=True)] == [
        True
    ] * len(lost)
    assert {(problem.gate, problem.severity) for problem in problems} == {("loss", "refuse")}


def test_the_message_names_the_symbol_its_line_and_both_ways_out() -> None:
    (problem,) = judge({"shop/cart.py": [function("Cart.total", line=12)]}, {"shop/cart.py": []})
    assert str(problem) == (
        "shop/cart.py:12: The method `Cart.total` (line 12 of the original) is gone, "
        "and nothing like it stands elsewhere. Put it back, or declare it in the log block: "
        '{"type": "removed", "text": "<the reason>", "source": "shop/cart.py::Cart.total"} [loss]'
    )


def test_the_setter_is_named_where_the_getter_stayed() -> None:
    getter, setter = function("A.x", "get", "(self)", 2), function("A.x", "set", "(self, v)", 5)
    assert [problem.line for problem in judge({"a": [getter, setter]}, {"a": [getter]})] == [5]
    assert [problem.line for problem in judge({"a": [getter, setter]}, {"a": [setter]})] == [2]


def test_one_new_function_does_not_stand_for_two_different_ones_unasked() -> None:
    before = {"a": [function("clean", "x", line=3)], "b": [function("clean", "y", line=7)]}
    (problem,) = judge(before, {"a": [], "b": [], "c": [function("clean", "z")]})
    assert (problem.severity, problem.path, problem.line) == ("ask", "b", 7)
    (problem,) = judge(before, {"a": [], "b": [], "c": [function("clean", "y")]})
    assert (problem.severity, problem.path) == ("ask", "a")


def test_two_new_functions_stand_for_two_different_ones() -> None:
    before = {"a": [function("clean", "x")], "b": [function("clean", "y")]}
    after = {"c": [function("clean", "z")], "d": [function("clean", "w")]}
    assert judge(before, after) == []


DOCUMENTED = [cls("A", 1, "Holds."), function("A.f", doc="Does.", line=3), function("g", doc="Runs.", line=9)]


@pytest.mark.parametrize(
    ("after", "removed", "lines"),
    [
        ([cls("A", 1), *DOCUMENTED[1:]], [], [1]),
        ([DOCUMENTED[0], function("A.f", doc=""), function("g")], [], [3, 9]),
        ([DOCUMENTED[0], function("A.f"), DOCUMENTED[2]], [reason("a", "A.f")], []),
        ([cls("A", 1, "Other."), function("A.f", doc="x"), function("g", doc="y")], [], []),
        ([DOCUMENTED[0], function("A.f"), function("A.f", doc="x"), DOCUMENTED[2]], [], []),
        (DOCUMENTED, [], []),
        ([*DOCUMENTED, function("new")], [], []),
    ],
)
def test_a_docstring_that_vanished_from_what_stayed_is_asked_about(
    after: Sequence[SymbolFact], removed: list[Declared], lines: list[int]
) -> None:
    problems = judge({"a": DOCUMENTED}, {"a": after}, removed=removed)
    assert [(problem.severity, problem.line) for problem in problems] == [("ask", line) for line in lines]
    assert all("docstring" in problem.message for problem in problems)


def test_a_docstring_that_went_with_its_function_is_not_asked_about_again() -> None:
    assert len(judge({"a": DOCUMENTED}, {"a": DOCUMENTED[:2]})) == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (file("a", [F], language=None), file("a", [], language=None)),
        (file("a", [F]), file("a", [], language=None)),
        (file("a", [F, *TEST], language=None), None),
        (file("a", [F, *TEST, *DOCUMENTED]), file("a", [], faults=1)),
        (file("a", [F], faults=1), file("a", [], faults=2)),
        (None, file("a", [F])),
    ],
)
def test_nothing_is_said_of_what_cannot_be_known(before: FileFacts | None, after: FileFacts | None) -> None:
    facts = Facts({"a": before} if before else {}, {"a": after} if after else {})
    assert check_loss({"a": "x"}, {"a": "y"} if after else {}, facts, Scope(("a",))) == ()


def test_a_file_that_was_broken_and_is_no_worse_is_still_judged() -> None:
    facts = Facts({"a": file("a", [F], faults=1)}, {"a": file("a", [], faults=1)})
    assert len(check_loss({"a": "x"}, {"a": "y"}, facts, Scope(("a",)))) == 1


RENAMED = [
    ("_T = 30.0\n\ndef f():\n    return _T\n", "_WAIT = 30.0\n\ndef f():\n    return _WAIT\n", 0),
    ("class A:\n    _T = 30.0\n", "class A:\n    _WAIT = 30.0\n", 0),
    ("_T = {\n    'a': 1,\n}\n", "_TABLE = {\n    'a': 1,\n}\n", 0),
    ("_T = 30.0\n", "_WAIT = 60.0\n", 1),
    ("_T = 30.0\n", "", 1),
    ("T = 30.0\n", "WAIT = 30.0\n", 1),  # others may use it
    ("_T = 30.0\n_U = 30.0\n", "_T = 30.0\n", 1),
    ("_T = 30.0\n\ndef f():\n    return _T\n", "def f():\n    _T = 30.0\n    return _T\n", 0),
    ("_T = {\n    'a': 1,\n}\n", "def f():\n    _T = {\n        'a': 1,\n    }\n    return _T\n", 0),
    ("_T = 30.0\n\ndef f():\n    _T = 30.0\n", "def f():\n    _T = 30.0\n", 1),  # it was there before
    ("T = 30.0\n", "def f():\n    T = 30.0\n    return T\n", 1),
    ("_T = 30.0\n", "def f():\n    _T = 60.0\n    return _T\n", 1),
]


@pytest.mark.parametrize(("before", "after", "lost"), RENAMED)
def test_a_private_constant_is_known_by_its_value(before: str, after: str, lost: int) -> None:
    assert len(gated(check_loss, {"a.py": before}, {"a.py": after})) == lost


_BODY = (
    "    found = []\n    for c in a:\n        if c > b:\n            found.append(c * 2)\n    return found, len(a)\n"
)
PLAIN = f"def f(a, b):\n{_BODY}"
TYPED = f"def f(a: list[int], b: int) -> tuple[list[int], int]:\n{_BODY}"
CLASS = "class C:\n    def f(self):\n        return 1\n"
STUB = "class C:\n    def f(self) -> int: ...\n\ndef g() -> int: ...\n"
REPLACED = [
    (PLAIN, "", {"b.py": TYPED}, []),
    (PLAIN, "", {"b.py": TYPED.replace("* 2", "* 3")}, ["ask"]),
    (PLAIN, "", {"b.py": TYPED.replace("b: int", "b: int = 1")}, ["ask"]),
    (PLAIN, "", {"b.py": TYPED.replace("* 2", "* 3").replace("c > b", "c < b")}, ["ask"]),
    (PLAIN, "", {"b.py": TYPED.replace("* 2", "* 3").replace("c > b", "c < b").replace("len(a)", "1")}, ["refuse"]),
    (PLAIN, "from b import f\n", {"b.py": "def f(a):\n    return a\n"}, ["ask"]),
    (PLAIN, "from b import g\n", {"b.py": TYPED.replace("* 2", "* 3") + "def g(): ...\n"}, ["ask"]),
    (PLAIN, "from c import g\n", {"b.py": TYPED.replace("* 2", "* 3"), "c.py": "def g(): ...\n"}, ["ask"]),
    (PLAIN, "from c import f\n", {"b.py": "def f(a):\n    return a\n"}, ["refuse"]),
    (PLAIN, "from b import g\n", {"b.py": "def f(a):\n    return a\ndef g(): ...\n"}, ["refuse"]),
    (PLAIN, "", {"b.py": "def f(a):\n    return a\n"}, ["refuse"]),
    (CLASS, "from b import C\n", {"b.py": CLASS.replace("1", "2")}, ["ask"]),
    (CLASS, "from b import C\n", {"b.py": "C = 1\n"}, ["refuse"]),
    (CLASS, "", {"b.py": CLASS}, ["ask"]),
    (CLASS, "", {"b.py": "class C:\n    def g(self):\n        return 1\n"}, ["refuse"]),
    ("class C:\n    pass\n", "", {"b.py": "class C:\n    pass\n"}, ["refuse"]),
]


@pytest.mark.parametrize(("before", "after", "others", "said"), REPLACED)
def test_what_another_file_had_already_is_asked_about_where_it_is_imported_or_does_most(
    before: str, after: str, others: dict[str, str], said: list[str]
) -> None:
    problems = gated(check_loss, {"a.py": before}, {"a.py": after}, others)
    assert [problem.severity for problem in problems] == said


@pytest.mark.parametrize(
    ("after", "source", "lost"),
    [
        ({}, CLASS + "def g(): ...\n", 0),
        ({}, CLASS, 1),
        ({}, "C = 1\ndef g(): ...\n", 1),
        ({"a.pyi": "def g() -> int: ...\n"}, CLASS + "def g(): ...\n", 1),
    ],
)
def test_a_stub_may_go_where_the_source_beside_it_has_the_same(after: dict[str, str], source: str, lost: int) -> None:
    assert len(gated(check_loss, {"a.pyi": STUB}, after, {"a.py": source})) == lost


BODY = "(a):\n    if a > 1:\n        return a or 'x'\n    print(a)\n    return a\n"
WITHIN = BODY.replace("\n", "\n    ").rstrip(" ").replace("print(a)", "print(a, 1)")
PROGRAM = "if __name__ == '__main__':\n"
INHERITS = "interface B { x?: string; y?: number }\n"
STANDS_IN = {
    "a private method by another name": (
        "class C:\n    def __m(self, a):\n        return a or 'x'\n\n    def f(self):\n        return self.__m(1)\n",
        "class C:\n    def _m(self, a):\n        return a or 'x'\n\n    def f(self):\n        return self._m(1)\n",
        {},
        [],
    ),
    "a private method whose old name is asked for": (
        "class C:\n    def _m(self, a):\n        return a or 'x'\n\n    def f(self):\n        return self._m(1)\n",
        "class C:\n    def _n(self, a):\n        return a or 'x'\n\n    def f(self):\n        return self._m(1)\n",
        {},
        ["refuse"],
    ),
    "a private function whose old name is asked for elsewhere": (
        "def _m(a):\n    return a or 'x'\n",
        "def _n(a):\n    return a or 'x'\n",
        {"b.py": "import a\na._m(1)\n"},
        ["refuse"],
    ),
    "a private function that does something else": (
        "def _m(a):\n    return a or 'x'\n", "def _n(a):\n    return a or 'y'\n", {}, ["refuse"]
    ),
    "a public function by another name": (
        "def m(a):\n    return a or 'x'\n", "def n(a):\n    return a or 'x'\n", {}, ["refuse"]
    ),
    "a method of a file that is used since": (
        "class C:\n    def load(self):\n        self.a = 1\n",
        "from b import D\n\n\nclass C:\n    d = D()\n",
        {"b.py": "class D:\n    def load(self):\n        self.b = 2\n"},
        ["ask"],
    ),
    "a method of a file that was used before": (
        "from b import D\n\n\nclass C:\n    d = D()\n\n    def load(self):\n        self.a = 1\n",
        "from b import D\n\n\nclass C:\n    d = D()\n",
        {"b.py": "class D:\n    def load(self):\n        self.b = 2\n"},
        ["refuse"],
    ),
    "a method of a base that came": (
        "class B:\n    def f(self):\n        return 1\n\n\nclass C:\n    def f(self):\n        return 2\n",
        "class B:\n    def f(self):\n        return 1\n\n\nclass C(B):\n    pass\n",
        {},
        ["ask"],
    ),
    "a method of a base that was there": (
        "class B:\n    def f(self):\n        return 1\n\n\nclass C(B):\n    def f(self):\n        return 2\n",
        "class B:\n    def f(self):\n        return 1\n\n\nclass C(B):\n    pass\n",
        {},
        ["refuse"],
    ),
    "a variable whose name is imported still": (
        "try:\n    import m\nexcept ImportError:\n    m = False\n",
        "try:\n    import m\n    there = True\nexcept ImportError:\n    there = False\n",
        {},
        ["ask"],
    ),
    "a private function within another one": (
        f"def _m{BODY}\ndef f():\n    return _m(1)\n", f"def f():\n    def _m{WITHIN}\n    return _m(1)\n", {}, ["ask"]
    ),
    "a private function within another one, with little of what it did": (
        f"def _m{BODY}\ndef f():\n    return _m(1)\n",
        "def f():\n    def _m(a): return a\n    return _m(1)\n",
        {},
        ["refuse"],
    ),
    "a private function, and another one of its name was within another one": (
        f"def _m{BODY}\ndef f():\n    def _m{WITHIN}\n    return _m(1)\n",
        f"def f():\n    def _m{WITHIN}\n    return _m(1)\n", {}, ["refuse"]
    ),
    "a public function within another one": (
        f"def m{BODY}\ndef f():\n    return m(1)\n", f"def f():\n    def m{WITHIN}\n    return m(1)\n", {}, ["refuse"]
    ),
    "variables of what runs as a program": (
        f"{PROGRAM}    a, b = f()\n    if a:\n        c = b\n        print(c)\n",
        f"def g():\n    print(f())\n{PROGRAM}    g()\n", {}, ["ask"] * 3
    ),
    "variables of what runs as a program no more": (
        f"{PROGRAM}    a = f()\n    print(a)\n", "def g():\n    print(f())\n", {}, ["refuse"]
    ),
    "a function of what runs as a program": (
        f"{PROGRAM}    def h(): return 1\n    print(h())\n", f"{PROGRAM}    print(1)\n", {}, ["refuse"]
    ),
    "variables beside what runs as a program": (
        f"A = 1\nif A:\n    B = 2\n{PROGRAM}    print(A, B)\n", f"{PROGRAM}    print(1, 2)\n", {}, ["refuse"] * 2
    ),
    "a variable that is set after what runs as a program": (
        f"{PROGRAM}    print(1)\n\nif f:\n    B = 2\n", f"{PROGRAM}    print(1)\n", {}, ["refuse"]
    ),
    "a private variable that is imported now": (
        "_A = call('a')\nx = _A\n", "from b import _A\nx = _A\n", {"b.py": "_A = call('b')\n"}, ["ask"]
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "others", "said"), STANDS_IN.values(), ids=STANDS_IN)
def test_what_stands_for_a_definition_without_being_new_is_known_or_asked_about(
    before: str, after: str, others: dict[str, str], said: list[str]
) -> None:
    problems = gated(check_loss, {"a.py": before}, {"a.py": after}, others)
    assert [problem.severity for problem in problems] == said


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ("export interface A extends B {}\n", []),
        ("export interface A extends B { z?: string }\n", []),
        ("export interface A {}\n", ["refuse", "refuse"]),
        ("interface C { x?: string }\nexport interface A extends D {}\n", ["refuse"]),
    ],
)
def test_a_field_that_an_interface_inherits_now_is_not_lost(after: str, said: list[str]) -> None:
    before = INHERITS + "export interface A { x?: string; y?: number }\n"
    problems = gated(check_loss, {"a.ts": before}, {"a.ts": INHERITS + after})
    assert [problem.severity for problem in problems] == said


def test_a_field_of_another_type_that_an_interface_inherits_now_is_asked_about() -> None:
    before = INHERITS + "export interface A { x?: boolean }\n"
    problems = gated(check_loss, {"a.ts": before}, {"a.ts": INHERITS + "export interface A extends B {}\n"})
    assert [problem.severity for problem in problems] == ["ask"]


@pytest.mark.parametrize(
    ("within", "said"),
    [
        ("n => function m(a) {\n  if (a) return 1;\n  return g(a, n, m);\n}", ["ask"]),
        ("n => {\n  function m(a) {\n    if (a) return 1;\n    return g(a, m);\n  }\n  return m;\n}", ["ask"]),
        ("n => function k(a) {\n  if (a) return 1;\n  return g(a, n, m);\n}", ["refuse"]),
        ("n => function m(a) {\n  return n;\n}", ["refuse"]),
    ],
)
def test_a_function_of_a_script_within_another_one_is_asked_about(within: str, said: list[str]) -> None:
    before = "const m = a => {\n  if (a) return 1;\n  return g(a, m);\n};\nexport const f = () => m(1);\n"
    after = f"const w = {within};\nexport const f = () => w(2)(1);\n"
    assert [problem.severity for problem in gated(check_loss, {"a.js": before}, {"a.js": after})] == said


UNIT = (
    "class FTest(TestCase):\n    def setUp(self):\n        self.a = g()\n\n"
    "    def test_f(self):\n        assert f(self.a) == 2\n"
)
PYTEST = UNIT.replace("FTest(TestCase)", "TestF").replace("setUp", "setup_method")
RENAMED_FOR_TESTS = {
    "a class": (UNIT, UNIT.replace("FTest", "TestF"), ["ask"]),
    "a class, with what prepares its tests": (UNIT, PYTEST, ["ask", "ask"]),
    "what prepares tests": (UNIT, UNIT.replace("setUp", "setup_method"), ["ask"]),
    "a test": (UNIT, UNIT.replace("test_f", "test_of_f").replace("== 2", "== 2\n        assert g()"), ["ask"]),
    "a class with a test less": (
        UNIT + "\n    def test_g(self):\n        assert g() == 3\n", UNIT.replace("FTest", "TestF"), ["ask", "refuse"]
    ),
    "what prepares tests is gone": (
        UNIT, UNIT.replace("    def setUp(self):\n        self.a = g()\n\n", ""), ["refuse"]
    ),
    "a class of another kind": (
        UNIT, "class Data:\n    a = 1\n\n\ndef test_x():\n    assert Data.a == 1\n", ["refuse"]
    ),
    "a test that checks something else": (
        UNIT, UNIT.replace("test_f", "test_g").replace("f(self.a)", "g(1)"), ["refuse"]
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "said"), RENAMED_FOR_TESTS.values(), ids=RENAMED_FOR_TESTS)
def test_what_is_there_for_tests_may_have_another_name_and_is_asked_about(
    before: str, after: str, said: list[str]
) -> None:
    problems = gated(check_loss, {"tests/test_a.py": before}, {"tests/test_a.py": after})
    assert [problem.severity for problem in problems] == said


GROUP = "test('f', async (t) => {\n  t.plan(1);\n  t.test('g', () => { assert.equal(f(1), 2); });\n});\n"


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ("describe('f', () => {\n  test('g', () => { assert.equal(f(1), 2); });\n});\n", []),
        ("describe('f', () => {\n  h();\n});\n", ["refuse", "refuse"]),
    ],
)
def test_a_test_that_holds_others_may_be_a_group(after: str, said: list[str]) -> None:
    problems = gated(check_loss, {"test/a.test.js": GROUP}, {"test/a.test.js": after})
    assert [problem.severity for problem in problems] == said


LIKE = "def test_f():\n    assert run(1) == 2\n    assert g() == 3\n"


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (LIKE.replace("run(1)", "h(1)"), "ask"),
        (LIKE.replace("run(1)", "h(1)").replace("g()", "h()"), "refuse"),
        ("def test_f():\n    assert g() == 3\n", "refuse"),
        (LIKE.replace("run(1)", "h(1)").replace("test_f", "test_g"), "refuse"),
    ],
)
def test_a_test_of_its_name_in_another_file_is_asked_about_where_it_checks_as_often(other: str, said: str) -> None:
    [problem] = gated(check_loss, {"tests/test_a.py": LIKE}, {"tests/test_a.py": ""}, {"tests/test_b.py": other})
    assert problem.severity == said


def test_a_name_of_a_file_that_moved_may_come_from_an_import() -> None:
    tests = "\n".join(f"function h{n}() {{ return {n}; }}" for n in (1, 2))
    before = {"test/a.test.js": f"const test = t.test;\nconst other = 1;\n{tests}\ntest(h1, h2, other);\n"}
    after = {"test/b.test.js": f"const {{ test }} = require('node:test');\n{tests}\ntest(h1, h2);\n"}
    assert [problem.severity for problem in gated(check_loss, before, after)] == ["ask", "ask"]


COPIES = {
    "tests/test_a.py": "from a import app\n\nclient = Client(app)\n\n\n" + LIKE,
    "tests/test_b.py": "from b import app\n\nclient = Client(app)\n\n\n" + LIKE,
    "tests/test_c.py": "from c import app\n\nclient = Client(app)\n\n\n" + LIKE,
}
AS_CASES = (
    "@pytest.fixture(name='client', params=['a', 'b', 'c'])\ndef get_client(request):\n"
    "    return Client(import_module(request.param).app)\n\n\n" + LIKE.replace("test_f()", "test_f(client)")
)


def test_copies_of_a_test_that_became_cases_of_one_are_asked_about() -> None:
    problems = gated(check_loss, COPIES, {"tests/test_a.py": AS_CASES})
    assert {(problem.path, problem.severity) for problem in problems} == {(path, "ask") for path in COPIES}


@pytest.mark.parametrize(
    "left", [AS_CASES.replace("    assert g() == 3\n", ""), AS_CASES.replace("test_f", "test_h"), "x = 1\n"]
)
def test_copies_of_a_test_that_nothing_checks_any_more_are_refused(left: str) -> None:
    problems = gated(check_loss, COPIES, {"tests/test_a.py": left})
    assert {(problem.path, problem.severity) for problem in problems if "test_f" in problem.message} >= {
        ("tests/test_b.py", "refuse"),
        ("tests/test_c.py", "refuse"),
    }


@pytest.mark.parametrize(
    ("old", "path", "said"),
    [
        ("client = 1\n\n\ndef test_f():\n    assert f()\n", "tests/test_a.py", ["ask"]),
        ("pytestmark = 1\n\n\ndef test_f():\n    assert f()\n", "tests/test_a.py", ["refuse"]),
        ("client = 1\n", "tests/helpers.py", ["ask"]),
        ("def client():\n    return 1\n\n\ndef test_f():\n    assert f()\n", "tests/test_a.py", ["ask"]),
    ],
)
def test_a_variable_that_only_the_tests_of_its_file_could_use_is_asked_about(
    old: str, path: str, said: list[str]
) -> None:
    new = "def test_f():\n    assert f()\n" if "test_f" in old else "x = 1\n"
    assert [problem.severity for problem in gated(check_loss, {path: old}, {path: new})] == said


def test_a_variable_that_another_file_of_tests_takes_is_refused() -> None:
    files = {"tests/test_a.py": "client = 1\n\n\ndef test_f():\n    assert f()\n"}
    others = {"tests/test_b.py": "from tests.test_a import client\n"}
    [problem] = gated(check_loss, files, {"tests/test_a.py": "def test_f():\n    assert f()\n"}, others)
    assert problem.severity == "refuse"
