"""Texts as statements that can be compared."""

import ast
import tokenize
import warnings
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repo_scan.detectors.statements import runs_of, tokens_in


def keys(text: str) -> list[int]:
    return [one.key for run in runs_of(text) for one in run]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x = y + 1\n", "a = b + 1\n"),
        ("x = y + 1\n", "x=y+1  # why\n"),
        ("x = f(1, 2)\n", "x = f(\n    1,\n\n    2)\n"),
        ("x = y\n", "x = \\\n    y\n"),
        ("if x:\n\ty\n", "if x:\n        y\n"),
        ("x = 1\n", "# why\n\n'''words\n'''\nx = 1\n"),
        ("x = '''a\nb'''\n", "y = '''a\nb'''\n"),
    ],
)
def test_names_layout_and_documentation_make_no_difference(one: str, other: str) -> None:
    assert keys(one) == keys(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x = 1\n", "x = 2\n"),
        ("x = 'a'\n", "x = 'b'\n"),
        ("x = y + z\n", "x = y - z\n"),
        ("x = y\n", "x = None\n"),
        ("x = y\n", "x = await y\n"),
        ("x.y\n", "x\n"),
        ("x = '# a'\n", "x = '# b'\n"),
    ],
)
def test_what_means_another_thing_differs(one: str, other: str) -> None:
    assert keys(one) != keys(other)


def test_lines_and_indentation_are_those_of_the_text() -> None:
    text = 'x = """\n\n"""\nif (a and\n        b):\n    y(  # )\n    )\n\n'
    (run,) = runs_of(text)
    assert [(one.line, one.end_line, one.indent) for one in run] == [(1, 3, 0), (4, 5, 0), (6, 7, 4)]
    assert [(one.decides, one.opens) for one in run] == [(False, False), (True, True), (False, False)]


def test_definitions_decorators_and_imports_end_a_run() -> None:
    text = (
        "a = 1\nimport b\nc = 1\ndef f():\n    d = 1\n    @x\n    async def g():\n        e = 1\nclass A:\n    f = 1\n"
    )
    assert [[one.line for one in run] for run in runs_of(text)] == [[1], [3], [5], [8], [10]]
    assert [one.line for run in runs_of("a = 1\nasync with b:\n    c = 1\n") for one in run] == [1, 2, 3]


@pytest.mark.parametrize("text", ["", "\n\n", "x = (", "'", '"""', "x = ]\ny = 1\n", "\\", "\x0c\n", "f'{'"])
def test_no_text_is_too_broken(text: str) -> None:
    runs_of(text)


@given(st.text(alphabet="ab1 \n()[]:'\"#\\=.", max_size=60))
def test_tokens_are_those_that_python_sees(text: str) -> None:
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return
    skipped = {tokenize.NEWLINE, tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    seen = "".join(one.string for one in tokenize.generate_tokens(StringIO(text).readline) if one.type not in skipped)
    ours = "".join(said for _, said in tokens_in("x;" + text, 1, text.count("\n") + 1))
    if not any(isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in ast.walk(tree)):
        assert ours == "x;" + seen
