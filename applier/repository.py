"""Finds the repository that a path lies in, and says in one sentence why it cannot be worked in."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from applier.errors import GitFailed, RepositoryUnusable
from applier.git import Git

UNDER_WAY = {  # a mark in git's own folder → what it means
    "MERGE_HEAD": "merge",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
}


@dataclass(frozen=True, slots=True)
class Repository:
    """One worktree of a repository and where its parts are."""

    git: Git  # at the top of the worktree
    folder: Path  # git's folder of this worktree
    common: Path  # git's folder that all worktrees share

    @property
    def root(self) -> Path:
        """The top of the worktree."""
        return self.git.root

    @property
    def id(self) -> str:
        """A short name that no other repository on this machine has."""
        return hashlib.sha256(os.fsencode(self.common.resolve())).hexdigest()[:12]

    @property
    def state(self) -> Path:
        """Where runs keep what they know."""
        return self.common / "overhaul"

    def resolve(self, revision: str) -> str:
        """Full commit id. Raises RepositoryUnusable where there is no such commit."""
        words = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        try:
            return self.git.line(*words)
        except GitFailed as error:
            if revision == "HEAD":
                raise RepositoryUnusable(f"{self.root} has no commit yet: commit something first.") from error
            raise RepositoryUnusable(f"{self.root} has no commit {revision!r}: check the name.") from error

    def tip(self, branch: str) -> str | None:
        """Commit id of a branch, None where there is no such branch."""
        words = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"refs/heads/{branch}^{{commit}}")
        try:
            return self.git.line(*words)
        except GitFailed:
            return None

    def current_branch(self) -> str | None:
        """Name of the branch that is checked out, None where HEAD is detached."""
        if not self.git.ask("symbolic-ref", "--quiet", "HEAD"):
            return None
        return self.git.line("symbolic-ref", "HEAD").removeprefix("refs/heads/")

    def is_ancestor(self, older: str, newer: str) -> bool:
        """Whether `newer` contains `older`."""
        return self.git.ask("merge-base", "--is-ancestor", older, newer)

    def dirty(self) -> tuple[str, ...]:
        """Tracked files that differ from the last commit, staged or not."""
        words = ("status", "--porcelain=v1", "-z", "--untracked-files=no", "--no-renames")
        return tuple(entry[3:] for entry in self.git.names(*words))

    def under_way(self) -> str | None:
        """What the user has begun and not ended ("merge"), if anything."""
        return next((name for mark, name in UNDER_WAY.items() if (self.folder / mark).exists()), None)


def find_repository(path: Path, secrets: tuple[str, ...] = ()) -> Repository:
    """The repository around `path`, a folder in it or in a linked worktree. Raises RepositoryUnusable."""
    git = Git(path, secrets)
    questions = ("--show-toplevel", "--absolute-git-dir", "--git-common-dir")
    try:
        places = git.line("rev-parse", "--path-format=absolute", *questions).split("\n")
    except GitFailed as error:
        raise RepositoryUnusable(_why_unusable(path, error.output)) from error
    if len(places) != len(questions):
        raise RepositoryUnusable(f"The path of {path} holds a line break, which is not supported: rename the folder.")
    top, folder, common = (Path(place) for place in places)
    return Repository(Git(top, secrets), folder, common)


def _why_unusable(path: Path, words: str) -> str:
    if "dubious ownership" in words or "unsafe repository" in words:
        return (
            f"git does not trust the repository at {path}, since it belongs to another user. If you do, run: "
            f"git config --global --add safe.directory {path.resolve()}"
        )
    if "not a git repository" in words:
        return f"{path} is not in a git repository: run `git init` and commit there, or pass another path."
    if "must be run in a work tree" in words:
        return f"{path} is a bare repository or git's own folder: pass the path of a checkout."
    return f"git cannot use the repository at {path}: {words}"
