"""The working log as a story: what the run was for, what it found and planned, and step by step what came of it."""

from collections.abc import Iterator, Sequence

from agent.journal import Diagnosed, Journal, Planned
from agent.outcome import Outcome, describe
from agent.plan import Plan
from agent.worklog import TITLES, EntryType, LogEntry, count

_ORDER: tuple[EntryType, ...] = ("goal", "done", "removed", "changed", "finding", "excluded", "hypothesis", "next")
_OPEN: tuple[EntryType, ...] = ("hypothesis", "next")


def story(journal: Journal) -> Iterator[str]:
    """The lines of a page that is read from top to bottom; every entry of the log is in it."""
    job, log, outcomes = journal.job, journal.log, journal.outcomes
    planned = journal.last(Planned)
    yield f"# Working log of {job.run}"
    if job.settings.goal:
        yield from ("", f"Goal: {job.settings.goal}")
    yield from _beginning(journal.last(Diagnosed), planned)
    titles = {step.id: step.title for step in planned.plan.steps} if planned else {}
    for step in dict.fromkeys((*(entry.step for entry in log), *outcomes)):
        yield from ("", f"## {_heading(step, titles)}", "")
        if step in outcomes:
            yield from (_ending(outcomes[step]), "")
        yield from _told([entry for entry in log if entry.step == step])
    yield from _open(log, planned.plan if planned else Plan(), outcomes)


def _beginning(diagnosed: Diagnosed | None, planned: Planned | None) -> Iterator[str]:
    parts = []
    if diagnosed:
        found = diagnosed.diagnosis.findings
        worst = f", first of them: {found[0].message}" if found else ""
        parts.append(f"The diagnosis came to {count(len(found), 'finding')}{worst}")
    if planned:
        plan = planned.plan
        parts.append(f"The plan has {count(len(plan.steps), 'step')} in {count(len(plan.levels), 'level')}.")
    if parts:
        yield from ("", *parts)


def _heading(step: str, titles: dict[str, str]) -> str:
    return f"{step}: {titles[step]}" if step in titles else step or "The whole run"


def _ending(outcome: Outcome) -> str:
    words = describe(outcome).partition("\n")[0].removesuffix(".")
    return f"{words[0].upper()}{words[1:]}."


def _told(entries: Sequence[LogEntry]) -> Iterator[str]:
    for kind in _ORDER:
        yield from (f"- {TITLES[kind]}: {_sentence(entry)}" for entry in entries if entry.type == kind)


def _sentence(entry: LogEntry) -> str:
    return f"{entry.text} ({entry.source})" if entry.source else entry.text


def _open(log: Sequence[LogEntry], plan: Plan, outcomes: dict[str, Outcome]) -> Iterator[str]:
    """What is still to be done or looked at."""
    waiting = [f"- {step.id}: {step.title}, not yet done" for step in plan.steps if step.id not in outcomes]
    asked = [f"- {entry.step}: {_sentence(entry)}" for kind in _OPEN for entry in log if entry.type == kind]
    if waiting or asked:
        yield from ("", "## What is open", "", *waiting, *asked)
