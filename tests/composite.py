"""Runs action.yml as a runner would: each step with bash, its values by environment, its files by path."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
_INPUT = re.compile(r"\$\{\{ inputs\.([a-z-]+) \}\}")


@dataclass(frozen=True)
class Done:
    """How a use of the action ended."""

    status: int
    log: str
    outputs: Mapping[str, str]
    summary: str


def action() -> Any:
    """The parsed file."""
    return yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))


def install_here(temp: Path) -> None:
    """Put this very checkout where the action's own installation would be."""
    tool = temp / "overhaul-tool"
    (tool / "bin").mkdir(parents=True, exist_ok=True)
    start = tool / "bin/overhaul"
    start.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P "{ROOT / "overhaul_start.py"}" "$@"\n')
    start.chmod(0o755)
    (tool / ".ready").touch()


def use(workspace: Path, temp: Path, given: Mapping[str, str], event: Path, **environment: str) -> Done:
    """One use of the action in a job; `environment` is what the runner sets beside the usual."""
    document = action()
    values = {name: str(about.get("default", "")) for name, about in document["inputs"].items()} | dict(given)
    output, summary = temp / f"output-{len(list(temp.iterdir()))}", temp / f"summary-{len(list(temp.iterdir()))}"
    output.touch()
    summary.touch()
    usual = {
        "RUNNER_TEMP": str(temp),
        "GITHUB_WORKSPACE": str(workspace),
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_OUTPUT": str(output),
        "GITHUB_STEP_SUMMARY": str(summary),
        "GITHUB_EVENT_PATH": str(event),
        "GITHUB_EVENT_NAME": "workflow_dispatch",
        "GITHUB_REPOSITORY": "octo/shop",
        "GITHUB_REF": "refs/heads/main",
        "GITHUB_REF_NAME": "main",
        "GITHUB_REF_TYPE": "branch",
        "GITHUB_SERVER_URL": "https://github.com",
        "GITHUB_ACTOR": "uma",
    }
    log, status = "", 0
    for step in document["runs"]["steps"]:
        own = {name: _INPUT.sub(lambda found: values[found[1]], text) for name, text in step["env"].items()}
        script = temp / "step.sh"
        script.write_text(step["run"])
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)],
            cwd=workspace,
            env={**os.environ, **usual, **environment, **own},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        log, status = log + done.stdout, done.returncode
        if status:
            break
    return Done(status, log, read_outputs(output.read_text()), summary.read_text())


def read_outputs(text: str) -> dict[str, str]:
    """The outputs as the runner reads them; fails on anything else."""
    found: dict[str, str] = {}
    lines = iter(text.split("\n"))
    for line in lines:
        if not line:
            continue
        name, _, mark = line.partition("<<")
        assert mark, line
        value: list[str] = []
        for inner in lines:
            if inner == mark:
                break
            value.append(inner)
        found[name] = "\n".join(value)
    return found


def commands(log: str) -> list[str]:
    """The workflow commands that the runner would obey in a log."""
    obeyed, stopped = list[str](), ""
    for line in log.split("\n"):
        line = line.strip()
        if stopped:
            stopped = "" if line == f"::{stopped}::" else stopped
        elif line.startswith("::stop-commands::"):
            stopped = line.removeprefix("::stop-commands::")
        elif line.startswith(("::", "##[")):
            obeyed.append(line)
    assert not stopped
    return obeyed
