"""The files and the index of our worktree as git sees them, measured against a commit."""

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from applier.git import Git, as_input

_FROM_INPUT = ("--pathspec-from-file=-", "--pathspec-file-nul")


class Tree:
    """What git knows of one worktree that nobody else works in."""

    def __init__(self, git: Git) -> None:
        self._git = git

    @cached_property
    def folder(self) -> Path:
        """Git's own folder of this worktree."""
        return Path(self._git.line("rev-parse", "--absolute-git-dir"))

    def modes(self) -> dict[str, str]:
        """Paths of the last commit and their modes ("100644")."""
        entries = (entry.partition("\t") for entry in self._git.names("ls-tree", "-r", "-z", "HEAD"))
        return {path: about.partition(" ")[0] for about, _, path in entries}

    def tracked(self, paths: Iterable[str]) -> set[str]:
        """Those of `paths` that are files of the last commit."""
        modes = self.modes()
        return {path for path in paths if modes.get(path, "").startswith("100")}

    def untracked(self) -> set[str]:
        """What is neither tracked nor ignored; a repository inside ours ends with a slash."""
        return set(self._git.names("ls-files", "--others", "--exclude-standard", "-z"))

    def differing(self, tree: str) -> set[str]:
        """Tracked files that stand otherwise than in a tree."""
        compare = ("-c", "diff.autoRefreshIndex=true", "diff")  # contents, not times alone; the index is ours to write
        quiet = ("--no-renames", "--no-ext-diff", "--ignore-submodules=all")
        return set(self._git.names(*compare, "--name-only", "-z", *quiet, tree))

    def stage(self, paths: Iterable[str]) -> str:
        """Make the index the last commit but for `paths` as they stand; the id of its tree."""
        self.unstage()
        wanted = sorted(set(paths))
        files = [path for path in wanted if self._is_file(path)]
        gone = [path for path in wanted if not self._is_file(path)]
        # Not with `git add`: to that a file which became a folder means everything in the folder.
        self._git.read("update-index", "--force-remove", "-z", "--stdin", stdin=as_input(gone))
        if files:
            self._git.read("add", *_FROM_INPUT, stdin=as_input(files))
        return self._git.line("write-tree")

    def unstage(self) -> None:
        """Make the index the last commit; the files stay as they are."""
        self.unlock()
        self._git.read("reset", "--quiet")

    def attach(self, branch: str) -> None:
        """Put HEAD onto a branch ("": onto none) and nothing else, so that a reset moves no other branch."""
        self.unlock()
        if branch:
            self._git.read("symbolic-ref", "HEAD", f"refs/heads/{branch}")
        elif self._git.ask("symbolic-ref", "--quiet", "HEAD"):
            self._git.read("update-ref", "--no-deref", "HEAD", "HEAD")

    def reset(self, commit: str) -> None:
        """Make tracked files, index and branch as they were at a commit."""
        self.unlock()
        self._git.read("reset", "--hard", "--quiet", commit)

    def check_out(self, paths: Iterable[str]) -> None:
        """Write files as they are in the last commit; no hook runs."""
        self.unstage()
        self._git.read("checkout-index", "--force", "-z", "--stdin", stdin=as_input(sorted(paths)))

    def unlock(self) -> None:
        """Nobody else works here, so a lock is left from a git that was killed."""
        for name in ("index.lock", "HEAD.lock"):
            (self.folder / name).unlink(missing_ok=True)

    def _is_file(self, path: str) -> bool:
        place = self._git.root / path
        return place.is_symlink() or place.is_file()
