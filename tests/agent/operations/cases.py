"""Repositories written as one text, for tables of before and after."""

import re
from collections.abc import Mapping

from agent.operations import Change
from agent.operations.registry import apply_to
from agent.operations.repository import Repository
from tests.agent.operations.conftest import run_here, scan_of

_HEAD = re.compile(r"^== (.+)\n", re.MULTILINE)


def tree(text: str) -> dict[str, str]:
    """Files of a text in which a line `== path` begins each; an `__init__` for each package is there anyway."""
    parts = _HEAD.split(text)
    files = dict(zip(parts[1::2], parts[2::2], strict=True))
    folders = {path.rpartition("/")[0] for path in files if path.endswith(".py") and "/" in path}
    return {f"{folder}/__init__.py": "" for folder in folders if not folder.startswith("tests")} | files


def repository_of(files: Mapping[str, str]) -> Repository:
    """What an operation is given."""
    return Repository(scan_of(files), files, run_here)


def operate(files: Mapping[str, str], request: Mapping[str, object]) -> tuple[Change, dict[str, str]]:
    """What an operation says, and the files after it."""
    change = apply_to(request, repository_of(files))
    after = {path: text for path, text in {**files, **change.texts}.items() if text is not None}
    return change, after
