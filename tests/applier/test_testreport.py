"""Names of failing tests, from what test commands print."""

import subprocess
import sys
from pathlib import Path

import pytest

from applier.testreport import failures, passed, stopped

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


STOPPED = [
    (
        "!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!\n1 error in 0.1s\n",
        "Interrupted: 1 error during collection",
    ),
    ("!!!!!!!!!!!! stopping after 1 failures !!!!!!!!!!!!\n", "stopping after 1 failures"),
    (
        "!!!!! xdist.dsession.Interrupted: stopping after 2 failures !!!!!\n",
        "xdist.dsession.Interrupted: stopping after 2 failures",
    ),
    ("\x1b[31m!!!!! _pytest.outcomes.Exit: no database !!!!!\x1b[0m\n", "_pytest.outcomes.Exit: no database"),
    ("!!!!!!!!! KeyboardInterrupt !!!!!!!!!\r\n", "KeyboardInterrupt"),
    ("INTERNALERROR> KeyError: 'x'\n", "INTERNALERROR> KeyError: 'x'"),
]
NOT_STOPPED = [
    "",
    "3 passed in 0.1s\n",
    "!!!\n",
    "!!! DEPRECATED !!!\n",
    "!!! the program was Interrupted !!!\n",
    "Interrupted: 1 error during collection\n",
    "KeyboardInterrupt\n",
    "E   KeyboardInterrupt !!!\n",
    SUMMARY + "FAILED t.py::test_b - !!! Exit !!!\n" + END,
]


@pytest.mark.parametrize(("output", "why"), STOPPED)
def test_a_run_that_stopped_early_is_known_by_its_words(output: str, why: str) -> None:
    assert stopped(output) == why


@pytest.mark.parametrize("output", NOT_STOPPED)
def test_nothing_else_is_a_run_that_stopped_early(output: str) -> None:
    assert not stopped(output)


OK = "-" * 70 + "\nRan {} tests in 0.001s\n\n{}\n"
COUNTED = [
    ("3 passed in 0.1s\n", 3),
    ("===== 2 failed, 3 passed, 1 warning in 61.20s (0:01:01) =====\n", 3),
    ("2 failed in 0.1s\n", 0),
    ("1 error in 0.1s\n", 0),
    ("5 skipped, 2 deselected in 0.1s\n", 0),
    ("no tests ran in 0.00s\n", 0),
    ("3 passed in 0.1s\nmake next\n4 passed in 0.1s\n", 7),
    ("\x1b[32m\x1b[32m\x1b[1m12 passed\x1b[0m\x1b[32m in 0.02s\x1b[0m\x1b[0m\n", 12),
    (OK.format(5, "OK"), 5),
    (OK.format(5, "OK (skipped=2, expected failures=1)"), 2),
    (OK.format(5, "FAILED (failures=2, errors=3)"), 0),
    ("Ran 1 test in 0.000s\n\nOK\n", 1),
]
NOT_COUNTED = [
    "",
    "passed\n",
    "3 passed\n",
    "it says 3 passed in 1s, or so\n",
    "OK\n",
    "ok 1 - adds\n",
    "Ran 0 tests in 0.000s\n\nOK\n",
]


@pytest.mark.parametrize(("output", "number"), COUNTED)
def test_the_tests_that_passed_are_counted(output: str, number: int) -> None:
    assert passed(output) == number


@pytest.mark.parametrize("output", NOT_COUNTED)
def test_where_no_total_is_told_none_is_made_up(output: str) -> None:
    assert passed(output) is None


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
    assert passed(done.stdout + done.stderr) in (1, 2)  # pytest counts a test with subtests, too
    assert not stopped(done.stdout + done.stderr)


@pytest.mark.parametrize(
    ("files", "words", "why", "number"),
    [
        ({"test_a.py": "import no_such_thing\n"}, ["-q"], "Interrupted: 1 error during collection", 0),
        ({"test_a.py": "import no_such_thing\n"}, ["--continue-on-collection-errors"], "", 1),
        ({"test_a.py": "def test_a(): assert 0\n"}, ["-x"], "stopping after 1 failures", 0),
        ({"test_a.py": "def test_a(): raise KeyboardInterrupt\n"}, [], "KeyboardInterrupt", None),
        ({"test_a.py": "import pytest\npytest.importorskip('no_such_thing')\n"}, ["test_a.py"], "", 0),
    ],
)
def test_what_pytest_really_prints_of_a_run_cut_short_is_understood(
    files: dict[str, str], words: list[str], why: str, number: int | None, tmp_path: Path
) -> None:
    for name, text in {"test_z.py": "def test_z(): pass\n", **files}.items():
        (tmp_path / name).write_text(text)
    command = [sys.executable, "-m", "pytest", *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert stopped(done.stdout) == why
    if number is not None:
        assert passed(done.stdout) == number
