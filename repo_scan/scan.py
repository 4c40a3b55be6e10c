"""The scan: inventory, outlines, graph, summaries and modules of one working tree or commit; read-only."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from repo_scan.cache import OutlineCache
from repo_scan.decoding import decode
from repo_scan.edges import edges_of
from repo_scan.examining import Content, examine
from repo_scan.graph import Graph
from repo_scan.imports import ImportMap
from repo_scan.languages import language_of
from repo_scan.modules import make_modules
from repo_scan.outline import Outline
from repo_scan.overview import Overview, no_collecting
from repo_scan.source import WorkingTree, open_source
from repo_scan.stock import Progress, take_stock
from repo_scan.summary import Summaries, Summary


@dataclass(frozen=True, slots=True)
class Scan(Overview):
    """What is there, and what each file holds."""

    outlines: Mapping[str, Outline]  # every file of a known language
    summaries: Mapping[str, Summary]

    @property
    def import_map(self) -> ImportMap:
        """What import statements of this repository resolve to; made anew at each call."""
        return ImportMap.of((entry.path for entry in self.inventory.files), self.outlines)


def scan_repository(
    root: Path,
    *,
    commit: str | None = None,
    budget: int = 8000,
    within: str = "",
    jobs: int | None = None,
    progress: Progress | None = None,
    cache: OutlineCache | None = None,
    deep: bool = True,
) -> Scan:
    """Scan the working tree at `root`, or the tree of `commit`; `within` limits the modules to a folder.

    Graph, summaries and modules need no `deep` outlines; detectors, operations and gates do.

    Raises ScanError where git cannot give the list. Scans that share a `cache` parse equal contents once.
    """
    cache = cache if cache is not None else OutlineCache()
    source = open_source(root, commit, lambda top: cache.tree(top).stamps)
    with no_collecting():
        rows = cache.tree(source.root).plain if isinstance(source, WorkingTree) else {}
        stock = take_stock(source, source.listing(), cache, rows, deep=deep, jobs=jobs, progress=progress)
        inventory, outlines = stock.inventory, stock.outlines
        tokens = {entry.path: entry.tokens for entry in inventory.files}
        graph = Graph.of(edges_of(source, inventory, outlines))
        if isinstance(source, WorkingTree):
            cache.remember(source.root, inventory, graph.edges)
        cache.save()
        return Scan(
            commit=source.commit,
            budget=budget,
            inventory=inventory,
            graph=graph,
            modules=make_modules(graph, {path: tokens[path] for path in outlines}, budget, within),
            outlines=outlines,
            summaries=Summaries(outlines, graph, tokens),
        )


def read_texts(root: Path, commit: str | None, paths: Iterable[str]) -> dict[str, str]:
    """Decoded texts, with `\\n` line ends, of those `paths` that can be decoded; of the working tree if no commit."""
    source = open_source(root, commit)
    wanted = set(paths)
    listed = [item for item in source.listing() if item.path in wanted and not item.reason]
    texts = {
        item.path: decode(data, language_of(item.path)) for item, data in source.contents(listed) if not item.reason
    }
    return {path: text for path, text in texts.items() if isinstance(text, str)}


def outline_texts(
    texts: Mapping[str, str], *, jobs: int | None = None, cache: OutlineCache | None = None
) -> dict[str, Outline]:
    """Outlines of texts in memory, for paths of a known language; a parser crash is a fault of that file alone."""
    contents = [_content(path, text) for path, text in texts.items() if language_of(path) is not None]
    cache = cache if cache is not None else OutlineCache()
    found = {
        content.path: facts.outline.at(content.path)
        for content, facts in examine(contents, cache, jobs=jobs)
        if facts.outline is not None
    }
    return {path: found[path] for path in sorted(found)}


def _content(path: str, text: str) -> Content:
    """A text as git would hold it in a UTF-8 file, under the blob id of that; not where its bytes say otherwise."""
    data = text.encode("utf-8", "surrogatepass")
    blob = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    as_file = text.isascii() or "coding" not in text[:400]
    return Content(path, language_of(path), blob if as_file else f"text {blob}", data, is_text=True)
