"""Steps that would change more than a person reads in one go, split by files before anything is asked.

An estimate decides: the lines of the files, times the share that a kind of change touches. Files that one criterion, or
the title, names together stay together, and so does a step that makes or deletes files: what moves from one file to
another would be lost in between. What cannot be split is said, and left to gate 15.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from agent.outline import OutlineEntry
from repo_scan import Scan

#: Lines of the difference for each line of a file, by what may change in it. Where all may, half the lines do, and each
#: counts twice: as it was, and as it is.
WHOLE = 1.0
SHARES: Mapping[str, float] = {
    "docstrings": 0.3,
    "comments": 0.2,
    "annotations": 0.3,
    "formatting": 0.6,
    "imports": 0.1,
    "local names": 0.4,
}


def split_entries(
    entries: Sequence[OutlineEntry], scan: Scan, most: int | None
) -> tuple[tuple[OutlineEntry, ...], tuple[str, ...]]:
    """The entries of an outline, none of which should change more than `most` lines, and a sentence for each that was
    too large. None leaves everything as it is."""
    if most is None:
        return tuple(entries), ()
    lines = {file.path: file.lines for file in scan.inventory.files}
    parts = {entry.step: tuple(_parts(entry, lines, most)) for entry in entries}
    said = (_words(entry, len(parts[entry.step]), estimate(entry, lines), most) for entry in entries)
    names = {step: tuple(part.step for part in found) for step, found in parts.items()}
    split = (
        replace(part, depends_on=tuple(name for step in part.depends_on for name in names.get(step, (step,))))
        for entry in entries
        for part in parts[entry.step]
    )
    return tuple(split), tuple(filter(None, said))


def estimate(entry: OutlineEntry, lines: Mapping[str, int], files: Sequence[str] | None = None) -> int:
    """About how many lines the difference of a step will have, or that of some of its files."""
    share = min(WHOLE, sum(SHARES.get(kind, WHOLE) for kind in entry.only)) if entry.only else WHOLE
    return round(share * sum(lines.get(path, 0) for path in (entry.files if files is None else files)))


def _parts(entry: OutlineEntry, lines: Mapping[str, int], most: int) -> Iterator[OutlineEntry]:
    bound = entry.op is not None or bool(entry.new or entry.delete)
    if bound or len(entry.files) < 2 or estimate(entry, lines) <= most:
        yield entry
        return
    packs = list(_packed(entry, lines, most))
    for number, files in enumerate(packs, start=1):
        criteria = tuple(text for text in entry.criteria if not (about := _named(text, entry)) or about & {*files})
        title = entry.title if len(packs) == 1 else f"{entry.title} ({number} of {len(packs)})"
        step = entry.step if len(packs) == 1 else f"{entry.step}/{number}"
        yield replace(entry, step=step, title=title, files=files, criteria=criteria)


def _packed(entry: OutlineEntry, lines: Mapping[str, int], most: int) -> Iterator[tuple[str, ...]]:
    """Groups of files in their order, each as large as may be."""
    pack: tuple[str, ...] = ()
    for group in _groups(entry):
        if pack and estimate(entry, lines, (*pack, *group)) > most:
            yield pack
            pack = ()
        pack = (*pack, *group)
    if pack:
        yield pack


def _groups(entry: OutlineEntry) -> list[tuple[str, ...]]:
    """Files that belong together by what is said of them."""
    groups: list[tuple[str, ...]] = [(path,) for path in entry.files]
    for text in (entry.title, *entry.criteria):
        about = _named(text, entry)
        joined = tuple(path for group in groups if about & {*group} for path in group)
        rest = [group for group in groups if not about & {*group}]
        place = next((number for number, group in enumerate(groups) if about & {*group}), 0)
        groups = [*rest[:place], joined, *rest[place:]] if joined else groups
    return groups


def _named(text: str, entry: OutlineEntry) -> set[str]:
    """The files of a step that a text names by their path."""
    return {path for path in entry.files if re.search(rf"(?<![\w./-]){re.escape(path)}(?![\w/-])", text)}


def _words(entry: OutlineEntry, count: int, size: int, most: int) -> str:
    if size <= most:
        return ""
    what = f"the step “{entry.title}” may change about {size:,} lines, more than {most:,}"
    return f"{what}: it is done in {count} steps" if count > 1 else f"{what}, and cannot be split by files"
