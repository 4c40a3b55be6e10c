"""How much of a Python function must be kept in mind to follow one way through it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from repo_scan.detectors.statements import LogicalLine, logical_lines

_CHOICES = frozenset({"if", "for", "while", "except", "match"})
_HEADS = _CHOICES | {"elif", "else", "case", "with", "try", "finally"}
_ASKING_NOTHING = frozenset({"with", "try", "finally", "case"})  # what `case` asks, its `match` has asked
_JUMPS = frozenset({"return", "raise", "continue", "break", "pass"})
_TABLE = 4  # `elif` from which a chain is a table of cases, like `match`: they stand beside each other, not inside


@dataclass(frozen=True, slots=True)
class _Block:
    """An open block: how far its head is indented, and how many choices a reader must remember in it."""

    indent: int
    remembered: int


def tangle_of(definition: str) -> int:
    """For each choice the number of choices that it stands inside, added up.

    A guard asks for none, and an arm of a table is read alone. What is defined inside has ways of its own.
    """
    lines = list(_own_lines(definition))
    words = [_head(line) for line in lines]
    tables = _tables(lines, words)
    blocks: list[_Block] = []
    found = 0
    for place, (line, word) in enumerate(zip(lines, words, strict=True)):
        while blocks and blocks[-1].indent >= line.indent:
            blocks.pop()
        around = blocks[-1].remembered if blocks else 0
        if word in _CHOICES and place not in tables and not _is_guard(lines, words, place):
            found += around
        if word:
            blocks.append(_Block(line.indent, 0 if place in tables else around + (word not in _ASKING_NOTHING)))
    return found


def depths_of(definition: str) -> list[int]:
    """For each statement the number of blocks around it. What is defined inside is left out, documentation too."""
    around: list[int] = []  # indentation of each head that is open
    found: list[int] = []
    for line in _own_lines(definition):
        if any(kind != "string" for kind, _ in line.tokens):
            while around and around[-1] >= line.indent:
                around.pop()
            found.append(len(around))
            around.append(line.indent)
    return found


def _own_lines(definition: str) -> Iterator[LogicalLine]:
    """The lines after the head, without definitions inside."""
    lines = logical_lines(definition)
    next((line for line in lines if _defines(line) and line.tokens[0][1] != "@"), None)
    outside: int | None = None  # how far the definition is indented that the current line may be in
    for line in lines:
        if outside is not None and line.indent > outside:
            continue
        outside = line.indent if _defines(line) else None
        if outside is None:
            yield line


def _defines(line: LogicalLine) -> bool:
    first, *rest = (said for _, said in line.tokens[:2])
    return first in ("def", "class", "@") or (first == "async" and rest == ["def"])


def _head(line: LogicalLine) -> str:
    """The word that opens a block; "" for any other statement. `match` and `case` may be plain names."""
    word = next(said for _, said in line.tokens if said != "async")
    is_name = word in ("match", "case") and line.tokens[-1][1] != ":"
    return word if word in _HEADS and not is_name else ""


def _tables(lines: Sequence[LogicalLine], words: Sequence[str]) -> set[int]:
    """Where a head belongs to a table of cases."""
    begun: dict[int, int] = {}  # indentation -> where the chain of `if` begins that is open there
    chains: list[int] = []
    arms: Counter[int] = Counter()
    for place, (line, word) in enumerate(zip(lines, words, strict=True)):
        begun = {indent: begin for indent, begin in begun.items() if indent <= line.indent}
        if word == "if":
            begun[line.indent] = place
        elif word not in ("elif", "else"):
            begun.pop(line.indent, None)
        chains.append(begun.get(line.indent, place))
        arms[chains[-1]] += word == "elif"
    return {place for place, begin in enumerate(chains) if arms[begin] >= _TABLE or words[place] == "match"}


def _is_guard(lines: Sequence[LogicalLine], words: Sequence[str], place: int) -> bool:
    """Whether a choice only leaves early: one jump in its block, and nothing else to it."""
    line, after = lines[place], place + 1
    if line.tokens[-1][1] != ":":  # the block stands on the same line
        return any(said in _JUMPS for _, said in line.tokens) and not _goes_on(lines, words, after, line.indent)
    jumps = after < len(lines) and lines[after].tokens[0][1] in _JUMPS
    left = after + 1 >= len(lines) or lines[after + 1].indent <= line.indent
    return jumps and left and not _goes_on(lines, words, after + 1, line.indent)


def _goes_on(lines: Sequence[LogicalLine], words: Sequence[str], place: int, indent: int) -> bool:
    return place < len(lines) and lines[place].indent == indent and words[place] in ("elif", "else")
