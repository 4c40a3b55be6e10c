"""Facts on disk from one scan to the next: an SQLite file that several processes share and that nobody relies on.

Whatever is wrong with the file (an unwritable folder, a full disk, another process that holds it for long), the store
is empty from then on; a damaged file is replaced.
"""

import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

LARGEST = 400 << 20  # bytes of the file; beyond it the facts longest unused go
_KEPT = 0.75  # of LARGEST, once it is passed
_CHUNK = 500  # keys in one question
_PATIENCE = 10  # seconds to wait for another process
_WEEK = 7  # days: how exactly the day of use is kept
_SETUP = (
    "PRAGMA auto_vacuum = INCREMENTAL",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = OFF",  # a power cut may cost the file, which is then replaced
    "CREATE TABLE IF NOT EXISTS facts (key TEXT PRIMARY KEY, day INTEGER NOT NULL, value BLOB NOT NULL)",
)


@dataclass(slots=True)
class Store:
    """Bytes by key. Between uses the file stays open, and unlocked, until `close`."""

    path: Path
    largest: int = LARGEST
    usable: bool = True
    _database: sqlite3.Connection | None = field(default=None, init=False, repr=False)

    def get(self, keys: Iterable[str]) -> dict[str, bytes]:
        """The values of those keys that are known; they count as used today."""
        wanted, found = list(keys), dict[str, bytes]()
        old: list[tuple[int, str]] = []
        with self._use() as database:
            for start in range(0, len(wanted), _CHUNK):
                for key, day, value in _select(database, wanted[start : start + _CHUNK]):
                    found[key] = value
                    if day + _WEEK < _today():
                        old.append((_today(), key))
            if old:
                with database:
                    database.executemany("UPDATE facts SET day = ? WHERE key = ?", old)
        return found

    def put(self, values: Mapping[str, bytes]) -> None:
        """Remember these values, in one transaction; drop what was unused longest if there is too much."""
        if not values:
            return
        rows = [(key, _today(), value) for key, value in values.items()]
        with self._use() as database:
            with database:
                database.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", rows)
            if _size(database) > self.largest:
                self._shrink(database)

    def _shrink(self, database: sqlite3.Connection) -> None:
        total, unwanted = 0, list[tuple[str]]()
        for key, size in database.execute("SELECT key, length(value) FROM facts ORDER BY day DESC, rowid DESC"):
            total += size
            if total > self.largest * _KEPT:
                unwanted.append((key,))
        with database:
            database.executemany("DELETE FROM facts WHERE key = ?", unwanted)
        database.execute("PRAGMA incremental_vacuum").fetchall()

    def close(self) -> None:
        """Let go of the file until it is needed again."""
        if self._database is not None:
            self._database.close()
            self._database = None

    def __del__(self) -> None:
        self.close()

    @contextmanager
    def _use(self) -> Iterator[sqlite3.Connection]:
        """The database; an empty one in memory where the file is of no use, and errors of its use end it."""
        self._database = self._database or self._connected()
        try:
            yield self._database or _prepared(sqlite3.connect(":memory:"))
        except sqlite3.OperationalError:  # busy for long, or the disk is full: without it from now on
            self.usable = False
            self.close()
        except sqlite3.DatabaseError:
            self.close()
            _remove(self.path)

    def _connected(self) -> sqlite3.Connection | None:
        for _ in range(2 if self.usable else 0):
            try:
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                return _prepared(sqlite3.connect(self.path, timeout=_PATIENCE))
            except (sqlite3.OperationalError, OSError):
                break
            except sqlite3.DatabaseError:
                _remove(self.path)
        self.usable = False
        return None


def _prepared(database: sqlite3.Connection) -> sqlite3.Connection:
    try:
        for command in _SETUP:
            database.execute(command)
    except sqlite3.Error:
        database.close()
        raise
    return database


def _select(database: sqlite3.Connection, keys: list[str]) -> list[tuple[str, int, bytes]]:
    marks = ", ".join("?" * len(keys))
    return database.execute(f"SELECT key, day, value FROM facts WHERE key IN ({marks})", keys).fetchall()


def _size(database: sqlite3.Connection) -> int:
    pages, free, size = (
        int(database.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size


def _today() -> int:
    return int(time.time()) // 86_400


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        with suppress(OSError):
            path.with_name(path.name + ending).unlink()
