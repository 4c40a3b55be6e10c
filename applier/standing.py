"""Says whether our worktree still stands where it was put, since a user's command may do anything in it."""

from pathlib import Path

from applier.errors import GitFailed, RepositoryUnusable
from applier.git import Git
from applier.repository import UNDER_WAY


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
