"""Has calls made in the target's interpreter, in one worktree, shut in where that is possible."""

import json
import secrets
import shlex
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.differential.compare import Outcome
from agent.differential.guesses import Call
from agent.settings import Settings
from applier.commands import Conditions, run_command
from applier.environment import for_commands
from applier.errors import CommandUnusable
from applier.programs import environments_of, interpreter_of, programs_of
from applier.sandbox import check_sandbox
from applier.workspace import Workspace

RUNNER = Path(__file__).with_name("runner.py")
FUNCTION_SECONDS = 10.0  # of processor time for all calls of a function
CALL_SECONDS = 1.0  # of processor time for one
_ALL_SECONDS = 900.0
_MEGABYTES = 2048


@dataclass(frozen=True, slots=True)
class Trial:
    """One function to be called."""

    number: int
    name: str  # qualified
    module: str
    path: str
    calls: Sequence[Call]


@dataclass(slots=True)
class Tried:
    """What came of the calls of one function, as far as they were made."""

    outcomes: dict[int, Outcome] = field(default_factory=dict)
    fault: str = ""  # why none could be made


def run_trials(workspace: Workspace, settings: Settings, trials: Sequence[Trial], seed: int = 0) -> dict[int, Tried]:
    """Make the calls in a worktree. `seed` is that of Python's hashes. Raises CommandUnusable."""
    folder = workspace.root / f".overhaul-{secrets.token_hex(6)}"
    folder.mkdir()
    try:
        shutil.copyfile(RUNNER, folder / RUNNER.name)
        out = folder / "out.ndjson"
        (folder / "job.json").write_text(json.dumps(_job(workspace, trials, out)), "utf-8")
        words = (str(_python(workspace, settings)), str(folder / RUNNER.name), str(folder / "job.json"))
        for shut_in in _ways(settings):
            conditions = _conditions(workspace, settings, shut_in)
            run_command(f"PYTHONHASHSEED={seed} {shlex.join(words)}", workspace.root, conditions)
            if out.is_file():
                break
        return _read(out, trials)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _ways(settings: Settings) -> tuple[bool, ...]:
    """Whether to shut the calls in: where that can be had; where nobody insists, and Python does not start so, not."""
    if settings.sandbox:
        return (True,)
    try:
        check_sandbox()
    except CommandUnusable:
        return (False,)
    return (True, False)


def _job(workspace: Workspace, trials: Sequence[Trial], out: Path) -> dict[str, Any]:
    files = {trial.path: trial.module for trial in trials}
    return {
        "roots": [str(root) for root in _roots(workspace.root, files)],
        "out": str(out),
        "seconds": FUNCTION_SECONDS,
        "call_seconds": CALL_SECONDS,
        "modules": [
            {
                "name": module,
                "file": str(workspace.root / path),
                "functions": [
                    {
                        "id": trial.number,
                        "name": trial.name,
                        "calls": [(call.positional, call.named) for call in trial.calls],
                    }
                    for trial in trials
                    if trial.path == path
                ],
            }
            for path, module in files.items()
        ],
    }


def _roots(root: Path, files: Mapping[str, str]) -> list[Path]:
    """Folders to import from: those that the names of the files begin in, then the usual ones."""
    own = []
    for path, module in files.items():
        place = (root / path).parent if path.endswith("/__init__.py") else (root / path).with_suffix("")
        own.append(place.parents[module.count(".")])
    usual = (folder for folder in (root / "src", root) if folder.is_dir())
    return list(dict.fromkeys((*own, *usual)))


def _python(workspace: Workspace, settings: Settings) -> Path:
    """The interpreter of the test command, as far as that can be told; else the one of the checkout, or the usual."""
    root, environment = workspace.root, for_commands(settings.secrets, workspace.checkout)
    named = map(interpreter_of, programs_of(settings.test, root, environment))
    places = sorted(
        environments_of(settings.test, root, environment, workspace.checkout),
        key=lambda place: not (place / "pyvenv.cfg").is_file(),  # `make` lies in /usr, which says nothing
    )
    likely = (
        *(program for program in named if program.name.startswith("python")),
        *(place / "bin" / name for place in places for name in ("python3", "python")),
        *programs_of("python3 python", root, environment),  # it may be a shim, which decides in the worktree
    )
    if found := next(filter(Path.is_file, likely), None):
        return found
    raise CommandUnusable("No Python was found to call functions with: name one in --test.")


def _conditions(workspace: Workspace, settings: Settings, shut_in: bool) -> Conditions:
    return Conditions(
        seconds=min(settings.command_seconds, _ALL_SECONDS),
        megabytes=settings.command_megabytes or _MEGABYTES,
        secrets=settings.secrets,
        checkout=workspace.checkout,
        sandbox=shut_in,
    )


def _read(out: Path, trials: Sequence[Trial]) -> dict[int, Tried]:
    found = {trial.number: Tried() for trial in trials}
    lines = out.read_bytes().decode("utf-8", "replace").splitlines() if out.is_file() else []
    for line in lines:
        with suppress(ValueError, KeyError):  # a line that was cut off with its process
            _take(json.loads(line), found, trials)
    for trial in trials:
        if not found[trial.number].fault and not found[trial.number].outcomes:
            found[trial.number].fault = "the interpreter ended before it could be called"
    return found


def _take(record: dict[str, Any], found: dict[int, Tried], trials: Sequence[Trial]) -> None:
    if "module" in record:
        for trial in trials:
            if trial.module == record["module"]:
                found[trial.number].fault = record["error"]
        return
    tried = found[record["id"]]
    if "error" in record:
        tried.fault = record["error"]
    elif "outcome" in record:
        tried.outcomes[record["call"]] = record["outcome"]
    elif record["end"] and len(tried.outcomes) < len(next(one for one in trials if one.number == record["id"]).calls):
        how: dict[str, Any] = {"slow": True} if record["end"] == "time" else {"died": record["end"]}
        tried.outcomes[len(tried.outcomes)] = how  # of the call that was under way
