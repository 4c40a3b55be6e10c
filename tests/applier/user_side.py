"""The user's side of a repository: what must stay as it was, and hooks as a user installs them."""

import hashlib
import os
import stat
from pathlib import Path

from tests.conftest import git


def snapshot(root: Path) -> dict[str, str]:
    """Every file of a checkout with content, mode and kind, and git's own files of it; nothing is refreshed first."""
    folder = Path(git(root, "rev-parse", "--absolute-git-dir").strip())
    common = root / git(root, "rev-parse", "--git-common-dir").strip()
    own = {folder / "index", folder / "HEAD", common / "config", common / "refs" / "stash"}
    files = {path for path in root.rglob("*") if ".git" not in path.relative_to(root).parts} | own
    return {str(path): _described(path) for path in sorted(files) if os.path.lexists(path)}


def _described(path: Path) -> str:
    about = path.lstat()
    if path.is_symlink():
        return f"link to {path.readlink()}"
    content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder"
    return f"{stat.S_IMODE(about.st_mode):o} {content}"


def install_hook(root: Path, name: str, script: str) -> None:
    """Put a shell script among the hooks of a repository."""
    hook = root / ".git" / "hooks" / name
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\n{script}\n")
    hook.chmod(0o755)


def introduce(root: Path) -> None:
    """Configure who the user is."""
    git(root, "config", "user.name", "Uma User")
    git(root, "config", "user.email", "uma@example.org")
