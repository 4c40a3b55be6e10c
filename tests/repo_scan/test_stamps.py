"""Files that need not be read again."""

import os
import time
from pathlib import Path

import pytest

from repo_scan.stamps import Stamps


def facts(path: Path, age: float = 100.0, **changes: int) -> os.stat_result:
    """The facts of a file as if it had been left alone for some seconds."""
    real = path.stat()
    then = time.time_ns() - int(age * 1e9)
    extra = {"st_mtime_ns": then, "st_ctime_ns": then, **changes}
    ten = (real.st_mode, extra.pop("st_ino", real.st_ino), real.st_dev, 1, 0, 0, extra.pop("st_size", real.st_size))
    return os.stat_result((*ten, 0, 0, 0), extra)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.py"
    path.write_text("x = 1\n")
    return path


def noted(before: os.stat_result) -> Stamps:
    stamps = Stamps()
    assert stamps.look("a.py", before) == ""
    stamps.note("a.py", "b10b")
    return stamps


def test_a_file_that_is_as_it_was_is_known(file: Path) -> None:
    before = facts(file)
    stamps = noted(before)
    assert stamps.look("a.py", before) == "b10b"
    assert stamps.look("b.py", before) == ""


@pytest.mark.parametrize("name", ["st_size", "st_ino", "st_mtime_ns", "st_ctime_ns"])
def test_a_file_of_which_anything_changed_is_not(file: Path, name: str) -> None:
    before = facts(file)
    stamps = noted(before)
    same = {"st_mtime_ns": before.st_mtime_ns, "st_ctime_ns": before.st_ctime_ns}
    assert stamps.look("a.py", facts(file, **same)) == "b10b"
    assert stamps.look("a.py", facts(file, **{**same, name: 12345})) == ""


@pytest.mark.parametrize("age", [0.0, 1.0, -5.0])
def test_a_file_written_just_now_is_not_since_it_may_change_within_the_same_tick(file: Path, age: float) -> None:
    before = facts(file, age)
    assert noted(before).look("a.py", before) == ""


def test_what_a_listing_did_not_hold_is_forgotten(file: Path) -> None:
    before = facts(file)
    stamps = noted(before)
    stamps.begin()
    stamps.end()
    assert stamps.look("a.py", before) == ""
