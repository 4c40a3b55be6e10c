"""The whole job, on one screen: scan, diagnose, plan, then step by step; or go on where a run stopped."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from agent.asking import Asker, Say
from agent.attempt import attempt
from agent.baseline import Baseline
from agent.budget import Meter
from agent.checks import take_baseline
from agent.consider import Choice, detected, diagnose, make_plan, outlook
from agent.desk import Desk
from agent.diagnosis import Diagnosis
from agent.errors import CommitsRefused, NoRun
from agent.forecast import BOTH, Questions
from agent.ground import Ground, survey
from agent.habits import Habits, habits_file
from agent.job import Job
from agent.journal import (
    Amended,
    Diagnosed,
    Ended,
    Forecast,
    Intended,
    Journal,
    Kept,
    Measured,
    Moved,
    Planned,
    Settled,
)
from agent.landed import landed
from agent.landing import REFUSED, fulfilled, refusal_of
from agent.ledger import seconds_of
from agent.limiting import limited
from agent.models.choose import MakeModel
from agent.moving import is_outdated, renew
from agent.outcome import Committed, Refused, describe
from agent.pilot.stage import due, score
from agent.plan import Plan, Step
from agent.private import write_private
from agent.probe import owned
from agent.purposes import told
from agent.report.story import story
from agent.report.text import foreseen_lines
from agent.summarizing import with_purposes
from agent.withholding import withheld_lines
from agent.worklog import count
from applier.errors import CommandUnusable
from applier.history import check_new_branch, step_commits
from applier.interpreter import other_python
from applier.review import changes
from applier.workspace import Workspace
from repo_scan import OutlineCache, Scan, open_cache, scan_repository


@dataclass(frozen=True, slots=True)
class Tools:
    """What a run is given from outside."""

    root: Path  # of the user's checkout
    make_model: MakeModel
    say: Say
    sleep: Callable[[float], None]
    plan: Callable[[Scan], Plan] | None = None  # instead of asking for one


def refactor(journal: Journal, tools: Tools) -> int:
    """Do what the journal does not hold yet of its job; the exit code. The journal is the result."""
    cache, job = open_cache(), journal.job
    ground = _survey(journal, tools, cache)
    asker_for = _askers(journal, tools, ground)
    asker = asker_for(job.covers)
    _foretell(journal, ground, asker, tools)
    ground = with_purposes(ground, asker)
    if is_outdated(journal):
        renew(tools.root, journal, ground, asker_for, tools.say)
    diagnosis = _diagnosis(journal, ground, asker, tools)
    plan = _plan(journal, ground, asker, diagnosis, tools)
    if not plan.steps:
        return _end(journal, "there is nothing to do")
    steps = due(journal, plan, ground, diagnosis, outlook(ground, asker).of_steps, tools.say)
    if all(step.id in journal.outcomes for step in steps):
        return _end(journal)
    _check_branch(journal, tools.root)
    with Workspace.open(tools.root, job.run, job.branch, job.base, secrets=job.settings.secrets) as workspace:
        _prepare(journal, workspace, tools)
        _work(steps, _desk(journal, tools, workspace, ground, asker, diagnosis, cache))
    return _end(journal)


def _scan(job: Job, tools: Tools, commit: str, cache: OutlineCache) -> Scan:
    budget = job.settings.module_budget
    return scan_repository(tools.root, commit=commit, budget=budget, within=job.within, cache=cache)


def _survey(journal: Journal, tools: Tools, cache: OutlineCache) -> Ground:
    """What there is at the base, and said once, what no model gets to see of it."""
    job = journal.job
    ground = survey(tools.root, job, _scan(job, tools, job.base, cache), cache, journal.start.key)
    if journal.last(Kept) is None:
        journal.append(Kept(withheld=ground.withheld))
        for line in withheld_lines(ground.withheld):
            tools.say(line)
    return replace(ground, again=len(journal.all(Moved)))


def _askers(journal: Journal, tools: Tools, ground: Ground) -> Callable[[Callable[[str], bool]], Asker]:
    """Makes those who ask about some of the files; all draw on one budget."""
    meter = Meter(journal.job.settings, earlier=seconds_of(journal), habits=Habits(habits_file()))

    def asker_for(covers: Callable[[str], bool]) -> Asker:
        model = tools.make_model(ground.scan, {**ground.others, **ground.texts}, covers)
        return Asker(model, journal, tools.say, tools.sleep, meter)

    return asker_for


def _desk(
    journal: Journal,
    tools: Tools,
    workspace: Workspace,
    ground: Ground,
    asker: Asker,
    diagnosis: Diagnosis,
    cache: OutlineCache,
) -> Desk:
    job = journal.job

    def rescan(commit: str) -> Scan:
        return told(_scan(job, tools, commit, cache), ground.purposes.known)

    return Desk(
        job=job,
        journal=journal,
        asker=asker,
        workspace=workspace,
        baseline=_baseline(journal, workspace, tools.say, owned(ground.covered, job.settings.allow)),
        diagnosis=diagnosis,
        withheld=ground.withheld,
        map=ground.map,
        conventions=ground.conventions,
        scan=ground.scan if workspace.head == job.base else rescan(workspace.head),
        cache=cache,
        rescan=rescan,
        say=tools.say,
    )


def _prepare(journal: Journal, workspace: Workspace, tools: Tools) -> None:
    """Bring in what git does not track, and settle what an earlier try left open."""
    workspace.bring(journal.job.settings.copy)
    for warning in workspace.warnings:
        tools.say(warning)
    _reconcile(journal, workspace, tools.root)


def _foretell(journal: Journal, ground: Ground, asker: Asker, tools: Tools) -> None:
    """Say what the questions will take, unless they were asked."""
    ahead = outlook(ground, asker).of_questions(_questions(tools))
    if ahead.likely.requests and journal.fresh(Diagnosed, Moved) is None and not is_outdated(journal):
        for line in foreseen_lines("the questions before the plan", ahead):
            asker.say(line)


def _questions(tools: Tools) -> Questions:
    """What is asked before the steps: with a plan at hand nothing needs to be."""
    return () if tools.plan else BOTH


def _diagnosis(journal: Journal, ground: Ground, asker: Asker, tools: Tools) -> Diagnosis:
    if recorded := journal.fresh(Diagnosed, Moved):
        return recorded.diagnosis
    diagnosis = diagnose(ground, asker) if "diagnosis" in _questions(tools) else detected(ground)
    journal.append(Diagnosed(diagnosis=diagnosis))
    asker.say(f"diagnosis: {count(len(diagnosis.findings), 'finding')}")
    return diagnosis


def _plan(journal: Journal, ground: Ground, asker: Asker, diagnosis: Diagnosis, tools: Tools) -> Plan:
    if recorded := journal.fresh(Planned, Moved):
        return recorded.plan
    given = limited(tools.plan(ground.scan), ground.settings.only) if tools.plan else None
    choice = Choice(given) if given else make_plan(ground, asker, diagnosis)
    plan = choice.plan
    journal.append(Planned(plan=plan, weighed=choice.weighed, sent_back=choice.sent_back))
    foreseen = outlook(ground, asker).of_run(plan, _questions(tools))
    journal.append(Forecast(figures=foreseen.likely, worst=foreseen.worst))
    asker.say(f"plan: {count(len(plan.steps), 'step')} in {count(len(plan.levels), 'level')}")
    for line in foreseen_lines("the run", foreseen):
        asker.say(line)
    return plan


def _baseline(journal: Journal, workspace: Workspace, say: Say, sources: Sequence[str]) -> Baseline:
    """How the commands do on the base: measured once, before the first commit."""
    if recorded := _measured(journal):
        return recorded
    settings = journal.job.settings
    if settings.test and (line := other_python(settings.test, workspace.root, workspace.checkout, settings.secrets)):
        say(line)
    try:
        baseline = take_baseline(workspace, settings, say, sources)
    except CommandUnusable:
        if workspace.head == workspace.base:
            workspace.remove_branch()  # nothing is on it
        raise
    journal.append(Measured(baseline=baseline))
    return baseline


def _measured(journal: Journal) -> Baseline | None:
    """The last baseline, where it was measured on the base and with the commands as they are now."""
    if not (recorded := journal.fresh(Measured, Moved)):
        return None
    earlier = journal.records[: journal.records.index(recorded)]
    then = [record.settings for record in earlier if isinstance(record, Amended)]
    settings = then[-1] if then else journal.start.job.settings
    return recorded.baseline if settings.of_commands == journal.job.settings.of_commands else None


def _check_branch(journal: Journal, root: Path) -> None:
    """Raises NoRun where the branch is gone, and with it what was committed."""
    job, open_steps = journal.job, [step for step in landed(journal) if step.disposed is None]
    if open_steps and check_new_branch(root, job.branch) is None:
        raise NoRun(
            f"The branch {job.branch} of the run is gone, and with it its commits.",
            "Remove what is left of it with `overhaul clean`, and start a new one with `overhaul run`.",
        )


def _reconcile(journal: Journal, workspace: Workspace, root: Path) -> None:
    """Settle a step whose commit was made, but not written down before the run was cut off."""
    commits = {found.step: found.sha for found in step_commits(root, workspace.base, workspace.head, journal.job.run)}
    intents = {record.settled.outcome.step: record.settled for record in journal.all(Intended)}
    for step, commit in commits.items():
        if step not in journal.outcomes:
            journal.append(fulfilled(intents.get(step) or _seen(step, commit, root), commit))


def _seen(step: str, commit: str, root: Path) -> Settled:
    """What can be told of a commit of ours of which the journal holds nothing (any more)."""
    files = tuple(change.path for change in changes(root, f"{commit}^", commit))
    note = "found on the branch; the journal holds nothing of it"
    return Settled(outcome=Committed(step=step, commit=commit, files=files, verified=False, notes=(note,)))


def _work(steps: Sequence[Step], desk: Desk) -> None:
    earlier = ""
    for step in steps:
        if step.id in desk.journal.outcomes:
            continue
        desk.asker.meter.check_time()
        desk.say(f"{step.id}: {step.title}")
        settled = attempt(step, desk)
        refusal = refusal_of(settled.outcome)
        if refusal and refusal == earlier:
            raise CommitsRefused(
                f"Two steps in a row, the last of them {step.id}, were refused for the same reason: {refusal}",
                "Put that right; `overhaul resume` goes on with the step, without asking for it again.",
            )
        if refusal:
            desk.say("no commit can be made: if the next step is refused in the same words, the run ends there")
        earlier = refusal
        desk.journal.append(settled)
        _keep_log(desk.journal)
        desk.say(f"{step.id}: {describe(settled.outcome)}")
        if isinstance(settled.outcome, Committed):
            desk.scan = desk.rescan(settled.outcome.commit)


def _keep_log(journal: Journal) -> None:
    page = "".join(f"{line}\n" for line in story(journal))
    write_private(journal.folder / "working-log.md", page.encode())


def _end(journal: Journal, reason: str = "") -> int:
    refused = [outcome for outcome in journal.outcomes.values() if isinstance(outcome, Refused)]
    if refused and not journal.commits and all(outcome.problems[0].startswith(REFUSED) for outcome in refused):
        reason = "git or a hook of yours refused every commit: put that right and start a new run"
    card = score(journal)
    status = int(bool(refused) or (card is not None and card.verdict == "no-go"))
    journal.append(Ended(exit=status, reason=reason))
    return status
