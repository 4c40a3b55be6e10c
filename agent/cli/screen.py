"""Standard output for results, standard error for progress and complaints; nothing else prints.

Whatever comes from models, files or git is shown with its control characters escaped.
"""

import os
import sys
from collections.abc import Iterable
from itertools import zip_longest
from typing import Any, TextIO

from applier.terminal import one_line, printable, printable_json

_STDOUT, _STDERR = 1, 2


class OutputLost(Exception):
    """Standard output takes no more: its reader went away, or its disk is full."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(f"The output cannot be written: {reason.strerror}.")
        self.reader_left = isinstance(reason, BrokenPipeError)


def open_streams() -> None:
    """Let a standard stream that is closed lead nowhere, before a file of ours gets its number."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= _STDERR:
        os.set_inheritable(number, True)
    os.close(number)
    sys.stdout = sys.stdout or os.fdopen(_STDOUT, "w", encoding="utf-8", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(_STDERR, "w", encoding="utf-8", closefd=False)


def write_out(text: str) -> None:
    """A text as it is. Raises OutputLost."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        raise OutputLost(error) from error


def show(lines: Iterable[str]) -> None:
    """Results, a line each."""
    write_out("".join(printable(line) + "\n" for line in lines))


def show_json(document: Any) -> None:
    """Exactly one JSON document."""
    import msgspec

    write_out(printable_json(msgspec.json.format(msgspec.json.encode(document), indent=2).decode()) + "\n")


def tell(line: str) -> None:
    """Progress. Nobody has to hear it: work goes on where its reader went away."""
    try:
        sys.stderr.write(printable(line) + "\n")
        sys.stderr.flush()
    except OSError:
        lead_nowhere(sys.stderr)


def lead_nowhere(stream: TextIO) -> None:
    """Let go of what a stream still holds, and of all that is written to it from now on."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def complain(message: str, hint: str = "") -> None:
    """An error in one line, and the way out in another."""
    tell(f"overhaul: {one_line(message)}")
    if hint:
        tell(f"  {one_line(hint)}")


def table(columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """Rows under headings, each column as wide as its longest line. A cell may hold several lines."""
    cells = [[printable(cell).split("\n") for cell in row] for row in (columns, *rows)]
    widths = [max(len(line) for cell in column for line in cell) for column in zip(*cells, strict=True)]
    lines = (line for row in cells for line in zip_longest(*row, fillvalue=""))
    write_out("".join(_aligned(line, widths) + "\n" for line in lines))


def _aligned(words: Iterable[str], widths: Iterable[int]) -> str:
    return "  ".join(word.ljust(width) for word, width in zip(words, widths, strict=True)).rstrip()
