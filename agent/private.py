"""Files that only their owner can read, and one sentence where they cannot be kept."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agent.errors import StateUnusable


@contextmanager
def reaching(path: Path, to: str = "written") -> Iterator[None]:
    """Raises StateUnusable where what is done with `path` fails."""
    try:
        yield
    except OSError as error:
        raise StateUnusable(
            f"{path} cannot be {to}: {error.strerror or error}.",
            "A run's record is kept there: make room and see that you may write there, then try again.",
        ) from error


def make_private(folder: Path) -> None:
    """Make a folder, and those above it that are missing, so that only their owner can enter. Raises StateUnusable."""
    with reaching(folder):
        missing = [place for place in (folder, *folder.parents) if not place.exists()]
        for place in reversed(missing):
            place.mkdir(mode=0o700, exist_ok=True)


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner can read, whole or not at all. Raises StateUnusable."""
    make_private(path.parent)
    draft = path.with_name(path.name + ".part")
    with reaching(path):
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
