"""Commits of ours, told by their trailers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from applier.repository import Repository

_RUN = re.compile(r"^Overhaul-Run:[ \t]*(\S.*?)[ \t]*$", re.MULTILINE)
_STEP = re.compile(r"^Overhaul-Step:[ \t]*(\S.*?)[ \t]*$", re.MULTILINE)
_REVERTS = re.compile(r"^This reverts commit ([0-9a-f]{40,64})\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class StepCommit:
    """One commit of ours, told by its trailers."""

    sha: str
    run: str
    step: str
    subject: str


def read_steps(repository: Repository, base: str, head: str, run: str | None = None) -> tuple[StepCommit, ...]:
    """Commits of ours between `base` and `head`, oldest first."""
    found = (_as_step(sha, message) for sha, message in _messages(repository, base, head))
    return tuple(step for step in found if step and run in (None, step.run))


def standing_steps(repository: Repository, base: str, head: str, run: str) -> tuple[StepCommit, ...]:
    """Those of a run that no later commit has reverted, oldest first."""
    reverts: dict[str, str] = {}  # a revert → what it reverted
    undone: set[str] = set()
    for sha, message in _messages(repository, base, head):
        if found := _REVERTS.search(message):
            target = reverts[sha] = found[1]
            if target in reverts:  # reverting a revert brings the step back
                undone.discard(reverts[target])
            else:
                undone.add(target)
    return tuple(step for step in read_steps(repository, base, head, run) if step.sha not in undone)


def foreign_commits(repository: Repository, base: str, head: str, run: str, *but_not: str) -> tuple[str, ...]:
    """Ids of the commits between `base` and `head` that are not of the run; `but_not` are more words after `--not`."""
    found = _messages(repository, base, head, *but_not)
    return tuple(sha for sha, message in found if not (step := _as_step(sha, message)) or step.run != run)


def _messages(repository: Repository, base: str, head: str, *but_not: str) -> Iterator[tuple[str, str]]:
    """Commit ids and messages between two commits, oldest first."""
    words = ("log", "-z", "--topo-order", "--reverse", "--no-color", "--no-decorate", "--format=%H%n%B")
    for entry in repository.git.read(*words, head, "--not", base, *but_not, "--").split(b"\0"):
        sha, _, message = entry.decode("utf-8", "replace").partition("\n")
        if sha:
            yield sha, message


def _as_step(sha: str, message: str) -> StepCommit | None:
    # Anywhere in the message, since a commit-msg hook may have put a paragraph after the trailers.
    run, step = _RUN.search(message), _STEP.search(message)
    if not run or not step:
        return None
    return StepCommit(sha, run[1], step[1], message.partition("\n")[0])
