"""Where the loop meets the pilot: what is due, what is scored, and when a pilot is over."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.course import Course
from agent.figures import Figures
from agent.job import Job
from agent.journal import Ended, Journal, Piloted, Planned, Scored, Settled, Started
from agent.outcome import Committed, Outcome, Refused
from agent.pilot.stage import is_alone, is_done, pilot_steps, score, waiting
from agent.plan import Level, Plan, Step
from agent.settings import Settings


def plan_of(**steps: str) -> Plan:
    return Plan(levels=tuple(Level((Step(id=name, title="Tidy", files=(path,)),)) for name, path in steps.items()))


def settle(journal: Journal, outcome: Outcome, course: Course | None = None) -> None:
    journal.append(Settled(outcome=outcome, course=course, asked=2, restated=2, sources=4, false_sources=1))


def landed(step: str) -> Committed:
    return Committed(step=step, commit="c0ffee", files=("a.py",), verified=True)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A run whose pilot, S01 and S03, is about a.py."""
    job = Job(run="r1", branch="overhaul/r1", base="base", settings=Settings(), pilot=())
    figures = Figures(requests=2, output_tokens=100)
    with Journal(tmp_path / "r1") as opened:
        opened.append(Started(job=job, key="k7f3q9zz"))
        opened.append(Planned(plan=plan_of(S01="a.py", S02="b.py", S03="a.py")))
        opened.append(
            Piloted(
                module="a.py",
                files=("a.py",),
                steps=("S01", "S03"),
                reasons=(),
                forecast=figures,
                forecast_worst=figures,
                rest=figures,
                rest_worst=figures,
            )
        )
        yield opened


def test_a_scorecard_counts_what_the_pilots_steps_came_to(journal: Journal) -> None:
    settle(journal, landed("S01"), Course(added=3, removed=1))
    settle(journal, landed("S03"), Course(objections=(("loss", "loss"), ("anchors",)), added=1))
    card = score(journal)
    assert card
    assert (card.gates.first_try, card.gates.after_repair, card.gates.refused) == (1, 1, 0)
    assert card.gates.objections == {"anchors": 1, "loss": 2}
    assert (card.constraints.asked, card.constraints.restated, card.constraints.objections) == (4, 4, 1)
    assert (card.size.files, card.size.added, card.size.removed) == (1, 4, 1)
    assert (card.sources.claims, card.sources.false) == (8, 2)
    assert (card.verified, card.rest.steps, card.verdict) == (2, 1, "go")


def test_a_pilot_is_over_with_its_end_not_with_its_scorecard(journal: Journal) -> None:
    settle(journal, landed("S01"))
    settle(journal, Refused(step="S03", problems=("lost",)))
    card = score(journal)
    assert card
    assert card.verdict == "no-go"
    assert not is_done(journal)
    assert score(journal) == card  # the process was killed in between
    assert len(journal.all(Scored)) == 1
    journal.append(Ended(exit=1))
    assert is_done(journal)
    assert score(journal) is None


def test_what_was_planned_anew_for_its_files_belongs_to_it_and_nothing_else(journal: Journal) -> None:
    settle(journal, landed("S01"))
    journal.append(Planned(plan=plan_of(S01="a.py", S02="b.py", S04="a.py", S05="c.py")))
    assert [step.id for step in pilot_steps(journal)] == ["S01", "S04"]
    assert [step.id for step in waiting(journal)] == ["S02", "S04", "S05"]


@pytest.mark.parametrize(("steps", "alone"), [((), True), (("S01",), True), (("S01", "S03"), True), (("S02",), False)])
def test_a_run_is_a_pilot_as_long_as_nothing_else_was_tried(
    journal: Journal, steps: tuple[str, ...], alone: bool
) -> None:
    for step in steps:
        settle(journal, landed(step))
    assert is_alone(journal) == alone


def test_a_run_without_a_pilot_has_no_scorecard(tmp_path: Path) -> None:
    job = Job(run="r2", branch="overhaul/r2", base="base", settings=Settings())
    with Journal(tmp_path / "r2") as plain:
        plain.append(Started(job=job, key="k7f3q9zz"))
        plain.append(Planned(plan=plan_of(S01="a.py")))
        settle(plain, landed("S01"))
        assert (score(plain), is_alone(plain), pilot_steps(plain)) == (None, False, ())
