"""What need not be found out again: facts of equal content, in the same language, by the same scanner.

In memory for one process; with a store also from one to the next. A scan's result never depends on it.
"""

import hashlib
import importlib.metadata
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import msgspec
import platformdirs

from repo_scan.decoding import Unreadable
from repo_scan.outline import Outline
from repo_scan.stamps import Stamp, Stamps
from repo_scan.store import Store

SCANNER = "2"  # raise it whenever the same text would give other facts for a reason that lies in no file of ours

_PARSERS = ("tree-sitter-python", "tree-sitter-javascript", "tree-sitter-typescript", "charset-normalizer")
_NONE = msgspec.msgpack.encode(None)
_DECIDING = ("charset.py", "decoding.py", "outline.py", "tokens.py")  # beside languages/: our code that facts depend on
_UNSAVED = 500  # facts held back before they are written together

Key = tuple[str, str | None, str]  # scanner, language, blob id


@dataclass(frozen=True, slots=True)
class Measure:
    """The plain numbers of one text."""

    lines: int
    bytes: int
    tokens: int


@dataclass(slots=True)
class OutlineCache:
    """Remembers measures and outlines by language and blob id, whatever path the content was found at."""

    measures: dict[Key, Measure | Unreadable] = field(default_factory=dict)
    outlines: dict[Key, Outline] = field(default_factory=dict)
    store: Store | None = None
    _stamps: dict[Path, Stamps] = field(default_factory=dict)
    _unsaved: dict[str, bytes] = field(default_factory=dict)

    def fetch(self, wanted: Iterable[tuple[str | None, str]]) -> None:
        """Load from the store, all at once, what is known of these contents: pairs of language and blob id."""
        if self.store is None:
            return
        keys = {_stored(*key): key for key in {(SCANNER, *pair) for pair in wanted} - self.measures.keys()}
        for name, data in self.store.get(keys).items():
            self._take(keys[name], data)

    def measure(self, language: str | None, blob: str) -> Measure | Unreadable | None:
        """What is known of a content; only where its outline is known too, if its language has outlines."""
        key = (SCANNER, language, blob)
        known = self.measures.get(key)
        return None if isinstance(known, Measure) and language is not None and key not in self.outlines else known

    def outline(self, path: str, language: str, blob: str) -> Outline | None:
        """The outline of a content, as that of `path`."""
        known = self.outlines.get((SCANNER, language, blob))
        return replace(known, path=path) if known is not None and known.path != path else known

    def keep_measure(self, language: str | None, blob: str, measure: Measure | Unreadable) -> None:
        """Remember a measure, or why there is none."""
        self.measures[SCANNER, language, blob] = measure
        if language is None or isinstance(measure, Unreadable):
            self._keep((SCANNER, language, blob), None)

    def keep_outline(self, blob: str, outline: Outline, encoded: bytes | None = None) -> None:
        """Remember an outline; beyond this process if it is given as its parser encoded it, too."""
        key = (SCANNER, outline.language, blob)
        self.outlines[key] = outline
        if encoded is not None:
            self._keep(key, encoded)

    def stamps(self, root: Path) -> Stamps:
        """What is known of the files of a working tree."""
        if root not in self._stamps:
            name = _name_of_tree(root)
            data = self.store.get([name]).get(name) if self.store is not None else None
            self._stamps[root] = Stamps(_decoded_stamps(data) if data is not None else {})
        return self._stamps[root]

    def save(self) -> None:
        """Write what is new to the store."""
        if self.store is None:
            return
        for root, stamps in self._stamps.items():
            if stamps.changed:
                self._unsaved[_name_of_tree(root)] = msgspec.msgpack.encode(stamps.known)
                stamps.changed = False
        self.store.put(self._unsaved)
        self._unsaved.clear()

    def _keep(self, key: Key, outline: bytes | None) -> None:
        measure = self.measures.get(key)
        if self.store is not None and measure is not None:
            self._unsaved[_stored(*key)] = msgspec.msgpack.encode((_plain(measure), msgspec.Raw(outline or _NONE)))
            if len(self._unsaved) >= _UNSAVED:
                self.store.put(self._unsaved)
                self._unsaved.clear()

    def _take(self, key: Key, data: bytes) -> None:
        try:
            plain, outline = msgspec.msgpack.decode(data, type=_Facts)
        except msgspec.MsgspecError:
            return  # damaged: found out again
        self.measures[key] = Unreadable(plain) if isinstance(plain, str) else Measure(*plain)
        if outline is not None:
            self.outlines[key] = outline


_Facts = tuple[tuple[int, int, int] | str, Outline | None]  # numbers or the reason for none; the outline


def open_cache(*, on_disk: bool = True) -> OutlineCache:
    """A cache that lasts, in the user's cache folder; in memory alone if so wished."""
    folder = platformdirs.user_cache_path("overhaul", appauthor=False) / "scan"
    return OutlineCache(store=Store(folder / "facts.sqlite") if on_disk else None)


def _plain(measure: Measure | Unreadable) -> tuple[int, int, int] | str:
    return measure.reason if isinstance(measure, Unreadable) else (measure.lines, measure.bytes, measure.tokens)


def _stored(scanner: str, language: str | None, blob: str) -> str:
    return f"{_maker(scanner)} {language or '-'} {blob}"


def _name_of_tree(root: Path) -> str:
    return f"{_maker(SCANNER)} tree {root}"


@cache
def _maker(scanner: str) -> str:
    """Everything but the text that decides on facts: our code, the parsers, and this Python, which is one too."""
    parsers = " ".join(f"{name} {importlib.metadata.version(name)}" for name in _PARSERS)
    said = hashlib.sha1(f"{scanner} {sys.version} {parsers}".encode(), usedforsecurity=False)
    here = Path(__file__).parent
    for source in sorted([*here.glob("languages/*.py"), *(here / name for name in _DECIDING)]):
        said.update(source.read_bytes())
    return said.hexdigest()[:12]


def _decoded_stamps(data: bytes) -> dict[str, tuple[Stamp, str]]:
    try:
        return msgspec.msgpack.decode(data, type=dict[str, tuple[Stamp, str]])
    except msgspec.MsgspecError:
        return {}
