"""Tests as pytest and unittest would find them."""

import pytest

from repo_scan.outline import TestCase as Case
from tests.repo_scan.outlines import outline_of


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("def test_a(): pass\n", ["test_a"]),
        ("async def test_a(): pass\n", ["test_a"]),
        ("class TestA:\n    def test_b(self): pass\n    def help(self): pass\n", ["TestA.test_b"]),
        ("class A(unittest.TestCase):\n    def test_b(self): pass\n", ["A.test_b"]),
        ("class CartTests(Base):\n    def testTotal(self): pass\n", ["CartTests.testTotal"]),
        ("class A(BaseTest):\n    def test_b(self): pass\n", ["A.test_b"]),
        ("class TestA:\n    class TestB:\n        def test_c(self): pass\n", ["TestA.TestB.test_c"]),
        ("if x:\n    def test_a(): pass\n", ["test_a"]),
        ("@pytest.mark.parametrize('a', [1])\ndef test_a(a): pass\n", ["test_a"]),
    ],
)
def test_tests_are_found_by_their_names(text: str, names: list[str]) -> None:
    assert [case.name for case in outline_of(text).tests] == names


@pytest.mark.parametrize(
    "text",
    [
        "",
        "def f(): pass\n",
        "def contest(): pass\n",
        "test_data = 1\n",
        "class TestA: pass\n",
        "class Tester:\n    def help(self): pass\n",
        "class Connection:\n    def test_it(self): pass\n",
        "def f():\n    def test_a(): pass\n",
        "@pytest.fixture\ndef test_client(): pass\n",
        "@pytest.fixture(scope='session')\ndef test_client(): pass\n",
        "class TestA:\n    @fixture\n    def test_data(self): pass\n",
    ],
)
def test_what_is_no_test_is_not_taken_for_one(text: str) -> None:
    assert outline_of(text).tests == ()


@pytest.mark.parametrize(
    ("body", "assertions"),
    [
        ("pass", 0),
        ("assert x", 1),
        ("assert x, 'why'\n    assert (y and\n        z)", 2),
        ("self.assertEqual(1, 2)\n    self.assertTrue(x)\n    self.fail()", 3),
        ("with pytest.raises(ValueError):\n        f()\n    with pytest.warns(UserWarning): f()", 2),
        ("mock.assert_called_once_with(1)", 1),
        ("assert_allclose(a, b)\n    np.testing.assert_equal(a, b)", 2),
        ("for x in y:\n        if z:\n            assert x", 1),
        ("def check():\n        assert x\n    check()", 1),
        ("log('assert x')  # assert y\n    asserted = 1", 0),
        ("self.raises = 1\n    x.fail", 0),
    ],
)
def test_assertions_are_counted(body: str, assertions: int) -> None:
    assert [case.assertions for case in outline_of(f"def test_a():\n    {body}\n").tests] == [assertions]


@pytest.mark.parametrize(
    ("decorator", "skipped"),
    [
        ("@pytest.mark.skip", True),
        ("@pytest.mark.skip(reason='x')", True),
        ("@pytest.mark.skipif(x, reason='y')", True),
        ("@unittest.skipUnless(x, 'y')", True),
        ("@skip", True),
        ("@pytest.mark.xfail", True),
        ("@unittest.expectedFailure", True),
        ("@pytest.mark.slow", False),
        ("@pytest.mark.parametrize('skip', [1])", False),
        ("@mock.patch('a.skip')", False),
        ("# @pytest.mark.skip", False),
    ],
)
def test_a_skip_is_told_by_its_decorator(decorator: str, skipped: bool) -> None:
    assert [case.skipped for case in outline_of(f"{decorator}\ndef test_a(): pass\n").tests] == [skipped]


def test_a_skipped_class_skips_its_tests_and_lines_include_decorators() -> None:
    text = """
        @pytest.mark.skip
        class TestA:
            @slow
            def test_b(self):
                assert x
            def test_c(self): pass
    """
    assert outline_of(text).tests == (Case("TestA.test_b", 3, 1, True), Case("TestA.test_c", 6, 0, True))
