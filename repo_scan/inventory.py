"""Which files there are: exactly git's list, split into text files and skipped ones."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import msgspec

from repo_scan.cache import OutlineCache
from repo_scan.examining import Content, examine
from repo_scan.facts import Facts
from repo_scan.languages import language_of
from repo_scan.outline import Outline
from repo_scan.source import Listed, Source

_BATCH = 200  # files read before the cache is asked for what it knows of them

Progress = Callable[[int, int], None]  # files done, files in all


class FileEntry(msgspec.Struct, frozen=True, gc=False):
    """One text file of the repository."""

    path: str  # "src/shop/cart.py"
    language: str | None  # "python"; None where unknown
    lines: int
    bytes: int
    tokens: int  # the plain estimate, the same on every machine
    blob: str  # git blob id of the content as read


class Skipped(msgspec.Struct, frozen=True, gc=False):
    """One path of git's list that is not offered as text."""

    path: str
    reason: str  # "binary", "not UTF-8 and declares no encoding", "symlink", "submodule", ...


@dataclass(frozen=True, slots=True)
class Inventory:
    """Git's list of paths: `files` and `skipped` together, each sorted by path."""

    files: tuple[FileEntry, ...]
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True, slots=True)
class Stock:
    """All that can be told of the files one by one."""

    inventory: Inventory
    outlines: dict[str, Outline]  # every file of a known language, sorted by path


def take_stock(
    source: Source,
    cache: OutlineCache,
    *,
    deep: bool = True,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Stock:
    """Every path of git's list once, its content read and examined if the cache does not know it."""
    listed = source.listing()
    cache.fetch((language_of(item.path), item.blob) for item in listed if item.blob and not item.reason)
    files: list[FileEntry] = []
    skipped: list[Skipped] = []
    outlines: dict[str, Outline] = {}
    for done, (item, facts) in enumerate(_examined(source, listed, cache, deep, jobs)):
        if progress is not None:
            progress(done, len(listed))
        if facts.reason:
            skipped.append(Skipped(item.path, facts.reason))
            continue
        language = language_of(item.path)
        files.append(FileEntry(item.path, language, facts.lines, facts.bytes, facts.tokens, item.blob))
        if facts.outline is not None:
            outlines[item.path] = facts.outline.at(item.path)
    if progress is not None:
        progress(len(listed), len(listed))
    inventory = Inventory(tuple(sorted(files, key=_path)), tuple(sorted(skipped, key=_path)))
    return Stock(inventory, {path: outlines[path] for path in sorted(outlines)})


def _path(item: FileEntry | Skipped) -> str:
    return item.path


def _examined(
    source: Source, listed: Iterable[Listed], cache: OutlineCache, deep: bool, jobs: int | None
) -> Iterator[tuple[Listed, Facts]]:
    """Every listed path with its facts; those first for which nothing has to be read."""
    unread: list[Listed] = []
    for item in listed:
        known = cache.known(language_of(item.path), item.blob, deep=deep) if item.blob else None
        if item.reason:
            yield item, Facts(item.reason)
        elif known is not None:
            yield item, known
        else:
            unread.append(item)
    unreadable: list[Listed] = []
    for content, facts in examine(_contents(source, unread, cache, unreadable), cache, deep=deep, jobs=jobs):
        yield Listed(content.path, content.blob), facts
    for item in unreadable:
        yield item, Facts(item.reason)


def _contents(
    source: Source, unread: Iterable[Listed], cache: OutlineCache, unreadable: list[Listed]
) -> Iterator[Content]:
    """What is to be examined, as it is read; the rest is added to `unreadable`."""
    contents = source.contents(unread)
    while batch := list(islice(contents, _BATCH)):
        cache.fetch((language_of(item.path), item.blob) for item, _ in batch if not item.reason)
        for item, data in batch:
            if item.reason:
                unreadable.append(item)
            else:
                yield Content(item.path, language_of(item.path), item.blob, data)
