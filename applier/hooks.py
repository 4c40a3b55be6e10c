"""Hooks that git does not track: in our worktree git would not find them, and so would pass them over."""

from pathlib import PurePosixPath

from applier.repository import Repository


def hooks_setting(repository: Repository, base: str) -> tuple[str, ...]:
    """The setting with which git finds the user's hooks from a worktree at `base`, where it needs one.

    core.hooksPath may lead into the checkout, to a folder that a tool made there and that is ignored (".husky/_").
    """
    git = repository.git
    if not git.ask("config", "--get", "core.hooksPath"):
        return ()
    place = git.line("config", "--get", "core.hooksPath")
    if place.startswith(("/", "~", "%")) or not (repository.root / place).is_dir():
        return ()
    if ".." in PurePosixPath(place).parts or git.read("ls-tree", base, "--", place.rstrip("/")):
        return ()
    return (f"core.hooksPath={repository.root / place}",)
