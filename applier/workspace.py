"""Our own git worktree for a run, outside the user's checkout: read, write, undo, commit."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from applier.attributes import customs
from applier.branches import claim_branch, remove_branch
from applier.bringing import bring, check_bring, normal
from applier.clearing import clear_asides, take_down
from applier.errors import ApplyError, GitFailed
from applier.fidelity import Undecodable
from applier.files import check_place, mode_of, prepare, read_text, remove_file, text_of, write_bytes
from applier.heirs import heirs
from applier.hooks import hooks_setting
from applier.identity import Identity, check_signing, identity_environment
from applier.places import place_for
from applier.repository import Repository, find_repository
from applier.sparse import left_out, must_stay_sparse
from applier.standing import Shared, astray, moved
from applier.tree import Tree
from applier.worktree import (
    Purpose,
    add_worktree,
    aside,
    discard_worktree,
    remove_tree,
)

__all__ = ["Identity", "Workspace", "check_bring"]


class Workspace:
    """A worktree of one run on its own branch. Use as a context manager: it is removed at the end, the branch stays."""

    root: Path  # of the worktree
    branch: str  # "" for a throw-away one
    base: str  # commit the branch started from
    warnings: tuple[str, ...]  # what went wrong at the start but can be lived with, as sentences
    rewritten_by_hooks: tuple[str, ...]  # what the hooks of the last commit, made or refused, left other than it was
    said_by_hooks: str  # what they said where the commit was made; a refusal carries its own words

    def __init__(self, repository: Repository, root: Path, run: str, branch: str, base: str) -> None:
        self.root, self.branch, self.base = root, branch, base
        self.warnings = ()
        self.rewritten_by_hooks = ()
        self.said_by_hooks = ""
        self._repository = repository
        self._run = run
        self._sparse = must_stay_sparse(repository.git)
        whole = () if self._sparse else ("core.sparseCheckout=false",)
        self._settings = (*whole, *hooks_setting(repository, base))
        self._git = repository.git.at(root, *self._settings)
        self._tree = Tree(self._git)
        self._originals: dict[str, bytes | None] = {}  # of files applied since the last commit; None: were not there
        self._brought: tuple[str, ...] = ()

    @classmethod
    def open(cls, repository: Path, run: str, branch: str, base: str, *, secrets: tuple[str, ...] = ()) -> Self:
        """Create the branch at `base` and the worktree, or pick up the branch of an interrupted run at its head.

        The worktree is made anew, so nothing half done is left in it. The caller holds the run's lock. `secrets` names
        environment variables that no hook may see, beside the usual ones. Raises RepositoryUnusable, GitFailed.
        """
        home = find_repository(repository, secrets)
        workspace = cls(home, place_for(home, run), run, branch, home.resolve(base))
        clear_asides(home.root, run)
        discard_worktree(home, workspace.root)
        if claim_branch(home, run, branch, workspace.base):
            workspace._add(str(workspace.root), branch)
        else:
            workspace._add("--no-track", "-b", branch, str(workspace.root), workspace.base)
        return workspace

    @classmethod
    def throwaway(cls, repository: Path, name: str, base: str, *, secrets: tuple[str, ...] = ()) -> Self:
        """A worktree at `base` without a branch, for trying something out. Nothing of it stays."""
        return cls._detached(find_repository(repository, secrets), name, base)

    @classmethod
    def _detached(cls, home: Repository, name: str, base: str) -> Self:
        workspace = cls(home, place_for(home, name), name, "", home.resolve(base))
        discard_worktree(home, workspace.root)
        workspace._add("--detach", str(workspace.root), workspace.base)
        return workspace

    def aside(self, purpose: Purpose, at: str | None = None) -> Self:
        """A throw-away worktree at the head of this one, or another commit, with what was brought into this one."""
        other = self._detached(self._repository, aside(self._run, purpose), at or self.head)
        try:
            other.bring(self._brought)
        except ApplyError:
            other.close()
            raise
        return other

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def checkout(self) -> Path:
        """The top of the user's own worktree."""
        return self._repository.root

    @property
    def head(self) -> str:
        """Commit id of the branch."""
        if not self.branch:
            return self._git.line("rev-parse", "--verify", "HEAD")
        # Asked in the user's checkout, since a command may have removed ours.
        return self._repository.git.line("rev-parse", "--verify", f"refs/heads/{self.branch}")

    def read(self, paths: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
        """Texts of the files that can be rewritten, and reasons for those that cannot."""
        found = customs(self._git, paths := tuple(paths))
        return _sorted_out({p: read_text(self.root, p, found[p], self._originals.get(p)) for p in paths})

    def texts_at_head(self, paths: Iterable[str]) -> dict[str, str]:
        """Texts of the last commit, as a checkout would write them; what is not there or no text is left out."""
        there = self._tree.tracked(paths)
        data = {path: self._git.read("cat-file", "--filters", f"HEAD:{path}") for path in sorted(there)}
        found = customs(self._git, data)
        return _sorted_out({path: text_of(content, path, found[path]) for path, content in data.items()})[0]

    def bring(self, paths: Iterable[str]) -> None:
        """Copy files or folders that git does not track from the user's worktree into this one; they survive undo.

        A submodule counts as one, since git leaves its folder empty here.
        """
        for path in normal(paths):
            bring(self._repository.root, self.root, path)
            self._brought += (path,)

    def apply(self, changes: Mapping[str, str | None]) -> None:
        """Write texts, None deletes; each file keeps its form and mode, a moved one too. Gate 2 has checked the paths.

        Everything is checked before anything is written. Raises ApplyError.
        """
        try:
            for path in changes:
                check_place(self.root, path, changes)
            found = {path: self._original(path) for path in changes}
            texts = {path: text for path, text in changes.items() if text is not None}
            form = customs(self._git, texts)
            moved = heirs(changes, found)
            likes = {path: found[moved.get(path, path)] for path in texts}
            ready = {path: prepare(path, text, likes[path], form[path]) for path, text in texts.items()}
            modes = {path: mode_of(self.root, old) for path, old in moved.items()}
            self._originals |= found
            for path in changes.keys() - ready.keys():
                remove_file(self.root, path)
            for path, data in ready.items():
                write_bytes(self.root, path, data, modes.get(path))
        except OSError as error:
            raise ApplyError(f"A file cannot be written in the worktree: {error}.") from error

    def undo(self) -> None:
        """Back to the last commit: tracked files restored, new ones removed; ignored ones (caches) may stay."""
        self.reset(self.head)

    def reset(self, commit: str) -> None:
        """Back to a commit of the branch, given by its id, as undo is to the last.

        A worktree that a command led astray comes back onto its branch; one that it spoilt is made anew.
        """
        if astray(self._git, self._folder):
            self._make_anew(commit)
        self._tree.attach(self.branch)
        self._tree.reset(commit)
        for path in self._untracked() | self._created():
            if path.endswith("/"):
                remove_tree(self.root / path)
            remove_file(self.root, path.rstrip("/"))
        self._originals.clear()

    def check_untouched(self, head: str) -> str | None:
        """Why the worktree is no longer at `head` on its branch, in a sentence: a command of the user's moved it."""
        return astray(self._git, self._folder) or moved(self._git, self.branch, head)

    def shared(self) -> Shared:
        """What a command could reach of the user's repository, to be compared with what it is afterwards."""
        return Shared.of(self._repository)

    def restore(self, paths: Iterable[str]) -> None:
        """Some files back to the last commit, the others left alone; a file that is not in it is removed."""
        wanted = set(paths)
        tracked = self._tree.tracked(wanted)
        for path in wanted - tracked:
            remove_file(self.root, path)
        self._tree.check_out(tracked)
        for path in wanted:
            self._originals.pop(path, None)

    def changed(self) -> tuple[str, ...]:
        """Paths among tracked or applied files that differ from the last commit, sorted."""
        there = {path for path in self._created() if os.path.lexists(self.root / path)}
        return tuple(sorted(there | self._tree.differing("HEAD")))

    def commit(self, message: str, paths: Iterable[str], who: Identity) -> str:
        """Commit exactly `paths` (hooks run as git runs them); the new commit id. Raises GitFailed with their words.

        CannotSign is raised where that is why no commit can be made.
        Where nothing is left to commit after filters, the head is returned as it was. After a refusal nothing is
        staged; the files are as the hooks left them. Either way `rewritten_by_hooks` says which ones hooks changed.
        """
        self.rewritten_by_hooks, self.said_by_hooks = (), ""
        staged, parent = self._tree.stage(paths), self.head
        if staged == self._git.line("rev-parse", "HEAD^{tree}"):
            return parent
        before = self._tree.differing(staged)
        refusal = self._run_commit(message, who)
        hooked = self._committed_otherwise(staged, parent) | self._tree.differing(staged) - before
        self.rewritten_by_hooks = tuple(sorted(hooked))
        if refusal and self.head == parent:  # else it is only a hook after the commit that did not end
            self._tree.unstage()
            check_signing(self._git, staged, who)
            raise refusal
        self._originals.clear()
        return self.head

    def close(self) -> None:
        """Remove the worktree and its registration; the branch stays."""
        take_down(self._repository, self.root)

    def remove_branch(self) -> None:
        """Remove the worktree and the branch with all its commits."""
        self.close()
        remove_branch(self._repository, self._run, self.branch)

    def _add(self, *words: str) -> None:
        home = self._repository
        home = replace(home, git=home.git.at(home.root, *self._settings))
        try:
            self.warnings = add_worktree(home, self.root, *words)
        except GitFailed:
            self.close()
            raise
        self._tree = Tree(self._git)
        self._folder = self._tree.folder
        self.warnings += left_out(self._git) if self._sparse else ()
        empty = [path for path, mode in self._tree.modes().items() if mode == "160000"]
        self.warnings += tuple(
            f"The submodule {path} is empty in our worktree: commands that need it fail unless --copy {path} is given."
            for path in empty
        )

    def _make_anew(self, commit: str) -> None:
        discard_worktree(self._repository, self.root)
        if self.branch:
            self._repository.git.read("update-ref", f"refs/heads/{self.branch}", commit)
        self._add(*([str(self.root), self.branch] if self.branch else ["--detach", str(self.root), commit]))
        brought, self._brought = self._brought, ()
        self.bring(brought)

    def _run_commit(self, message: str, who: Identity) -> GitFailed | None:
        note = self._tree.folder / "OVERHAUL_MESSAGE"
        note.write_text(message, "utf-8")
        environment = identity_environment(self._git, who)
        words = ("commit", "--quiet", "--cleanup=whitespace", "--file", str(note))
        try:
            self.said_by_hooks = self._git.work(*words, environment=environment).strip()
        except GitFailed as error:
            return error
        return None

    def _committed_otherwise(self, staged: str, parent: str) -> set[str]:
        """Paths that a new commit holds otherwise than they were staged."""
        head = self.head
        return set(self._git.names("diff-tree", "-r", "-z", "--name-only", staged, head)) if head != parent else set()

    def _original(self, path: str) -> bytes | None:
        """What stood at a path before anything was applied to it since the last commit."""
        if path in self._originals:
            return self._originals[path]
        place = self.root / path
        return place.read_bytes() if place.is_file() else None

    def _created(self) -> set[str]:
        """Applied files that the last commit does not hold."""
        created = {path for path, original in self._originals.items() if original is None}
        return created - self._tree.tracked(created) if created else created

    def _untracked(self) -> set[str]:
        """What is neither tracked nor ignored nor brought."""
        kept = tuple(f"{path}/" for path in self._brought)
        return {path for path in self._tree.untracked() if not f"{path}/".startswith(kept)}


def _sorted_out(found: Mapping[str, str | Undecodable]) -> tuple[dict[str, str], dict[str, str]]:
    texts = {path: text for path, text in found.items() if isinstance(text, str)}
    return texts, {path: text.reason for path, text in found.items() if isinstance(text, Undecodable)}
