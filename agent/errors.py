"""What can go wrong in a run, told apart by who can act on it.

AgentError                 code, hint; exit code
├── SettingsError          2   usage or settings
├── NoPrompt               2   a prompt cannot be worded
├── NoRun                  3   no run here
├── NothingLanded          3   the run made no commit
├── RunBusy                3   another process works on it
├── JournalDamaged         3   its record cannot be read
├── StateUnusable          3   what is kept of runs cannot be written or reached
├── CommitsRefused         3   git or a hook refuses every commit
├── BudgetReached          4
├── ModelError             5
│   ├── ModelBusy              waiting helps: connection, rate limit, overload; retried
│   ├── ModelLimited           waiting does not help soon: quota, Retry-After too long
│   ├── ModelRefused           key, address or request is wrong
│   ├── ContextOverflow        the prompt is too long for the model
│   └── PromptCut              the server cut the prompt without a word
└── PublishFailed          7   a branch or a pull request cannot be published
    └── PublishRejected        the forge's server says no
"""

from typing import ClassVar


class AgentError(Exception):
    """The run cannot go on; str(self) names the thing, `hint` the way out."""

    exit_code: ClassVar[int] = 2
    code: ClassVar[str] = "error"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class SettingsError(AgentError):
    """A flag, setting or plan that cannot be used."""

    code = "settings"


class CommitsRefused(AgentError):
    """Git, or a hook of the user's, refused two steps in a row in the same words, and will refuse the others."""

    exit_code = 3
    code = "commits-refused"


class NoPrompt(AgentError):
    """A request cannot be worded, as where a file holds the prompt's own lines."""

    code = "prompt"


class NoRun(AgentError):
    """There is no run (of that name) in this repository."""

    exit_code = 3
    code = "no-run"


class NothingLanded(AgentError):
    """The run made no commit, so that there is nothing to do with it."""

    exit_code = 3
    code = "nothing-landed"


class RunBusy(AgentError):
    """Another process is working on the run."""

    exit_code = 3
    code = "run-busy"


class JournalDamaged(AgentError):
    """The record of a run cannot be read."""

    exit_code = 3
    code = "journal-damaged"


class StateUnusable(AgentError):
    """What is kept of runs in git's own folder cannot be written, or cannot be reached at all."""

    exit_code = 3
    code = "state-unusable"


class BudgetReached(AgentError):
    """The next request might pass a limit of the user's."""

    exit_code = 4
    code = "budget"


class ModelError(AgentError):
    """The model cannot be used."""

    exit_code = 5
    code = "model"


class ModelBusy(ModelError):
    """The model server is not reachable or overloaded just now."""

    code = "model-busy"

    def __init__(self, message: str, hint: str = "", retry_after: float | None = None) -> None:
        super().__init__(message, hint)
        self.retry_after = retry_after  # seconds


class ModelLimited(ModelError):
    """A quota is used up, or the server asks for a wait longer than we wait."""

    code = "model-limited"


class ModelRefused(ModelError):
    """The server refuses the key, the address or the request itself."""

    code = "model-refused"


class ContextOverflow(ModelError):
    """The prompt does not fit into the model's context."""

    code = "context"


class PromptCut(ModelError):
    """The server answered a prompt of which it read only a part, so that nothing of the answer can be trusted."""

    code = "prompt-cut"


class PublishFailed(AgentError):
    """The run is as it was, but its branch or its pull request is not where it should be."""

    exit_code = 7
    code = "publish"


class PublishRejected(PublishFailed):
    """The server answers no; `said` are its own words."""

    code = "publish-rejected"

    def __init__(self, message: str, hint: str, status: int, said: str) -> None:
        super().__init__(message, hint)
        self.status = status
        self.said = said
