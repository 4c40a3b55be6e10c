"""Comments that stand alone between the statements of a module, as headings do, and what stands below each."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.operations.names.binding import Source

_RULE = re.compile(r"[-=~*_#\s]+")


@dataclass(frozen=True, slots=True)
class Heading:
    """A comment with a blank line, or the edge of the file, above and below."""

    start: int  # its first character
    title: str  # its words, without lines of dashes around them
    is_ruled: bool  # whether it has such lines
    below: tuple[ast.stmt, ...]  # what follows until the next heading


def headings_of(source: Source) -> Iterator[Heading]:
    """The headings of a module in order. A comment at the top of the file, before any statement, is none."""
    lines = source.text.split("\n")
    blocks = list(_alone(lines, source.tree.body))
    for at, (first, last) in enumerate(blocks):
        end = blocks[at + 1][0] if at + 1 < len(blocks) else len(lines)
        below = tuple(one for one in source.tree.body if last < one.lineno - 1 < end)
        words = [line.lstrip("#") for line in lines[first : last + 1]]
        title = " ".join(filter(None, (_stripped(line) for line in words)))
        is_ruled = any(re.search(r"[-=~*_#]{3,}", line) for line in words)
        yield Heading(sum(len(line) + 1 for line in lines[:first]), title, is_ruled, below)


def _stripped(line: str) -> str:
    """A line without what is drawn around its words."""
    rule = _RULE.match(line)
    line = line[rule.end() :] if rule else line
    return re.sub(r"[-=~*_#\s]+$", "", line)


def _alone(lines: list[str], body: list[ast.stmt]) -> Iterator[tuple[int, int]]:
    """First and last lines, from 0, of comments that stand alone at the level of the module."""
    taken = {line for one in body for line in range(one.lineno - 1, one.end_lineno or one.lineno)}
    start = body[0].lineno if body else len(lines)
    at = 0
    while at < len(lines):
        first = at
        while at < len(lines) and lines[at].startswith("#") and at not in taken:
            at += 1
        opens = first == 0 or not lines[first - 1].strip()
        closes = at == len(lines) or not lines[at].strip()
        if at > first and first >= start and opens and closes:
            yield first, at - 1
        at = max(at, first + 1)
