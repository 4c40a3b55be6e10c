"""What a run did to the import graph, as far as it can be drawn."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from repo_scan import Graph, open_cache, scan_repository

MOST_ARROWS = 60  # more cannot be read


class Arrow(msgspec.Struct, frozen=True, kw_only=True, order=True):
    """One file imports another."""

    importer: str
    imported: str
    in_cycle: bool = False


class ImportChange(msgspec.Struct, frozen=True, kw_only=True):
    """The arrows around what changed, before and after, and how many cycles there were and are."""

    before: tuple[Arrow, ...] = ()
    after: tuple[Arrow, ...] = ()
    cycles_before: int = 0
    cycles_after: int = 0
    whole: bool = True  # whether all arrows of the files concerned are there, or only those that came or went

    @property
    def differs(self) -> bool:
        """Whether there is anything to draw."""
        return self.before != self.after


def import_change(root: Path, base: str, head: str) -> ImportChange:
    """Compare the graphs of two commits."""
    cache = open_cache()
    old, new = (scan_repository(root, commit=commit, cache=cache).graph for commit in (base, head))
    before, after = _pairs(old), _pairs(new)
    files = {path for pair in before ^ after for path in pair}
    near = [{pair for pair in pairs if not files.isdisjoint(pair)} for pairs in (before, after)]
    whole = max(map(len, near)) <= MOST_ARROWS
    shown = near if whole else [before - after, after - before]
    return ImportChange(
        before=_arrows(shown[0], old),
        after=_arrows(shown[1], new),
        cycles_before=len(old.cycles),
        cycles_after=len(new.cycles),
        whole=whole,
    )


def _pairs(graph: Graph) -> set[tuple[str, str]]:
    return {(edge.importer, edge.imported) for edge in graph.edges}


def _arrows(pairs: Iterable[tuple[str, str]], graph: Graph) -> tuple[Arrow, ...]:
    cycle_of = {path: number for number, cycle in enumerate(graph.cycles) for path in cycle}
    runtime = {(edge.importer, edge.imported) for edge in graph.edges if edge.kind == "runtime"}
    return tuple(
        Arrow(
            importer=importer,
            imported=imported,
            in_cycle=(importer, imported) in runtime
            and importer in cycle_of
            and cycle_of[importer] == cycle_of.get(imported),
        )
        for importer, imported in sorted(pairs)[:MOST_ARROWS]
    )
