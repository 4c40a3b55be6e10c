"""Says whether our worktree still stands where it was put, since a user's command may do anything in it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from applier.errors import GitFailed, RepositoryUnusable
from applier.git import Git
from applier.repository import UNDER_WAY, Repository


@dataclass(frozen=True, slots=True)
class Shared:
    """What all worktrees of a repository have in common, beside its branches: no check has any business there."""

    configuration: bytes
    tags: frozenset[str]  # each with what it names
    stash: str

    @classmethod
    def of(cls, repository: Repository) -> "Shared":
        """As it is at this moment."""
        place = repository.common / "config"
        words = ("for-each-ref", "--format=%(refname) %(objectname)", "refs/tags", "refs/stash")
        refs = repository.git.line(*words).split("\n")
        stash = next((ref for ref in refs if ref.startswith("refs/stash ")), "")
        return cls(place.read_bytes() if place.exists() else b"", frozenset(refs) - {stash}, stash)

    def disturbed(self, now: "Shared") -> str | None:
        """What is no longer as it was, in a sentence."""
        what = " and ".join(self._differences(now))
        return f"While a command ran, {what} changed; it was left so, for you to put right." if what else None

    def _differences(self, now: "Shared") -> Iterator[str]:
        if self.configuration != now.configuration:
            yield "the repository's own configuration (.git/config)"
        if self.tags != now.tags:
            names = {ref.partition(" ")[0].removeprefix("refs/tags/") for ref in self.tags ^ now.tags}
            yield f"the tags {', '.join(sorted(names)[:5])}"
        if self.stash != now.stash:
            yield "the stash"


def astray(git: Git, folder: Path) -> str | None:
    """Why the worktree of `git` is none of ours any more, or unfit to go on with, in a sentence.

    `folder` is git's own folder of it as it was in the beginning.
    """
    try:
        found = Path(git.line("rev-parse", "--absolute-git-dir"))
    except (GitFailed, RepositoryUnusable):
        return f"A command removed the worktree {git.root}, or what makes it one."
    if found != folder:
        return f"A command made another repository of the worktree {git.root}."
    if begun := next((name for mark, name in UNDER_WAY.items() if (folder / mark).exists()), None):
        return f"A command began a {begun} in the worktree {git.root} and did not end it."
    return None


def moved(git: Git, branch: str, head: str) -> str | None:
    """Why HEAD is not on the branch ("": on none) at the commit `head`, in a sentence."""
    at = git.line("symbolic-ref", "HEAD").removeprefix("refs/heads/") if git.ask("symbolic-ref", "-q", "HEAD") else ""
    if at != branch:
        now = f"on the branch {at}" if at else "on no branch"
        return f"A command left the worktree {now}, and it was on {f'the branch {branch}' if branch else 'none'}."
    try:
        tip = git.line("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    except GitFailed:
        return f"A command deleted the branch {branch} in the worktree."
    if tip == head:
        return None
    fresh = git.line("rev-list", "--count", f"{head}..{tip}")
    return f"A command moved {branch or 'HEAD'} from {head[:10]} to {tip[:10]} ({fresh} new commits)."
