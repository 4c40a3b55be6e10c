"""Lock files of git: told from other files, and awaited where somebody else's git holds one."""

import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from applier.errors import GitFailed

COMPLAINTS = ("fatal: ", "error: ")
PATIENCE = 10.0  # seconds that another git may take
_STALE = 60.0  # seconds after which a lock was left rather than taken
_TICK = 0.05
_NAMED = re.compile(r"/[^'\"«»“”‘’\n]*?\.lock\b")  # git quotes it as the user's language does
_OF_GIT = re.compile(r"/(index|HEAD|ORIG_HEAD|packed-refs|config|shallow|refs/.+)\.lock")

T = TypeVar("T")


def lock_in_the_way(said: str) -> str | None:
    """A lock file that git names in a complaint and that is still there."""
    return next((path for path in _named(said) if os.path.lexists(path)), None)


def patiently(call: Callable[[], T]) -> T:
    """What `call` gives; it is called anew when a lock that made it fail has been given back in time.

    Only for commands that take their locks before they do anything else. Raises GitFailed.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return call()
        except GitFailed as error:
            locks = [path for path in _named(error.output) if _OF_GIT.search(path)]
            if not locks or not _given_back(locks[0], until):
                raise


def _named(said: str) -> list[str]:
    complaints = (line for line in said.split("\n") if line.startswith(COMPLAINTS))
    return [match for line in complaints for match in _NAMED.findall(line)]


def _given_back(lock: str, until: float) -> bool:
    """Wait for somebody to give the lock back; False where it was left by a git that is no more, or takes too long."""
    while time.monotonic() < until:
        time.sleep(_TICK)
        try:
            age = time.time() - Path(lock).lstat().st_mtime
        except OSError:
            return True
        if age > _STALE:
            return False
    return False
