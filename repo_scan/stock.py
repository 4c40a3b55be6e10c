"""What can be told of the files one by one: read and examined where neither the tree's record nor the cache knows."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from repo_scan.cache import OutlineCache
from repo_scan.facts import Facts
from repo_scan.inventory import FileEntry, Inventory, Skipped
from repo_scan.languages import language_of
from repo_scan.outline import Outline
from repo_scan.source import Listed, Source
from repo_scan.tree import Row

_BATCH = 200  # files read before the cache is asked for what it knows of them

Progress = Callable[[int, int], None]  # files done, files in all


@dataclass(frozen=True, slots=True)
class Stock:
    """The inventory, and the outlines of its files as far as they had to be asked for."""

    inventory: Inventory
    outlines: dict[str, Outline]  # every file of a known language that no row spoke for, sorted by path

    @property
    def is_whole(self) -> bool:
        """Whether there is an outline for every file of a known language."""
        return len(self.outlines) == sum(entry.language is not None for entry in self.inventory.files)


def take_stock(
    source: Source,
    listed: tuple[Listed, ...],
    cache: OutlineCache,
    rows: Mapping[str, Row],
    *,
    deep: bool = True,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Stock:
    """Every listed path once; what `rows` say of a path is taken where its content is the same."""
    taker = _Taker(source, cache, rows, deep, jobs)
    files: list[FileEntry] = []
    skipped: list[Skipped] = []
    outlines: dict[str, Outline] = {}
    for done, (found, outline) in enumerate(taker.take(listed)):
        if progress is not None:
            progress(done, len(listed))
        if isinstance(found, Skipped):
            skipped.append(found)
            continue
        files.append(found)
        if outline is not None:
            outlines[found.path] = outline.at(found.path)
    if progress is not None:
        progress(len(listed), len(listed))
    inventory = Inventory(tuple(sorted(files, key=_path)), tuple(sorted(skipped, key=_path)))
    return Stock(inventory, {path: outlines[path] for path in sorted(outlines)})


def _path(item: FileEntry | Skipped) -> str:
    return item.path


Taken = tuple[FileEntry | Skipped, Outline | None]


@dataclass(frozen=True, slots=True)
class _Taker:
    source: Source
    cache: OutlineCache
    rows: Mapping[str, Row]
    deep: bool
    jobs: int | None

    def take(self, listed: Iterable[Listed]) -> Iterator[Taken]:
        """Every listed path with what is known of it; those first for which nothing has to be read."""
        others: list[Listed] = []
        for item in listed:
            if item.reason:
                yield Skipped(item.path, item.reason), None
            elif (row := self._row(item)) is not None:
                yield row.found, None
            else:
                others.append(item)
        self.cache.fetch((language_of(item.path), item.blob) for item in others if item.blob)
        unread: list[Listed] = []
        for item in others:
            facts = self.cache.known(language_of(item.path), item.blob, deep=self.deep) if item.blob else None
            if facts is not None:
                yield _taken(item, facts)
            else:
                unread.append(item)
        if unread:
            yield from self._read(unread)

    def _row(self, item: Listed) -> Row | None:
        row = self.rows.get(item.path) if item.blob else None
        return row if row is not None and row.entry.blob == item.blob else None

    def _read(self, unread: Iterable[Listed]) -> Iterator[Taken]:
        from repo_scan.examining import Content, examine

        known: list[Taken] = []  # without another process

        def contents() -> Iterator[Content]:
            found = self.source.contents(unread)
            while batch := list(islice(found, _BATCH)):
                self.cache.fetch((language_of(item.path), item.blob) for item, _ in batch if not item.reason)
                for item, data in batch:
                    if item.reason:
                        known.append((Skipped(item.path, item.reason), None))
                    elif (row := self._row(item)) is not None:
                        known.append((row.found, None))
                    else:
                        yield Content(item.path, language_of(item.path), item.blob, data)

        for content, facts in examine(contents(), self.cache, deep=self.deep, jobs=self.jobs):
            yield _taken(Listed(content.path, content.blob), facts)
        yield from known


def _taken(item: Listed, facts: Facts) -> Taken:
    if facts.reason:
        return Skipped(item.path, facts.reason, item.blob), None
    outline = facts.outline
    if outline is None:
        return FileEntry(item.path, language_of(item.path), facts.lines, facts.bytes, facts.tokens, item.blob), None
    entry = FileEntry(
        path=item.path,
        language=language_of(item.path),
        lines=facts.lines,
        bytes=facts.bytes,
        tokens=facts.tokens,
        blob=item.blob,
        parsed=outline.parsed,
        symbols=len(outline.symbols),
        fault="" if outline.parsed else outline.faults[0].message,
    )
    return entry, outline
