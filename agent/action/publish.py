"""Mode `publish`: pushes the branch and opens the pull request, and runs nothing of anybody."""

from collections.abc import Callable, Mapping
from pathlib import Path

from agent.action.artifacts import unpack
from agent.action.doors import BOT, way_to
from agent.action.event import Event
from agent.action.inputs import Inputs, branch_of, safe_folder
from agent.action.runner import Ended, Note
from agent.errors import SettingsError
from agent.publish.escape import code, words
from agent.publish.opening import Opened, Wish, open_all
from agent.publish.page import page
from agent.publish.parts import Cut, Part


def publish(
    inputs: Inputs, event: Event, root: Path, environment: Mapping[str, str], say: Callable[[str], None]
) -> Ended:
    """Publish what the artifacts hold, after looking through it. Raises PublishFailed, NotAcceptable."""
    if event.from_fork:
        why = "This comes from a fork, which gets no right to write: nothing is published."
        return Ended(status="skipped", notes=(Note(level="notice", text=why),))
    if not inputs.token:
        raise SettingsError("The mode publish needs a token.", "Pass `token: ${{ github.token }}` or that of an App.")
    folder = safe_folder(inputs, environment)
    with way_to(root, inputs.token, event.repository, environment, say) as way:
        way.github.check_rights()
        dossier, head = unpack(root, folder, allow=_publishable(inputs), committer=BOT)
        report = dossier.report
        steps = tuple(line.step for line in report.outcomes if line.status == "committed")
        wish = Wish(
            branch=branch_of(inputs, report.run),
            base=inputs.base or event.branch,
            draft=inputs.draft,
            labels=inputs.labels,
            again=False,
        )
        (one,) = open_all(root, dossier, Cut((Part(head, steps),)), wish, way)
    notes = tuple(Note(level="notice", text=note) for note in one.notes)
    outputs = {
        "run": report.run,
        "branch": one.branch,
        "pull-request-number": str(one.number),
        "pull-request-url": one.url,
        "cost": "" if report.usage.cost_usd is None else f"{report.usage.cost_usd:.6f}",
    }
    return Ended(status=one.state, outputs=outputs, summary=_summary(one) + page(dossier), notes=notes)


def _publishable(inputs: Inputs) -> tuple[str, ...]:
    """What the workflow allows; never workflows, whatever it says: a token that can write them is not for this."""
    barred = [glob for glob in inputs.allow if "workflow" in glob.lower() or "*" in glob or glob.startswith(".git")]
    if barred:
        raise SettingsError(
            f"`allow` names {barred[0]!r}, and a job that publishes takes exact paths outside of .github alone.",
            "Name each file by its path.",
        )
    return inputs.allow


def _summary(one: Opened) -> str:
    lines = [f"### Pull request {one.number} {one.state}", "", f"{one.url} ({code(one.branch)} into {code(one.base)})"]
    return "\n".join([*lines, *(f"\n> {words(note)}" for note in one.notes), "", ""])
