"""Cuts a run into pieces that each make a pull request, and leaves out what a token may not push."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.dependence import Dependence
from agent.errors import NothingLanded, PublishFailed
from agent.journal import Journal, Moved, Settled
from agent.landed import Landed, landed
from agent.outcome import Committed
from agent.publish.splits import Split
from applier.errors import ReplayConflict
from applier.history import branch_head, carry, commit_date, resolve_commit
from applier.identity import Identity


@dataclass(frozen=True, slots=True)
class Part:
    """What goes into one pull request."""

    head: str  # commit
    steps: tuple[str, ...]
    suffix: str = ""  # of the branch: "-part-2"
    stacked: bool = False  # on the part before it, so that it is to be merged after it
    title: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """All parts, and a sentence on what is in none."""

    parts: tuple[Part, ...]
    note: str = ""


def cut(root: Path, journal: Journal, how: Split, levels: dict[str, int]) -> Cut:
    """The parts of a run. Raises NothingLanded, PublishFailed."""
    job, head = journal.job, branch_head(root, journal.job.branch)
    standing = [step for step in landed(journal) if not step.undone]
    if not standing:
        raise NothingLanded(f"The run {job.run} made no commit that stands, so there is nothing to publish.")
    dependence = Dependence(root, standing, head)  # which looks at nothing until it is asked
    barred = _barred(standing, dependence)
    steps = [step for step in standing if step.step not in barred]
    note = _note(standing, barred)
    if not steps:
        raise NothingLanded(f"{note} So nothing is left to publish.")
    if how is Split.run and not barred:
        return Cut((Part(head, tuple(step.step for step in steps)),))
    groups = {
        Split.run: lambda: [steps],
        Split.level: lambda: _by_level(steps, levels),
        Split.module: lambda: _components(steps, dependence),
    }[how]()
    made = _built(root, journal, groups, commit_date(root, head), stacked=how is Split.level)
    return Cut(tuple(made), note)


def _barred(steps: Sequence[Landed], dependence: Dependence) -> frozenset[str]:
    """Steps that touch workflow files, which most tokens may not push, and those that build on them."""
    touching = {s.step for s in steps if any(path.startswith(".github/workflows/") for path in s.files)}
    return frozenset(touching) | (dependence.all_users(frozenset(touching)) if touching else frozenset())


def _note(steps: Sequence[Landed], barred: frozenset[str]) -> str:
    left = ", ".join(str(step) for step in steps if step.step in barred)
    return f"Left out, since it changes workflow files or builds on what does: {left}." if barred else ""


def _by_level(steps: Sequence[Landed], levels: dict[str, int]) -> list[list[Landed]]:
    numbers = sorted({levels.get(step.step, 0) for step in steps})
    return [[step for step in steps if levels.get(step.step, 0) == number] for number in numbers]


def _components(steps: Sequence[Landed], dependence: Dependence) -> list[list[Landed]]:
    """Steps that have to do with each other, by their files or by names that one brought and another uses."""
    group = {step.step: step.step for step in steps}
    for number, step in enumerate(steps):
        users = dependence.users(step.step)
        for later in steps[number + 1 :]:
            if later.step in users or not set(step.files).isdisjoint(later.files):
                old, new = group[later.step], group[step.step]
                group = {name: new if its == old else its for name, its in group.items()}
    return [[step for step in steps if group[step.step] == name] for name in dict.fromkeys(group.values())]


def _built(
    root: Path, journal: Journal, groups: Sequence[Sequence[Landed]], date: str, *, stacked: bool
) -> Iterator[Part]:
    onto = base = journal.job.base
    for number, group in enumerate(groups, start=1):
        head = _on(root, journal.job.run, onto if stacked else base, group, date)
        several = len(groups) > 1
        yield Part(
            head,
            tuple(step.step for step in group),
            suffix=f"-part-{number}" if several else "",
            stacked=stacked and number > 1,
            title=f" (part {number} of {len(groups)})" if several else "",
        )
        onto = head


def _on(root: Path, run: str, onto: str, steps: Sequence[Landed], date: str) -> str:
    """The tip of some commits of a run on top of another commit: themselves where they stand there already.

    Copies get the same ids each time, since their dates are given.
    """
    commits = [step.commit for step in steps]
    if _parents(root, commits) == [onto, *commits[:-1]]:
        return commits[-1]
    try:
        made = carry(root, commits, run, onto, Identity("Overhaul", "overhaul@localhost", date))
    except ReplayConflict as error:
        raise PublishFailed(
            f"The run cannot be cut so, since its commits build on each other's lines in {', '.join(error.paths)}.",
            "Use --split level, or publish it whole.",
        ) from error
    return made[-1] if made else onto


def _parents(root: Path, commits: Iterable[str]) -> list[str]:
    return [resolve_commit(root, f"{commit}^") for commit in commits]


def own_commits(journal: Journal) -> frozenset[str]:
    """Every commit that the run ever made of its steps, also those that stand no longer."""
    settled = (record.outcome for record in journal.all(Settled))
    moved = (commit for record in journal.all(Moved) for commit in (record.tip, *record.commits.values()))
    return frozenset([*(outcome.commit for outcome in settled if isinstance(outcome, Committed)), *moved])
