"""Where our worktrees lie: in the user's cache folder, inside no repository."""

import os
import re
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import platformdirs

from applier.errors import ApplyError, RepositoryUnusable
from applier.repository import Repository
from applier.worktree import remove_empty_folders


def place_for(repository: Repository, name: str) -> Path:
    """Where a worktree goes: in no repository, since test runners look upwards for their settings."""
    if not re.fullmatch(r"\w[\w.-]*", name):
        raise ApplyError(f"{name!r} is no name of a run.")
    for base in _bases():
        place = base / "worktrees" / repository.id / name
        if not any((folder / ".git").exists() for folder in place.parents) and _can_hold(base, place.parent):
            return place
    raise RepositoryUnusable(
        "There is no folder for our worktree: the user's cache folder and the one for temporary files cannot be "
        "written or lie inside a repository. Set XDG_CACHE_HOME to another folder."
    )


def chosen_base() -> Path | None:
    """Where worktrees go, the user's cache folder or what stands in for it; None where neither can be written."""
    return next((base for base in _bases() if _can_hold(base, base)), None)


def _bases() -> Iterator[Path]:
    yield Path(platformdirs.user_cache_dir("overhaul", appauthor=False)).resolve()
    shared = Path(tempfile.gettempdir()).resolve() / f"overhaul-{os.getuid()}"
    with suppress(FileExistsError):
        shared.mkdir(mode=0o700)
    about = shared.lstat()
    # Anybody may have made it before us.
    if stat.S_ISDIR(about.st_mode) and about.st_uid == os.getuid() and not about.st_mode & 0o077:
        yield shared


def _can_hold(base: Path, folder: Path) -> bool:
    """Whether a worktree can be put into a folder, which git will make."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    usable = os.access(folder, os.W_OK | os.X_OK)
    remove_empty_folders(folder, base)
    return usable
