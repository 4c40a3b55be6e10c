"""Standard output for results, standard error for progress and complaints; nothing else prints.

Whatever comes from models, files or git is shown with its control characters escaped.
"""

import sys
from collections.abc import Iterable
from typing import Any

from applier.terminal import printable


def show(lines: Iterable[str]) -> None:
    """Results, a line each."""
    for line in lines:
        sys.stdout.write(printable(line) + "\n")
    sys.stdout.flush()


def show_json(document: Any) -> None:
    """Exactly one JSON document."""
    import msgspec

    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")
    sys.stdout.flush()


def tell(line: str) -> None:
    """Progress."""
    sys.stderr.write(printable(line) + "\n")
    sys.stderr.flush()


def complain(message: str, hint: str = "") -> None:
    """An error in one line, and the way out in another."""
    tell(f"overhaul: {message}")
    if hint:
        tell(f"  {hint}")


def table(columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """Rows under headings; as wide as it needs to be where nobody watches."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=None, pad_edge=False)
    for column in columns:
        drawn.add_column(column, overflow="fold")
    for row in rows:
        drawn.add_row(*(Text(printable(cell)) for cell in row))
    console = Console(file=sys.stdout, width=None if sys.stdout.isatty() else 500, highlight=False)
    console.print(drawn)


def show_diff(diff: str) -> None:
    """A difference, in colour on a terminal and through a pager where it is longer than the screen."""
    text = printable(diff)
    if not sys.stdout.isatty():
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    from rich.console import Console
    from rich.syntax import Syntax

    console = Console()
    drawn = Syntax(text, "diff", theme="ansi_dark", background_color="default", word_wrap=True)
    if text.count("\n") > console.height:
        with console.pager(styles=True):
            console.print(drawn)
    else:
        console.print(drawn)
