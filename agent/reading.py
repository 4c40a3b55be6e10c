"""What the replies to one request come to: the first, and those that went on where it broke off."""

from collections.abc import Sequence
from copy import copy

from agent.models.protocol import Prompt
from applier.blocks import Block, BlockReader, BrokenBlock
from applier.fence import Expected
from applier.seam import Cut, Seam


class Reading:
    """Blocks as they close. A reply that turns out not to count is read by a fork, which is then dropped."""

    def __init__(self, prompt: Prompt) -> None:
        self.blocks: list[Block] = []
        self.broken: list[BrokenBlock] = []
        self.lost = ""  # why the last reply did not join
        self._prompt = prompt
        self._reader = BlockReader(prompt.fence, prompt.expected)
        self._seam: Seam | None = None
        self._joined = False  # or given up

    def fork(self) -> "Reading":
        """The same state; what the one takes leaves the other as it is."""
        other = copy(self)
        other.blocks, other.broken = list(self.blocks), list(self.broken)
        other._reader = self._reader.fork()
        return other

    @property
    def cut(self) -> Cut | None:
        """The block that is open, if it can be gone on with: one whose last lines tell no place is asked for anew."""
        cut = self._reader.cut
        return cut if cut and cut.repeated else None

    @property
    def outstanding(self) -> tuple[Expected, ...]:
        """The blocks that have not come whole; one that is open comes first."""
        given = {block.number for block in self.blocks}
        opened = self.cut.block.number if self.cut else 0
        waiting = [block for block in self._prompt.expected if block.number not in given]
        return tuple(sorted(waiting, key=lambda block: (block.number != opened, block.number)))

    @property
    def complete(self) -> bool:
        """Whether all that was asked for is there."""
        return len(self.blocks) == len(self._prompt.expected)

    @property
    def begun(self) -> bool:
        """Whether there is something to go on from."""
        return bool(self.blocks) or self._reader.cut is not None

    @property
    def progress(self) -> tuple[int, int]:
        """Grows with every block and with every line of the open one."""
        return len(self.blocks), len(self.cut.lines) if self.cut else 0

    def begin(self) -> None:
        """Another reply comes."""
        self._seam, self._joined, self.lost = None, False, ""
        if cut := self.cut:
            self._seam = Seam(self._prompt.fence, cut, self._prompt.variable)
        else:
            self._reader.give_up("")
            self._reader.go_on()

    def take(self, chunk: str) -> Sequence[Block]:
        """Read more of a reply; the blocks that close in it."""
        return self._feed(self._seam.feed(chunk) if self._seam else chunk)

    def end(self) -> Sequence[Block]:
        """The reply is over; another may go on."""
        last = self._feed(self._seam.close()) if self._seam else ()
        return (*last, *self._sorted(self._reader.pause()))

    def close(self) -> None:
        """No further reply comes: a block that is still open is broken."""
        if self.cut and self.lost:
            self._give_up()
        self._sorted(self._reader.close())

    def _feed(self, text: str) -> Sequence[Block]:
        if self._seam and not self._joined and (self._seam.join or self._seam.lost):
            self._joined = True
            self.lost = self._seam.lost
            if self.lost:
                self._give_up()
            self._reader.go_on(self._seam.join)
        parts = self._reader.feed(text)
        return self._sorted(parts) if parts else ()

    def _give_up(self) -> None:
        self.broken += self._reader.give_up(f"was cut off, and its rest could not be joined to it, since {self.lost}")

    def _sorted(self, parts: Sequence[Block | BrokenBlock]) -> Sequence[Block]:
        closed = [part for part in parts if isinstance(part, Block)]
        self.blocks += closed
        self.broken += [part for part in parts if isinstance(part, BrokenBlock)]
        return closed
