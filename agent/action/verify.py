"""Mode `verify`: runs the target's tests on what the model made, in a job that holds neither key nor token."""

from collections.abc import Callable, Mapping
from pathlib import Path

from agent.action.artifacts import unpack, with_verdict
from agent.action.inputs import Inputs, safe_folder
from agent.action.runner import Ended, Note
from agent.checks import take_baseline
from agent.checks import verify as compare
from agent.errors import SettingsError
from agent.probe import owned
from agent.publish.escape import words
from agent.settings import Settings
from applier.history import kept_headers
from applier.workspace import Workspace


def verify(inputs: Inputs, root: Path, environment: Mapping[str, str], say: Callable[[str], None]) -> Ended:
    """Compare the commands on the base and on the last commit; exit 1 where something fails that did not before."""
    if not (inputs.test or inputs.lint or inputs.types):
        raise SettingsError("The mode verify has nothing to run.", "Set `test`, `lint` or `types`.")
    if kept_headers(root):
        raise SettingsError(
            "The checkout kept its token, which the tests could read.", "Set `persist-credentials: false` there."
        )
    folder = safe_folder(inputs, environment)
    dossier, head = unpack(root, folder, allow=inputs.allow)
    report = dossier.report
    settings = Settings(test=inputs.test, lint=inputs.lint, types=inputs.types, copy=inputs.copy)
    sources = owned({path for line in report.outcomes for path in line.files}, inputs.allow)
    with Workspace.throwaway(root, f"{report.run}-verify", report.base) as workspace:
        workspace.bring(settings.copy)
        baseline = take_baseline(workspace, settings, say, sources)
    with Workspace.throwaway(root, f"{report.run}-verify", head) as workspace:
        workspace.bring(settings.copy)
        problems = compare(workspace, settings, baseline)
    for problem in problems:
        say(str(problem))
    outputs = {"run": report.run, "artifacts": str(folder)}
    if problems:
        gist = problems[0].message.partition("\n")[0]
        summary = f"### Not verified\n\n{words(gist)}\n"
        return Ended(status="failed", exit=1, outputs=outputs, summary=summary, notes=(_error(gist),))
    counts = baseline.counts or not inputs.test
    verdict = "In a job apart from the model, nothing fails that did not fail before." if counts else (
        f"In a job apart from the model: {baseline.note}.")  # fmt: skip
    with_verdict(dossier, verdict, folder)
    notes = () if counts else (Note(level="warning", text=baseline.note),)
    summary = f"### Verified\n\n{words(verdict)}\n"
    return Ended(status="verified" if counts else "unverified", outputs=outputs, summary=summary, notes=notes)


def _error(gist: str) -> Note:
    return Note(level="error", text=f"The model's commits break something: {gist}")
