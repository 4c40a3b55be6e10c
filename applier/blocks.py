"""The reply parser: chunks of text in, blocks out as they close. Linear in the reply however it is cut."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from applier.fence import BlockKind, Expected, Fence


@dataclass(frozen=True, slots=True)
class Block:
    """One whole block. The number is the expected one, also where the reply miscounted."""

    number: int
    kind: BlockKind
    path: str | None
    body: str  # lines joined by "\n", with a final one; "" for no lines


@dataclass(frozen=True, slots=True)
class BrokenBlock:
    """A marked block that must not be used, and why, in words fit to send to the model."""

    number: int | None
    kind: str
    path: str | None
    reason: str
    body: str = ""  # what there was of it


class BlockReader:
    """Incremental parser of one reply. Memory is bounded by the open block."""

    def __init__(self, fence: Fence, expected: Sequence[Expected]) -> None:
        raise NotImplementedError

    def feed(self, chunk: str) -> tuple[Block | BrokenBlock, ...]:
        """Take more text; return what closed in it."""
        raise NotImplementedError

    def close(self) -> tuple[Block | BrokenBlock, ...]:
        """End of the reply: a block still open is broken."""
        raise NotImplementedError


def read_blocks(chunks: Iterable[str], fence: Fence, expected: Sequence[Expected]) -> Iterator[Block | BrokenBlock]:
    """Blocks of a reply, each as it closes."""
    raise NotImplementedError
