"""What need not be found out again: facts of equal content, in the same language, by the same scanner.

In memory for one process; with a store also from one to the next. A scan's result never depends on it.
"""

import hashlib
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import msgspec
import platformdirs

from repo_scan.facts import Facts
from repo_scan.graph import Edge
from repo_scan.inventory import Inventory
from repo_scan.store import Store
from repo_scan.tree import Key, Record, Tree

SCANNER = "4"  # raise it whenever the same text would give other facts for a reason that lies in no file of ours

_PARSERS = (
    "tree_sitter",
    "tree_sitter_python",
    "tree_sitter_javascript",
    "tree_sitter_typescript",
    "charset_normalizer",
)
_FACTS = msgspec.msgpack.Decoder(Facts)
_RECORD = msgspec.msgpack.Decoder(Record)
# Beside languages/, our own code that facts depend on, and what is remembered of a tree.
_DECIDING = (
    "charset.py",
    "decoding.py",
    "edges.py",
    "facts.py",
    "imports.py",
    "inventory.py",
    "outline.py",
    "paths.py",
    "roots.py",
    "stock.py",
    "tokens.py",
    "tree.py",
    "web_configs.py",
    "web_imports.py",
    "web_packages.py",
    "web_settings.py",
)
_UNSAVED = 500  # facts held back before they are written together


@dataclass(slots=True)
class OutlineCache:
    """Remembers facts by language and blob id, whatever path the content was found at."""

    facts: dict[Key, Facts] = field(default_factory=dict)
    store: Store | None = None
    _trees: dict[Path, Tree] = field(default_factory=dict)
    _doubtful: set[Key] = field(default_factory=set)
    _unsaved: dict[str, bytes] = field(default_factory=dict)

    def fetch(self, wanted: Iterable[Key]) -> None:
        """Load from the store, all at once, what is known of these contents."""
        if self.store is None:
            return
        keys = {_stored(*key): key for key in set(wanted) - self.facts.keys()}
        for name, data in self.store.get(keys).items():
            with suppress(msgspec.MsgspecError):  # damaged: found out again
                self.facts[keys[name]] = _FACTS.decode(data)

    def known(self, language: str | None, blob: str, *, deep: bool = True, close: bool = False) -> Facts | None:
        """What is known of a content, if it is enough: a shallow outline is not where a deep or close one is wanted."""
        facts = self.facts.get((language, blob))
        if facts is None or facts.outline is None:
            return facts
        return facts if facts.outline.deep >= deep and facts.outline.close >= close else None

    def keep(self, language: str | None, blob: str, facts: Facts, encoded: bytes | None = None) -> None:
        """Remember facts; beyond this process if they are given as the worker encoded them, too."""
        self.facts[language, blob] = facts
        if encoded is None:
            self._doubtful.add((language, blob))
        elif self.store is not None:
            self._unsaved[_stored(language, blob)] = encoded
            if len(self._unsaved) >= _UNSAVED:
                self.store.put(self._unsaved)
                self._unsaved.clear()

    def tree(self, root: Path) -> Tree:
        """What is known of a working tree."""
        if root not in self._trees:
            name = _name_of_tree(root)
            data = self.store.get([name]).get(name) if self.store is not None else None
            self._trees[root] = Tree.of(_decoded(data) if data is not None else Record())
        return self._trees[root]

    def remember(self, root: Path, inventory: Inventory, edges: tuple[Edge, ...]) -> None:
        """Remember the scan of a working tree."""
        record = self.tree(root).renew(inventory, edges, self._doubtful)
        if record is not None and self.store is not None:
            self._unsaved[_name_of_tree(root)] = msgspec.msgpack.encode(record)

    def save(self) -> None:
        """Write what is new to the store."""
        if self.store is not None:
            self.store.put(self._unsaved)
            self.store.close()
            self._unsaved.clear()


def open_cache(*, on_disk: bool = True) -> OutlineCache:
    """A cache that lasts, in the user's cache folder; in memory alone if so wished."""
    folder = platformdirs.user_cache_path("overhaul", appauthor=False) / "scan"
    return OutlineCache(store=Store(folder / "facts.sqlite") if on_disk else None)


def _stored(language: str | None, blob: str) -> str:
    return f"{_maker()} {language or '-'} {blob}"


def _name_of_tree(root: Path) -> str:
    return f"{_maker()} tree {root}"


@cache
def _maker() -> str:
    """Everything but the text that decides on facts: our code, the parsers, and this Python, which is one too."""
    said = hashlib.sha1(f"{SCANNER} {sys.version}".encode(), usedforsecurity=False)
    here = Path(__file__).parent
    for source in sorted([*here.glob("languages/*.py"), *(here / name for name in _DECIDING)]):
        said.update(source.read_bytes())
    for name in _PARSERS:  # by the file, since to ask for the version of a package costs a tenth of a scan
        found = find_spec(name)
        facts = Path(found.origin).stat() if found is not None and found.origin is not None else None
        said.update(f"{name} {facts and (facts.st_size, facts.st_mtime_ns)}".encode())
    return said.hexdigest()[:12]


def _decoded(data: bytes) -> Record:
    try:
        return _RECORD.decode(data)
    except msgspec.MsgspecError:
        return Record()
