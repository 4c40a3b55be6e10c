"""What a run is asked to do, looked at before anything is written or spent."""

from typing import TYPE_CHECKING

from agent.cli.place import Place, check_globs, check_names

if TYPE_CHECKING:
    from agent.job import Job
    from agent.run import Tools


def check_orders(place: Place, job: "Job", tools: "Tools", *, on_disk: bool) -> None:
    """Everything that can be wrong with what the user asked, before anything is written or spent."""
    from agent.anchoring import check_patterns
    from agent.errors import SettingsError
    from applier.bringing import check_bring
    from applier.history import check_new_branch
    from repo_scan import open_cache, scan_repository

    settings = job.settings
    if settings.model != "builtin" and not settings.goal and tools.plan is None:
        raise SettingsError(f"{settings.model} needs a goal.", "Give --goal, or --plan with a plan of your own.")
    if reason := check_new_branch(place.root, job.branch):
        raise SettingsError(reason, "Choose another with --branch.")
    check_bring(place.root, settings.copy)
    check_patterns(settings.anchors)
    if settings.module or job.pilot or settings.layers or settings.forbidden or tools.plan:
        budget, cache = settings.module_budget, open_cache(on_disk=on_disk)
        scan = scan_repository(place.root, commit=job.base, budget=budget, within=job.within, cache=cache)
        check_names(settings, scan, job.covers)
        check_globs(job.pilot or (), scan)
        if tools.plan:
            made = tools.plan(scan)
            writes = [step.id for step in made.steps if step.kind == "rewrite"]
            if writes and settings.model == "builtin":
                raise SettingsError(
                    f"The built-in model does operations only, and {writes[0]} of the plan rewrites files.",
                    "Name a model with --model.",
                )
