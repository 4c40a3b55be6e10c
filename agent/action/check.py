"""Mode `check`: may they who asked, and may the token? Before anything is spent, and running nothing of anybody."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from agent.action.doors import way_to
from agent.action.event import Event
from agent.action.inputs import Inputs, branch_of
from agent.action.runner import Ended, Note
from agent.errors import SettingsError
from agent.publish.pulls import GitHub
from agent.worklog import one_line

#: Events that only those can cause who may write, or nobody but GitHub.
_TRUSTED = ("workflow_dispatch", "schedule", "push", "repository_dispatch", "workflow_run")
_LONGEST_GOAL = 4000  # characters


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a run may begin."""

    allowed: bool
    why: str = ""
    goal: str = ""


def check(
    inputs: Inputs, event: Event, root: Path, environment: Mapping[str, str], say: Callable[[str], None]
) -> Ended:
    """Look at who asked and what the token may do. Raises PublishFailed where it may not do enough."""
    if event.from_fork:
        return _no("This comes from a fork, which gets no secrets and no right to write: nothing is done.")
    if not inputs.token:
        raise SettingsError("The mode check needs a token.", "Pass `token: ${{ github.token }}` or that of an App.")
    with way_to(root, inputs.token, event.repository, environment, say) as way:
        answer = judge(inputs, event, way.github)
        if not answer.allowed:
            return _no(answer.why)
        way.github.check_rights()
        head = way.remote.home.resolve("HEAD")
        way.remote.push(head, branch_of(inputs, "permission-check"), _tip(way.remote.tips, inputs), dry_run=True)
    return Ended(status="allowed", outputs={"allowed": "true", "goal": answer.goal or inputs.goal})


def _tip(tips: Callable[[list[str]], dict[str, str]], inputs: Inputs) -> str:
    branch = branch_of(inputs, "permission-check")
    return tips([branch]).get(branch, "")


def judge(inputs: Inputs, event: Event, github: GitHub) -> Answer:
    """Whether the event asks for a run, on the word of somebody who may write to the repository."""
    if event.name in _TRUSTED:
        return Answer(True)
    wanted, goal = _request(inputs, event)
    if not wanted:
        return Answer(False, "Nobody asked for a run: the comment or label is another.")
    login, kind = event.sender
    if kind != "User" or login.endswith("[bot]"):
        return Answer(False, f"{login or 'Somebody'} is a program, and programs start no run.")
    if not github.may_write(login):
        return Answer(False, f"{login} may not write to this repository, so nothing is done.")
    return Answer(True, goal=goal)


def _request(inputs: Inputs, event: Event) -> tuple[bool, str]:
    if event.asked is not None:
        first, _, rest = event.asked.strip().partition("\n")
        word, _, same_line = first.partition(" ")
        return word.strip() == inputs.phrase, one_line(f"{same_line} {rest}")[:_LONGEST_GOAL] or one_line(event.title)
    if event.label is not None:
        return bool(inputs.label) and event.label == inputs.label, one_line(event.title)
    return False, ""


def _no(why: str) -> Ended:
    return Ended(status="skipped", outputs={"allowed": "false"}, notes=(Note(level="notice", text=why),))
