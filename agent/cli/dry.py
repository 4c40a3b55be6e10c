"""`run --dry-run`: what would be done, with no write and no paid request."""

from typing import TYPE_CHECKING

from agent.cli.screen import show, show_json, tell

if TYPE_CHECKING:
    from agent.diagnosis import Diagnosis
    from agent.forecast import Foreseen
    from agent.job import Job
    from agent.plan import Plan
    from agent.run import Tools


def show_dry_run(job: "Job", tools: "Tools", as_json: bool) -> int:
    """The diagnosis of the detectors, and the plan where making it costs nothing."""
    from agent.asking import Asker
    from agent.budget import Meter
    from agent.consider import detected, diagnose, make_plan, outlook
    from agent.forecast import BOTH
    from agent.ground import survey
    from agent.habits import Habits, habits_file
    from agent.pilot.choose import choose
    from agent.withholding import withheld_lines
    from repo_scan import open_cache, scan_repository

    settings = job.settings
    cache = open_cache(on_disk=False)  # a dry run writes nothing
    scan = scan_repository(tools.root, commit=job.base, budget=settings.module_budget, within=job.within, cache=cache)
    ground = survey(tools.root, job, scan, cache)
    for line in withheld_lines(ground.withheld):
        tell(line)
    plan = tools.plan(scan) if tools.plan else None
    asker = Asker(
        tools.make_model(scan, {**ground.others, **ground.texts}, job.covers),
        None,
        tell,
        meter=Meter(settings, habits=Habits(habits_file())),
    )
    if settings.model == "builtin":
        diagnosis = diagnose(ground, asker)
        plan = plan or make_plan(ground, asker, diagnosis).plan
    else:
        diagnosis = detected(ground)
        tell(f"a dry run asks {settings.model} nothing: only the detectors' findings are shown")
    if job.pilot is not None and plan and (choice := choose(plan, scan, diagnosis, job.pilot)):
        why = f", since {'; '.join(choice.reasons)}" if choice.reasons else ""
        tell(f"the pilot would be {choice.module} ({', '.join(step.id for step in choice.steps)}){why}")
    ahead = outlook(ground, asker)
    foreseen = ahead.of_run(plan, () if tools.plan else BOTH) if plan else ahead.of_questions(BOTH)
    _show(job.base, diagnosis, plan, foreseen, as_json)
    return 0


def _show(base: str, diagnosis: "Diagnosis", plan: "Plan | None", foreseen: "Foreseen", as_json: bool) -> None:
    import msgspec

    from agent.report.figures import usage_line
    from agent.report.findings import diagnosis_lines
    from agent.report.text import plan_lines

    if as_json:
        made = msgspec.to_builtins(plan) if plan else None
        figures = {"forecast": foreseen.likely, "forecast_worst": foreseen.worst}
        show_json({"schema": 1, "base": base, "findings": diagnosis.findings, "plan": made, **figures})
    else:
        questions = usage_line("forecast of diagnosis and plan alone", foreseen.likely)
        show([*diagnosis_lines(diagnosis), *(plan_lines(plan, foreseen) if plan else (questions,))])
