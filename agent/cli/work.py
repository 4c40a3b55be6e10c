"""Commands that work: run, resume."""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent.cli.exits import exit_code_of
from agent.cli.look import say_goal
from agent.cli.options import (
    Copy,
    Differential,
    FormatCommand,
    Lint,
    MaxCost,
    MaxDiffLines,
    MaxMinutes,
    MaxOutputTokens,
    Only,
    Onto,
    Sandbox,
    Test,
    Types,
)
from agent.cli.orders import check_orders
from agent.cli.place import (
    AsJson,
    BaseUrl,
    Folder,
    Goal,
    Model,
    ModuleGlobs,
    PathArgument,
    Place,
    Run,
    Summaries,
    Trust,
    find_place,
    read_settings,
    say_state,
)
from agent.cli.plans import fitting, read_plan_file
from agent.cli.screen import show, show_json, tell

if TYPE_CHECKING:
    from agent.journal import Journal
    from agent.plan import Plan
    from agent.run import Tools
    from agent.settings import Settings


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command()(run)
    app.command()(resume)


def run(
    path: PathArgument = None,
    goal: Goal = None,
    plan: Annotated[Path | None, typer.Option(help="Follow this plan instead of asking for one.")] = None,
    model: Model = None,
    base_url: BaseUrl = None,
    module: ModuleGlobs = None,
    summaries: Summaries = None,
    test: Test = None,
    format_cmd: FormatCommand = None,
    lint: Lint = None,
    types: Types = None,
    only: Only = None,
    allow: Annotated[
        list[str] | None, typer.Option(metavar="GLOB", help="Let protected files that match be rewritten. Repeatable.")
    ] = None,
    copy: Copy = None,
    max_cost: MaxCost = None,
    max_output_tokens: MaxOutputTokens = None,
    max_minutes: MaxMinutes = None,
    max_diff_lines: MaxDiffLines = None,
    sandbox: Sandbox = None,
    differential: Differential = None,
    branch: Annotated[str | None, typer.Option(metavar="NAME", help="Branch to make. Default: overhaul/RUN.")] = None,
    pilot: Annotated[
        bool,
        typer.Option(
            "--pilot",
            help="Do one module first, the most telling one or that of --module, and show what it tells of the rest, "
            "which waits for `overhaul resume`.",
        ),
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="No writes, no paid request: show what would be done.")
    ] = False,
    trust_repo_config: Trust = False,
    as_json: AsJson = False,
    folder: Folder = None,
) -> int:
    """Refactor the repository: one verified commit a step, on a branch of its own.

    Your working tree, index and stash are never touched. The test command executes code that a model wrote.
    """
    place = find_place(path, folder)
    given = read_plan_file(plan) if plan else None
    flags: dict[str, object] = {
        "goal": goal if goal or not given else given.goal or None,
        "model": model,
        "base_url": base_url,
        "module": None if pilot else module,  # which then names the pilot: the plan is made for everything
        "summaries": summaries,
        "test": test,
        "format_cmd": format_cmd,
        "lint": lint,
        "types": types,
        "only": only,
        "allow": allow,
        "copy": copy,
        "max_cost": max_cost,
        "max_output_tokens": max_output_tokens,
        "max_minutes": max_minutes,
        "max_diff_lines": max_diff_lines,
        "sandbox": sandbox,
        "differential": differential,
    }
    settings = read_settings(place, flags, trust_repo_config)
    wanted = tuple(module or ()) if pilot else None
    return start(place, settings, given, branch, dry_run, as_json, pilot=wanted)


def start(
    place: Place,
    settings: "Settings",
    plan: "Plan | None",
    branch: str | None,
    dry_run: bool,
    as_json: bool,
    *,
    pilot: tuple[str, ...] | None = None,
) -> int:
    from agent.hold import locked
    from agent.job import Job, new_run_id
    from agent.journal import Journal, Started
    from applier.fence import Fence
    from applier.history import resolve_commit, state_folder

    name = new_run_id()
    job = Job(
        run=name,
        branch=branch or f"overhaul/{name}",
        base=resolve_commit(place.root),
        settings=settings,
        within=place.within,
        created=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        pilot=pilot,
    )
    tools = _tools(place, settings, plan)
    say_state(place)
    say_goal(settings)
    check_orders(place, job, tools, on_disk=not dry_run)
    if dry_run:
        from agent.cli.dry import show_dry_run

        return show_dry_run(job, tools, as_json)
    folder = state_folder(place.root) / "runs" / name
    with locked(folder), Journal(folder) as journal:
        journal.append(Started(job=job, key=Fence.clear_of(()).key, plan=plan))
        tell(f"run {name} on branch {job.branch}")
        return _work(journal, tools, as_json)


def _tools(place: Place, settings: "Settings", plan: "Plan | None") -> "Tools":
    from agent.budget import check_priced
    from agent.differential.extra import check_installed
    from agent.roles import choose_models
    from agent.run import Tools
    from agent.vocabulary import tokenizer_faults
    from applier.sandbox import check_sandbox

    if settings.sandbox:
        check_sandbox()
    if settings.differential:
        check_installed()
    if settings.base_url:
        from agent.models.endpoint import check_address

        check_address(settings.base_url)
    make_model = choose_models(settings, os.environ)
    check_priced(settings)
    for line in tokenizer_faults(settings):
        tell(line)
    reader = fitting(plan, place.root, settings) if plan else None
    return Tools(root=place.root, make_model=make_model, say=tell, sleep=time.sleep, plan=reader)


def resume(
    run: Run = None,
    test: Test = None,
    format_cmd: FormatCommand = None,
    lint: Lint = None,
    types: Types = None,
    copy: Copy = None,
    onto: Onto = None,
    sandbox: Sandbox = None,
    differential: Differential = None,
    model: Model = None,
    base_url: BaseUrl = None,
    max_cost: MaxCost = None,
    max_output_tokens: MaxOutputTokens = None,
    max_minutes: MaxMinutes = None,
    max_diff_lines: MaxDiffLines = None,
    as_json: AsJson = False,
    folder: Folder = None,
) -> int:
    """Go on with a run that was interrupted or stopped. What was answered is not asked again.

    The options put right what stopped it. Where your branch has what landed already, it goes on from there, and plans
    anew what concerns files that changed.
    """
    from agent.hold import locked
    from agent.journal import Amended, Journal
    from agent.moving import follow
    from agent.runs import find_run
    from agent.settings import amend
    from applier.history import state_folder

    place = find_place(None, folder)
    where = find_run(state_folder(place.root), run)
    flags: dict[str, object] = {
        "test": test,
        "format_cmd": format_cmd,
        "lint": lint,
        "types": types,
        "copy": copy,
        "sandbox": sandbox,
        "differential": differential,
        "model": model,
        "base_url": base_url,
        "max_cost": max_cost,
        "max_output_tokens": max_output_tokens,
        "max_minutes": max_minutes,
        "max_diff_lines": max_diff_lines,
    }
    with locked(where, tell), Journal(where) as journal:
        settings = amend(journal.job.settings, flags)
        if settings != journal.job.settings:
            journal.append(Amended(settings=settings))
        tools = _tools(place, settings, journal.start.plan)
        follow(place.root, journal, onto, tell)
        tell(f"run {journal.job.run} on branch {journal.job.branch}, resumed")
        return _work(journal, tools, as_json)


def _work(journal: "Journal", tools: "Tools", as_json: bool) -> int:
    from agent.errors import AgentError, StateUnusable
    from agent.journal import Answered, Ended
    from agent.ledger import used
    from agent.report.document import report_of
    from agent.report.figures import usage_line
    from agent.report.text import report_lines
    from agent.run import refactor
    from applier.errors import ApplyError

    try:
        status = refactor(journal, tools)
    except (AgentError, ApplyError, OSError) as error:
        with suppress(StateUnusable):  # which is then what stopped the run
            journal.append(Ended(exit=exit_code_of(error), reason=str(error)))
        tell(usage_line("used so far", used(journal.all(Answered))))
        tell(f"the run stopped; when that is mended: overhaul resume {journal.job.run}")
        raise
    report = report_of(journal, root=tools.root)
    if as_json:
        show_json(report)
    else:
        show(report_lines(report))
    return status
