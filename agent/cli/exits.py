"""Exit codes of docs/design.md §8, and the short names that errors have in JSON."""

from agent.errors import AgentError
from applier.errors import AcceptConflict, CommandUnusable, NotAcceptable, PushRefused

INTERRUPTED = 130
PIPE_CLOSED = 141  # as a shell reports SIGPIPE: the reader of our output went away


def exit_code_of(error: Exception) -> int:
    """The exit code that an error stands for."""
    match error:
        case AgentError():
            return error.exit_code
        case AcceptConflict():
            return 6
        case CommandUnusable():
            return 2
        case PushRefused() | NotAcceptable():
            return 7
        case _:
            return 3


def code_of(error: Exception) -> str:
    """The short name of an error in JSON: "no-commit" for NoCommit."""
    if isinstance(error, AgentError):
        return error.code
    name = type(error).__name__
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")
