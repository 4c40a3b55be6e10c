"""The last stage of a step: the commit, journalled before it is made, with the user's own hooks."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from agent.desk import Desk
from agent.draft import Draft
from agent.job import sign_now
from agent.journal import Intended, Settled
from agent.outcome import Outcome, Refused
from agent.plan import Step
from agent.publish.escape import neutral
from agent.roles import writer_of
from applier.errors import GitFailed
from applier.history import step_commits
from applier.review import changes
from applier.scope import Problem
from applier.terminal import printable

Texts = Mapping[str, str]
REFUSED = "git would not commit: "
_NUMBERS = re.compile(r"\d+")
_HOOK_LINES = 20  # of what the hooks of one commit say


def land(
    intent: Settled,
    message: str,
    paths: Sequence[str],
    desk: Desk,
    read: Callable[[], Texts],
    accept: Callable[[Texts], tuple[Problem, ...]],
) -> Settled | tuple[Problem, ...]:
    """Commit exactly `paths`. What hooks rewrote must be accepted again; what they refuse comes in their own words.

    A hook that puts files right and then refuses wants to be run once more, as a person would.
    """
    workspace, parent, who = desk.workspace, desk.workspace.head, sign_now()
    desk.journal.append(Intended(settled=intent, date=who.date, parent=parent))
    for last in (False, True):
        refusal = ""
        try:
            workspace.commit(message, paths, who)
        except GitFailed as error:
            refusal = f"{REFUSED}{error.whole}"
        _tell_hooks(desk)
        if refusal and (last or not workspace.rewritten_by_hooks):
            return (Problem("commit", "refuse", None, 0, refusal),)
        problems = _strangers(desk.workspace.root, parent, workspace.head, paths)
        if workspace.rewritten_by_hooks and not problems:
            problems = _after_hooks(accept(read()), workspace.rewritten_by_hooks)
        if problems:
            workspace.reset(parent)
            return problems
        if not refusal:
            break
    return _known_by_its_id(fulfilled(intent, workspace.head), parent, desk)


def _known_by_its_id(settled: Settled, parent: str, desk: Desk) -> Settled:
    """With a note where a hook took out of the message what tells that the commit is ours."""
    run, head = desk.job.run, desk.workspace.head
    if head == parent or step_commits(desk.workspace.checkout, parent, head, run):
        return settled
    note = (
        "a hook took the trailers Overhaul-Run and Overhaul-Step out of the commit message, so only the record of the "
        "run, on this machine, knows the commit as its own; let the hook keep them"
    )
    desk.say(f"  {note}")
    outcome = settled.outcome
    return msgspec.structs.replace(settled, outcome=msgspec.structs.replace(outcome, notes=(*outcome.notes, note)))  # type: ignore[union-attr]


def _after_hooks(problems: Sequence[Problem], rewritten: Sequence[str]) -> tuple[Problem, ...]:
    """What is wrong with files as hooks left them; else it would look as if the step had written them so."""
    words = f"after a hook of yours rewrote {', '.join(rewritten)}: "
    return tuple(replace(problem, message=words + problem.message) for problem in problems)


def _tell_hooks(desk: Desk) -> None:
    """The words of the hooks that let a commit pass, as a person who commits sees them."""
    for line in desk.workspace.said_by_hooks.split("\n")[:_HOOK_LINES]:
        if line.strip():
            desk.say(f"  a hook says: {line}")


def _strangers(root: Path, parent: str, head: str, paths: Sequence[str]) -> tuple[Problem, ...]:
    """Files that a hook put into the commit beside the step's: what was committed must be what was checked."""
    extra = [change.path for change in changes(root, parent, head) if change.path not in paths]
    words = "a hook put this file into the commit, which the step is not about; the step was undone"
    return tuple(Problem("commit", "refuse", path, 0, words) for path in extra)


def refusal_of(outcome: Outcome) -> str:
    """Why git or a hook made no commit, equal for the same words about another step; "" where they did not refuse."""
    words = outcome.problems[0] if isinstance(outcome, Refused) and outcome.problems else ""
    return _NUMBERS.sub("0", words) if words.startswith(REFUSED) else ""


def fulfilled(intent: Settled, commit: str) -> Settled:
    """An intent to commit, with the commit that came of it."""
    return msgspec.structs.replace(intent, outcome=msgspec.structs.replace(intent.outcome, commit=commit))


def message(step: Step, draft: Draft, desk: Desk) -> str:
    """The commit message: what the step is, what its log says was done, and the trailers that tell it is ours."""
    done = [entry.text for entry in draft.log if entry.type == "done"]
    done += draft.declared_words
    body = "\n".join(f"- {sentence}" for sentence in done)
    model = writer_of(step, desk.scan, desk.job.settings, desk.asker.model)
    trailers = f"Overhaul-Run: {desk.job.run}\nOverhaul-Step: {step.id}\nOverhaul-Model: {model}"
    words = (
        neutral(part) for part in (step.title, body) if part
    )  # on a forge a commit can call people and close issues
    return printable("\n\n".join((*words, trailers)) + "\n")
