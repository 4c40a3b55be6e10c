"""What a run was asked to do: fixed when it starts, journalled first, and the same after any number of resumes."""

import fnmatch
import secrets
from datetime import UTC, datetime

import msgspec

from agent.settings import Settings
from applier.identity import Identity


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One run's orders."""

    run: str  # "20260131-120000-k7f3"
    branch: str
    base: str  # commit id
    settings: Settings
    within: str = ""  # a folder that limits the modules
    created: str = ""  # ISO 8601, UTC
    pilot: tuple[str, ...] | None = None  # one module first, of those that these globs name; empty: of all

    def covers(self, path: str) -> bool:
        """Whether the run may touch `path`, by folder and --module."""
        inside = not self.within or path == self.within or path.startswith(self.within + "/")
        globs = self.settings.module
        return inside and (not globs or any(matches(glob, path) for glob in globs))


def matches(glob: str, path: str) -> bool:
    """Whether --module GLOB means a file."""
    return path == glob or fnmatch.fnmatchcase(path, glob)


def new_run_id(now: datetime | None = None) -> str:
    """A name that sorts by time and meets no other."""
    return f"{(now or datetime.now(UTC)):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


def sign_now() -> Identity:
    """Who commits where the user has configured no identity, at this moment."""
    return Identity("Overhaul", "overhaul@localhost", datetime.now(UTC).isoformat(timespec="seconds"))
