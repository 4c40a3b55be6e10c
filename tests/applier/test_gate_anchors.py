"""Gate 9: what a hard constraint says, a program holds every step to; what was so before is no breach."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from applier.anchor import Anchor
from applier.facts import Facts, FileFacts, ImportFact
from applier.gates.anchors import check_anchors
from applier.gates.terms import words_of
from applier.scope import Declared, Scope
from tests.gating import Files, judge

A = "shop/a.py"
T = "src/a.ts"
ANCHOR = Anchor("A1", "As agreed.")
QUIET = replace(ANCHOR, forbid="print($$$)")
LIBRARY = replace(QUIET, within=("shop/**",))
CHECKED = replace(ANCHOR, require="check($$$)", within=("shop/**",))
CUSTOMERS = replace(ANCHOR, terms={"client": "customer", "shoppingCart": "basket"})
PUBLIC = replace(ANCHOR, public_api=("shop/__init__.py", "src/index.ts", "api/*"))

KEPT: dict[str, tuple[Anchor, Files, Files]] = {
    "no program": (ANCHOR, {A: "x = 1\n"}, {A: "print(1)\n"}),
    "nothing of it": (QUIET, {A: "x = 1\n"}, {A: "x = 2\n"}),
    "it was there": (QUIET, {A: "print(1)\nx = 1\n"}, {A: "print(1)\nx = 2\n"}),
    "it was there, in other words": (QUIET, {A: "print(x)\n"}, {A: "print(y)\n"}),
    "it went": (QUIET, {A: "print(1)\nprint(2)\n"}, {A: "print(3)\n"}),
    "it moved": (QUIET, {A: "print(1)\n", "b.py": ""}, {A: "", "b.py": "def f():\n    print(1)\n"}),
    "it moved to a new file": (QUIET, {A: "print(1)\n"}, {"b.py": "print(1)\n"}),
    "laid out anew": (QUIET, {A: "print(1, 2)\n"}, {A: "print(\n    1,\n    2\n)\n"}),
    "in a string and a comment": (QUIET, {A: "x = 1\n"}, {A: "x = 'print(1)'  # print(1)\n"}),
    "a method of that name": (QUIET, {A: "x = 1\n"}, {A: "x.print(1)\n"}),
    "outside of its files": (LIBRARY, {"cli/a.py": "x = 1\n"}, {"cli/a.py": "print(1)\n"}),
    "in no language": (QUIET, {"a.txt": "x\n"}, {"a.txt": "print(1)\n"}),
    "gone with its file": (CHECKED, {A: "check(1)\n"}, {}),
    "required, still there": (CHECKED, {A: "check(1)\nx = 1\n"}, {A: "x = 2\ncheck(1)\n"}),
    "required, in other words": (CHECKED, {A: "check(1)\n"}, {A: "check(2)\n"}),
    "required, in another file now": (
        CHECKED,
        {A: "check(1)\ncheck(2)\n", "shop/b.py": "check(3)\n"},
        {A: "check(1)\n", "shop/b.py": "check(2)\ncheck(3)\n"},
    ),
    "required, of a file that never had it": (CHECKED, {A: "x = 1\n"}, {A: "x = 2\n"}),
    "required, in a new file": (CHECKED, {}, {"shop/b.py": "check(1)\n"}),
    "required elsewhere": (CHECKED, {}, {"cli/b.py": "x = 1\n"}),
    "an old name": (CUSTOMERS, {A: "def client_rows(): pass\n"}, {A: "def client_rows(): return 1\n"}),
    "an old name that moved": (
        CUSTOMERS,
        {A: "def client_rows(): pass\n"},
        {A: "", "shop/b.py": "class B:\n    def client_rows(self): pass\n"},
    ),
    "part of a word": (CUSTOMERS, {A: ""}, {A: "def clientele(): pass\ndef noclient(): pass\n"}),
    "half of a term": (CUSTOMERS, {A: ""}, {A: "def shopping(): pass\ndef cart_shopping(): pass\n"}),
    "an old file": (CUSTOMERS, {"shop/client.py": "x = 1\n"}, {"shop/client.py": "x = 2\n"}),
    "terms of other files": (replace(CUSTOMERS, within=("web/**",)), {A: ""}, {A: "def client(): pass\n"}),
    "a local name": (CUSTOMERS, {A: "def f(): pass\n"}, {A: "def f():\n    client = 1\n    return client\n"}),
    "public names stay": (
        PUBLIC,
        {"shop/__init__.py": "def f(a, b=1): pass\ndef _g(): pass\n"},
        {"shop/__init__.py": "def _h(): pass\ndef f(a,\n      b = 1):\n    return a\n"},
    ),
    "public names move behind": (
        PUBLIC,
        {"shop/__init__.py": "class C:\n    def f(self, a): pass\n"},
        {"shop/__init__.py": "from .c import C\n", "shop/c.py": "class C:\n    def f(self, a): return a\n"},
    ),
    "a listed name moves behind": (
        PUBLIC,
        {"shop/__init__.py": "__all__ = ['f']\ndef f(a): pass\n"},
        {"shop/__init__.py": "from shop.c import f\n__all__ = ['f']\n", "shop/c.py": "def f(a): pass\n"},
    ),
    "what a package uses itself": (
        PUBLIC,
        {"shop/__init__.py": "def f(): pass\n"},
        {"shop/__init__.py": "import os\nfrom re import sub\ndef f(): return os, sub\n"},
    ),
    "a value": (PUBLIC, {"api/a.py": "X = 1\n"}, {"api/a.py": "X = 2\n"}),
    "of other files": (PUBLIC, {"a.py": "def f(): pass\n"}, {"a.py": "def g(): pass\n"}),
    "broken, which gate 3 tells": (PUBLIC, {"api/a.py": "def f(): pass\n"}, {"api/a.py": "def f(: pass\n"}),
    "an index": (
        PUBLIC,
        {"src/index.ts": 'export { a } from "./all";\n', "src/all.ts": "export const a = (x: number) => x;\n"},
        {"src/index.ts": 'export { a } from "./a";\n', "src/a.ts": "export const a = (x: number) => x;\n"},
    ),
}


@pytest.mark.parametrize(("anchor", "before", "after"), KEPT.values(), ids=KEPT)
def test_nothing_is_said_where_a_constraint_holds_as_well_as_before(
    anchor: Anchor, before: Files, after: Files
) -> None:
    assert judge(check_anchors, before, after, scope=Scope((), anchors=(anchor,))) == []


BROKEN: dict[str, tuple[Anchor, Files, Files, tuple[str, int], str]] = {
    "it came": (QUIET, {A: "x = 1\n"}, {A: "x = 1\nprint(x)\n"}, (A, 2), "`print(x)`"),
    "one more": (QUIET, {A: "print(1)\n"}, {A: "print(1)\nprint(1)\n"}, (A, 2), "`print(1)`"),
    "in a new file": (QUIET, {}, {"b.py": "print(1)\n"}, ("b.py", 1), "`print(1)`"),
    "moved into its files": (
        LIBRARY,
        {"cli.py": "print(1)\n", A: ""},
        {"cli.py": "", A: "print(1)\n"},
        (A, 1),
        "Do without",
    ),
    "over lines": (QUIET, {A: ""}, {A: "print(\n    1\n)\n"}, (A, 1), "`print( 1 )`"),
    "in TypeScript": (
        replace(ANCHOR, forbid="console.log($$$)"),
        {T: ""},
        {T: "export const a = () => console.log(1);\n"},
        (T, 1),
        "`console.log(1)`",
    ),
    "required, and gone": (CHECKED, {A: "x = 1\ncheck(1)\n"}, {A: "x = 1\n"}, (A, 2), "`check(1)` is gone"),
    "required, one of two": (CHECKED, {A: "check(1)\ncheck(2)\n"}, {A: "check(1)\n"}, (A, 2), "`check(2)` is gone"),
    "required of a new file": (CHECKED, {}, {"shop/b.py": "x = 1\n"}, ("shop/b.py", 0), "`check($$$)`"),
    "a new function": (
        CUSTOMERS,
        {A: ""},
        {A: "x = 1\ndef find_client(): pass\n"},
        (A, 2),
        "`find_client` says `client`",
    ),
    "many of them": (CUSTOMERS, {A: ""}, {A: "def allClients(): pass\n"}, (A, 1), "`customer`"),
    "a term of two words": (CUSTOMERS, {A: ""}, {A: "class ShoppingCartView: pass\n"}, (A, 1), "`basket`"),
    "a new method": (
        CUSTOMERS,
        {A: "class A: pass\n"},
        {A: "class A:\n    def client(self): pass\n"},
        (A, 2),
        "`client`",
    ),
    "a new file of that name": (
        CUSTOMERS,
        {},
        {"shop/client_view.py": "x = 1\n"},
        ("shop/client_view.py", 0),
        "`client_view`",
    ),
    "a public name went": (
        PUBLIC,
        {"api/a.py": "def f(): pass\n"},
        {"api/a.py": "def _f(): pass\n"},
        ("api/a.py", 0),
        "`f` is no longer public",
    ),
    "a public name came": (
        PUBLIC,
        {"api/a.py": "x = 1\n"},
        {"api/a.py": "x = 1\ndef f(): pass\n"},
        ("api/a.py", 2),
        "`f` is a new public name",
    ),
    "the file went": (PUBLIC, {"api/a.py": "def f(): pass\n"}, {}, ("api/a.py", 0), "`f` is no longer public"),
    "another signature": (
        PUBLIC,
        {"api/a.py": "def f(a): pass\n"},
        {"api/a.py": "def f(a, b=1): pass\n"},
        ("api/a.py", 1),
        "`f` has another signature now",
    ),
    "another decorator": (
        PUBLIC,
        {"api/a.py": "def f(a): pass\n"},
        {"api/a.py": "@cache\ndef f(a): pass\n"},
        ("api/a.py", 1),
        "cache",
    ),
    "another kind": (PUBLIC, {"api/a.py": "def f(): pass\n"}, {"api/a.py": "f = 1\n"}, ("api/a.py", 1), "variable"),
    "a public member": (
        PUBLIC,
        {"api/a.py": "class A:\n    def f(self): pass\n"},
        {"api/a.py": "class A:\n    def g(self): pass\n    f = g\n"},
        ("api/a.py", 3),
        "`A.f`",
    ),
    "a public name of another module": (
        PUBLIC,
        {"shop/__init__.py": "from .a import f\n"},
        {"shop/__init__.py": "from .a import f, g\n"},
        ("shop/__init__.py", 0),
        "`g` is a new",
    ),
    "another signature behind": (
        PUBLIC,
        {"shop/__init__.py": "def f(a): pass\n"},
        {"shop/__init__.py": "from .c import f\n", "shop/c.py": "def f(b): pass\n"},
        ("shop/__init__.py", 0),
        "(function (b))",
    ),
    "an export": (
        PUBLIC,
        {"src/index.ts": 'export { a, b } from "./a";\n'},
        {"src/index.ts": 'export { a } from "./a";\n'},
        ("src/index.ts", 0),
        "`b`",
    ),
}


@pytest.mark.parametrize(("anchor", "before", "after", "place", "words"), BROKEN.values(), ids=BROKEN)
def test_a_constraint_that_a_step_breaks_is_named_with_its_text(
    anchor: Anchor, before: Files, after: Files, place: tuple[str, int], words: str
) -> None:
    declared = (Declared(A, "f", "nobody needs it"), Declared("api/a.py", "f", "nobody needs it"))
    scope = Scope((), anchors=(anchor,), removed=declared, changed=declared)
    found = judge(check_anchors, before, after, scope=scope)
    assert {(each.gate, each.severity) for each in found} == {("anchors", "refuse")}
    [problem] = [each for each in found if words in each.message]
    assert (problem.path, problem.line) == place
    assert "A1" in problem.message
    assert "As agreed." in problem.message


CLOSED = replace(ANCHOR, no_new_dependencies=True)
KNOWN = {"attrs": "pyproject.toml"}


@pytest.mark.parametrize(
    ("module", "origin", "package", "guarded", "broken"),
    [
        ("requests", "external", "requests", False, True),
        ("requests.adapters", "external", "requests", False, True),
        ("requests", "external", "requests", True, False),  # where it is there, and else something else
        ("attr", "external", "attrs", False, False),
        ("json", "external", "json", False, False),
        ("os.path", "external", "os", False, False),
        ("shop.cart", "file", "", False, False),
        ("shop", "folder", "", False, False),
        ("shop.gone", "missing", "", False, False),
        ("unclear", "external", "", False, False),
    ],
)
def test_a_package_that_is_new_to_the_repository_breaks_a_constraint_whoever_asked_for_it(
    module: str, origin: str, package: str, guarded: bool, broken: bool
) -> None:
    found = ImportFact(module, None, 4, origin=origin, package=package, guarded=guarded)
    after = {A: FileFacts(A, "python", imports=(found, found))}
    scope = Scope((A,), anchors=(CLOSED,), criteria=("It uses requests",))
    problems = check_anchors({A: ""}, {A: "x"}, Facts({A: FileFacts(A, "python")}, after, packages=KNOWN), scope)
    assert [(each.path, each.line) for each in problems] == [(A, 4)] * broken
    assert check_anchors({A: ""}, {A: "x"}, Facts({}, after), replace(scope, anchors=(ANCHOR,))) == ()


def test_each_constraint_is_told_of_and_of_each_only_some_places() -> None:
    anchors = (QUIET, replace(QUIET, id="A2", forbid="exit($$$)"))
    after = "".join(f"print({n})\n" for n in range(9)) + "exit(1)\n"
    found = judge(check_anchors, {A: ""}, {A: after}, scope=Scope((), anchors=anchors))
    assert [each.message.split()[2] for each in found] == ["A1"] * 5 + ["A2"]


@pytest.mark.parametrize(
    ("terms", "asked"), [({"client": "customer"}, 1), ({"buyer": "customer"}, 0), ({}, 0), ({"": "customer"}, 0)]
)
def test_the_terms_of_a_project_are_asked_about(terms: Mapping[str, str], asked: int) -> None:
    found = judge(check_anchors, {A: ""}, {A: "def client(): pass\n"}, scope=Scope((), terms=terms))
    assert [each.severity for each in found] == ["ask"] * asked


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("client", ("client",)),
        ("client_by_mail", ("client", "by", "mail")),
        ("clientByMail", ("client", "by", "mail")),
        ("ClientView", ("client", "view")),
        ("HTTPClient", ("http", "client")),
        ("CLIENT_ID", ("client", "id")),
        ("_client2", ("client", "2")),
        ("", ()),
    ],
)
def test_a_name_is_told_word_by_word(name: str, words: tuple[str, ...]) -> None:
    assert words_of(name) == words
