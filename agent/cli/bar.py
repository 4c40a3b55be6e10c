"""A bar that shows how far a scan is, on a terminal only; gone when it ends, however it ends."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int, int], None]  # done, in all


@contextmanager
def bar_of(words: str) -> Iterator[Progress | None]:
    """Shows `words` and a bar on standard error while the block runs; None where no terminal can show one."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Drawn

    console = Console(stderr=True)
    if console.is_dumb_terminal:
        yield None
        return
    columns = (TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Drawn(*columns, console=console, transient=True, redirect_stdout=False) as drawn:
        task = drawn.add_task("", total=None)

        def show(done: int, total: int) -> None:
            drawn.update(task, completed=done, total=total)

        yield show
