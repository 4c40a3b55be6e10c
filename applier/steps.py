"""Commits of ours, told by their trailers, or by their ids where a hook wrote the message anew."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from applier.repository import Repository

_TRAILER = re.compile(r"([A-Za-z0-9-]+)[ \t]*:(.*)")
_KINDS = frozenset({"overhaul-step", "overhaul-reverts"})
_REVERTS = re.compile(r"^This reverts commit ([0-9a-f]{40,64})\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class StepCommit:
    """One commit of ours."""

    sha: str
    run: str
    step: str  # "" where only its id tells that it is ours
    subject: str


def read_steps(
    repository: Repository, base: str | None, head: str, run: str | None = None, known: Collection[str] = ()
) -> tuple[StepCommit, ...]:
    """Commits of ours between `base` (None: the beginning) and `head`, oldest first.

    Those whose ids are `known` are the run's, whatever their messages say.
    """
    found = (_as_step(sha, message, run, known) for sha, message in _messages(repository, base, head))
    return tuple(step for step in found if step and run in (None, step.run))


def standing_steps(
    repository: Repository, base: str, head: str, run: str, known: Collection[str] = ()
) -> tuple[StepCommit, ...]:
    """Those of a run that no later commit has reverted, oldest first."""
    reverts: dict[str, str] = {}  # a revert → what it reverted
    undone: set[str] = set()
    for sha, message in _messages(repository, base, head):
        # The words of a step are a model's own, which reverts nothing by saying so.
        if not _as_step(sha, message, run, known) and (found := _REVERTS.search(message)):
            target = reverts[sha] = found[1]
            if target in reverts:  # reverting a revert brings the step back
                undone.discard(reverts[target])
            else:
                undone.add(target)
    return tuple(step for step in read_steps(repository, base, head, run, known) if step.sha not in undone)


def foreign_commits(
    repository: Repository, base: str | None, head: str, run: str, *but_not: str, known: Collection[str] = ()
) -> tuple[str, ...]:
    """Ids of the commits between `base` and `head` that are not of the run; `but_not` are more words after `--not`."""
    found = _messages(repository, base, head, *but_not)
    return tuple(sha for sha, message in found if sha not in known and not _is_of(run, read_trailers(message)))


def steps_among(repository: Repository, run: str, *revisions: str) -> frozenset[str]:
    """Names of the steps of a run of which `revisions`, as git has them, hold a commit or a copy of it."""
    found = (_as_step(sha, message, None, ()) for sha, message in _log(repository, *revisions))
    return frozenset(step.step for step in found if step and step.run == run)


def revert_message(repository: Repository, commit: str, run: str) -> str:
    """What a revert of ours says: what git would say, and whose it is."""
    message = repository.git.read("log", "-1", "--no-color", "--format=%B", commit).decode("utf-8", "replace")
    step = read_trailers(message).get("overhaul-step", commit[:10])
    title = f'Revert "{message.partition(chr(10))[0]}"'
    return f"{title}\n\nThis reverts commit {commit}.\n\nOverhaul-Run: {run}\nOverhaul-Reverts: {step}\n"


def read_trailers(message: str) -> dict[str, str]:
    """Name → value of the trailers at the end of a message; the last of a name counts, as ours come last.

    As git has it, they are the last paragraph, and the first one, the subject, never holds any.
    """
    *body, last = re.split(r"\n(?:[^\S\n]*\n)+", message.strip())
    found = (_TRAILER.fullmatch(line) for line in last.split("\n")) if body else ()
    return {match[1].lower(): match[2].strip() for match in found if match}


def _messages(repository: Repository, base: str | None, head: str, *but_not: str) -> Iterator[tuple[str, str]]:
    """Commit ids and messages between two commits, oldest first."""
    return _log(repository, head, "--not", *([base] if base else []), *but_not)


def _log(repository: Repository, *revisions: str) -> Iterator[tuple[str, str]]:
    words = ("log", "-z", "--topo-order", "--reverse", "--no-color", "--no-decorate", "--format=%H%n%B")
    for entry in repository.git.read(*words, *revisions, "--").split(b"\0"):
        sha, _, message = entry.decode("utf-8", "replace").partition("\n")
        if sha:
            yield sha, message


def _is_of(run: str, trailers: dict[str, str]) -> bool:
    """Whether these are the trailers of a step of the run, or of what took one back."""
    return trailers.get("overhaul-run") == run and not trailers.keys().isdisjoint(_KINDS)


def _as_step(sha: str, message: str, run: str | None, known: Collection[str]) -> StepCommit | None:
    subject, trailers = message.partition("\n")[0], read_trailers(message)
    if run is not None and sha in known:
        return StepCommit(sha, run, trailers.get("overhaul-step", ""), subject)
    named, step = trailers.get("overhaul-run"), trailers.get("overhaul-step")
    return StepCommit(sha, named, step, subject) if named and step else None
