"""Which line of a rewritten text ends how: as it did in the original, where it stood there already."""

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import takewhile

# The only line ends. str.splitlines() would also cut at form feeds, U+2028 and others, which are part of a line.
LINE_END = re.compile("\r\n|\r|\n")

# From here on difflib passes over very frequent lines as starting points, or many equal lines would take minutes.
_MANY_LINES = 1000


def plain(raw: str) -> str:
    """The text with `\\n` for every line end."""
    return LINE_END.sub("\n", raw)


def usual_end(raw: str) -> tuple[str, bool]:
    """The most frequent line end, and whether there are others beside it."""
    ends = Counter(LINE_END.findall(raw))
    return max(ends, key=lambda end: ends[end], default="\n"), len(ends) > 1


def with_ends_of(original: str, text: str, newline: str, mixed: bool) -> str:
    """`text` with the line ends of `original`, ending as `original` ends; `newline` for lines that are new."""
    old, old_ends = _split(original)
    filled = len(old) - sum(1 for _ in takewhile(lambda line: not line, reversed(old)))
    new = plain(text).rstrip("\n").split("\n")
    if new == [""]:
        return original if not filled else ""
    known = _aligned(old[:filled], old_ends, new) if mixed else [newline] * len(new)
    closing = [end for end in old_ends[max(filled - 1, 0) :] if end]
    if not old:
        closing = [newline]  # an empty file says nothing about how it would end
    last = (known[-1] or closing[0]) if closing else ""
    ends = [*(end or newline for end in known[:-1]), last, *closing[1:]]
    return _joined([*new, *("" for _ in closing[1:])], ends)


def _split(raw: str) -> tuple[list[str], list[str]]:
    """Lines and their ends; the last end is "" where the last line is not ended."""
    lines, ends = LINE_END.split(raw), LINE_END.findall(raw)
    return (lines, [*ends, ""]) if lines[-1] else (lines[:-1], ends)


def _aligned(old: Sequence[str], old_ends: Sequence[str], new: Sequence[str]) -> list[str]:
    """For each new line the end of the old line that it is; "" for one that is new."""
    ends = [""] * len(new)
    for start, new_start, size in common_runs(old, new):
        ends[new_start : new_start + size] = old_ends[start : start + size]
    return ends


def common_runs(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int]]:
    """Runs of equal lines in order: where in `old`, where in `new`, how many."""
    head = _common_length(old, new)
    tail = _common_length(old[head:][::-1], new[head:][::-1])
    old_rest, new_rest = old[head : len(old) - tail], new[head : len(new) - tail]
    many = max(len(old_rest), len(new_rest)) > _MANY_LINES
    runs = SequenceMatcher(None, old_rest, new_rest, autojunk=many).get_matching_blocks()
    middle = [(head + run.a, head + run.b, run.size) for run in runs]
    return [(0, 0, head), *middle, (len(old) - tail, len(new) - tail, tail)]


def _common_length(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _joined(lines: Sequence[str], ends: Sequence[str]) -> str:
    """The raw text. `\\r` and the `\\n` of an empty line after it would be one end, so that one gets `\\r\\n`."""
    parts: list[str] = []
    previous = ""
    for line, end in zip(lines, ends, strict=True):
        previous = "\r\n" if (previous, line, end) == ("\r", "", "\n") else end
        parts += [line, previous]
    return "".join(parts)
