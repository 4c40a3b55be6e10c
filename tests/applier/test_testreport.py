"""Names of failing tests, from what test commands print."""

import subprocess
import sys
from pathlib import Path

import pytest

from applier.testreport import failures

SUMMARY = "=========================== short test summary info ============================\n"
END = "========================= 1 failed, 2 passed in 0.02s =========================\n"
RULE = "=" * 70 + "\n"

NAMED = [
    (SUMMARY + "FAILED tests/test_a.py::test_b - AssertionError: assert 1 == 2\n" + END, {"tests/test_a.py::test_b"}),
    (SUMMARY + "FAILED t.py::test_b\n1 failed in 0.1s\n", {"t.py::test_b"}),
    (SUMMARY + "ERROR t.py::test_b - OSError: no - way\n" + END, {"t.py::test_b"}),
    (SUMMARY + "ERROR tests/test_a.py\n!!!! Interrupted: 1 error during collection !!!!\n", {"tests/test_a.py"}),
    (SUMMARY + "FAILED t.py::test_b[a - b] - assert x[1]\n", {"t.py::test_b[a - b]"}),
    (SUMMARY + "FAILED t.py::test_b[[1]] - assert 0\n", {"t.py::test_b[[1]]"}),
    (SUMMARY + "FAILED t.py::test_b - [XPASS(strict)] \n", {"t.py::test_b"}),
    (SUMMARY + "FAILED a dir/t.py::test_b - assert 0\n", {"a dir/t.py::test_b"}),
    (SUMMARY + "SUBFAILED[hey] (i=0) t.py::test_b - assert 0\n", {"[hey] (i=0) t.py::test_b"}),
    (SUMMARY + "SUBFAILED(i=0) t.py::C::test_b - assert 0\n", {"(i=0) t.py::C::test_b"}),
    (SUMMARY + "FAILED t.py::a\n" + END + SUMMARY + "FAILED t.py::b\n" + END, {"t.py::a", "t.py::b"}),
    (
        "\x1b[36m\x1b[1m" + SUMMARY.strip() + "\x1b[0m\n\x1b[31mFAILED\x1b[0m t.py::\x1b[1mtest_b\x1b[0m - x\n",
        {"t.py::test_b"},
    ),
    (SUMMARY.replace("\n", "\r\n") + "FAILED t.py::test_b - x\r\n", {"t.py::test_b"}),
    ("t.py::test_b FAILED                                  [ 50%]\n", {"t.py::test_b"}),
    ("t.py::test_b[a b] ERROR [100%]\n", {"t.py::test_b[a b]"}),
    ("[gw1] [ 50%] FAILED t.py::test_b \n", {"t.py::test_b"}),
    (RULE + "FAIL: test_b (tests.test_a.C.test_b)\n" + "-" * 70 + "\n", {"test_b (tests.test_a.C.test_b)"}),
    (RULE + "ERROR: setUpClass (tests.test_a.C)\n", {"setUpClass (tests.test_a.C)"}),
    (RULE + "FAIL: test_b (a.C.test_b) (i=<obj at 0x7f3a2c>)\n", {"test_b (a.C.test_b) (i=<obj at 0x…>)"}),
]
NOT_NAMED = [
    "",
    "3 passed in 0.1s\n",
    "FAILED (failures=2, errors=1)\n",
    "ERROR: file or directory not found: x\n",
    "ERROR    root:t.py:8 something\nFAILED t.py::test_b - printed by a test\n",
    SUMMARY + "SKIPPED [1] t.py:3: later\nXFAIL t.py::test_b - known\nPASSED t.py::test_c\n" + END,
    SUMMARY + END + "FAILED t.py::printed_after_the_summary\n",
    "FAIL: test_b (a.C.test_b)\n",
    "make: *** [Makefile:3: test] Error 1\n",
    "t.py::test_b PASSED [100%]\n",
]


@pytest.mark.parametrize(("output", "names"), NAMED)
def test_failing_tests_are_named(output: str, names: set[str]) -> None:
    assert failures(output) == names


@pytest.mark.parametrize("output", NOT_NAMED)
def test_nothing_else_is_taken_for_a_failing_test(output: str) -> None:
    assert failures(output) == frozenset()


def test_a_very_long_line_takes_no_time() -> None:
    assert failures(SUMMARY + "FAILED " + "a::[] - " * 100_000) == failures(SUMMARY + "FAILED " + "a::[] - " * 1000)


SUITE = """
import unittest
class Cart(unittest.TestCase):
    def test_good(self): pass
    def test_bad(self): self.fail("no - good")
    def test_many(self):
        for i in range(2):
            with self.subTest(i=i): self.assertTrue(i)
"""
RUNS = [
    (["pytest", "-q", "--tb=no"], {"test_suite.py::Cart::test_bad", "(i=0) test_suite.py::Cart::test_many"}),
    (
        ["unittest", "test_suite"],
        {"test_bad (test_suite.Cart.test_bad)", "test_many (test_suite.Cart.test_many) (i=0)"},
    ),
]


@pytest.mark.parametrize(("words", "names"), RUNS)
def test_what_the_runners_really_print_is_understood(words: list[str], names: set[str], tmp_path: Path) -> None:
    (tmp_path / "test_suite.py").write_text(SUITE)
    command = [sys.executable, "-m", *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert failures(done.stdout + done.stderr) == names
