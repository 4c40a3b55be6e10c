"""Long output as git shows it: in colour and through the user's pager on a terminal, plain otherwise."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterable

from agent.cli.screen import show, write_out
from applier.terminal import printable

_NO_PAGER = ("", "cat")
_NOT_STARTED = (126, 127)  # as a shell reports it
_AS_GIT = {"LESS": "FRX", "LV": "-c"}


def page(lines: Iterable[str], pager: str) -> None:
    """Show lines, which may hold a difference; `pager` is a command of the user's."""
    if not sys.stdout.isatty():
        show(lines)
        return
    text = _coloured("".join(printable(line) + "\n" for line in lines))
    if pager.strip() in _NO_PAGER or not _paged(text, pager):
        write_out(text)


def _paged(text: str, pager: str) -> bool:
    """Whether the pager could be started."""
    process = subprocess.Popen(["/bin/sh", "-c", pager], stdin=subprocess.PIPE, env={**_AS_GIT, **os.environ})
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the pager
    try:
        process.communicate(text.encode("utf-8", "replace"))  # that the reader left early is no matter
        return process.returncode not in _NOT_STARTED
    finally:
        signal.signal(signal.SIGINT, before)


def _coloured(text: str) -> str:
    """Every difference in the text with the colours of its syntax."""
    from io import StringIO

    from rich.console import Console
    from rich.syntax import Syntax

    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    console = Console(file=StringIO(), force_terminal=True, color_system="standard", width=10_000)
    drawn = Syntax("", "diff", theme="ansi_dark", background_color="default").highlight(text)
    drawn.rstrip()
    with console.capture() as captured:
        console.print(drawn, soft_wrap=True)
    return captured.get()
