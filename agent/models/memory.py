"""What a model turned out not to take, remembered from one process to the next in the user's cache folder.

Losing it costs a refused request or two, which cost nothing, so no fault of the file is worth a word. It is forgotten
after a month: servers learn too.
"""

import hashlib
import re
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import msgspec
import platformdirs

from agent.models.endpoint import Endpoint

FORGOTTEN_AFTER = 30 * 86_400  # seconds


class Refusals(msgspec.Struct, frozen=True):
    """What one model on one server does not take."""

    parameters: frozenset[str] = frozenset()
    most_output: int | None = None  # tokens of an answer


@dataclass(slots=True)
class Memory:
    """The refusals of one model; without a path they last as long as the process."""

    path: Path | None = None
    refusals: Refusals = field(default_factory=Refusals)

    @classmethod
    def of(cls, folder: Path | None, at: Endpoint) -> Self:
        """What `folder` holds of a model on a server."""
        if folder is None:
            return cls()
        name = re.sub(r"[^\w.-]+", "-", at.model)[-60:]
        path = folder / f"{name}-{hashlib.sha256(f'{at.address} {at.model}'.encode()).hexdigest()[:12]}.json"
        with suppress(OSError, msgspec.DecodeError):
            if time.time() - path.stat().st_mtime < FORGOTTEN_AFTER:
                return cls(path, msgspec.json.decode(path.read_bytes(), type=Refusals))
        return cls(path)

    def keep(self, refusals: Refusals) -> None:
        """Remember what is refused by now."""
        self.refusals = refusals
        if self.path is None:
            return
        with suppress(OSError):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft = self.path.with_suffix(".part")
            draft.write_bytes(msgspec.json.encode(refusals))
            draft.replace(self.path)


def memory_folder() -> Path:
    """Where refusals are kept by default."""
    return Path(platformdirs.user_cache_dir("overhaul", appauthor=False)) / "models"
