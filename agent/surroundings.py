"""What the gates are told of a repository beyond a step, kept from one step to the next."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from repo_scan import Outline, Scan, read_texts
from repo_scan.dependencies import decides

T = TypeVar("T")


@dataclass(slots=True)
class Surroundings(Generic[T]):
    """Outlines as they were translated, and the settings of the commit that was last asked about."""

    root: Path | None = None  # where the settings are read; None: there are none
    _translated: dict[str, tuple[Outline, T]] = field(default_factory=dict)
    _settings: tuple[str | None, dict[str, str]] = field(default_factory=lambda: (None, {}))

    def of(self, outline: Outline, translate: Callable[[Outline], T]) -> T:
        """The translation of an outline. Scans of one run share the outlines of files that did not change."""
        known = self._translated.get(outline.path)
        if known is None or known[0] is not outline:
            known = self._translated[outline.path] = (outline, translate(outline))
        return known[1]

    def settings(self, scan: Scan) -> dict[str, str]:
        """The texts that say what names in imports mean, and which packages are declared."""
        if self.root is None:
            return {}
        commit, texts = self._settings
        if commit is None or commit != scan.commit:
            paths = [entry.path for entry in scan.inventory.files if decides(entry.path)]
            texts = read_texts(self.root, scan.commit, paths)
            self._settings = (scan.commit, texts)
        return texts
