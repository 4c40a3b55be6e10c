"""Which rewritten lines the tests executed, from the data file that coverage.py leaves."""

import os
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from applier.coverage import coverage_note, executed_lines, rewritten_lines

BEFORE = "def a():\n    return 1\n\n\ndef b():\n    return 2\n"
AFTER = "def a():\n    return 10\n\n\ndef b():\n    x = 2\n    return x\n"  # new: lines 2, 6, 7


def blob(lines: Iterable[int]) -> bytes:
    bits = sum(1 << line for line in lines)
    return bits.to_bytes(bits.bit_length() // 8 + 1, "little")


def leave_data(root: Path, lines: Mapping[str, Iterable[int]], *, branches: bool = False) -> Path:
    """A data file as coverage.py 7 leaves it, one context for every other line."""
    data = root / ".coverage"
    with sqlite3.connect(data) as base:
        base.execute("create table file (id integer primary key, path text, unique (path))")
        base.execute("create table line_bits (file_id integer, context_id integer, numbits blob)")
        base.execute("create table arc (file_id integer, context_id integer, fromno integer, tono integer)")
        for number, (path, executed) in enumerate(lines.items(), start=1):
            ordered = sorted(executed)
            base.execute("insert into file values (?, ?)", (number, path))
            if branches:
                arcs = zip([-1, *ordered], [*ordered, -1], strict=True)
                base.executemany("insert into arc values (?, 1, ?, ?)", [(number, *arc) for arc in arcs])
            else:
                for context in (0, 1):
                    bits = blob(ordered[context::2])
                    base.execute("insert into line_bits values (?, ?, ?)", (number, context, bits))
    base.close()
    return data


def written(root: Path, text: str = AFTER, path: str = "shop.py") -> None:
    (root / path).write_text(text)
    os.utime(root / path, (1, 1))


@pytest.mark.parametrize("branches", [False, True])
@pytest.mark.parametrize(
    ("executed", "words"),
    [
        ((1, 2, 5, 6, 7), "3 of 3 rewritten lines of code, as coverage.py recorded"),
        ((1, 2, 5), "1 of 3 rewritten lines of code, as coverage.py recorded; not shop.py:6-7"),
        ((1, 5, 6), "1 of 3 rewritten lines of code, as coverage.py recorded; not shop.py:2,7"),
        ((), "0 of 3 rewritten lines of code, as coverage.py recorded; not shop.py:2,6-7"),
    ],
)
def test_the_rewritten_lines_that_the_tests_executed_are_counted(
    executed: tuple[int, ...], words: str, branches: bool, tmp_path: Path
) -> None:
    written(tmp_path)
    leave_data(tmp_path, {str(tmp_path / "shop.py"): executed, "/elsewhere/shop.py": (2, 6, 7)}, branches=branches)
    assert coverage_note(tmp_path, {"shop.py": BEFORE}, {"shop.py": AFTER}) == f"the tests executed {words}"


def test_relative_names_count_too_and_a_file_without_data_was_not_executed(tmp_path: Path) -> None:
    written(tmp_path)
    written(tmp_path, "y = 1\n", "new.py")
    leave_data(tmp_path, {"shop.py": (2, 6, 7)})
    assert executed_lines(tmp_path, ["shop.py", "new.py", "a.js"]) == {"shop.py": frozenset({2, 6, 7}), "new.py": set()}
    note = coverage_note(tmp_path, {"shop.py": BEFORE}, {"shop.py": AFTER, "new.py": "y = 1\n"})
    assert note is not None
    assert note.endswith("3 of 4 rewritten lines of code, as coverage.py recorded; not new.py:1")


def test_nothing_is_said_without_data(tmp_path: Path) -> None:
    written(tmp_path)
    assert coverage_note(tmp_path, {"shop.py": BEFORE}, {"shop.py": AFTER}) is None


@pytest.mark.parametrize("content", [b"", b"not a data base", b"SQLite format 3\0" + b"\xff" * 200])
def test_nothing_is_said_of_data_that_cannot_be_read(content: bytes, tmp_path: Path) -> None:
    written(tmp_path)
    (tmp_path / ".coverage").write_bytes(content)
    assert coverage_note(tmp_path, {"shop.py": BEFORE}, {"shop.py": AFTER}) is None


def test_nothing_is_said_of_data_from_before_the_rewrite(tmp_path: Path) -> None:
    leave_data(tmp_path, {"shop.py": (1, 2)})
    os.utime(tmp_path / ".coverage", (1, 1))
    (tmp_path / "shop.py").write_text(AFTER)
    assert coverage_note(tmp_path, {"shop.py": BEFORE}, {"shop.py": AFTER}) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"shop.py": BEFORE}, {"shop.py": BEFORE}),
        ({"shop.py": BEFORE}, {"shop.py": BEFORE + "\n# words\n"}),
        ({"a.js": "x\n"}, {"a.js": "y\n"}),
        ({"shop.py": BEFORE}, {"shop.py": 'def a():\n    """Words."""\n    return 1\n\n\ndef b():\n    return 2\n'}),
    ],
)
def test_nothing_is_said_where_no_code_was_rewritten(
    before: dict[str, str], after: dict[str, str], tmp_path: Path
) -> None:
    for path, text in after.items():
        written(tmp_path, text, path)
    leave_data(tmp_path, {"shop.py": (1, 2)})
    assert coverage_note(tmp_path, before, after) is None


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        ("", "x = 1\n", {1}),
        ("x = 1\n", "x = 1\n", set()),
        ("x = 1\n", "\n\nx = 1\n", set()),
        ("f(1)\n", "f(\n    1,\n)\n", {1}),
        ("x = 1\n", "x = (\n", set()),  # does not parse
    ],
)
def test_lines_that_begin_a_statement_count(before: str, after: str, lines: set[int]) -> None:
    assert rewritten_lines(before, after) == lines
