"""The bar on a terminal: there while a scan runs, gone afterwards, never in the way of the output."""

import fcntl
import json
import os
import pty
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.commandline import START, overhaul

HIDE, SHOW = b"\x1b[?25l", b"\x1b[?25h"  # the cursor
FILES = {f"m{number}.py": f"x = {number}\n" for number in range(40)}
# Takes many seconds to parse, so that Ctrl-C finds the scan at work.
SLOW = {
    f"slow{number}.py": "".join(f"x{n} = [{number}, {{'a': f(x={n})}}]\n" for n in range(20_000))
    for number in range(12)
}


@contextmanager
def on_terminal(root: Path, *words: str, **environment: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """`overhaul WORDS` with standard error and input on a terminal of its own, and our side of that."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-P", str(START), *words],
        cwd=root,
        env={**os.environ, "TERM": "xterm", **environment},
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(theirs)
    try:
        yield process, ours
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def rest_of(terminal: int) -> bytes:
    """Everything that is still written to a terminal, until nobody has it open."""
    said = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # nobody has it open
            return said
        said += piece


@pytest.mark.parametrize(
    "words", [("scan", "--format", "json"), ("scan", "--json"), ("diagnose", "--json")], ids=" ".join
)
def test_a_terminal_shows_a_bar_and_standard_output_does_not(make_repo: Any, words: tuple[str, ...]) -> None:
    with on_terminal(make_repo(FILES), *words) as (process, terminal):
        said = rest_of(terminal)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"reading files" in said
    assert b"40/40" in said
    assert said.rindex(SHOW) > said.rindex(HIDE)
    assert said.endswith(b"\x1b[2K")  # the line of the bar is empty again
    assert json.loads(out)


@pytest.mark.parametrize("words", [("scan",), ("diagnose",)])
def test_without_a_terminal_there_is_none(make_repo: Any, words: tuple[str, ...]) -> None:
    done = overhaul(make_repo(FILES), *words, TERM="xterm", FORCE_COLOR="1")
    assert (done.returncode, "reading files" in done.stderr, "\x1b" in done.stderr) == (0, False, False)


def test_a_terminal_that_cannot_move_its_cursor_is_left_alone(make_repo: Any) -> None:
    with on_terminal(make_repo(FILES), "scan", TERM="dumb") as (process, terminal):
        said = rest_of(terminal)
        process.communicate(timeout=60)
    assert (process.returncode, said) == (0, b"")


def test_ctrl_c_ends_a_scan_at_once_and_leaves_neither_bar_nor_hidden_cursor(make_repo: Any) -> None:
    with on_terminal(make_repo(SLOW), "scan", "--no-cache") as (process, terminal):
        said = b""
        while b"/12" not in said:
            said += os.read(terminal, 65536)
        pressed = time.monotonic()
        os.write(terminal, b"\x03")
        said += rest_of(terminal)  # ends only when the workers are gone, too
        process.communicate(timeout=60)
    assert time.monotonic() - pressed < 10
    assert process.returncode == 130
    assert b"interrupted" in said
    assert b"Traceback" not in said
    assert said.rindex(SHOW) > said.rindex(HIDE)
