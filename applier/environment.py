"""The environment that other people's programs get from us: no secrets of ours, no pointers into another repository."""

import os
import re
from collections.abc import Iterable

_SECRET = re.compile(r"(^|_)(API_?KEY|TOKEN)$|^(OPENAI|ANTHROPIC|OVERHAUL)_", re.IGNORECASE)
# What a user says of themselves and of their connections stays. Everything else that begins with GIT_ points git at
# some repository, index or pathspec rule, as it does inside hooks and aliases, and would mislead it here.
_GIT_KEPT = re.compile(
    r"GIT_((AUTHOR|COMMITTER)_(NAME|EMAIL)"
    r"|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)"
    r"|SSH(_COMMAND|_VARIANT)?|SSL_\w+|ASKPASS|PROXY_COMMAND|ALLOW_PROTOCOL|EXEC_PATH|ATTR_NOSYSTEM"
    r"|DISCOVERY_ACROSS_FILESYSTEM)"
)


def for_git(secrets: Iterable[str] = ()) -> dict[str, str]:
    """For git, and so for its hooks and filters: no questions asked, no lock taken just to refresh an index."""
    kept = {name: value for name, value in _without(secrets).items() if not misleads_git(name)}
    return {**kept, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}


def for_commands(secrets: Iterable[str] = ()) -> dict[str, str]:
    """For the user's commands: nothing of git's, and none of our own Python path."""
    kept = {name: value for name, value in _without(secrets).items() if not name.startswith("GIT_")}
    kept.pop("PYTHONPATH", None)
    # A file rewritten twice within a second at the same size would be run from its stale bytecode.
    return {**kept, "PYTHONDONTWRITEBYTECODE": "1"}


def _without(secrets: Iterable[str]) -> dict[str, str]:
    named = frozenset(secrets)
    return {name: value for name, value in os.environ.items() if name not in named and not _SECRET.search(name)}


def misleads_git(name: str) -> bool:
    """Whether a variable points git at another repository, index or rule than those of the place it works in."""
    return name.startswith("GIT_") and not _GIT_KEPT.fullmatch(name)
