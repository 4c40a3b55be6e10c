"""Runs the real command line in a process of its own, and takes a fingerprint of a user's checkout."""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

START = Path(__file__).resolve().parent.parent / "overhaul_start.py"
PYTEST = f'"{sys.executable}" -m pytest -q -p no:cacheprovider'


def overhaul(root: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`overhaul WORDS` in `root`."""
    return subprocess.run(
        [sys.executable, "-P", str(START), *words],
        cwd=root,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,  # a guard, not a measure: machines are busy
        stdin=subprocess.DEVNULL,
    )


def overhaul_json(root: Path, *words: str, status: int = 0, **environment: str) -> Any:
    """The one JSON document that `overhaul WORDS --json` prints; the exit code is checked."""
    done = overhaul(root, *words, "--json", **environment)
    assert done.returncode == status, done.stderr
    return json.loads(done.stdout)


def plain_git(root: Path, *words: str) -> str:
    """Git as a user types it, without taking locks."""
    command = ["git", "--no-optional-locks", *words]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    return done.stdout


def fingerprint(root: Path) -> dict[str, str]:
    """Everything of a checkout that must be byte-identical before and after a run; the index is hashed first."""
    folder = root / ".git"
    files = {
        name: hashlib.sha256((folder / name).read_bytes()).hexdigest() if (folder / name).exists() else ""
        for name in ("index", "config", "HEAD")
    }
    words = {
        "status": plain_git(root, "status", "--porcelain", "-uall"),
        "stash": plain_git(root, "stash", "list"),
        "diff": plain_git(root, "diff"),
        "staged": plain_git(root, "diff", "--cached"),
    }
    tree = hashlib.sha256()
    for path in sorted(p for p in root.rglob("*") if ".git" not in p.relative_to(root).parts):
        tree.update(str(path.relative_to(root)).encode())
        tree.update(path.read_bytes() if path.is_file() else b"")
    return {**files, **words, "tree": tree.hexdigest()}


def make_dirty(root: Path) -> None:
    """Staged, unstaged, untracked and stashed work of the user's."""
    readme = root / "README.md"
    readme.write_text(readme.read_text() + "stashed\n")
    subprocess.run(["git", "stash", "-q"], cwd=root, check=True, env={**os.environ, "GIT_AUTHOR_NAME": "a",
                   "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"})  # fmt: skip
    (root / "staged.txt").write_text("staged\n")
    plain_git(root, "add", "staged.txt")
    readme.write_text(readme.read_text() + "unstaged\n")
    (root / "untracked.txt").write_text("untracked\n")


def leftovers(root: Path, home: Path) -> list[str]:
    """Whatever of ours a run left where it should not."""
    branches = plain_git(root, "branch", "--list", "overhaul/*", "--format", "%(refname:short)").split()
    worktrees = [line for line in plain_git(root, "worktree", "list", "--porcelain").split("\n") if "overhaul" in line]
    config = re.findall(r"overhaul\S*", (root / ".git" / "config").read_text())
    cached = [path for path in (home / "cache").rglob("*") if path.is_file()] if (home / "cache").exists() else []
    stray = [str(path) for path in cached if path.parent != home / "cache/overhaul/scan"]  # which is there to stay
    return [*branches, *worktrees, *config, *stray]


def tree_of(root: Path, revision: str) -> str:
    """The id of a commit's tree: equal trees, equal content."""
    return plain_git(root, "rev-parse", f"{revision}^{{tree}}").strip()


def passes_at(root: Path, revision: str, where: Path) -> bool:
    """Whether the repository's own tests pass on a clean checkout of a revision."""
    subprocess.run(["git", "clone", "-q", str(root), str(where)], check=True, capture_output=True)
    plain_git(where, "fetch", "-q", "origin", "+refs/heads/*:refs/remotes/all/*")
    commit = plain_git(root, "rev-parse", revision).strip()
    plain_git(where, "checkout", "-q", "--detach", commit)
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q"], cwd=where, env=environment, capture_output=True, check=False
    )
    return done.returncode == 0
