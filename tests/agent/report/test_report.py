"""What the report adds to the outcomes: reasons, what was left alone, samples, and what to look at first."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from agent.course import Course
from agent.diagnosis import Diagnosis, Finding
from agent.journal import Diagnosed, Disposed, Journal, Planned, Settled
from agent.outcome import Committed, Refused
from agent.plan import Level, Plan, Step
from agent.report.attention import look_first
from agent.report.document import report_of
from agent.report.reasons import left_alone
from agent.report.samples import LINES, samples
from agent.worklog import LogEntry
from tests.conftest import MakeRepo
from tests.finished import finished_run

NAMES = ("a", "b", "c", "d", "e")
FILES = {f"{name}.py": "".join(f"{name}{n} = {n}\n" for n in range(40)) for name in NAMES}
STEPS = {f"S0{n}": {f"{name}.py": FILES[f"{name}.py"].replace(" = ", " = 1 + ")} for n, name in enumerate("abc", 1)}


def finding(path: str, name: str) -> Finding:
    return Finding(id=name, kind="long-function", path=path, line=3, quote="q", message="too long")


@pytest.fixture
def root(make_repo: MakeRepo) -> Path:
    return make_repo(FILES)


@pytest.fixture
def journal(root: Path) -> Journal:
    found = tuple(finding(f"{name}.py", f"F{n}") for n, name in enumerate(NAMES, 1))
    return finished_run(root, "r1", STEPS, refused={"S04": "d.py"}, findings=found)


def test_each_step_says_why_and_findings_that_stand_say_why_not(journal: Journal) -> None:
    lines = {line.step: line for line in report_of(journal).outcomes}
    assert lines["S01"].why == ("F1 long-function, a.py:3: too long",)
    assert [(left.finding, left.why) for left in left_alone(journal)] == [
        ("F4", "S04 was refused"),
        ("F5", "no step of the plan is about it"),
    ]


def test_a_finding_whose_step_was_taken_back_stands_again(root: Path, journal: Journal) -> None:
    with journal:
        journal.append(Disposed(how="rolled back", steps=("S01",)))
    assert ("F1", "S01 was taken back") in [(left.finding, left.why) for left in left_alone(journal)]


def test_samples_are_of_the_first_the_last_and_one_other_step_and_the_same_each_time(
    root: Path, journal: Journal
) -> None:
    found = samples(root, journal)
    assert [(one.why, one.step, one.path) for one in found] == [
        ("first", "S01", "a.py"),
        ("random", "S02", "b.py"),
        ("last", "S03", "c.py"),
    ]
    assert all(len(one.lines) == LINES for one in found)
    assert found[0].lines[0] == "-a0 = 0"
    assert found[0].command == "overhaul review r1 --module S01"
    assert samples(root, journal) == found


def test_what_was_taken_back_is_no_sample_and_one_step_is_shown_once(root: Path, journal: Journal) -> None:
    with journal:
        journal.append(Disposed(how="rolled back", steps=("S02", "S03")))
    assert [one.step for one in samples(root, journal)] == ["S01"]


def test_without_its_commits_a_run_has_no_samples(journal: Journal, make_repo: MakeRepo) -> None:
    assert samples(make_repo({"x.py": ""}, "elsewhere"), journal) == ()


def settle(journal: Journal, course: Course, log: tuple[LogEntry, ...] = (), verified: bool = True) -> None:
    outcome = next(one for one in journal.outcomes.values() if isinstance(one, Committed))
    with journal:
        journal.append(Settled(outcome=replace(outcome, verified=verified), course=course, log=log))


@pytest.mark.parametrize(
    ("course", "why"),
    [
        (Course(standing=("loss", "loss")), "a question of a gate unanswered (loss)"),
        (Course(objections=(("loss",), ("parse",))), "it took 3 tries"),
        (Course(added=150, removed=100), "its difference has 250 lines"),
    ],
)
def test_what_landed_with_doubts_is_looked_at_after_what_was_refused(
    journal: Journal, course: Course, why: str
) -> None:
    settle(journal, course)
    refused, doubted = look_first(journal)
    assert (refused.step, refused.why) == ("S04", "it was refused")
    assert doubted.step == "S01"
    assert why in doubted.why


@pytest.mark.parametrize("course", [Course(), Course(objections=(("loss",),)), Course(added=100, removed=100)])
def test_what_landed_without_doubts_is_not_named(journal: Journal, course: Course) -> None:
    settle(journal, course, (LogEntry("done", "did it", "a.py"),))
    assert [look.step for look in look_first(journal)] == ["S04"]


def test_where_there_is_no_doubt_the_largest_difference_comes_first(root: Path) -> None:
    journal = finished_run(root, "r2", STEPS)
    assert look_first(journal) == ()  # of which nothing is known
    settle(journal, Course(added=2))
    assert [(look.step, look.why) for look in look_first(journal)] == [("S01", "its difference is the largest")]


def test_an_operation_that_waits_may_heal_what_it_is_for_anywhere(journal: Journal) -> None:
    step = Step(id="S09", title="Tidy", kind="operation", op={"op": "remove-unused"})
    unused = finding("e.py", "F9")
    with journal:
        journal.append(Planned(plan=Plan(levels=(Level((step,)),))))
        journal.append(Diagnosed(diagnosis=Diagnosis(findings=(replace(unused, kind="unused-import"), unused))))
    assert [left.why for left in left_alone(journal)] == ["S09 waits", "no step of the plan is about it"]


def test_a_refused_step_names_the_gates_of_its_last_try(journal: Journal) -> None:
    refused = Refused(step="S04", problems=("lost",))
    with journal:
        journal.append(Settled(outcome=refused, course=Course(objections=(("parse",), ("loss", "loss", "stale")))))
    assert {line.step: line.gates for line in report_of(journal).outcomes}["S04"] == ("loss", "stale")
