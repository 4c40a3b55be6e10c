"""The scan: inventory, outlines, graph, summaries and modules of one working tree or commit; read-only."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from repo_scan.graph import Graph
from repo_scan.inventory import Inventory
from repo_scan.modules import Module
from repo_scan.outline import Outline
from repo_scan.summary import Summary

Progress = Callable[[int, int], None]  # files done, files in all


@dataclass(frozen=True, slots=True)
class Scan:
    """What is there. Deterministic: equal content gives an equal scan."""

    commit: str | None  # the commit that was read; None for the working tree
    budget: int  # tokens a module may hold
    inventory: Inventory
    outlines: Mapping[str, Outline]  # every file of a known language
    graph: Graph
    summaries: Mapping[str, Summary]
    modules: tuple[Module, ...]  # by level, then id


def scan_repository(
    root: Path,
    *,
    commit: str | None = None,
    budget: int = 8000,
    within: str = "",
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Scan:
    """Scan the working tree at `root`, or the tree of `commit`; `within` limits the modules to a folder.

    Raises ScanError where git cannot give the list.
    """
    raise NotImplementedError


def read_texts(root: Path, commit: str | None, paths: Iterable[str]) -> dict[str, str]:
    """Decoded texts, with `\\n` line ends, of those `paths` that can be decoded; of the working tree if no commit."""
    raise NotImplementedError


def outline_texts(texts: Mapping[str, str], *, jobs: int | None = None) -> dict[str, Outline]:
    """Outlines of texts in memory, for paths of a known language; a parser crash is a fault of that file alone."""
    raise NotImplementedError
