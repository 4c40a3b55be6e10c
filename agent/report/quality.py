"""How good the steps of a run are, and whether they get worse over its length."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from agent.course import Course, Side
from agent.journal import Journal, Planned, Settled
from agent.outcome import Committed
from agent.worklog import count

ENOUGH = 6  # steps, below which nothing is told of their order
REPAIRS = 0.5  # tries a step: that many more are clearly worse
KEPT = 0.8  # of comments, docstrings or lines, beside the first third
GROWN = 1.3  # likewise of lines


class Quality(msgspec.Struct, frozen=True, kw_only=True):
    """One step that a model wrote."""

    step: str
    first_try: bool  # landed as first written
    tries: int
    lines: float | None = None  # after / before, blank ones left out; None: there was nothing before
    losses: int = 0  # objections of the loss gate
    commented: tuple[float, float] = (0.0, 0.0)  # lines of comment for each line, before and after
    described: tuple[float, float] = (0.0, 0.0)  # the share of definitions with a docstring, before and after


def qualities(journal: Journal) -> dict[str, Quality]:
    """By step, in the order in which they were tried; operations, which are exact, are left out."""
    return {record.outcome.step: _quality(record, course) for record, course in _written(journal)}


def _written(journal: Journal) -> Iterator[tuple[Settled, Course]]:
    steps = {step.id: step for record in journal.all(Planned) for step in record.plan.steps}
    for record in journal.all(Settled):
        step = steps.get(record.outcome.step)
        if record.course and step and step.kind == "rewrite":
            yield record, record.course


def _quality(record: Settled, course: Course) -> Quality:
    landed, before, after = isinstance(record.outcome, Committed), course.before, course.after
    return Quality(
        step=record.outcome.step,
        first_try=landed and not course.objections,
        tries=len(course.objections) + landed,
        lines=round(after.lines / before.lines, 3) if before.lines else None,
        losses=course.problems_of("loss"),
        commented=(round(before.commented, 3), round(after.commented, 3)),
        described=(round(before.described, 3), round(after.described, 3)),
    )


def summary(journal: Journal) -> tuple[str, ...]:
    """The whole run in a line, and a sentence for each way in which its last third is clearly worse than its first."""
    found = list(_written(journal))
    if not found:
        return ()
    courses = [course for _, course in found]
    at_once = sum(isinstance(record.outcome, Committed) and not course.objections for record, course in found)
    before, after = _sum(course.before for course in courses), _sum(course.after for course in courses)
    losses = sum(course.problems_of("loss") for course in courses)
    whole = (
        f"{at_once} of {count(len(found), 'step')} passed at the first try; lines {before.lines:,} → {after.lines:,}, "
        f"comments {before.commented:.1%} → {after.commented:.1%}, docstrings {before.described:.0%} → "
        f"{after.described:.0%}; {count(losses, 'objection')} to losses on the way"
    )
    return (whole, *decay(courses))


def decay(courses: Sequence[Course]) -> tuple[str, ...]:
    """What is clearly worse in the last third of some steps than in the first."""
    if len(courses) < ENOUGH:
        return ()
    third = len(courses) // 3
    first, last = courses[:third], courses[-third:]
    return tuple(filter(None, (_repairs(first, last), *(_kept(name, of, first, last) for name, of in _SHARES))))


_SHARES: tuple[tuple[str, Callable[[Side], float]], ...] = (
    ("lines", lambda side: float(side.lines)),
    ("comments", lambda side: side.commented),
    ("docstrings", lambda side: side.described),
)


def _repairs(first: Sequence[Course], last: Sequence[Course]) -> str:
    was, now = (sum(len(course.objections) for course in part) / len(part) for part in (first, last))
    if now - was < REPAIRS:
        return ""
    return f"the last steps needed more repairs than the first: {now:.1f} a step instead of {was:.1f}"


def _kept(name: str, of: Callable[[Side], float], first: Sequence[Course], last: Sequence[Course]) -> str:
    """How much of something steps keep; where there was none before, nothing can be told.

    More comments or docstrings than there were count as all of them: how many were lacking differs from file to file.
    """
    was, now = (_ratio(of, part) for part in (first, last))
    if was is None or now is None or not was:
        return ""
    if name != "lines":
        was, now = min(1.0, was), min(1.0, now)
    if now < KEPT * was:
        return f"the last steps keep less of the {name} than the first: {now:.0%} instead of {was:.0%}"
    if name == "lines" and now > GROWN * was:
        return f"the last steps make more of the {name} than the first: {now:.0%} instead of {was:.0%}"
    return ""


def _ratio(of: Callable[[Side], float], part: Sequence[Course]) -> float | None:
    before, after = (of(_sum(side)) for side in ((c.before for c in part), (c.after for c in part)))
    return after / before if before else None


def _sum(sides: Iterator[Side]) -> Side:
    listed = list(sides)
    return Side(
        lines=sum(side.lines for side in listed),
        comments=sum(side.comments for side in listed),
        definitions=sum(side.definitions for side in listed),
        documented=sum(side.documented for side in listed),
    )
