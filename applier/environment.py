"""The environment that other people's programs get from us: no secrets of ours, no pointers into another repository."""

import os
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from applier.installs import points_into

_PROVIDERS = (
    "OPENAI|ANTHROPIC|AZURE|GEMINI|GOOGLE|VERTEX|MISTRAL|GROQ|OPENROUTER|DEEPSEEK|TOGETHER|FIREWORKS|COHERE|XAI|HF"
    "|HUGGINGFACE|DASHSCOPE|QWEN|MOONSHOT|CEREBRAS|PERPLEXITY|REPLICATE|NVIDIA|AWS"
)
_KEY = re.compile(
    rf"(^|_)(API_?KEYS?|(ACCESS_?)?TOKEN|PAT|SECRET_ACCESS_KEY|ACCESS_KEY_ID)(_?\d+)?$|^({_PROVIDERS})_(\w+_)?(KEY|SECRET)$",
    re.IGNORECASE,
)
_OURS = re.compile(r"(OPENAI|ANTHROPIC|OVERHAUL)_", re.IGNORECASE)
_SHORTEST_KEY = 12  # characters; a shorter value is a word ("none", "test"), and may stand anywhere
# What a user says of themselves and of their connections stays. Everything else that begins with GIT_ points git at
# some repository, index or pathspec rule, as it does inside hooks and aliases, and would mislead it here.
_GIT_KEPT = re.compile(
    r"GIT_((AUTHOR|COMMITTER)_(NAME|EMAIL)"
    r"|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)"
    r"|SSH(_COMMAND|_VARIANT)?|SSL_\w+|ASKPASS|PROXY_COMMAND|ALLOW_PROTOCOL|EXEC_PATH|ATTR_NOSYSTEM"
    r"|DISCOVERY_ACROSS_FILESYSTEM|PAGER)"
)
# Whoever writes to the files that these name sets variables and the PATH of the next steps of a CI job.
_CI_CHANNEL = re.compile(r"GITHUB_(ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)|ACTIONS_(RUNTIME|ID_TOKEN|RESULTS|CACHE)_\w+")
_OF_OUR_PYTHON = ("PYTHONPATH", "PYTHONHOME", "__PYVENV_LAUNCHER__")


def for_git(secrets: Iterable[str] = ()) -> dict[str, str]:
    """For git, and so for its hooks and filters: no questions asked, no lock taken just to refresh an index."""
    kept = {name: value for name, value in _without(secrets).items() if not misleads_git(name)}
    return {**kept, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}


def for_commands(secrets: Iterable[str] = (), checkout: Path | None = None) -> dict[str, str]:
    """For the user's commands: nothing of git's, and none of our own Python, unless it is that of the `checkout`."""
    kept = {
        name: value
        for name, value in _without(secrets).items()
        if not name.startswith("GIT_") and name not in _OF_OUR_PYTHON
    }
    # A file rewritten twice within a second at the same size would be run from its stale bytecode.
    kept["PYTHONDONTWRITEBYTECODE"] = "1"
    own = Path(sys.prefix)
    if sys.prefix == sys.base_prefix or (checkout and _serves(own, checkout)):
        return kept
    return _with_last(own, kept)


def _serves(environment: Path, checkout: Path) -> bool:
    """Whether an environment is that of the checkout: it lies in it, or loads code from it."""
    return environment.resolve().is_relative_to(checkout.resolve()) or bool(points_into(environment, checkout))


def _with_last(environment: Path, variables: Mapping[str, str]) -> dict[str, str]:
    """Variables in which the programs of a virtual environment are found only where nobody else has them."""
    own = (environment / "bin").resolve()
    folders = variables.get("PATH", os.defpath).split(os.pathsep)
    others = [folder for folder in folders if not folder or Path(folder).resolve() != own]
    ours = [folder for folder in folders if folder not in others]
    active = variables.get("VIRTUAL_ENV")
    dropped = {"VIRTUAL_ENV"} if active and Path(active).resolve() == environment.resolve() else set[str]()
    kept = {name: value for name, value in variables.items() if name not in dropped}
    return {**kept, "PATH": os.pathsep.join(others + ours[:1])}


def _without(secrets: Iterable[str]) -> dict[str, str]:
    """Our environment without secrets, by whatever other name the same key goes, and without ways into later steps."""
    named = frozenset(secrets)
    keys = {name: value for name, value in os.environ.items() if name in named or _KEY.search(name)}
    values = {value for value in keys.values() if len(value) >= _SHORTEST_KEY}
    return {
        name: value
        for name, value in os.environ.items()
        if name not in keys
        and not (_OURS.match(name) or _CI_CHANNEL.fullmatch(name))
        and not any(key in value for key in values)
    }


def misleads_git(name: str) -> bool:
    """Whether a variable points git at another repository, index or rule than those of the place it works in."""
    return name.startswith("GIT_") and not _GIT_KEPT.fullmatch(name)
