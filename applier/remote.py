"""Another repository that branches are pushed to. Nothing of the user's is written: no configuration, no refs."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from applier.errors import GitFailed, PushRefused
from applier.git import Git
from applier.repository import Repository, find_repository

_DEEPER = (50, 500, 5000)  # commits more, where a checkout is shallow
_SETTINGS = ("http.lowSpeedLimit=1000", "http.lowSpeedTime=120", "fetch.recurseSubmodules=false")
_UNHOOKED = ("core.hooksPath=/dev/null", "push.followTags=false")


class Remote:
    """A remote of a repository, by the name that the user gave it."""

    def __init__(
        self, root: Path, name: str = "origin", *, secret: Mapping[str, str] | None = None, hooks: bool = True
    ) -> None:
        """`secret` are variables for the commands that go there alone; no hook runs beside them."""
        self.home: Repository = find_repository(root)
        self.name = name
        self._secret = dict(secret or {})
        unhooked = () if hooks and not secret else _UNHOOKED
        self._git: Git = self.home.git.at(self.home.root, *_SETTINGS, *unhooked)

    def url(self) -> str:
        """Where pushes go. Raises PushRefused where there is no such remote."""
        try:
            return self._git.line("remote", "get-url", "--push", "--", self.name).partition("\n")[0]
        except GitFailed as error:
            raise PushRefused(
                f"There is no remote {self.name!r} here: add it with `git remote add`, or name another with --remote."
            ) from error

    def tips(self, branches: Sequence[str]) -> dict[str, str]:
        """Commit ids of those branches that are there."""
        wanted = {f"refs/heads/{branch}": branch for branch in branches}
        said = self._talk("ls-remote", "--refs", "--", self.name, *wanted)
        lines = (line.split("\t") for line in said.split("\n") if "\t" in line)
        return {wanted[pair[1]]: pair[0] for pair in lines if len(pair) == 2 and pair[1] in wanted}

    def fetch(self, branch: str) -> str:
        """Bring a branch's commits here, under no name; the id of its tip."""
        tips = self.tips([branch])
        if branch not in tips:
            raise PushRefused(f"There is no branch {branch} at {self.name}: name another with --base.")
        if not self._there(tips[branch]):
            self._talk("fetch", *self._quietly(), "--", self.name, f"refs/heads/{branch}")
        return tips[branch]

    def contains(self, branch: str, commit: str) -> bool:
        """Whether a branch over there holds a commit; a shallow checkout is deepened as far as that takes."""
        tip = self.fetch(branch)
        for more in _DEEPER:
            if self._there(commit) and self.home.is_ancestor(commit, tip):
                return True
            if not self._is_shallow():
                return False
            self._talk("fetch", *self._quietly(), f"--deepen={more}", "--", self.name, f"refs/heads/{branch}")
        if self._is_shallow():
            self._talk("fetch", *self._quietly(), "--unshallow", "--", self.name, f"refs/heads/{branch}")
        return self._there(commit) and self.home.is_ancestor(commit, tip)

    def push(self, commit: str, branch: str, expected: str = "", *, dry_run: bool = False) -> None:
        """Put a branch over there to a commit, if it still stands where it was expected ("": nowhere).

        Raises PushRefused in git's own words, which may be those of a hook.
        """
        ref = f"refs/heads/{branch}"
        how = [f"--force-with-lease={ref}:{expected}", *(["--dry-run"] if dry_run else []), "--no-recurse-submodules"]
        try:
            self._talk("push", "--porcelain", *how, "--", self.name, f"{commit}:{ref}")
        except GitFailed as error:
            raise PushRefused(f"The branch {branch} cannot be pushed to {self.name}. {_told(error)}") from error

    def _talk(self, *words: str) -> str:
        return self._git.work(*words, environment=self._secret)

    def _there(self, commit: str) -> bool:
        return self._git.ask("cat-file", "-e", f"{commit}^{{commit}}", no=(1, 128))

    def _is_shallow(self) -> bool:
        return self._git.line("rev-parse", "--is-shallow-repository") == "true"

    def _quietly(self) -> tuple[str, ...]:
        return ("--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance")


def _told(error: GitFailed) -> str:
    """What somebody who cannot push wants to read: the lines of the server and of hooks before git's own."""
    lines = (line.strip().removeprefix("remote:").strip() for line in error.output.split("\n"))
    said = "; ".join(line for line in lines if line and not line.startswith(("error:", "hint:", "To ", "Done")))
    return f"{said[:600].rstrip('.')}. {error}" if said else str(error)
