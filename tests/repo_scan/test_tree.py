"""What is remembered of a working tree."""

import msgspec
import pytest

from repo_scan.graph import Edge
from repo_scan.inventory import FileEntry, Inventory, Skipped
from repo_scan.tree import Key, Record, Tree

STAMP = (1, 2, 3, 4, 5)
CODE = FileEntry("a.py", "python", 1, 6, 4, "b10b", parsed=True, symbols=1)
BINARY = Skipped("b.bin", "binary", "b1b1")
EDGES = (Edge("a.py", "c.py", 1, "runtime"),)


def tree(**known: str) -> Tree:
    """A tree of which files were read, by name and blob, since it was last remembered."""
    made = Tree()
    made.stamps.known = {name.replace("_", "."): (STAMP, blob) for name, blob in known.items()}
    made.stamps.changed = True
    return made


def test_what_was_remembered_is_found_again() -> None:
    made = tree(a_py="b10b", b_bin="b1b1")
    record = made.renew(Inventory((CODE,), (BINARY, Skipped("link", "symlink"))), EDGES, ())
    again = Tree.of(msgspec.msgpack.decode(msgspec.msgpack.encode(record), type=Record))
    assert (again.rows, again.edges, again.stamps.known) == (made.rows, EDGES, made.stamps.known)
    assert [row.found for row in again.rows.values()] == [CODE, BINARY]
    assert list(again.plain) == ["b.bin"]


@pytest.mark.parametrize(
    ("known", "doubtful"),
    [
        ({}, ()),  # written just now
        ({"a_py": "01d"}, ()),  # so, too, and known from before
        ({"a_py": "b10b"}, {("python", "b10b")}),  # its parser died
    ],
)
def test_without_a_row_for_every_file_the_edges_are_not_kept(known: dict[str, str], doubtful: set[Key]) -> None:
    made = tree(**known)
    made.renew(Inventory((CODE,), ()), EDGES, doubtful)
    assert (made.rows, made.edges) == ({}, None)


def test_what_was_seen_of_nothing_new_is_not_remembered_anew() -> None:
    made = tree(a_py="b10b")
    assert made.renew(Inventory((CODE,), ()), EDGES, ()) is not None
    assert made.renew(Inventory((), ()), (), ()) is None
    assert made.edges == EDGES
