"""What can go wrong in writing, as sentences.

ApplyError
├── RepositoryUnusable     not a repository, bare, no commit, unsafe ownership
├── GitFailed              git itself said no; carries its words
├── CannotSign             git cannot sign, so that no commit can be made, whatever is in it
├── CommandUnusable        a user's command that cannot run at all
├── WorkspaceBusy          another process works on this run
├── AcceptConflict         accept or rollback would overwrite or does not merge
│   └── ReplayConflict         a commit cannot be picked or reverted where it would go
├── UnknownBranch          the run's branch is not there (any more)
├── PushRefused            another repository does not take a branch, or cannot be reached
└── NotAcceptable          commits from outside hold what no run of ours makes
"""


class ApplyError(Exception):
    """The applier cannot go on; str(self) names the thing and the way out."""


class RepositoryUnusable(ApplyError):
    """The path is no repository that we can work in."""


class GitFailed(ApplyError):
    """A git command failed; str(self) is one sentence with the line that matters, `output` all that was said."""

    def __init__(self, message: str, output: str = "", exit_code: int | None = None) -> None:
        super().__init__(message)
        self.output = output  # git's own words, and those of the hooks it ran
        self.exit_code = exit_code  # None: not started, or ended by the time limit

    @property
    def whole(self) -> str:
        """The sentence, and below it what was said, where that is more than the sentence holds already."""
        return f"{self}\n{self.output}" if "\n" in self.output or self.output not in str(self) else str(self)


class CannotSign(ApplyError):
    """Git is told to sign every commit, and cannot."""


class CommandUnusable(ApplyError):
    """A command of the user's cannot be started."""


class WorkspaceBusy(ApplyError):
    """Another process holds the run."""


class AcceptConflict(ApplyError):
    """Accepting or reverting would lose something, so nothing was done."""

    def __init__(self, message: str, paths: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.paths = paths


class ReplayConflict(AcceptConflict):
    """A commit does not fit where it was to be picked or reverted; `paths` are the files in which it does not."""


class UnknownBranch(ApplyError):
    """The branch of a run is gone."""


class PushRefused(ApplyError):
    """A remote is not there, or does not take what is pushed."""


class NotAcceptable(ApplyError):
    """Commits that came from outside do not look like those of a run; nothing was done with them."""
