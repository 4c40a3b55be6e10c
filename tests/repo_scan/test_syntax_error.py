"""Files that do not parse."""

import pytest

from repo_scan.detectors.syntax_error import syntax_error
from tests.repo_scan.diseased import found_by


@pytest.mark.parametrize(
    ("path", "text", "line", "severity"),
    [
        ("a.py", "x = 1\n  def f(:\n", 2, "high"),
        ("a.py", "print 'hello'\n", 1, "high"),
        ("a.pyi", "def f(\n", 1, "high"),
        ("a.py", "x = " + "(" * 3000 + ")" * 3000, 1, "high"),
        ("tests/data/bad.py", "def f(:\n", 1, "low"),
        ("tests/test_a.py", "def f(:\n", 1, "low"),
    ],
)
def test_a_file_that_does_not_parse_is_found_once(path: str, text: str, line: int, severity: str) -> None:
    (finding,) = found_by(syntax_error, {path: text})
    assert (finding.path, finding.line, finding.severity) == (path, line, severity)


@pytest.mark.parametrize(
    "text", ["", "x = 1\n", "x = 'def f(:'\n", "# def f(:\n", "type A = int\n", "x = '\\d'\n", "print('x')"]
)
def test_a_valid_file_is_left_alone(text: str) -> None:
    assert found_by(syntax_error, {"a.py": text, "notes.txt": "def f(:"}) == ()
