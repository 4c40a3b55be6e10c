"""What is remembered of a working tree from its last scan: stamps of files, what was found in them, the edges."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import msgspec

from repo_scan.graph import Edge
from repo_scan.inventory import FileEntry, Inventory, Skipped
from repo_scan.languages import language_of
from repo_scan.stamps import Stamp, Stamps

Key = tuple[str | None, str]  # language, blob id


class Row(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One file as it was when it was last read, and what came of it."""

    stamp: Stamp
    entry: FileEntry  # no numbers where the content is not offered as text
    reason: str = ""  # why it is not

    @property
    def found(self) -> FileEntry | Skipped:
        """What it is in an inventory."""
        return Skipped(self.entry.path, self.reason, self.entry.blob) if self.reason else self.entry


class Record(msgspec.Struct, array_like=True):
    """A tree as it is stored."""

    rows: tuple[Row, ...] = ()
    edges: tuple[Edge, ...] | None = None


@dataclass(slots=True)
class Tree:
    """A working tree as it was last scanned. Rows and edges are of one and the same scan."""

    rows: Mapping[str, Row] = field(default_factory=dict)
    edges: tuple[Edge, ...] | None = None  # None unless there is a row for every file that could have one
    stamps: Stamps = field(default_factory=Stamps)

    @classmethod
    def of(cls, record: Record) -> "Tree":
        """The tree of a record."""
        rows = {row.entry.path: row for row in record.rows}
        stamps = Stamps({path: (row.stamp, row.entry.blob) for path, row in rows.items()})
        return cls(rows, record.edges, stamps)

    @property
    def plain(self) -> dict[str, Row]:
        """The rows of files that have no outline."""
        return {path: row for path, row in self.rows.items() if row.reason or row.entry.language is None}

    def renew(self, inventory: Inventory, edges: tuple[Edge, ...], doubtful: Collection[Key]) -> Record | None:
        """Remember a scan, if it knows more than the last did; not what is `doubtful`, to be tried again next time."""
        if not self.stamps.changed:
            return None
        self.stamps.changed = False
        found = [(entry, "") for entry in inventory.files]
        found += [(_unoffered(skip), skip.reason) for skip in inventory.skipped]
        self.rows = {
            entry.path: Row(stamp[0], entry, reason)
            for entry, reason in found
            if (stamp := self.stamps.known.get(entry.path)) is not None
            and stamp[1] == entry.blob
            and (entry.language, entry.blob) not in doubtful
        }
        is_whole = all(entry.path in self.rows for entry in inventory.files)
        self.edges = edges if is_whole else None
        return Record(tuple(self.rows.values()), self.edges)


def _unoffered(skip: Skipped) -> FileEntry:
    return FileEntry(skip.path, language_of(skip.path), 0, 0, 0, skip.blob)
