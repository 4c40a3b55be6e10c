"""A lock that every child process inherits, so that what a killed process left running is known to the next one.

The system lets go of it when the last process that holds it has ended: nothing has to be written down, and nothing
that was written down can be stale. Where all goes well it is let go of at once, whoever still holds it.
"""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from applier.errors import WorkspaceBusy

PATIENCE = 60.0  # seconds that children of a killed process may still take
_TICK = 0.05
_SOON = 0.5  # seconds after which waiting is worth a word
_held: set[int] = set()  # descriptors belong to the process, and so does this


def inherited() -> tuple[int, ...]:
    """Descriptors that a child process must be given (`pass_fds`)."""
    return tuple(_held)


@contextmanager
def holding(file: Path, say: Callable[[str], None], seconds: float = PATIENCE) -> Iterator[None]:
    """Wait until no child of an earlier holder runs any more, then let every child inherit the lock.

    The caller has made sure that no earlier holder itself is at work. Raises WorkspaceBusy.
    """
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        _wait(descriptor, file, say, seconds)
        _held.add(descriptor)
        try:
            yield
        finally:
            _held.discard(descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_UN)
    finally:
        os.close(descriptor)


def _wait(descriptor: int, file: Path, say: Callable[[str], None], seconds: float) -> None:
    started, told = time.monotonic(), False
    while not _taken(descriptor):
        waited = time.monotonic() - started
        if waited >= seconds:
            raise WorkspaceBusy(
                f"What a killed process of this run started is still running{_who(file)}: wait until it has ended, "
                "or end it."
            )
        if waited >= _SOON and not told:
            told = True
            say(f"waiting for what a killed process of this run left running{_who(file)}")
        time.sleep(_TICK)


def _taken(descriptor: int) -> bool:
    with suppress(BlockingIOError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def _who(file: Path) -> str:
    """The processes that hold a file, where the system tells (Linux)."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or is somebody else's
            if process.name != str(os.getpid()) and any(_same(entry, file) for entry in (process / "fd").iterdir()):
                found.append(int(process.name))
    return f" (process {', '.join(map(str, sorted(found)))})" if found else ""


def _same(entry: Path, file: Path) -> bool:
    with suppress(OSError):
        return entry.samefile(file)
    return False
