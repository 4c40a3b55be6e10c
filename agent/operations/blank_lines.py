"""The blank lines and comments above a statement, when the statement or its neighbour goes away."""

from collections.abc import Sequence

import libcst as cst


def detached(leading: Sequence[cst.EmptyLine]) -> list[cst.EmptyLine]:
    """Leading lines without the comment that stands directly above the statement."""
    lines = list(leading)
    while lines and lines[-1].comment is not None:
        lines.pop()
    return lines


def one_after_another(above: Sequence[cst.EmptyLine], below: Sequence[cst.EmptyLine]) -> list[cst.EmptyLine]:
    """Leading lines of a removed statement put above those of the next; blank lines are not counted twice."""
    upper = list(above)
    if below and below[0].comment is None:
        while upper and upper[-1].comment is None:
            upper.pop()
    return [*upper, *below]


def below(header: Sequence[cst.EmptyLine], leading: Sequence[cst.EmptyLine]) -> list[cst.EmptyLine]:
    """Leading lines of what is now the first statement of the file."""
    blank_above = next((at for at, line in enumerate(reversed(header)) if line.comment is not None), len(leading))
    blank = next((at for at, line in enumerate(leading) if line.comment is not None), len(leading))
    return list(leading[min(blank, blank_above) :])
