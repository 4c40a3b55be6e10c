"""The reply parser: chunks of text in, blocks out as they close. Linear in the reply however it is cut."""

import copy
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from applier.fence import BlockKind, Closing, Expected, Fence, Opening
from applier.seam import Cut, Join
from applier.thinking import ThinkFilter

#: A line longer than this is no marker, so that a line outside every block need not be kept whole.
LONGEST_MARKER = 8192
_MARK = "<<<"
#: Kinds whose lines are read one by one, and that no file is made of.
_OF_LINES = frozenset({"anchor", "finding", "outline", "summary", "log"})
#: Stands between the marker lines at the end of a request, so that a reply which only echoes it answers nothing.
CONTENT = "[content]"


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
    body: str = ""  # what there was of it; ends without "\n" where the reply stopped inside a line
    doubled: bool = False  # it was given before in the same reply, with another content


@dataclass(slots=True)
class _Open:
    """The block that is being read."""

    opening: Opening  # as the reply wrote it, but for the path
    target: Expected | None  # what it answers
    fault: str  # why it answers nothing
    earlier: int = 0  # number of the block that was given before in its place
    lines: list[str] = field(default_factory=list)


class BlockReader:
    """Incremental parser of one reply. Memory is bounded by the open block."""

    def __init__(self, fence: Fence, expected: Sequence[Expected]) -> None:
        self._fence = fence
        self._asked: dict[tuple[str, str | None], list[Expected]] = {}
        for block in expected:
            self._asked.setdefault((block.kind, block.path), []).append(block)
        self._given: dict[int, int] = {}  # hashes of bodies, by number
        self._settled: set[int] = set()  # given by a reply that this one goes on from, and may repeat
        self._strays: set[tuple[str, str | None]] = set()  # blocks that were opened with another key
        self._thinking = ThinkFilter()
        self._open: _Open | None = None
        self._line: list[str] = []  # pieces of the line that has not ended
        self._length = 0  # of those pieces

    def feed(self, chunk: str) -> tuple[Block | BrokenBlock, ...]:
        """Take more text; return what closed in it."""
        return tuple(self._read(self._thinking.feed(chunk)))

    def close(self) -> tuple[Block | BrokenBlock, ...]:
        """End of the reply: a block still open is broken."""
        closed = self._read(self._thinking.close())
        whole_lines = not self._line
        if not whole_lines:
            closed += self._end_line()
        closed += self._break(self._unended("the reply stops inside it"), final_newline=whole_lines)
        return tuple(closed)

    def pause(self) -> tuple[Block | BrokenBlock, ...]:
        """End of a reply that another may continue: a last marker needs no line end, and an open block stays open."""
        closed = self._read(self._thinking.close())
        if self._fence.read("".join(self._line).removesuffix("\r")):
            closed += self._end_line()
        return tuple(closed)

    @property
    def cut(self) -> Cut | None:
        """The block that is open, if it answers anything: what arrived of it."""
        block = self._open
        if block is None or block.target is None:
            return None
        return Cut(block.target, tuple(block.lines), "".join(self._line).removesuffix("\r"))

    def fork(self) -> "BlockReader":
        """A reader in the same state: what the one is fed leaves the other as it is."""
        return copy.deepcopy(self)

    def give_up(self, reason: str) -> tuple[BrokenBlock, ...]:
        """Break the open block."""
        return tuple(part for part in self._break(reason) if isinstance(part, BrokenBlock))

    def go_on(self, join: Join | None = None) -> None:
        """Another reply is about to go on where the last one ended; `join` tells how, where a block is open."""
        self._settled |= self._given.keys()
        if join != "character":
            self._line.clear()
            self._length = 0
        if join is None:
            self._thinking = ThinkFilter()
        elif join == "start" and self._open:
            self._open.lines.clear()

    def _read(self, text: str) -> list[Block | BrokenBlock]:
        first, *rest = text.split("\n")
        self._hold(first)
        if not rest:
            return []
        closed = self._end_line()
        *whole, last = rest
        if self._fence.key in text or (self._open is None and _MARK in text):
            for line in whole:
                closed += self._take(line.removesuffix("\r"))
        elif self._open:  # no line can be a marker, as almost always: they are taken all at once
            self._open.lines += [line.removesuffix("\r") for line in whole] if "\r" in text else whole
        self._hold(last)
        return closed

    def _hold(self, piece: str) -> None:
        """Keep a piece of the current line; outside a block no more of it than tells that it is no marker."""
        if self._open is None:
            piece = piece[: max(0, LONGEST_MARKER + 2 - self._length)]
        if piece:
            self._line.append(piece)
            self._length += len(piece)

    def _end_line(self) -> list[Block | BrokenBlock]:
        line = "".join(self._line).removesuffix("\r")
        self._line.clear()
        self._length = 0
        return self._take(line)

    def _take(self, line: str) -> list[Block | BrokenBlock]:
        mark = self._fence.read(line) if len(line) <= LONGEST_MARKER else None
        if isinstance(mark, Opening):
            closed = self._break(self._unended("another block is opened inside it"))
            self._open = self._begin(mark)
            return closed
        if self._open is None:
            return self._stray(line)
        if isinstance(mark, Closing):
            closes = self._closes(mark, self._open.opening)
            told = f"is closed by the END line of {_named(mark)}"
            return [self._finish(self._open)] if closes else self._break(told)
        if self._fence.key in line and self._open.opening.kind in _OF_LINES and not line.lstrip().startswith(_MARK):
            for taken in (f":{self._fence.key}", self._fence.key):  # for part of a path
                line = line.replace(taken, "")
        if self._fence.key in line:
            return self._break(f"holds the key of the marker lines in line {len(self._open.lines) + 1} of its body")
        self._open.lines.append(line)
        return []

    def _closes(self, mark: Closing, opening: Opening) -> bool:
        """Whether an END line is that of the open block, also where it says more than it must."""
        if mark.number != opening.number or mark.kind not in (None, opening.kind):
            return False
        return mark.path is None or self._declared(Opening(mark.number, opening.kind, mark.path)) == opening.path

    def _stray(self, line: str) -> list[Block | BrokenBlock]:
        """A line outside every block; one that would open one, were it not for its key, tells why that is missing."""
        found = self._fence.misread(line) if len(line) <= LONGEST_MARKER else None
        mark, key = found or (None, "")
        if not isinstance(mark, Opening):
            return []
        block = _Open(Opening(mark.number, mark.kind, self._declared(mark)), None, f"was opened {_with_key(key)}")
        broken = _broken(block, block.fault)
        new = (broken.kind, broken.path) not in self._strays
        self._strays.add((broken.kind, broken.path))
        return [broken] if new else []

    def _begin(self, mark: Opening) -> _Open:
        path = self._declared(mark)
        opening = Opening(mark.number, mark.kind, path)
        alike = self._asked.get((mark.kind, path), [])
        waiting = [block for block in alike if block.number not in self._given]
        same = next((block for block in alike if block.number == mark.number), None)
        if same is None and len(waiting) == 1:
            same = waiting[0]
        if same in waiting:
            return _Open(opening, same, "")
        if same is not None or (alike and not waiting):
            earlier = same or alike[0]
            return _Open(opening, None, "was given twice; the first one is kept", earlier.number)
        if waiting:
            numbers = ", ".join(f"{block.number:02}" for block in waiting)
            return _Open(opening, None, f"was not asked for under this number; still open are {numbers}")
        return _Open(opening, None, f"was not asked for{self._askable(mark.kind)}")

    def _declared(self, mark: Opening) -> str | None:
        """The path as declared, where the reply only dressed it up with `./` or backslashes."""
        if mark.path is None or (mark.kind, mark.path) in self._asked:
            return mark.path
        path = mark.path.replace("\\", "/")
        while path.startswith("./"):
            path = path.removeprefix("./")
        return path

    def _askable(self, kind: str) -> str:
        """What a block of this kind might have been meant for."""
        paths = [path for asked, path in self._asked if asked == kind and path is not None]
        if not paths:
            return ""
        more = f" and {len(paths) - 5} more" if len(paths) > 5 else ""
        return f"; blocks of kind {kind} were asked for {', '.join(paths[:5])}{more}"

    def _unended(self, where: str) -> str:
        """Why the block that is open was not closed before this."""
        block = self._open
        for line in block.lines if block else ():
            found = self._fence.misread(line) if line.startswith(_MARK) else None
            if block and found and isinstance(found[0], Closing) and self._closes(found[0], block.opening):
                return f"has an END line {_with_key(found[1])}"
        return f"has no END line: {where}"

    def _finish(self, block: _Open) -> Block | BrokenBlock:
        self._open = None
        if block.target is None:
            return self._again(block)
        if block.lines == [CONTENT]:
            return _broken(block, f"holds nothing but {CONTENT}, which stands for its content")
        body = _body(block)
        self._given[block.target.number] = hash(body)
        return Block(block.target.number, block.target.kind, block.target.path, body)

    def _again(self, block: _Open) -> BrokenBlock:
        """A block that answers nothing. One that came before, and other than this, leaves open which one is meant."""
        known = block.earlier in self._given and block.earlier not in self._settled
        if not known or self._given[block.earlier] == hash(_body(block)):
            return _broken(block, block.fault)
        advice = "Send that block again, once, as it is to be."
        return replace(_broken(block, f"was given twice, and not alike. {advice}"), doubled=True)

    def _break(self, fault: str, *, final_newline: bool = True) -> list[Block | BrokenBlock]:
        """Give up the open block, if there is one."""
        block, self._open = self._open, None
        return [] if block is None else [_broken(block, block.fault or fault, final_newline)]


def read_blocks(chunks: Iterable[str], fence: Fence, expected: Sequence[Expected]) -> Iterator[Block | BrokenBlock]:
    """Blocks of a reply, each as it closes."""
    reader = BlockReader(fence, expected)
    for chunk in chunks:
        yield from reader.feed(chunk)
    yield from reader.close()


def missing(expected: Iterable[Expected], blocks: Iterable[Block | BrokenBlock]) -> tuple[Expected, ...]:
    """The expected blocks that were not given whole."""
    given = {block.number for block in blocks if isinstance(block, Block)}
    return tuple(block for block in expected if block.number not in given)


def _named(mark: Closing) -> str:
    """ "number 02 (file src/a.py)"."""
    said = " ".join(filter(None, (mark.kind, mark.path)))
    return f"number {mark.number:02} ({said})" if said else f"number {mark.number:02}"


def _with_key(key: str) -> str:
    return f"with the key {key} instead of the one that was given" if key else "without the key"


def _body(block: _Open, final_newline: bool = True) -> str:
    text = "\n".join(block.lines)
    return f"{text}\n" if block.lines and final_newline else text


def _broken(block: _Open, fault: str, final_newline: bool = True) -> BrokenBlock:
    """The reason never quotes a marker line: it goes into a prompt, which must not hold the key."""
    opening, target = block.opening, block.target
    number = target.number if target else opening.number
    name = f"{opening.kind} {opening.path}" if opening.path is not None else opening.kind
    advice = "" if block.fault else " Send that block again, whole, between its two marker lines."
    return BrokenBlock(
        number,
        opening.kind,
        opening.path,
        f"Block {number:02} ({name}) {fault}.{advice}",
        _body(block, final_newline),
    )
