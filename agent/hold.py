"""Holds a run, so that two processes never work on it at once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from agent.errors import RunBusy
from agent.journal import make_private
from applier.inherited import holding

GLANCE = 0.5  # seconds: `status` holds a run for a moment to see whether it is at work


@contextmanager
def locked(folder: Path, say: Callable[[str], None] = lambda line: None) -> Iterator[None]:
    """Hold a run, so that no second process works on it. What a killed process left running is awaited.

    Raises RunBusy, WorkspaceBusy.
    """
    with _owned(folder, GLANCE), holding(folder / "children", say):
        yield


@contextmanager
def _owned(folder: Path, seconds: float) -> Iterator[None]:
    make_private(folder)
    try:
        with FileLock(folder / "lock", timeout=seconds):
            yield
    except Timeout as error:
        raise RunBusy(
            f"Another process is working on the run {folder.name}.", "Wait for it, or end it, then try again."
        ) from error


def at_work(folder: Path) -> bool:
    """Whether a process holds the run at this moment."""
    try:
        with _owned(folder, 0):
            return False
    except RunBusy:
        return True
