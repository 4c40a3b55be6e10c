"""What of a run is to be looked at first."""

from collections.abc import Iterator, Sequence

import msgspec

from agent.journal import Journal, Settled
from agent.landed import UNDONE, decisions
from agent.outcome import Committed, Refused

MOST = 5  # steps
TRIES = 2  # objections from which on a step is worth a look
LINES = 200  # of a difference, likewise


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """One step, and why it is worth a look before the others."""

    step: str
    why: str
    command: str


def look_first(journal: Journal) -> tuple[Look, ...]:
    """The steps with the most urgent reasons, at most five: refused ones, then those that landed with doubts.

    Where there is no doubt, the step with the largest difference.
    """
    decided, found = decisions(journal), list[tuple[int, str, str]]()
    standing = [record for record in journal.all(Settled) if decided.get(record.outcome.step) not in UNDONE]
    tested = any(isinstance(one.outcome, Committed) and one.outcome.verified for one in standing)
    for record in standing:
        reasons = sorted(_reasons(record, tested))
        if reasons:
            found.append((reasons[0][0], record.outcome.step, "; ".join(words for _, words in reasons)))
    found = found or _largest(standing)
    command = f"overhaul review {journal.job.run} --module"
    ordered = sorted(found, key=lambda one: one[0])[:MOST]
    ends = journal.outcomes
    return tuple(
        Look(
            step=step,
            why=why,
            command=f"{command} {step}" if isinstance(ends[step], Committed) else f"overhaul review {journal.job.run}",
        )
        for _, step, why in ordered
    )


def _largest(records: Sequence[Settled]) -> list[tuple[int, str, str]]:
    landed = [record for record in records if isinstance(record.outcome, Committed) and record.course]
    largest = max(landed, key=lambda one: one.course.changed_lines if one.course else 0, default=None)
    return [(0, largest.outcome.step, "its difference is the largest")] if largest else []


def _reasons(record: Settled, tested: bool) -> Iterator[tuple[int, str]]:
    """Why a step is worth a look, the most urgent has the lowest number."""
    outcome, course = record.outcome, record.course
    if isinstance(outcome, Refused):
        yield 0, "it was refused"
    if not isinstance(outcome, Committed):
        return
    if declared := sum(entry.type in ("removed", "changed") for entry in record.log):
        yield 1, f"it declares {declared} removed or changed"
    if tested and not outcome.verified:  # where tests count for no step, the report says so once
        yield 5, "no tests that count ran on it"
    if course is None:
        return
    if course.standing:
        yield 2, f"it landed with a question of a gate unanswered ({', '.join(sorted(set(course.standing)))})"
    if len(course.objections) >= TRIES:
        yield 3, f"it took {len(course.objections) + 1} tries"
    if record.false_sources:
        yield 3, f"its log named {record.false_sources} that is not there"
    if course.changed_lines > LINES:
        yield 4, f"its difference has {course.changed_lines:,} lines"
