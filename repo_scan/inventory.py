"""Which files there are: exactly git's list, split into text files and skipped ones."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from repo_scan.cache import Measure, OutlineCache
from repo_scan.decoding import Unreadable, count_lines, decode
from repo_scan.languages import language_of
from repo_scan.source import Listed, Source
from repo_scan.tokens import estimate_tokens

_BATCH = 1000  # files read before the cache is asked for what it knows of them


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One text file of the repository."""

    path: str  # "src/shop/cart.py"
    language: str | None  # "python"; None where unknown
    lines: int
    bytes: int
    tokens: int  # the plain estimate, the same on every machine
    blob: str  # git blob id of the content as read


@dataclass(frozen=True, slots=True)
class Skipped:
    """One path of git's list that is not offered as text."""

    path: str
    reason: str  # "binary", "not UTF-8 and declares no encoding", "symlink", "submodule", ...


@dataclass(frozen=True, slots=True)
class Inventory:
    """Git's list of paths: `files` and `skipped` together, each sorted by path."""

    files: tuple[FileEntry, ...]
    skipped: tuple[Skipped, ...]


def take_stock(source: Source, cache: OutlineCache) -> tuple[Inventory, dict[str, str]]:
    """Every path of git's list once; and the texts, by path, whose outline the cache does not hold."""
    files: list[FileEntry] = []
    skipped: list[Skipped] = []
    texts: dict[str, str] = {}
    for item, data in _contents(source, cache):
        measure, text = _measured(item, data, cache)
        if isinstance(measure, Unreadable):
            skipped.append(Skipped(item.path, measure.reason))
            continue
        language = language_of(item.path)
        files.append(FileEntry(item.path, language, measure.lines, measure.bytes, measure.tokens, item.blob))
        if text is not None and language is not None:
            texts[item.path] = text
    return Inventory(tuple(sorted(files, key=_path)), tuple(sorted(skipped, key=_path))), texts


def _path(item: FileEntry | Skipped) -> str:
    return item.path


def _contents(source: Source, cache: OutlineCache) -> Iterator[tuple[Listed, bytes]]:
    """Every listed path, with its bytes where they must be looked at."""
    unread: list[Listed] = []
    listed = source.listing()
    cache.fetch((language_of(item.path), item.blob) for item in listed if item.blob and not item.reason)
    for item in listed:
        if item.reason or (item.blob and cache.measure(language_of(item.path), item.blob) is not None):
            yield item, b""
        else:
            unread.append(item)
    contents = source.contents(unread)
    while batch := list(islice(contents, _BATCH)):
        cache.fetch((language_of(item.path), item.blob) for item, _ in batch if not item.reason)
        yield from batch


def _measured(item: Listed, data: bytes, cache: OutlineCache) -> tuple[Measure | Unreadable, str | None]:
    """The measure of a content, and its text if that had to be decoded."""
    if item.reason:
        return Unreadable(item.reason), None
    language = language_of(item.path)
    known = cache.measure(language, item.blob)
    if known is not None:
        return known, None
    text = decode(data, language)
    if isinstance(text, Unreadable):
        cache.keep_measure(language, item.blob, text)
        return text, None
    measure = Measure(count_lines(text), len(data), estimate_tokens(text))
    cache.keep_measure(language, item.blob, measure)
    return measure, text
