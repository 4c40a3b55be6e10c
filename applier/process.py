"""Runs one program in a process group of its own: time and output limited, and nothing of it outlives the call."""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from applier.inherited import inherited

_TICK = 0.05  # seconds between looks at whether it has ended
_LINGER = 0.5  # seconds for output that children left behind still write
_GRACE = 2.0  # seconds between asking a program to end and ending it
_CHUNK = 65536


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended."""

    exit_code: int | None  # None: ended by the time limit
    output: str  # standard output and error as they came, the middle left out where too long
    seconds: float


class _HeadAndTail:
    """Bytes of which only the first and the last few are kept."""

    def __init__(self, limit: int) -> None:
        self._half = max(1, limit // 2)
        self._head = bytearray()
        self._tail = bytearray()
        self._dropped = 0

    def add(self, chunk: bytes) -> None:
        room = self._half - len(self._head)
        self._head += chunk[:room]
        self._tail += chunk[max(0, room) :]
        if len(self._tail) > 2 * self._half:  # not at every chunk, so that the work stays linear
            self._cut()

    def _cut(self) -> None:
        surplus = max(0, len(self._tail) - self._half)
        del self._tail[:surplus]
        self._dropped += surplus

    def text(self) -> str:
        self._cut()
        if not self._dropped:
            return (self._head + self._tail).decode("utf-8", "replace")
        gap = f"\n[… {self._dropped} bytes left out …]\n"
        return self._head.decode("utf-8", "replace") + gap + self._tail.decode("utf-8", "replace")


def run_group(
    words: Sequence[str],
    cwd: Path,
    environment: Mapping[str, str],
    *,
    seconds: float,
    output_limit: int,
    stdin: int = subprocess.DEVNULL,
) -> Ended:
    """Run a program. Its whole group is ended on return, on time-out and on interruption."""
    started = time.monotonic()
    process = subprocess.Popen(
        words,
        cwd=cwd,
        env=environment,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        pass_fds=inherited(),
    )
    kept = _HeadAndTail(output_limit)
    try:
        in_time = _follow(process, kept, started + seconds)
    finally:
        _end_group(process)
    return Ended(process.returncode if in_time else None, kept.text(), time.monotonic() - started)


def _follow(process: subprocess.Popen[bytes], kept: _HeadAndTail, deadline: float) -> bool:
    """Collect output until the program has ended; False where the deadline came first."""
    assert process.stdout is not None
    with selectors.DefaultSelector() as ready:
        ready.register(process.stdout, selectors.EVENT_READ)
        more = True
        while process.poll() is None:
            if time.monotonic() >= deadline:
                return False
            if more:
                more = _take(ready, process.stdout.fileno(), kept)
            else:
                time.sleep(_TICK)
        # A child in the background may hold the pipe for ever; what it still says is not worth waiting for.
        until = time.monotonic() + _LINGER
        while more and time.monotonic() < until:
            more = _take(ready, process.stdout.fileno(), kept)
    return True


def _take(ready: selectors.BaseSelector, pipe: int, kept: _HeadAndTail) -> bool:
    """Take what is there within a tick; False at the end of the output."""
    if not ready.select(_TICK):
        return True
    chunk = os.read(pipe, _CHUNK)
    kept.add(chunk)
    return bool(chunk)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    try:
        if process.poll() is None:
            _signal_group(process, signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                process.wait(_GRACE)
    finally:
        _signal_group(process, signal.SIGKILL)
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    # Gone already; or, on macOS, nothing but zombies are left of it.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
