"""Outlines that need not be made again: of equal content, in the same language, by the same scanner."""

from dataclasses import dataclass, field, replace

from repo_scan.outline import Outline

SCANNER = "1"  # raise it whenever an outline of the same text comes out differently


@dataclass(slots=True)
class OutlineCache:
    """Remembers outlines by language and blob id, whatever path they were found at."""

    known: dict[tuple[str, str, str], Outline] = field(default_factory=dict)

    def get(self, path: str, language: str, blob: str) -> Outline | None:
        """The outline of a content, as that of `path`."""
        outline = self.known.get((SCANNER, language, blob))
        return replace(outline, path=path) if outline is not None and outline.path != path else outline

    def put(self, blob: str, outline: Outline) -> None:
        """Remember an outline."""
        self.known[SCANNER, outline.language, blob] = outline
