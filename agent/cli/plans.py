"""The plan file that `run --plan` names."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.plan import Plan
    from agent.settings import Settings
    from repo_scan import Scan


def read_plan_file(path: Path) -> "Plan":
    """The plan in a file. Raises SettingsError."""
    from agent.errors import SettingsError
    from agent.planfile import read_plan

    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The plan file {path} cannot be read: {error}.") from error
    return read_plan(text)


def fitting(plan: "Plan", root: Path, settings: "Settings") -> "Callable[[Scan], Plan]":
    """Takes a scan and gives the plan back, if it fits. Raises SettingsError there."""
    from agent.planfile import fitting_plan

    def fit(scan: "Scan") -> "Plan":
        made = fitting_plan(plan, scan, settings.allow)
        if made.base:
            _check_base(root, made.base)
        return made

    return fit


def _check_base(root: Path, base: str) -> None:
    from agent.errors import SettingsError
    from applier.errors import RepositoryUnusable
    from applier.history import resolve_commit

    try:
        resolve_commit(root, base)
    except RepositoryUnusable as error:
        raise SettingsError(
            f"The plan was made for {base!r}, which is no commit of this repository.",
            "Correct its `base` or plan again.",
        ) from error
