"""Where the rest of a block that was cut off joins what had arrived of it. A seam is verified, or it is none.

The rest is asked for in a fixed form: the block's opening line again, its last lines again, then what follows. An
answer in that form is taken at its word. Models also go on at the very next character, begin the file anew, open a
fence or talk first; of these only what leaves no doubt is taken, since a wrong join would look like a file. Doubt is,
for instance, a repeated passage that may be the text's own, as in a table.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from applier.fence import Expected, Fence, Opening
from applier.thinking import ThinkFilter

Join = Literal["line", "character", "start"]  # after the last whole line, after the last character, instead of it all

MOST_REPEATED = 12  # lines that are asked for again
HEAD = 64  # lines of the rest within which it must show where it belongs
TELLING = 24  # characters, not counting blanks, by which a passage is told from a chance
_LEAD_IN = 4  # lines

_FENCE = re.compile(r" {0,3}(?:`{3,}|~{3,})[ \t]*[\w+.#-]*[ \t]*")
_CHAT = re.compile(
    r"(sure|certainly|of course|absolutely|okay|ok|here|continu|got it|understood|sorry|apolog|i['’ ]|let me|let's|"
    r"the rest|below|following|as requested|picking up|resuming)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Cut:
    """A block that is open: what arrived of it."""

    block: Expected
    lines: Sequence[str]
    rest: str  # of the line that has not ended

    @property
    def repeated(self) -> Sequence[str]:
        """The last lines, as few as tell where they stand; none where that cannot be told."""
        for count in range(1, min(MOST_REPEATED, len(self.lines)) + 1):
            if _strength(self.lines[-count:]) >= TELLING // 2 and self._only_at_the_end(count):
                return self.lines[-count:]
        return ()

    def _only_at_the_end(self, count: int) -> bool:
        tail, last = list(self.lines[-count:]), self.lines[-1]
        spots = (spot for spot in range(len(self.lines) - 2, count - 2, -1) if self.lines[spot] == last)
        return all(list(self.lines[spot - count + 1 : spot + 1]) != tail for spot in spots)


@dataclass(slots=True)
class Seam:
    """Takes the rest as it comes; `join` is set once it is known, and what is then given out goes on from there."""

    fence: Fence
    cut: Cut
    prompt: str  # in whose sources two lines may be found to follow each other
    join: Join | None = None
    lost: str = ""  # why there is no seam
    _thinking: ThinkFilter = field(default_factory=lambda: ThinkFilter(keep_blanks=True))
    _lines: list[str] = field(default_factory=list)  # whole ones that are held until it is known
    _line: list[str] = field(default_factory=list)  # pieces of the one that has not ended
    _enough: int = HEAD
    _marks: int = 0  # lines among them that hold the key
    _refence: "_Refence | None" = None

    def feed(self, chunk: str) -> str:
        """Take more; what of it goes to the reader."""
        text = self._thinking.feed(chunk)
        if self.join or self.lost:
            return self._refence.feed(text) if self._refence else text
        first, *rest = text.split("\n")
        self._line.append(first)
        for piece in rest:
            line = "".join(self._line)
            self._lines.append(line)
            self._marks += self.fence.key in line
            self._line = [piece]
        return self._decide() if rest and self._can_tell() else ""

    def close(self) -> str:
        """The rest is over: what was held back goes to the reader."""
        text = self._thinking.close()
        if self.join or self.lost:
            return (self._refence.feed(text) + self._refence.close()) if self._refence else text
        self._line.append(text)
        text = self._decide(last=True)
        return text + (self._refence.close() if self._refence else "")

    def _can_tell(self) -> bool:
        """Whether enough has come; where the block seems to begin anew, as much as had arrived must come again."""
        own = _own_opening(self._lines, self)
        if len(self._lines) >= self._enough:
            if own is None and self._enough == HEAD and _begins_anew(self._lines, self.cut):
                self._enough = len(self.cut.lines) + 2 * _LEAD_IN
            return len(self._lines) >= self._enough
        # After its own opening line the block's lines are waited for, up to the next marker.
        return self._marks > (own is not None)

    def _decide(self, last: bool = False) -> str:
        tail = "".join(self._line)
        lines = [line.removesuffix("\r") for line in (*self._lines, *[tail] * (last and tail != ""))]
        found = _find(lines, self)
        if isinstance(found, str):
            own = _own_opening(lines, self)  # with which it would pass for the whole block
            self.lost, skipped = found, 0 if own is None else own + 1
        else:
            self.join, skipped, fenced = found
            self._refence = _Refence(self.fence) if fenced else None
        text = "\n".join((*self._lines, tail)[skipped:])
        self._lines, self._line = [], []
        return self._refence.feed(text) if self._refence else text


class _Refence:
    """Leaves out the line that ends a fence which was opened anew; with other fences in the text none surely is."""

    def __init__(self, fence: Fence) -> None:
        self._fence = fence
        self._over = False
        self._inner = 0  # fence lines that were passed on
        self._held: list[str] = []  # fence lines and blanks, which the block's END may follow
        self._line = ""

    def feed(self, text: str) -> str:
        if self._over:
            return text
        *lines, self._line = (self._line + text).split("\n")
        given: list[str] = []
        for number, line in enumerate(lines):
            if self._fence.read(line.removesuffix("\r")):
                self._over = True
                return "".join(f"{one}\n" for one in (*given, *self._settled(), *lines[number:])) + self._line
            if _FENCE.fullmatch(line) or (self._held and not line.strip()):
                self._held.append(line)
            else:
                given += [*self._held, line]
                self._inner += sum(bool(_FENCE.fullmatch(one)) for one in self._held)
                self._held.clear()
        return "".join(f"{line}\n" for line in given)

    def close(self) -> str:
        """A last line without its line end; what may have been the end of the fence is left out."""
        if self._over:
            return ""
        if self._fence.read(self._line.removesuffix("\r")):
            return "".join(f"{line}\n" for line in self._settled()) + self._line
        return "".join(f"{line}\n" for line in self._held) + self._line

    def _settled(self) -> list[str]:
        """What stands before the block's END: lines that are its own, or a line by which it is refused."""
        fences = [number for number, line in enumerate(self._held) if _FENCE.fullmatch(line)]
        held, self._held = self._held, []
        if self._inner or len(fences) > 1:
            return [self._fence.close_line(0)]  # a number that no block has
        return held[: fences[0]] if fences else held


def _own_opening(lines: Sequence[str], seam: Seam) -> int | None:
    """Which line opens the block again, if that is the first marker."""
    block = seam.cut.block
    for number, line in enumerate(lines):
        if seam.fence.key in line and (mark := seam.fence.read(line.removesuffix("\r"))):
            own = isinstance(mark, Opening) and (mark.kind, mark.path) == (block.kind, block.path)
            return number if own else None
    return None


def _begins_anew(lines: list[str], cut: Cut) -> bool:
    start = _after_lead_in(lines)
    return lines[start : start + 3] == list(cut.lines[:3])


def _find(lines: list[str], seam: Seam) -> tuple[Join, int, bool] | str:
    """How the rest joins, how many of its lines come before that, whether in a fence; or why it does not."""
    cut, own = seam.cut, _own_opening(lines, seam)
    start = _after_lead_in(lines) if own is None else own + 1
    if own is not None:
        start += _is_fence(lines[start : start + 1]) and not _is_fence(cut.lines[:1]) and not _is_fence(cut.repeated)
    fenced = any(_FENCE.fullmatch(line) for line in lines[own or 0 : start])
    if fenced and any(_FENCE.fullmatch(line) for line in cut.lines):
        return "it opens a fence, in a file that holds fences of its own"
    if own is None:
        return _unmarked(lines, start, seam, fenced)
    return _marked(lines, start, cut, fenced) or "it neither repeats the last lines nor begins anew"


def _marked(lines: list[str], start: int, cut: Cut, fenced: bool) -> tuple[Join, int, bool] | None:
    """A rest that opens its block again, as it was asked to."""
    if after := _overlap(lines, start, cut, len(cut.repeated)):
        return "line", after, fenced
    top = list(cut.lines[:3])
    return ("start", start, fenced) if _strength(top) >= TELLING and lines[start : start + len(top)] == top else None


def _unmarked(lines: list[str], start: int, seam: Seam, fenced: bool) -> tuple[Join, int, bool] | str:
    """A rest without the opening line: taken where the line that was cut off tells that it belongs there."""
    cut, close = seam.cut, seam.fence.close_line(seam.cut.block.number)
    for least in (len(cut.repeated), len(cut.lines)):
        after = _overlap(lines, start, cut, least)
        told = after > 0 and bool(cut.rest.strip()) and _strength(lines[start:after]) >= TELLING
        told = told and not lines[start].startswith(
            cut.rest
        )  # or it may be the cut line itself, of a text like a table
        if told and lines[after:] and lines[after].startswith(cut.rest):
            return "line", after, fenced
    if start or not lines:
        return "it begins with other words, and does not open its block again"
    first = lines[0]
    if first in (cut.lines[0], *cut.lines[-MOST_REPEATED:]):
        return "it repeats a part, but not in a way that tells where it belongs"
    if cut.rest + first == close:
        return "character", 0, False
    if first == close and (not cut.rest or close.startswith(cut.rest)):
        return "line", 0, False
    joined = cut.rest + first
    pair = f"\n{joined}\n" if cut.rest.strip() else f"\n{cut.lines[-1]}\n{joined}\n"
    if not _CHAT.match(first.strip()) and _strength([pair]) >= TELLING // 2 and pair in seam.prompt:
        return "character", 0, False
    return "nothing shows where it belongs"


def _overlap(lines: list[str], start: int, cut: Cut, least: int) -> int:
    """After which line a repetition of the last lines ends, of at least so many; 0 where there is none."""
    tail = list(cut.lines[-least:])
    for after in range(start + least, min(len(lines), start + max(HEAD, least)) + 1):
        if lines[after - least : after] == tail:
            length = after - start
            return after if lines[start:after] == list(cut.lines[-length:]) else 0
    return 0


def _after_lead_in(lines: list[str]) -> int:
    """How many lines are a greeting, a fence that is opened, or blank before one of the two."""
    start = 0
    for number, line in enumerate(lines[:_LEAD_IN]):
        if _FENCE.fullmatch(line):
            return number + 1
        if _CHAT.match(line.strip()) and line.rstrip().endswith((":", ".", "!", "…")):
            start = number + 1
        elif line.strip():
            break
    if start:  # blanks after a greeting belong to it
        while start < len(lines) and not lines[start].strip():
            start += 1
        start += bool(lines[start : start + 1] and _FENCE.fullmatch(lines[start]))
    return start


def _is_fence(lines: Sequence[str]) -> bool:
    return bool(lines) and bool(_FENCE.fullmatch(lines[0]))


def _strength(lines: Sequence[str]) -> int:
    """Characters by which a passage can be known, blanks not counted."""
    return sum(len("".join(line.split())) for line in lines)
