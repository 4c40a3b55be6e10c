"""The marker lines of one request: what the prompt shows and the parser looks for.

Protocol: docs/design.md §4.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["anchor", "file", "new", "delete", "finding", "outline", "summary", "log"]


@dataclass(frozen=True, slots=True)
class Expected:
    """One block that a reply must hold."""

    number: int  # from 1
    kind: BlockKind
    path: str | None = None  # for file, new and delete


@dataclass(frozen=True, slots=True)
class Fence:
    """Marker lines with a random key that occurs in no input."""

    key: str  # "k7f3q9"

    @classmethod
    def clear_of(cls, texts: Iterable[str], preferred: str | None = None) -> "Fence":
        """A fence whose key occurs in none of `texts`; `preferred` is kept if it does not."""
        raise NotImplementedError

    def open_line(self, block: Expected) -> str:
        """The line that opens a block, without a newline."""
        raise NotImplementedError

    def close_line(self, number: int) -> str:
        """The line that ends a block, without a newline."""
        raise NotImplementedError
