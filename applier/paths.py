"""Which paths may be written: declared, inside the repository, not protected."""

from collections.abc import Iterable
from pathlib import Path

from applier.scope import Problem, Scope


def check_paths(paths: Iterable[str], scope: Scope, root: Path) -> tuple[Problem, ...]:
    """Gate 2: problems of every path that a step wants to write or delete below `root`."""
    raise NotImplementedError


def protected(path: str, allow: Iterable[str] = ()) -> str | None:
    """Why `path` is never rewritten unless a glob of `allow` matches it; None where it may be."""
    raise NotImplementedError
