"""Which steps of a run build on which: a later one that uses a name which an earlier one brought."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from agent.landed import Landed
from applier.history import resolve_commit
from repo_scan import Scan, open_cache, outline_texts, read_texts, scan_repository

Names = frozenset[tuple[str, str]]  # what a file defines, and its signature


class Dependence:
    """What the steps of a run, given in order, have to do with each other at a commit that holds them all."""

    def __init__(self, root: Path, steps: Sequence[Landed], at: str) -> None:
        self._root, self._steps, self._at = root, steps, at
        self._cache = open_cache()
        self._found: dict[str, frozenset[str]] = {}

    def users(self, name: str) -> frozenset[str]:
        """Ids of the later steps that use what a step brought."""
        if name not in self._found:
            number, step = next((n, step) for n, step in enumerate(self._steps) if step.step == name)
            using = {
                importer
                for path, names in self._brought(step).items()
                for importer in self._scan.graph.importers_of(path)
                if names is None or self._uses(importer, names)
            }
            later = self._steps[number + 1 :]
            self._found[name] = frozenset(other.step for other in later if using.intersection(other.files))
        return self._found[name]

    def all_users(self, names: frozenset[str]) -> frozenset[str]:
        """Those of some steps, and of their users, and so on."""
        reached, waiting = set[str](), list(names)
        while waiting:
            fresh = self.users(waiting.pop()) - reached
            reached |= fresh
            waiting += fresh
        return frozenset(reached)

    @cached_property
    def _scan(self) -> Scan:
        return scan_repository(self._root, commit=self._at, cache=self._cache)

    def _brought(self, step: Landed) -> Mapping[str, frozenset[str] | None]:
        """Names that a step defined, or defined anew, by file; None for a file that it created."""
        sides = {"before": f"{step.commit}^", "after": step.commit}
        texts = {
            f"{side}/{path}": text
            for side, revision in sides.items()
            for path, text in read_texts(self._root, resolve_commit(self._root, revision), step.files).items()
        }
        outlines = outline_texts(texts, cache=self._cache)  # all at once: it starts a process
        names: dict[str, Names] = {
            path: frozenset((symbol.name.rpartition(".")[2], symbol.signature) for symbol in outline.symbols)
            for path, outline in outlines.items()
        }
        return {
            path: frozenset(name for name, _ in names[f"after/{path}"] - names[f"before/{path}"])
            if f"before/{path}" in names
            else None
            for path in step.files
            if f"after/{path}" in names
        }

    def _uses(self, importer: str, names: frozenset[str]) -> bool:
        outline = self._scan.outlines[importer]
        return not names.isdisjoint({*outline.references, *(found.name for found in outline.imports)})
