"""Mode `model`: runs the model and nothing of the target's; what it made goes into a folder."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import agent
from agent.action.artifacts import pack, pack_record, unpack_record
from agent.action.doors import BOT_EMAIL, BOT_NAME
from agent.action.event import Event
from agent.action.inputs import Inputs, safe_folder
from agent.action.runner import Ended, Note, refused_notes
from agent.journal import Journal
from agent.landed import landed
from agent.publish.page import page
from agent.report.document import Report, report_of
from agent.runs import find_run
from agent.settings import Settings
from applier.history import state_folder

_START = Path(agent.__file__).resolve().parents[1] / "overhaul_start.py"
_NOT_FOR_IT = re.compile(r"INPUT_.*|GITHUB_(TOKEN|ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)|GH_TOKEN|ACTIONS_.*")
_KEYS = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}
#: Exit codes after which what landed can be published: done, some steps refused, budget reached, model failed.
_STATUS = {0: "done", 1: "partial", 4: "budget", 5: "model-failed"}


def run_model(
    inputs: Inputs, event: Event, root: Path, environment: Mapping[str, str], say: Callable[[str], None]
) -> Ended:
    """A run of `overhaul`, and its artifacts."""
    if inputs.paid and event.without_secrets and not _key_there(inputs, environment):
        why = "There are no secrets here, as in a fork or for Dependabot, so no model is asked: nothing is done."
        return Ended(status="skipped", notes=(Note(level="notice", text=why),))
    code, document = _overhaul(_words(inputs, root), root, environment)
    name = str(document.get("run", "")) or _newest(root)
    if code not in _STATUS or not name:
        error = document.get("error", {})
        said = str(error.get("message", "")) if isinstance(error, dict) else ""
        hint = str(error.get("hint", "")) if isinstance(error, dict) else ""
        return Ended(status="failed", exit=code or 3, notes=(_error(f"{said} {hint}".strip() or "The run failed."),))
    return _ended(root, name, code, inputs, environment)


def _key_there(inputs: Inputs, environment: Mapping[str, str]) -> bool:
    wanted = _KEYS.get(inputs.model.partition(":")[0], "")
    return any(environment.get(name) for name in ([wanted] if wanted else [*_KEYS.values(), "OVERHAUL_API_KEY"]))


def _words(inputs: Inputs, root: Path) -> list[str]:
    """The command line. A value follows its flag after a `=`, so that none can be a flag itself."""
    limits = {
        "--max-cost": inputs.max_cost,
        "--max-output-tokens": inputs.max_output_tokens,
        "--max-minutes": inputs.max_minutes,
        "--max-diff-lines": inputs.max_diff_lines,
        "--model": inputs.model,
        "--base-url": inputs.base_url,
        # A job that holds a key runs none of the target's code: there the next job tests.
        "--test": "" if inputs.paid else inputs.test,
        "--lint": "" if inputs.paid else inputs.lint,
        "--types": "" if inputs.paid else inputs.types,
    }
    if inputs.continue_from:
        folder = Path(inputs.continue_from)
        wanted = Settings(
            base_url=inputs.base_url,
            test=limits["--test"],
            lint=limits["--lint"],
            types=limits["--types"],
            copy=inputs.copy,
            allow=inputs.allow,
        )
        name = unpack_record(root, folder, wanted)
        return ["resume", name, "--onto=HEAD", *_given(limits), "--json"]
    flags = {"--goal": inputs.goal, "--plan": inputs.plan, **limits}
    lists = {"--module": inputs.modules, "--only": inputs.only, "--allow": inputs.allow, "--copy": inputs.copy}
    several = [f"{flag}={value}" for flag, values in lists.items() for value in values]
    return ["run", *_given(flags), *several, *(["--pilot"] if inputs.pilot else []), "--json"]


def _given(flags: Mapping[str, str]) -> list[str]:
    return [f"{flag}={value}" for flag, value in flags.items() if value]


def _overhaul(words: list[str], root: Path, environment: Mapping[str, str]) -> tuple[int, dict[str, object]]:
    """Exit code and document of a command; its progress goes where ours goes."""
    kept = {name: value for name, value in environment.items() if not _NOT_FOR_IT.fullmatch(name)}
    people = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER")
              for what, value in (("NAME", BOT_NAME), ("EMAIL", BOT_EMAIL))}  # fmt: skip
    command = [sys.executable, "-P", str(_START), *words]
    done = subprocess.run(command, cwd=root, env={**kept, **people}, stdout=subprocess.PIPE, check=False,
                          stdin=subprocess.DEVNULL)  # fmt: skip
    try:
        document = json.loads(done.stdout)
    except ValueError:
        document = {}
    return done.returncode, document if isinstance(document, dict) else {}


def _newest(root: Path) -> str:
    folder = state_folder(root) / "runs"
    return max((entry.name for entry in folder.iterdir()), default="") if folder.is_dir() else ""


def _ended(root: Path, name: str, code: int, inputs: Inputs, environment: Mapping[str, str]) -> Ended:
    journal, folder = Journal(find_run(state_folder(root), name)), safe_folder(inputs, environment)
    report = report_of(journal)
    standing = [step for step in landed(journal) if not step.undone]
    status = _STATUS[code] if standing or code > 1 else ("nothing" if code == 0 else "refused")
    summary = f"Run {name}: nothing landed.\n"
    pack_record(journal, folder)
    if standing:
        summary = page(pack(root, journal, folder, pilot=inputs.pilot))
    outputs = {
        "run": name,
        "branch": report.branch if standing else "",
        "cost": "" if report.usage.cost_usd is None else f"{report.usage.cost_usd:.6f}",
        "landed": "true" if standing else "false",
        "artifacts": str(folder),
    }
    failed = code == 5 and not standing
    notes = (*refused_notes(report), *_stopped(report, code))
    return Ended(status=status, exit=code if failed else 0, outputs=outputs, summary=summary, notes=notes)


def _stopped(report: Report, code: int) -> tuple[Note, ...]:
    if code not in (4, 5):
        return ()
    why = report.reason or ("the budget is reached" if code == 4 else "the model failed")
    return (Note(level="warning", text=f"The run stopped and can go on: {why}"),)


def _error(text: str) -> Note:
    return Note(level="error", text=text)
