"""Holds a run, so that two processes never work on it at once."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from agent.errors import RunBusy
from agent.private import make_private, reaching
from applier.inherited import holding

GLANCE = 0.5  # seconds: `status` holds a run for a moment to see whether it is at work


@contextmanager
def locked(folder: Path, say: Callable[[str], None] = lambda line: None) -> Iterator[None]:
    """Hold a run, so that no second process works on it. What a killed process left running is awaited.

    Raises RunBusy, WorkspaceBusy, StateUnusable.
    """
    make_private(folder)
    with ExitStack() as held:
        held.enter_context(_owned(folder))
        with reaching(folder / "children"):
            held.enter_context(holding(folder / "children", say))
        yield


@contextmanager
def _owned(folder: Path) -> Iterator[None]:
    lock = FileLock(folder / "lock", timeout=GLANCE)
    with reaching(folder / "lock"):
        try:
            lock.acquire()
        except Timeout as error:
            raise RunBusy(
                f"Another process is working on the run {folder.name}.", "Wait for it, or end it, then try again."
            ) from error
    try:
        yield
    finally:
        lock.release()


def at_work(folder: Path) -> bool:
    """Whether a process holds the run at this moment. Nothing is written: the repository may be read-only."""
    with suppress(OSError):  # no lock, or none that we may look at
        lock = os.open(folder / "lock", os.O_RDONLY)
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(lock)
    return False
