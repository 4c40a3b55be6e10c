"""The working log reads from top to bottom, and nothing of it is left out."""

from pathlib import Path

from agent.diagnosis import Diagnosis, Finding
from agent.job import Job
from agent.journal import Diagnosed, Journal, Planned, Settled, Started
from agent.outcome import Committed, Refused
from agent.plan import Level, Plan, Step
from agent.report.story import story
from agent.settings import Settings
from agent.worklog import LogEntry

CYCLE = Finding(kind="import-cycle", path="a.py", line=1, quote="import b", message="a.py and b.py import each other.")
STEPS = (Step(id="S01", title="Split the cart"), Step(id="S02", title="Tidy"), Step(id="S03", title="Rename"))
LOG = (
    LogEntry(type="done", text="moved total", step="S01"),
    LogEntry(type="hypothesis", text="nobody calls f", source="a.py:3", step="S01"),
    LogEntry(type="removed", text="a copy", source="a.py::f", step="S01"),
    LogEntry(type="goal", text="to break the cycle", step="S01"),
    LogEntry(type="next", text="merge the rest", step="S01"),
)


def lines(tmp_path: Path, *records: Diagnosed | Planned | Settled) -> list[str]:
    job = Job(run="r1", branch="b", base="0" * 40, settings=Settings(goal="tidy up"))
    with Journal(tmp_path / "run") as journal:
        journal.append(Started(job=job, key="k7f3q9zz"))
        for record in records:
            journal.append(record)
        return list(story(journal))


def test_a_run_is_told_from_its_goal_to_what_is_open(tmp_path: Path) -> None:
    landed = Committed(step="S01", commit="12345678901234", files=("a.py",), verified=True)
    refused = Refused(step="S02", problems=("it lost a function\nof two",))
    assert lines(
        tmp_path,
        Diagnosed(diagnosis=Diagnosis(findings=(CYCLE,))),
        Planned(plan=Plan(levels=(Level(STEPS),))),
        Settled(outcome=landed, log=LOG),
        Settled(outcome=refused, log=(LogEntry(type="excluded", text="unsure", step="S02"),)),
    ) == [
        "# Working log of r1",
        "",
        "Goal: tidy up",
        "",
        "The diagnosis came to 1 finding, first of them: a.py and b.py import each other.",
        "The plan has 3 steps in 1 level.",
        "",
        "## S01: Split the cart",
        "",
        "Committed 1234567890, 1 file, tests pass.",
        "",
        "- Goal: to break the cycle",
        "- Done: moved total",
        "- Removed on purpose: a copy (a.py::f)",
        "- To verify: nobody calls f (a.py:3)",
        "- Next: merge the rest",
        "",
        "## S02: Tidy",
        "",
        "Refused: it lost a function.",
        "",
        "- Left alone: unsure",
        "",
        "## What is open",
        "",
        "- S03: Rename, not yet done",
        "- S01: nobody calls f (a.py:3)",
        "- S01: merge the rest",
    ]


def test_a_run_that_did_nothing_yet_says_so_by_its_goal_alone(tmp_path: Path) -> None:
    assert lines(tmp_path) == ["# Working log of r1", "", "Goal: tidy up"]
