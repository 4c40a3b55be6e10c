"""A few lines of the first, the last and one other step, so that a reader sees for himself what a run is like."""

import random
from collections.abc import Iterator
from itertools import dropwhile, islice
from pathlib import Path

import msgspec

from agent.journal import Journal
from agent.landed import Landed, landed
from applier.errors import ApplyError
from applier.review import diff_text

LINES = 10  # of a difference


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """An excerpt of one step's difference."""

    step: str
    why: str  # "first", "last", "random"
    path: str
    lines: tuple[str, ...]
    command: str  # shows the whole


def samples(root: Path, journal: Journal) -> tuple[Sample, ...]:
    """Of the steps that landed and were not taken back; always the same random one of a run."""
    steps = [step for step in landed(journal) if not step.undone]
    chosen = [("first", steps[0])] if steps else []
    if len(steps) > 2:
        chosen.append(("random", random.Random(journal.job.run).choice(steps[1:-1])))
    if len(steps) > 1:
        chosen.append(("last", steps[-1]))
    found = (_sample(root, journal.job.run, why, step) for why, step in chosen)
    return tuple(sample for sample in found if sample is not None)


def _sample(root: Path, run: str, why: str, step: Landed) -> Sample | None:
    try:
        diff = diff_text(root, f"{step.commit}^", step.commit)
    except ApplyError:
        return None  # its commit is gone, with the branch
    lines = diff.split("\n")
    path = next((line.removeprefix("+++ b/") for line in lines if line.startswith("+++ b/")), step.module)
    command = f"overhaul review {run} --module {step.step}"
    return Sample(step=step.step, why=why, path=path, lines=tuple(islice(_excerpt(lines), LINES)), command=command)


def _excerpt(lines: list[str]) -> Iterator[str]:
    """The first place that changed, from a line before it on."""
    hunk = list(dropwhile(lambda line: not line.startswith("@@"), lines))[1:]
    start = next((number for number, line in enumerate(hunk) if line[:1] in "+-" and line), 0)
    for line in hunk[max(0, start - 1) :]:
        if line.startswith(("@@", "diff ")):
            return
        if line:
            yield line
