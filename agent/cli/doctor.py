"""doctor: whether a run could work here, before it is started."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agent.cli.place import AsJson, BaseUrl, Folder, Model, Trust, read_settings
from agent.cli.screen import show, show_json, tell

if TYPE_CHECKING:
    from agent.cli.place import Place

MARKS = {"ok": "ok  ", "note": "note", "fail": "FAIL"}


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command()(doctor)


def doctor(
    model: Model = None,
    base_url: BaseUrl = None,
    trust_repo_config: Trust = False,
    as_json: AsJson = False,
    folder: Folder = None,
) -> int:
    """Check git, the sandbox, the cache folder and the model: its key, address, caps, streaming and speed.

    Each model is sent one small request, which its provider may charge for.
    """
    from agent.doctor import check_machine
    from agent.models.memory import memory_folder
    from agent.trial import check_models

    settings = read_settings(_place(folder), {"model": model, "base_url": base_url}, trust_repo_config)
    found = []
    for check in (*check_machine(memory_folder().parent), *check_models(settings, os.environ)):
        found.append(check)
        if not as_json:
            show(
                [f"{MARKS[check.state]}  {check.what}: {check.words}", *([f"      {check.hint}"] if check.hint else [])]
            )
    status = max((check.exit for check in found), default=0)
    if as_json:
        show_json({"schema": 1, "checks": found, "exit": status})
    elif status:
        tell("overhaul: a run would not work here; see the lines that begin with FAIL")
    return status


def _place(folder: Path | None) -> "Place":
    """The repository if there is one; else the folder, since a model can be tried without."""
    from agent.cli.place import Place, find_place
    from repo_scan.errors import ScanError

    try:
        return find_place(None, folder)
    except ScanError:
        return Place(folder or Path(), "")
