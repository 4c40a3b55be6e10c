"""What need not be found out again: facts of equal content, in the same language, by the same scanner."""

from dataclasses import dataclass, field, replace

from repo_scan.decoding import Unreadable
from repo_scan.outline import Outline

SCANNER = "1"  # raise it whenever the same text would give other facts

Key = tuple[str, str | None, str]  # scanner, language, blob id


@dataclass(frozen=True, slots=True)
class Measure:
    """The plain numbers of one text."""

    lines: int
    bytes: int
    tokens: int


@dataclass(slots=True)
class OutlineCache:
    """Remembers measures and outlines by language and blob id, whatever path the content was found at."""

    measures: dict[Key, Measure | Unreadable] = field(default_factory=dict)
    outlines: dict[Key, Outline] = field(default_factory=dict)

    def measure(self, language: str | None, blob: str) -> Measure | Unreadable | None:
        """What is known of a content; only where its outline is known too, if its language has outlines."""
        key = (SCANNER, language, blob)
        known = self.measures.get(key)
        return None if isinstance(known, Measure) and language is not None and key not in self.outlines else known

    def outline(self, path: str, language: str, blob: str) -> Outline | None:
        """The outline of a content, as that of `path`."""
        known = self.outlines.get((SCANNER, language, blob))
        return replace(known, path=path) if known is not None and known.path != path else known

    def keep_measure(self, language: str | None, blob: str, measure: Measure | Unreadable) -> None:
        """Remember a measure, or why there is none."""
        self.measures[SCANNER, language, blob] = measure

    def keep_outline(self, blob: str, outline: Outline) -> None:
        """Remember an outline."""
        self.outlines[SCANNER, outline.language, blob] = outline
