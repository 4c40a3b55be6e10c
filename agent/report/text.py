"""The report for a reader at a terminal."""

from collections.abc import Iterator

from agent.figures import Figures
from agent.forecast import Foreseen
from agent.plan import Plan, Step
from agent.report.document import Report, StepLine
from agent.worklog import count
from applier.gates.criteria import has_form

BASES = {
    "estimate": "our estimate",
    "calibrated": "our estimate, corrected by what the model reported before",
    "mixed": "partly our estimate",
}
MARKS = {"committed": "done", "unchanged": "as it was", "refused": "REFUSED", "pending": "pending"}


def report_lines(report: Report, *, lost: bool = False) -> Iterator[str]:
    """The run in a few lines a step, and what can be done with it now; `lost` where its branch is gone."""
    yield f"run {report.run} on branch {report.branch}, from {report.base[:10]}"
    for line in report.outcomes:
        yield from _step_lines(line)
    if not report.outcomes:
        yield "nothing to do" if report.exit == 0 else "no plan yet"
    if report.tests and report.outcomes:
        yield f"tests: {report.tests}"
    yield usage_line("used", report.usage)
    if report.forecast.requests:
        yield usage_line("forecast was", report.forecast)
        yield usage_line("  at worst", report.forecast_worst)
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
    if report.working:
        yield "the run is at work"
        return
    if report.disposed:
        yield f"the run was {report.disposed}"
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
    for problem in line.problems:
        first, *_ = problem.split("\n")
        yield f"       {'because' if line.status == 'refused' else 'note'}: {first}"


def _next_lines(report: Report) -> Iterator[str]:
    pending = any(line.status == "pending" for line in report.outcomes)
    if report.disposed in ("", "accepted") and (report.exit is None or report.exit > 1 or pending):
        if report.reason:
            yield f"it stopped: {report.reason}"
        yield f"go on with: overhaul resume {report.run} (takes --test, --model and the like, to correct them)"
    if any(line.status == "committed" and not line.disposed for line in report.outcomes):
        yield f"look at it: overhaul review {report.run}"
        yield f"take it:    overhaul accept {report.run}"
        yield f"drop it:    overhaul rollback {report.run}"


def usage_line(name: str, figures: Figures) -> str:
    """Requests, tokens, money and time in one line."""
    share = 100 * figures.cached_input_tokens // max(1, figures.input_tokens)
    cached = f" ({figures.cached_input_tokens:,} cached, {share}%)" if figures.cached_input_tokens else ""
    thought = f" ({figures.reasoning_tokens:,} reasoning)" if figures.reasoning_tokens else ""
    parts = [
        f"{name}: {count(figures.requests, 'request')}",
        f"{figures.input_tokens:,} tokens in{cached}",
        f"{figures.output_tokens:,} tokens out{thought}",
        _money(figures.cost_usd),
    ]
    words = ", ".join(parts + ([_duration(figures.seconds)] if figures.seconds else []))
    return f"{words} ({BASES[figures.basis]})" if figures.basis in BASES else words


def _money(cost: float | None) -> str:
    if cost is None:
        return "cost not known (no price of this model)"
    return f"${cost:.4f}" if 0 < cost < 1 else f"${cost:.2f}"


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


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
