"""Gate 8: tests that stay are as strict as before; what is declared is noted."""

from collections.abc import Mapping, Sequence

import pytest

from applier.facts import Facts, FileFacts, SyntaxFault, TestFact
from applier.gates import check
from applier.gates.loss import check_loss
from applier.gates.tests import check_tests
from applier.scope import Declared, Problem, Scope
from tests.gating import judge as gated

Files = Mapping[str, Sequence[TestFact]]


def run(name: str, assertions: int = 2, skipped: bool = False) -> TestFact:
    return TestFact(name, 3, assertions, skipped)


def facts_of(before: Files, after: Files, faults: int = 0) -> Facts:
    def known(files: Files, faults: int) -> dict[str, FileFacts]:
        broken = (SyntaxFault(1, "invalid syntax"),) * faults
        return {path: FileFacts(path, "python", broken, tests=tuple(tests)) for path, tests in files.items()}

    return Facts(known(before, 0), known(after, faults))


def judge(before: Files, after: Files, removed: Sequence[Declared] = (), faults: int = 0) -> list[Problem]:
    texts = dict.fromkeys(before, "before"), dict.fromkeys(after, "after")
    return list(check_tests(*texts, facts_of(before, after, faults), Scope(tuple(before), removed=tuple(removed))))


AS_STRICT: dict[str, tuple[Files, Files]] = {
    "as it was": ({"t": [run("test_f")]}, {"t": [run("test_f")]}),
    "more assertions": ({"t": [run("test_f")]}, {"t": [run("test_f", 5)]}),
    "run again": ({"t": [run("test_f", skipped=True)]}, {"t": [run("test_f")]}),
    "skipped before as well": ({"t": [run("test_f", skipped=True)]}, {"t": [run("test_f", skipped=True)]}),
    "moved": ({"t": [run("test_f")]}, {"t": [], "u": [run("test_f")]}),
    "moved, and its file is gone": ({"t": [run("test_f")]}, {"u": [run("test_f")]}),
    "moved into a class": ({"t": [run("test_f")]}, {"t": [run("TestF.test_f")]}),
    "moved beside another of its name": (
        {"t": [run("test_f")], "u": [run("A.test_f", 1)]}, {"t": [], "u": [run("A.test_f", 1), run("test_f")]}
    ),
    "one of two of a name": ({"t": [run("test_f", 1), run("test_f", 2)]}, {"t": [run("test_f", 2)]}),
    "a new one, skipped and empty": ({"t": []}, {"t": [run("test_new", 0, skipped=True)]}),
    "gone, which gate 5 tells": ({"t": [run("test_f")]}, {"t": []}),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), AS_STRICT.values(), ids=AS_STRICT)
def test_nothing_is_said_where_tests_are_as_strict(before: Files, after: Files) -> None:
    assert judge(before, after) == []


WEAKER: dict[str, tuple[Files, Files, str]] = {
    "skipped": ({"t": [run("test_f")]}, {"t": [run("test_f", skipped=True)]}, "is skipped now"),
    "fewer": ({"t": [run("test_f", 3)]}, {"t": [run("test_f", 1)]}, "holds 1 assertion now, and held 3 assertions"),
    "none": ({"t": [run("test_f", 1)]}, {"t": [run("test_f", 0)]}, "holds no assertions now, and held 1 assertion"),
    "fewer in a skipped one": (
        {"t": [run("test_f", 3, skipped=True)]}, {"t": [run("test_f", 1, skipped=True)]}, "holds 1 assertion"
    ),
    "moved and skipped": ({"t": [run("test_f")]}, {"t": [], "u": [run("test_f", 9, skipped=True)]}, "is skipped now"),
    "moved with fewer": ({"t": [run("test_f")]}, {"u": [run("test_f", 1)]}, "holds 1 assertion"),
    "another test has more": (
        {"t": [run("test_f"), run("test_g")]}, {"t": [run("test_f", 1), run("test_g", 3)]}, "`test_f` holds 1"
    ),
    "another of its name stands elsewhere": (
        {"t": [run("test_f")], "u": [run("test_f", 9)]}, {"t": [run("test_f", 1)], "u": [run("test_f", 9)]}, "holds 1"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "words"), WEAKER.values(), ids=WEAKER)
def test_a_test_that_became_weaker_is_refused_with_the_way_out(before: Files, after: Files, words: str) -> None:
    (problem,) = judge(before, after)
    assert (problem.gate, problem.severity, problem.path, problem.line) == ("tests", "refuse", "t", 3)
    assert words in problem.message
    assert '{"type": "changed", "text": "<the reason>", "source": "t::test_f"}' in problem.message


DECLARED: list[tuple[Files, str, str]] = [
    ({"t": [run("A.test_f", 0)]}, "A.test_f", "holds no assertions now"),
    ({"t": [run("A.test_f", skipped=True)]}, "A", "is skipped now"),
    ({"t": []}, "A.test_f", "is no longer there: It tested the old parser."),
    ({}, "A", "is no longer there: It tested the old parser."),
]


@pytest.mark.parametrize(("after", "name", "words"), DECLARED)
def test_what_is_declared_is_noted_with_its_reason(after: Files, name: str, words: str) -> None:
    (problem,) = judge({"t": [run("A.test_f")]}, after, [Declared("t", name, "It tested the old parser.")])
    assert (problem.gate, problem.severity, problem.path) == ("tests", "note", "t")
    assert words in problem.message


@pytest.mark.parametrize(
    "removal", [Declared("t", "test_f", " "), Declared("t", "test", "x"), Declared("u", "test_f", "x")]
)
def test_what_is_declared_without_a_reason_or_elsewhere_is_refused(removal: Declared) -> None:
    assert [problem.severity for problem in judge({"t": [run("test_f")]}, {"t": [run("test_f", 0)]}, [removal])] == [
        "refuse"
    ]


def test_nothing_is_said_of_a_file_that_broke() -> None:
    assert judge({"t": [run("test_f")]}, {"t": [run("test_f", 0)]}, faults=1) == []


def test_it_is_one_of_the_gates() -> None:
    files: tuple[Files, Files] = {"t": [run("test_f")]}, {"t": [run("test_f", 0)]}
    problems = check({"t": "before"}, {"t": "after"}, facts_of(*files), Scope(("t",)))
    assert [problem.gate for problem in problems] == ["tests"]


def python(body: str, head: str = "") -> dict[str, str]:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return {"tests/test_a.py": f"import pytest\n\n\n{head}def test_f(case=None):\n{lines}"}


def script(body: str) -> dict[str, str]:
    return {"src/a.test.ts": f"import {{ expect, it }} from 'vitest';\n\nit('f', async () => {{\n{body}\n}});\n"}


WORSE = [
    ("assert f(1) == 2", "assert f(1) is not None"),
    ("assert f(1) == 2", "assert True"),
    ("assert f(1) == 2", "f(1)\nassert 2 == 2"),
    ("assert f(1) == 2", "assert isinstance(f(1), int)"),
    ("assert f(1) == 2", "x = f(1)\nassert x"),
    ("assert f(1) == 2", "assert f(1) == 3"),
    ("assert f(1) == 'a b'", "assert f(1) == 'a c'"),
    ("assert f(1) is True", "assert f(1) is False"),
    ("assert f(1) == ['a', 'b', 'c']", "assert f(1) == ['a', 'b', 'd']"),
    ("assert f(1) == {'a': 1, 'b': 2}", "assert f(1) == {'a': 1, 'b': 3}"),
    ("assert f(1) == 2\nassert g(1) == 3", "assert f(1) == 2\nassert g(1) == 4"),
    ("assert f(1) == 2", "try:\n    assert f(1) == 2\nexcept Exception:\n    pass"),
    ("assert f(1) == 2", "try:\n    assert f(1) == 2\nexcept:\n    print('no')"),
    ("assert f(1) == 2", "try:\n    assert f(1) == 2\nexcept (AssertionError, KeyError):\n    pass"),
    ("assert f(1) == 2", "with suppress(AssertionError):\n    assert f(1) == 2"),
    ("assert f(1) == 2", "if not READY:\n    return\nassert f(1) == 2"),
    ("assert f(1) == 2", "pytest.skip('later')\nassert f(1) == 2"),
    ("assert f(1) == 2", "m = 1\npytest.importorskip('m')\nassert f(m) == 2"),
    ("assert f(1) == 2", "pytest.xfail('later')\nassert f(1) == 2"),
    ("with pytest.raises(KeyError):\n    f(1)", "with pytest.raises(Exception):\n    f(1)"),
    ("assert f(1) == pytest.approx(2.5, abs=0.001)", "assert f(1) == pytest.approx(2.5, abs=0.5)"),
    ("self.assertEqual(f(1), 2)", "self.assertIsNotNone(f(1))"),
    ("self.assertEqual(f(1), 2)", "self.assertTrue(True)"),
    ("self.assertEqual(f(1), 2)", "self.skipTest('later')\nself.assertEqual(f(1), 2)"),
    ("self.assertAlmostEqual(f(1), 2.5, places=7)", "self.assertAlmostEqual(f(1), 2.5, places=1)"),
    ("with self.assertRaises(KeyError):\n    f(1)", "with self.assertRaises(Exception):\n    f(1)"),
    ("self.assertEqual(f(1), 2)", "self.assertTrue(f(1) is not None)"),
    ("self.assertEqual(f(1), 2)", "self.assertFalse(f(1) is None)"),
    ("assert f(1) == 2", "assert x is not None\nassert f(1) is not None"),
    ("assert f(1) == 2\nassert g(1) == 3", "for a in b:\n    print(a)\nassert f(1) == 2"),
    ("assert f(1) == 2\nassert g(1) == 3", "for a in b:\n    assert a"),
    ("assert f(1) == 2", "def g():\n    return 1\nif g():\n    return\nassert f(1) == 2"),
    ("assert f(1) == 2", "raise NotImplementedError"),
    ("self.assertIs(f(1), g(1))", "assert f(1) is not None"),
    ("self.assertIn(2, f(1))", "assert 3 in f(1)"),
    ("self.assertFalse(f(1) == 2)", "assert True"),
    ("x = 'mulit'\nassert f(x) == 'mulit'", "x = 'mulit'\nassert f(x) == 'multi'"),
    ("with pytest.warns(None) as w:\n    f(1)\nassert not w.warnings", "f(1)"),
]


@pytest.mark.parametrize(("before", "after"), WORSE)
def test_a_python_test_that_checks_less_by_the_same_number_is_refused(before: str, after: str) -> None:
    [problem] = gated(check_tests, python(before), python(after))
    assert (problem.gate, problem.severity, problem.line) == ("tests", "refuse", 4)
    assert "`test_f`" in problem.message


WORSE_IN_SCRIPTS = [
    ("expect(f(1)).toBe(2);", "expect(f(1)).toBeDefined();"),
    ("expect(f(1)).toBe(2);", "expect(f(1)).toBeTruthy();"),
    ("expect(f(1)).toBe(2);", "f(1); expect(true).toBe(true);"),
    ("expect(f(1)).toBe(2);", "expect(f(1)).toBe(3);"),
    ("expect(f(1)).toEqual({ a: 1 });", "expect(f(1)).toEqual({ a: 2 });"),
    ("expect(f(1)).toBe(2);", "expect(f(1)).not.toBeNull();"),
    ("expect(() => f(1)).toThrow('no');", "expect(() => f(1)).toThrow();"),
    ("expect(f(1)).toBeCloseTo(2.5, 5);", "expect(f(1)).toBeCloseTo(2.5, 1);"),
    ("expect(g).toHaveBeenCalledWith(1);", "expect(g).toHaveBeenCalled();"),
    ("expect(f(1)).toBe(2);", "try { expect(f(1)).toBe(2); } catch {}"),
    ("expect(f(1)).toBe(2);", "try { expect(f(1)).toBe(2); } catch (e) { console.log(e); }"),
    ("expect(f(1)).toBe(2);", "if (!ready) return;\nexpect(f(1)).toBe(2);"),
    ("expect(f(1)).toBe(2);", "return;\nexpect(f(1)).toBe(2);"),
    ("assert.equal(f(1), 2);", "assert.ok(true); f(1);"),
    ("g(1, (err, x) => { t.error(err); t.equal(x, 1); });", "g(1, (err, x) => { t.equal(x, 1); });"),
    ("g(1, (err, x) => { t.error(err); t.equal(x, 1); });", "const x = await g(1); t.error(x);"),
]


@pytest.mark.parametrize(("before", "after"), WORSE_IN_SCRIPTS)
def test_a_test_of_the_web_that_checks_less_by_the_same_number_is_refused(before: str, after: str) -> None:
    [problem] = gated(check_tests, script(before), script(after))
    assert (problem.gate, problem.severity) == ("tests", "refuse")
    assert "`f`" in problem.message


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (python("assert f('abc') == g()"), python("assert f() == g()")),
        (python("assert f(1) == 2"), python("if READY:\n    assert f(1) == 2")),
        (python("assert f(1) == g(1)"), python("if f(1) != g(1):\n    raise AssertionError('no')")),
        (
            python("self.assertTrue(0 <= f(1) < 2.5, 'out of bounds: %s' % case)"),
            python("self.assertIsNotNone(case)\nself.assertTrue(0 <= f(1) < 2.5, f'out of bounds: {case}')"),
        ),
        (python("assert f(1) == 2\nassert f(2) == 3"), python("for a in b:\n    assert f(a) == a + 1")),
        (script("expect(f('abc')).toBe(g());"), script("expect(f()).toBe(g());")),
        (python("assert a(1) in [b(1)]"), python("x = a(1)\ny = b(1)\nassert x == y")),
        (python("x = 'a mulit b'\nassert f(x) == 'mulit'"), python("x = 'a multi b'\nassert f(x) == 'multi'")),
        (python("with pytest.warns(None) as w:\n    f(1)\nassert not w.warnings"),
         python("warnings.simplefilter('error')\nf(1)")),
        (script("g(1, (err, x) => { t.error(err); t.equal(x, 1); });"), script("const x = await g(1); t.equal(x, 1);")),
        ({"test/a.test.js": "test('f', t => {\n  g(1, (err, x) => { t.error(err); t.equal(x, 1); });\n});\n"},
         {"test/a.test.js": "test('f', async t => {\n  const x = await g(1);\n  t.assert.equal(x, 1);\n});\n"}),
        ({"a.py": "def f(): ...\n", "tests/test_a.py": "def test_f():\n    assert run('f') == 'f'\n"},
         {"a.py": "def get(): ...\n", "tests/test_a.py": "def test_f():\n    assert run('get') == 'get'\n"}),
        ({"run.py": "x = 1\n", "tests/test_a.py": "def test_f():\n    assert call() == 'run.py'\n"},
         {"lib/run.py": "x = 1\n", "tests/test_a.py": "def test_f():\n    assert call() == 'lib/run.py'\n"}),
        (python("assert f(1) == 2", "@pytest.mark.skipif(OLD)\n"),
         {"tests/test_a.py": "import pytest\n\npytestmark = pytest.mark.skipif(OLD)\n"
          "def test_f(case=None):\n    assert f(1) == 2\n"}),
    ],
)  # fmt: skip
def test_what_may_be_worse_is_asked_about(before: dict[str, str], after: dict[str, str]) -> None:
    [problem] = gated(check_tests, before, after)
    assert (problem.gate, problem.severity) == ("tests", "ask")


TABLE = "@pytest.mark.parametrize('case', [('a', 1, x), ('b', 2, x), ('c', 3, x)])\n"
AS_GOOD = {
    "another order": (python("assert f(1) == 2\nassert g(1) == 3"), python("assert g(1) == 3\nassert f(1) == 2")),
    "a variable": (python("assert f(1) == 2"), python("result = f(1)\nassert result == 2")),
    "values with names": (python("assert f(1) == 2"), python("given, expected = 1, 2\nassert f(given) == expected")),
    "values at the top": (python("assert f(1) == 27"), python("assert f(1) == WANTED", "WANTED = 27\n\n\n")),
    "all of unittest to pytest": (
        python("self.assertIs(f(1), g(1))\nself.assertIn(2, h(1), 'no')\nself.assertTrue(x)\nself.assertFalse(f(x))"),
        python("assert f(1) is g(1)\nassert 2 in h(1), 'no'\nassert x\nassert not f(x)"),
    ),
    "a class of another name": (
        {"tests/test_a.py": "class FTest(TestCase):\n    def test_f(self):\n        self.assertEqual(f(1), 2)\n"},
        {"tests/test_a.py": "class TestF:\n    def test_f(self):\n        assert f(1) == 2\n"},
    ),
    "unittest to pytest": (python("self.assertEqual(f(1), 2)"), python("assert f(1) == 2")),
    "pytest to unittest": (python("assert f(1) == 2"), python("self.assertEqual(f(1), 2)")),
    "stricter": (python("assert f(1) is not None"), python("assert f(1) == 2")),
    "the same by another name": (
        python("self.assertFalse(f(1) is None)\nself.assertTrue(f(2) is not None)"),
        python("self.assertIsNotNone(f(1))\nself.assertIsNotNone(f(2))"),
    ),
    "another assertion beside one that was written otherwise": (
        python("x = f(1)\nself.assertTrue(g(x, 7) is None)"),
        python("x = f(1)\nself.assertIsNotNone(x)\nself.assertIsNone(g(x, 7))"),
    ),
    "a return of a method inside": (
        python("assert f(1) == 2"),
        python("class A:\n    def g(self):\n        if self:\n            return\n        h()\nassert f(A(), 1) == 2"),
    ),
    "a return of a function inside, in a script": (
        script("expect(f(1)).toBe(2);"),
        script("  const g = () => {\n    if (x) return;\n    h();\n  };\n  g();\n  expect(f(1)).toBe(2);"),
    ),
    "a helper that raises": (
        {"a.py": "def test_f():\n    assert f(1) == g(1)\n"},
        {"a.py": "def check(a, b):\n    if a != b:\n        raise AssertionError(f'{a}, {b}')\n\n\n"
        "def test_f():\n    check(f(1), g(1))\n"},
    ),
    "a narrower error": (
        python("with pytest.raises(Exception):\n    f(1)"), python("with pytest.raises(KeyError):\n    f(1)")
    ),
    "a better message": (python("assert f(1) == 2"), python("assert f(1) == 2, f(1)")),
    "more patience": (python("assert f(1, timeout=5) == 2"), python("assert f(1, timeout=60) == 2")),
    "a narrow handler": (
        python("assert f(1) == 2"), python("try:\n    g()\nexcept KeyError:\n    pass\nassert f(1) == 2")
    ),
    "a handler that fails": (
        python("assert f(1) == 2"), python("try:\n    f(1)\nexcept Exception as e:\n    raise Bad from e\n"
        "assert f(1) == 2")
    ),
    "a loop over cases": (
        python("assert f(1) == 2\nassert f(3) == 4"), python("for a, b in [(1, 2), (3, 4)]:\n"
        "    assert f(a) == b")
    ),
    "a new row": (python("assert f(case)", TABLE), python("assert f(case)", TABLE.replace("[", "[('d', 4, x), "))),
    "names of columns": (
        python("assert f(case)", "@pytest.mark.parametrize('case,other', [(1, 2), (3, 4)])\n"),
        python("assert f(case)", "@pytest.mark.parametrize(('case', 'other'), [(1, 2), (3, 4)])\n"),
    ),
    "a fixture less": (python("assert f(1) == 2", "@pytest.mark.usefixtures('net')\n"), python("assert f(1) == 2")),
    "an f-string": (python("assert f(1) == 'no {}'.format(b)"), python("assert f(1) == f'no {b}'")),
    "a row of a list, in another order": (
        python("assert set(f(1)) == {'a', 'b', 'c'}"), python("assert set(f(1)) == {'c', 'b', 'a'}")
    ),
    "another order of rows": (
        python("assert f(case)", TABLE),
        python("assert f(case)", "@pytest.mark.parametrize('case', [('c', 3, x), ('b', 2, x), ('a', 1, x)])\n"),
    ),
    "a helper": (
        {"a.py": "def test_f():\n    assert f(1) == 2\n    assert g(1) == 3\n"},
        {"a.py": "def check(a):\n    assert f(a) == 2\n    assert g(a) == 3\n\n\ndef test_f():\n    check(1)\n"},
    ),
    "the message by a match": (
        python("with pytest.raises(E) as e:\n    f(1)\nassert e.value.args[0] == 'no'"),
        python("with pytest.raises(E, match='no'):\n    f(1)"),
    ),
    "said twice": (
        python("assert f(1) == 2\nassert g(1) == 3\nassert f(1) == 2"), python("assert f(1) == 2\nassert g(1) == 3")
    ),
    "expecting by a block": (python("assert_raises(E, f, 1)"), python("with expect_raises(E):\n    f(1)")),
    "jest to node": (script("expect(f(1)).toBe(2);"), script("assert.equal(f(1), 2);")),
    "a variable in a script": (script("expect(f(1)).toBe(2);"), script("const x = f(1); expect(x).toBe(2);")),
    "waiting for it": (script("expect(f(1)).toBe(2);"), script("expect(await f(1)).toBe(2);")),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), AS_GOOD.values(), ids=AS_GOOD)
def test_nothing_is_said_of_a_test_that_says_the_same_in_other_words(
    before: dict[str, str], after: dict[str, str]
) -> None:
    assert gated(check_tests, before, after) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [("('c', 3, x)", ""), ("('a', 1, x), ('b', 2, x), ", ""), ("('b', 2, x)", "('b', 7, x)"), ("'a'", "'z'")],
)
def test_rows_of_a_table_that_are_gone_or_others_are_refused(old: str, new: str) -> None:
    [problem] = gated(check_tests, python("assert f(case)", TABLE), python("assert f(case)", TABLE.replace(old, new)))
    assert (problem.severity, "no longer run with" in problem.message) == ("refuse", True)


APART = "".join(
    f"def test_{name}():\n    assert f('{name}') == {number}\n\n\n" for name, number in (("ab", 31), ("cd", 47))
)
ROWS = (
    "import pytest\n\n\n@pytest.mark.parametrize(('a', 'b'), [('ab', 31), ('cd', 47)])\n"
    "def test_all(a, b):\n    assert f(a) == b\n"
)
MERGED = [
    ({"a.py": APART}, {"a.py": ROWS}, 0),
    ({"a.py": APART}, {"a.py": "", "b.py": ROWS}, 0),
    ({"a.py": APART}, {"a.py": ROWS.replace(", ('cd', 47)", "")}, 1),
    ({"a.py": APART}, {"a.py": ROWS.replace("47", "48")}, 1),
    ({"a.py": APART}, {"a.py": "def test_all():\n    for a in ['ab', 'cd', 31, 47]:\n        print(a)\n"}, 2),
]


@pytest.mark.parametrize(("before", "after", "lost"), MERGED)
def test_tests_that_became_rows_of_a_table_are_not_lost(
    before: dict[str, str], after: dict[str, str], lost: int
) -> None:
    assert len(gated(check_loss, before, after)) == lost


UNRUN = [
    (script("expect(f(1)).toBe(2);"), "it(", "it.only(", 3),
    (script("expect(f(1)).toBe(2);"), "it(", "fit(", 3),
    (script("expect(f(1)).toBe(2);"), "it(", "it.concurrent.only(", 3),
    (python("assert f(1) == 2"), "import pytest\n", "import pytest\n\npytestmark = pytest.mark.skip('later')\n", 3),
    (python("assert f(1) == 2"), "import pytest\n", "import pytest\n\nm = pytest.importorskip('m')\n", 3),
    (python("assert f(1) == 2"), "import pytest\n", "import pytest\n\npytest.skip('x', allow_module_level=True)\n", 3),
]  # fmt: skip


@pytest.mark.parametrize(("before", "old", "new", "line"), UNRUN)
def test_what_keeps_a_file_from_being_run_is_refused(before: dict[str, str], old: str, new: str, line: int) -> None:
    [(path, text)] = before.items()
    problems = gated(check_tests, before, {path: text.replace(old, new, 1)})
    assert ("tests", "refuse", line) in [(problem.gate, problem.severity, problem.line) for problem in problems]


ONLY_BEFORE = {"src/a.test.ts": "it.only('f', () => { expect(f(1)).toBe(2); });\n"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (ONLY_BEFORE, {"src/a.test.ts": ONLY_BEFORE["src/a.test.ts"] + "const a = 1;\n"}),
        (ONLY_BEFORE, {"src/a.test.ts": ONLY_BEFORE["src/a.test.ts"].replace(".only", "")}),
        ({"src/a.ts": "export const a = 1;\n"}, {"src/a.ts": "export const a = list.only(1);\n"}),
        (script("expect(f(1)).toBe(2);"), script("// it.only('f')\nexpect(f(1)).toBe(2);")),
    ],
)
def test_nothing_is_said_of_other_uses_of_these_words(before: dict[str, str], after: dict[str, str]) -> None:
    assert gated(check_tests, before, after) == []


SNAP = {"src/__snapshots__/a.test.ts.snap": "exports[`a 1`] = `x`;\nexports[`b 1`] = `y`;\n"}
[SNAP_PATH] = SNAP


def test_a_record_of_results_that_is_written_anew_is_refused_unless_declared() -> None:
    after = {SNAP_PATH: SNAP[SNAP_PATH].replace("`y`", "`z`")}
    [problem] = gated(check_tests, SNAP, after)
    assert (problem.gate, problem.severity, problem.path, problem.line) == ("tests", "refuse", SNAP_PATH, 2)
    scope = Scope((), changed=(Declared(SNAP_PATH, "b 1", "It is called z now."),))
    assert [each.severity for each in gated(check_tests, SNAP, after, scope=scope)] == ["note"]


@pytest.mark.parametrize(
    "after", [SNAP, {}, {SNAP_PATH: "exports[`c 1`] = `z`;\n" + SNAP[SNAP_PATH]}, {SNAP_PATH: SNAP[SNAP_PATH] + "\n"}]
)
def test_a_record_may_grow_or_go(after: dict[str, str]) -> None:
    assert gated(check_tests, SNAP, after) == []


@pytest.mark.parametrize("kind", ["changed", "removed"])
def test_another_value_may_be_declared(kind: str) -> None:
    entry = Declared("tests/test_a.py", "test_f", "f rounds up now, as asked.")
    scope = Scope((), changed=(entry,)) if kind == "changed" else Scope((), removed=(entry,))
    [problem] = gated(check_tests, python("assert f(1) == 2"), python("assert f(1) == 3"), scope=scope)
    assert problem.severity == "note"
    assert "f rounds up now, as asked." in problem.message
