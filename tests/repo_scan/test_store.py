"""Facts on disk: shared, bounded, and never in the way."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from repo_scan.store import Store

ROOT = Path(__file__).resolve().parents[2]


def test_what_was_put_is_there_for_the_next_process_too(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "facts.sqlite"
    Store(path).put({"a": b"1", "b": b""})
    Store(path).put({"a": b"2"})
    assert Store(path).get(["a", "b", "c"]) == {"a": b"2", "b": b""}


def test_more_keys_than_one_question_holds(tmp_path: Path) -> None:
    values = {f"key {number}": b"%d" % number for number in range(1234)}
    Store(tmp_path / "f").put(values)
    assert Store(tmp_path / "f").get([*values, "another"]) == values


@pytest.mark.parametrize("damage", [b"", b"no database at all" * 99, None, "cut", "rows"], ids=str)
def test_a_damaged_file_is_replaced(tmp_path: Path, damage: bytes | str | None) -> None:
    path = tmp_path / "facts.sqlite"
    values = {f"key {number}": b"x" * 3000 for number in range(50)}
    Store(path).put(values)
    whole = path.read_bytes()
    match damage:
        case bytes():
            path.write_bytes(damage)
        case "cut":
            path.write_bytes(whole[: len(whole) // 2])
        case "rows":
            path.write_bytes(whole[:4096] + b"\xff" * 20_000 + whole[24_096:])
        case None:
            path.unlink()
    for _ in range(2):  # damage may show only when it is met
        found = Store(path).get(values)
        assert all(found[key] == values[key] for key in found)
        Store(path).put(values)
    assert Store(path).get(values) == values


@pytest.mark.parametrize("obstacle", ["a file", "a folder"])
def test_where_nothing_can_be_written_nothing_is_remembered_and_nothing_fails(tmp_path: Path, obstacle: str) -> None:
    path = tmp_path / "place" / "facts.sqlite"
    if obstacle == "a file":
        path.parent.write_text("in the way")
    else:
        path.mkdir(parents=True)
    store = Store(path)
    for _ in range(2):
        store.put({"a": b"1"})
        assert store.get(["a"]) == {}


def test_a_table_of_another_shape_is_no_use_and_no_harm(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "f") as database:
        database.execute("CREATE TABLE facts (something INTEGER)")
    database.close()
    store = Store(tmp_path / "f")
    store.put({"a": b"1"})
    assert store.get(["a"]) == {}


def test_the_facts_longest_unused_go_first(tmp_path: Path) -> None:
    store = Store(tmp_path / "f", largest=200_000)
    store.put({f"old {number}": b"x" * 1000 for number in range(50)})
    with sqlite3.connect(store.path) as database:
        database.execute("UPDATE facts SET day = day - 30")
    database.close()
    store.get(["old 7"])  # in use again
    for part in range(10):
        store.put({f"new {part} {number}": b"x" * 1000 for number in range(13)})
    left = Store(store.path).get([*(f"old {number}" for number in range(50)), "new 9 12"])
    assert {"old 7", "new 9 12"} <= left.keys()
    assert len(left) < 30
    assert store.path.stat().st_size < 300_000


def test_nothing_goes_as_long_as_there_is_room(tmp_path: Path) -> None:
    store = Store(tmp_path / "f", largest=1_000_000)
    for part in range(10):
        store.put({f"{part} {number}": b"x" * 1000 for number in range(20)})
    assert len(store.get([f"{part} {number}" for part in range(10) for number in range(20)])) == 200


WRITER = """
import sys
from pathlib import Path
from repo_scan.store import Store
path, name = Path(sys.argv[1]), sys.argv[2]
for number in range(30):
    Store(path).put({f"{name} {number} {part}": b"x" * 500 for part in range(10)})
"""


def test_several_processes_write_at_once_and_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "facts.sqlite"
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), name], cwd=ROOT) for name in "abc"]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0, 0]
    keys = [f"{name} {number} {part}" for name in "abc" for number in range(30) for part in range(10)]
    assert len(Store(path).get(keys)) == len(keys)
