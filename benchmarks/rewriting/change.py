"""One change of a text: spans of it that are replaced, and files that it brings along."""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters `start` to `end` become `new`."""

    start: int
    end: int
    new: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one file."""

    kind: str  # "function removed"
    line: int  # of the original
    edits: tuple[Edit, ...]
    new: Mapping[str, str] = field(default_factory=dict)  # files that come along: path -> text

    def apply(self, text: str) -> str:
        """The text afterwards."""
        for edit in sorted(self.edits, key=lambda edit: (edit.start, edit.end), reverse=True):
            text = text[: edit.start] + edit.new + text[edit.end :]
        return text

    def joined(self, other: "Change") -> "Change | None":
        """Both at once under this one's name; None where they touch each other."""
        if not all(_apart(one, two) for one in self.edits for two in other.edits):
            return None
        return Change(self.kind, self.line, (*self.edits, *other.edits), {**self.new, **other.new})


def change(kind: str, line: int, *edits: Edit, new: Mapping[str, str] | None = None) -> Change:
    """A change by its edits."""
    return Change(kind, line, edits, new or {})


def are_apart(edits: Iterable[Edit]) -> bool:
    """Whether no edit touches another one."""
    ordered = sorted(edits, key=lambda edit: (edit.start, edit.end))
    return all(one.end <= two.start for one, two in itertools.pairwise(ordered))


def _apart(one: Edit, two: Edit) -> bool:
    return one.end < two.start or two.end < one.start
