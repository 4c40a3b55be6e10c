"""Where the loop meets the pilot: which steps are due, and what is written down when they are done."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from agent.diagnosis import Diagnosis
from agent.figures import Figures, total
from agent.forecast import Foreseen
from agent.ground import Ground
from agent.journal import Answered, Diagnosed, Ended, Journal, Measured, Piloted, Planned, Scored, Settled
from agent.landed import UNDONE, decisions
from agent.ledger import by_scope, used
from agent.outcome import Committed, Refused, Unchanged
from agent.pilot.card import NOTHING, Constraints, Evidence, Gates, Scorecard, Size
from agent.pilot.choose import choose
from agent.pilot.correct import corrected
from agent.pilot.verdict import Case, judged
from agent.plan import Plan, Step
from agent.worklog import count

Foresee = Callable[[Sequence[Step]], Foreseen]
Say = Callable[[str], None]


def due(
    journal: Journal, plan: Plan, ground: Ground, diagnosis: Diagnosis, foresee: Foresee, say: Say
) -> tuple[Step, ...]:
    """The steps that this process is to do: the pilot's until it has its scorecard, then all."""
    wanted = journal.job.pilot
    if wanted is None or not plan.steps:
        return plan.steps
    if (scored := journal.last(Scored)) and is_done(journal):
        for line in _going_on(journal, scored.card):
            say(line)
        return plan.steps
    if journal.last(Piloted) is None:
        _choose(journal, plan, ground, diagnosis, foresee, say, wanted)
    return pilot_steps(journal)


def _choose(
    journal: Journal,
    plan: Plan,
    ground: Ground,
    diagnosis: Diagnosis,
    foresee: Foresee,
    say: Say,
    wanted: Sequence[str],
) -> None:
    choice = choose(plan, ground.scan, diagnosis, wanted)
    if choice is None:
        say(f"no step of the plan is about {', '.join(wanted)}, so the pilot is another module")
        choice = choose(plan, ground.scan, diagnosis)
    assert choice  # the plan has steps, and each is about something
    ids = tuple(step.id for step in choice.steps)
    own, rest = foresee(choice.steps), foresee([step for step in plan.steps if step.id not in ids])
    journal.append(
        Piloted(
            module=choice.module,
            files=tuple(sorted(choice.files)),
            steps=ids,
            reasons=choice.reasons,
            forecast=own.likely,
            forecast_worst=own.worst,
            rest=rest.likely,
            rest_worst=rest.worst,
        )
    )
    why = f", since {'; '.join(choice.reasons)}" if choice.reasons else ""
    say(f"pilot: {choice.module} ({', '.join(ids)}){why}")


def pilot_steps(journal: Journal) -> tuple[Step, ...]:
    """The pilot's steps, in the newest plan; those that were planned anew for its files, too."""
    piloted, planned = journal.last(Piloted), journal.last(Planned)
    if piloted is None or planned is None:
        return ()
    earlier = journal.records[: journal.records.index(piloted)]
    known = {step.id for record in earlier if isinstance(record, Planned) for step in record.plan.steps}
    files = set(piloted.files)
    return tuple(
        step
        for step in planned.plan.steps
        if step.id in piloted.steps or (step.id not in known and not files.isdisjoint(step.paths))
    )


def is_done(journal: Journal) -> bool:
    """Whether a pilot came to its end, so that what is done from now on is the rest."""
    scored = journal.last(Scored)
    return scored is not None and any(isinstance(r, Ended) for r in journal.records[journal.records.index(scored) :])


def is_alone(journal: Journal) -> bool:
    """Whether nothing but a pilot was tried."""
    return journal.last(Piloted) is not None and {*journal.outcomes} <= {step.id for step in pilot_steps(journal)}


def waiting(journal: Journal) -> tuple[Step, ...]:
    """Steps of the newest plan that were not tried yet."""
    planned, outcomes = journal.last(Planned), journal.outcomes
    return tuple(step for step in (planned.plan.steps if planned else ()) if step.id not in outcomes)


def score(journal: Journal) -> Scorecard | None:
    """What the pilot came to, written down, if this is its end; None where there is none, or it was over before."""
    piloted, scored = journal.last(Piloted), journal.last(Scored)
    if piloted is None or is_done(journal):
        return None
    if scored:
        return scored.card
    steps = pilot_steps(journal)
    settled = {record.outcome.step: record for record in journal.all(Settled)}
    records = [settled[step.id] for step in steps if step.id in settled]
    answered = [record for record in journal.all(Answered) if record.model != "builtin"]
    scopes = by_scope(answered)
    taken = total((NOTHING, *(scopes[step.id] for step in steps if step.id in scopes)))
    spent, rest = used(answered), len(waiting(journal))
    card = _card(journal, piloted, steps, records, taken, rest)
    card = judged(Case(card, journal.job.settings, spent))
    journal.append(Scored(card=card))
    return card


def _card(
    journal: Journal, piloted: Piloted, steps: Sequence[Step], records: Sequence[Settled], taken: Figures, rest: int
) -> Scorecard:
    measured, diagnosed = journal.last(Measured), journal.last(Diagnosed)
    landed = [record for record in records if isinstance(record.outcome, Committed)]
    sources = Evidence(
        claims=sum(record.sources for record in records), false=sum(record.false_sources for record in records)
    )
    return Scorecard(
        module=piloted.module,
        steps=tuple(step.id for step in steps),
        chosen=piloted.reasons,
        gates=_gates(records),
        constraints=_constraints(journal, records),
        findings=_findings(diagnosed.diagnosis if diagnosed else Diagnosis()),
        sources=sources,
        verified=sum(isinstance(one.outcome, Committed) and one.outcome.verified for one in landed),
        tests=measured.baseline.note if measured else "",
        size=_size(landed),
        used=taken,
        forecast=piloted.forecast,
        forecast_worst=piloted.forecast_worst,
        rest=corrected(taken, piloted.forecast, piloted.rest, piloted.rest_worst, rest),
    )


def _gates(records: Sequence[Settled]) -> Gates:
    landed = [record for record in records if isinstance(record.outcome, Committed)]
    at_once = sum(not (record.course and record.course.objections) for record in landed)
    objections = Counter(
        gate for record in records if record.course for gates in record.course.objections for gate in gates
    )
    return Gates(
        first_try=at_once,
        after_repair=len(landed) - at_once,
        refused=sum(isinstance(record.outcome, Refused) for record in records),
        unchanged=sum(isinstance(record.outcome, Unchanged) for record in records),
        objections=dict(sorted(objections.items())),
    )


def _constraints(journal: Journal, records: Sequence[Settled]) -> Constraints:
    return Constraints(
        asked=sum(record.asked for record in records),
        restated=sum(record.restated for record in records),
        checked=sum(anchor.is_checked for anchor in journal.job.settings.anchors),
        objections=sum(record.course.problems_of("anchors") for record in records if record.course),
    )


def _findings(diagnosis: Diagnosis) -> Evidence:
    held = sum(finding.by == "model" for finding in diagnosis.findings)
    return Evidence(claims=held + len(diagnosis.dropped), false=len(diagnosis.dropped))


def _size(landed: Sequence[Settled]) -> Size:
    courses = [record.course for record in landed if record.course]
    files = {path for one in landed if isinstance(one.outcome, Committed) for path in one.outcome.files}
    return Size(files=len(files), added=sum(one.added for one in courses), removed=sum(one.removed for one in courses))


def _going_on(journal: Journal, card: Scorecard) -> Iterator[str]:
    """What is said when the rest of a run is taken up."""
    left = len(waiting(journal))
    if left:
        yield f"the pilot is done, verdict {card.verdict}; {count(left, 'step')} {'waits' if left == 1 else 'wait'}"
    decided = decisions(journal)
    if gone := [step for step in card.steps if decided.get(step) in UNDONE]:
        yield f"taken back of the pilot: {', '.join(gone)}; the rest goes on without"
