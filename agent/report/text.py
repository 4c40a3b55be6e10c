"""The report for a reader at a terminal."""

from collections.abc import Iterator

from agent.forecast import Foreseen
from agent.plan import Plan, Step
from agent.report.document import Report, StepLine
from agent.report.figures import usage_line
from agent.report.pilot import scorecard_lines
from agent.worklog import count
from applier.gates.criteria import has_form

MOST_LEFT = 10  # findings that are shown
MOST_REASONS = 3
MARKS = {"committed": "done", "unchanged": "as it was", "refused": "REFUSED", "pending": "pending"}


def report_lines(report: Report, *, lost: bool = False) -> Iterator[str]:
    """The run in a few lines a step, and what can be done with it now; `lost` where its branch is gone."""
    yield f"run {report.run} on branch {report.branch}, from {report.base[:10]}"
    if report.goal:
        yield f"goal: {report.goal}"
    for line in report.outcomes:
        yield from _step_lines(line)
    if not report.outcomes:
        yield "nothing to do" if report.exit == 0 else "no plan yet"
    if report.tests and report.outcomes:
        yield f"tests: {report.tests}"
    yield from _cost_lines(report)
    yield from (f"quality: {line}" if not number else f"  {line}" for number, line in enumerate(report.quality))
    yield from _left_lines(report)
    for kept in report.withheld:
        yield f"not sent to a model: {kept.path} ({kept.reason})"
    if report.anchors.asked:
        yield f"constraints restated: {report.anchors.restated} of {report.anchors.asked}"
    yield from (f"plan {one}" for one in report.considered)
    asked = report.questions
    if asked.findings_dropped or asked.outlines_sent_back:
        yield (
            f"not accepted before the steps: {count(asked.findings_dropped, 'finding')} without evidence, "
            f"{count(asked.outlines_sent_back, 'outline')}"
        )
    if report.sources.named:
        yield f"sources in the working log: {report.sources.named}, of which {report.sources.false} are not there"
    if report.pilot:
        yield from scorecard_lines(report.pilot)
    yield from _sample_lines(report)
    for number, look in enumerate(report.first):
        yield f"{'look first at' if not number else '         then'}: {look.step}, since {look.why}: {look.command}"
    if report.working:
        yield "the run is at work"
        return
    if report.disposed:
        yield f"the {'pilot' if report.is_pilot else 'run'} was {report.disposed}"
    if lost:
        yield f"its branch {report.branch} is gone, and with it what was not accepted"
        yield "remove what is left of it: overhaul clean; start anew: overhaul run"
        return
    yield from _next_lines(report)


def _step_lines(line: StepLine) -> Iterator[str]:
    commit = f"  {line.commit[:10]}" if line.commit else ""
    state = "" if line.status != "committed" else ", tests pass" if line.verified else ", unverified"
    disposed = f", {line.disposed}" if line.disposed else ""
    yield f"  {line.step}  {MARKS[line.status]}{state}{disposed}{commit}  {line.title}"
    for path in line.files if line.status == "committed" else ():
        yield f"       {path}"
    yield from (f"       why: {reason}" for reason in line.why[:MOST_REASONS])
    if len(line.why) > MOST_REASONS:
        yield f"       why: and {count(len(line.why) - MOST_REASONS, 'finding')} more"
    if line.gates:
        yield f"       refused by: {', '.join(line.gates)}"
    for problem in line.problems:
        first, *_ = problem.split("\n")
        yield f"       {'because' if line.status == 'refused' else 'note'}: {first}"


def _cost_lines(report: Report) -> Iterator[str]:
    yield usage_line("used", report.usage)
    if report.forecast.requests:
        yield usage_line("forecast was", report.forecast)
        yield usage_line("  at worst", report.forecast_worst)
    done = all(line.status != "pending" for line in report.outcomes)
    if done and report.forecast.output_tokens and report.usage.output_tokens:
        times = report.usage.output_tokens / report.forecast.output_tokens
        yield f"  it took {times:.2f} times the output tokens of its forecast"


def _left_lines(report: Report) -> Iterator[str]:
    for left in report.left[:MOST_LEFT]:
        place = f"{left.path}:{left.line}"
        yield f"left alone: {left.finding} {left.kind}, {place}: {left.message} ({left.why})"
    if len(report.left) > MOST_LEFT:
        yield f"  and {count(len(report.left) - MOST_LEFT, 'finding')} more: overhaul status {report.run} --json"


def _sample_lines(report: Report) -> Iterator[str]:
    for sample in report.samples:
        yield f"a look at the {sample.why} step, {sample.step}, {sample.path} (all of it: {sample.command})"
        yield from (f"    | {line}" for line in sample.lines)


def _next_lines(report: Report) -> Iterator[str]:
    pending = any(line.status == "pending" for line in report.outcomes)
    if report.disposed in ("", "accepted") and (report.exit is None or report.exit > 1 or pending):
        if report.reason:
            yield f"it stopped: {report.reason}"
        if report.is_pilot:
            waiting = sum(line.status == "pending" for line in report.outcomes)
            yield f"pilot done, {count(waiting, 'step')} {'waits' if waiting == 1 else 'wait'}"
        yield f"go on with: overhaul resume {report.run} (takes --test, --model and the like, to correct them)"
    if any(line.status == "committed" and not line.disposed for line in report.outcomes):
        yield f"look at it: overhaul review {report.run}"
        yield f"take it:    overhaul accept {report.run}"
        yield f"drop it:    overhaul rollback {report.run}"


def plan_lines(plan: Plan, foreseen: Foreseen) -> Iterator[str]:
    """Steps by level, and what they will cost."""
    for number, level in enumerate(plan.levels):
        yield f"level {number}"
        for step in level.steps:
            yield f"  {step.id}  {step.title}"
            yield from (f"       {words}" for words in _step_details(step))
    if not plan.steps:
        yield "the plan is empty: nothing to do that is safe"
        return
    yield usage_line("forecast of a run", foreseen.likely)
    if foreseen.worst.requests:
        yield usage_line("  at worst", foreseen.worst)


def foreseen_lines(what: str, foreseen: Foreseen) -> Iterator[str]:
    """What is ahead, as it should go and at worst; nothing to say where nothing will be sent."""
    if foreseen.worst.requests:
        yield usage_line(f"forecast of {what}", foreseen.likely)
        yield usage_line("  at worst", foreseen.worst)


def _step_details(step: Step) -> Iterator[str]:
    if step.op:
        yield "operation: " + "; ".join(f"{name} {_shown(value)}" for name, value in step.op.items())
    for label, paths in (("files", step.files), ("new", step.new), ("delete", step.delete)):
        if paths:
            yield f"{label}: {', '.join(paths)}"
    if step.only:
        yield f"only: {', '.join(step.only)}"
    for criterion in step.criteria:
        yield f"criterion: {criterion}" + ("" if has_form(criterion) else " (for readers: no program decides it)")


def _shown(value: object) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, (list, tuple)) else str(value)
