"""Layouts for the gate of noise: the scan's."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from applier.layout import Layouts, Part
from repo_scan.languages import part as scanned
from repo_scan.layouts import parts_of

Texts = Mapping[str, str]


@dataclass(frozen=True)
class LayoutsOf:
    """Takes the texts of a step apart when asked."""

    before: Texts
    after: Texts

    def __call__(self, paths: Collection[str]) -> Layouts:
        """The parts of files that are there before and after."""
        sides = {f"{side}/{path}": texts[path] for side, texts in self._sides for path in paths}
        found = parts_of(sides)  # all at once: it starts a process
        made = [{path: layout_of(found.get(f"{side}/{path}", ())) for path in paths} for side, _ in self._sides]
        return Layouts(*made)

    @property
    def _sides(self) -> tuple[tuple[str, Texts], ...]:
        return ("before", self.before), ("after", self.after)


def layout_of(parts: Collection[scanned.Part]) -> tuple[Part, ...]:
    """The applier's own type for the same."""
    return tuple(Part(part.name, part.line, part.end_line, part.key) for part in parts)
