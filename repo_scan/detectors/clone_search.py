"""Stretches of statements that occur twice, found in time linear in their number by hashing short windows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from repo_scan.detectors.statements import Statement

_WINDOW = 5  # statements that must be alike before two places are compared at all


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some statements of one file in a row."""

    path: str
    statements: tuple[Statement, ...]

    @property
    def first(self) -> int:
        """Its first line."""
        return self.statements[0].line

    @property
    def last(self) -> int:
        """Its last line."""
        return self.statements[-1].end_line

    @property
    def lines(self) -> int:
        """Lines that hold code."""
        return sum(one.end_line - one.line + 1 for one in self.statements)


def alike(runs: Sequence[tuple[str, Sequence[Statement]]]) -> Iterator[tuple[Stretch, Stretch]]:
    """Pairs of stretches of equal statements, as long as they go, each a closed block; runs are of (path, statements).

    Of several that are alike, each is paired with the next one.
    """
    last: dict[int, tuple[int, int]] = {}  # window -> run and place where it was met last
    reached: dict[tuple[int, int, int], int] = {}  # two runs and a distance -> where their match ended
    for number, (path, run) in enumerate(runs):
        for place in range(len(run) - _WINDOW + 1):
            window = _window(run, place)
            other, there = last.get(window, (-1, -1))
            last[window] = (number, place)
            way = (other, number, place - there)
            if other < 0 or reached.get(way, 0) > place:
                continue
            length = _common(runs[other][1], there, run, place, other == number)
            reached[way] = place + length
            start, stop = _closed(run[place : place + length])
            if stop > start:
                yield (
                    Stretch(runs[other][0], tuple(runs[other][1][there + start : there + stop])),
                    Stretch(path, tuple(run[place + start : place + stop])),
                )


def _window(run: Sequence[Statement], place: int) -> int:
    base = run[place].indent
    return hash(tuple((one.key, one.indent - base) for one in run[place : place + _WINDOW]))


def _common(one: Sequence[Statement], here: int, other: Sequence[Statement], there: int, same: bool) -> int:
    """How many statements from two places on are alike; in the same run, until the second place."""
    length, most = 0, min(len(one) - here, len(other) - there)
    most = min(most, there - here) if same else most
    shift = other[there].indent - one[here].indent
    while length < most:
        left, right = one[here + length], other[there + length]
        if left.key != right.key or right.indent - left.indent != shift:
            break
        length += 1
    return length


def _closed(statements: Sequence[Statement]) -> tuple[int, int]:
    """Start and stop of the longest part that is whole: nothing of it leaves the block that its first statement is in.

    It ends with no head whose block is missing and starts with no `else`.
    """
    best = (0, 0)
    start = 0
    while start < len(statements):
        leaves = _leaving(statements, start)
        stop = leaves
        while stop > start and statements[stop - 1].opens:
            stop -= 1
        if not statements[start].continues and stop - start > best[1] - best[0]:
            best = (start, stop)
        start = start + 1 if statements[start].continues else leaves  # inside, there are only shorter parts
    return best


def _leaving(statements: Sequence[Statement], start: int) -> int:
    """Where the block of a statement is left."""
    place = start + 1
    while place < len(statements) and statements[place].indent >= statements[start].indent:
        place += 1
    return place
