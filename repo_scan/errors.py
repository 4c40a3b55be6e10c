"""What can go wrong in reading a repository, as sentences a user can act on.

ScanError
├── NotARepository
├── BareRepository
├── NoCommit
└── UnknownCommit
"""


class ScanError(Exception):
    """The repository cannot be read; str(self) names the thing and the way out."""


class NotARepository(ScanError):
    """The path is in no git repository, or git refuses to open it."""


class BareRepository(ScanError):
    """The repository has no working tree."""


class NoCommit(ScanError):
    """The repository has no commit yet."""


class UnknownCommit(ScanError):
    """A revision does not name a commit of this repository."""
