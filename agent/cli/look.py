"""Commands that only look: scan, diagnose, plan."""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent.cli.bar import bar_of
from agent.cli.place import (
    AsJson,
    BaseUrl,
    Folder,
    Goal,
    Model,
    ModuleGlobs,
    PathArgument,
    Summaries,
    Trust,
    check_names,
    find_place,
    read_settings,
    say_state,
)
from agent.cli.screen import show, show_json, table, tell
from applier.terminal import one_line

if TYPE_CHECKING:
    from agent.asking import Asker
    from agent.forecast import Questions
    from agent.ground import Ground
    from agent.settings import Settings
    from repo_scan import Overview


class ScanFormat(StrEnum):
    """How a scan is shown."""

    table = "table"
    json = "json"
    dot = "dot"
    mermaid = "mermaid"


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command()(scan)
    app.command()(diagnose)
    app.command()(plan)


def scan(
    path: PathArgument = None,
    format: Annotated[ScanFormat, typer.Option(help="How to show it.")] = ScanFormat.table,
    jobs: Annotated[int | None, typer.Option(min=1, help="Worker processes. Default: one a core.")] = None,
    cache: Annotated[bool, typer.Option("--cache/--no-cache", help="Keep what was parsed for the next scan.")] = True,
    as_json: AsJson = False,
    folder: Folder = None,
) -> int:
    """Show what is there: files, imports, cycles, modules. Reads the working tree and changes nothing."""
    from repo_scan.source import begin_listing

    started = time.monotonic()
    place = find_place(path, folder)
    records = begin_listing(place.root)  # while git looks, we load what comes next
    from repo_scan import open_cache, take_overview
    from repo_scan.render import as_dot, as_mermaid, scan_json

    budget = read_settings(place, {}, trust=False).module_budget
    remembered = open_cache(on_disk=cache)
    with bar_of("reading files") as progress:
        found = take_overview(
            place.root,
            budget=budget,
            within=place.within,
            jobs=jobs,
            progress=progress,
            cache=remembered,
            records=records,
        )
    match ScanFormat.json if as_json else format:
        case ScanFormat.json:
            document = scan_json(found, place.root, round(time.monotonic() - started, 3))
            show_json(document)
        case ScanFormat.dot:
            show([as_dot(found)])
        case ScanFormat.mermaid:
            show([as_mermaid(found)])
        case ScanFormat.table:
            _show_scan(found, time.monotonic() - started)
    return 0


def _show_scan(found: "Overview", seconds: float) -> None:
    from agent.worklog import count

    inventory = found.inventory
    rows = [
        (
            str(module.level),
            "\n".join(module.files),
            f"{module.tokens:,}",
            "cycle, cut" if module.cut else "",
        )
        for module in found.modules
    ]
    table(("level", "module", "tokens", ""), rows)
    tokens = sum(file.tokens for file in inventory.files)
    show(
        [
            f"{count(len(inventory.files), 'file')}, {count(sum(file.lines for file in inventory.files), 'line')}, "
            f"about {count(tokens, 'token')}; {count(len(found.graph.edges), 'import')} between files, "
            f"{count(len(found.graph.cycles), 'cycle')}; {count(len(found.modules), 'module')}; {seconds:.2f} s",
            *(f"cycle: {' -> '.join(cycle)}" for cycle in found.graph.cycles),
            *(
                f"does not parse: {file.path}: {file.fault}"
                for file in inventory.files
                if file.language and not file.parsed
            ),
            *(f"skipped: {one_line(skip.path)}: {skip.reason}" for skip in inventory.skipped),
        ]
    )


def diagnose(
    path: PathArgument = None,
    goal: Goal = None,
    model: Model = None,
    base_url: BaseUrl = None,
    module: ModuleGlobs = None,
    summaries: Summaries = None,
    trust_repo_config: Trust = False,
    as_json: AsJson = False,
    folder: Folder = None,
) -> int:
    """Find what is wrong in the last commit, with evidence that really stands there."""
    from agent.consider import diagnose as consider
    from agent.report.findings import diagnosis_lines
    from agent.summarizing import with_purposes

    flags = {"goal": goal, "model": model, "base_url": base_url, "module": module, "summaries": summaries}
    ground, asker = _prepare(path, folder, flags, trust_repo_config, questions=("diagnosis",))
    with _bill(asker):
        diagnosis = consider(with_purposes(ground, asker), asker)
    if as_json:
        show_json({"schema": 1, "base": ground.base, "findings": diagnosis.findings, "dropped": diagnosis.dropped})
    else:
        show(diagnosis_lines(diagnosis))
    return 0


def plan(
    path: PathArgument = None,
    goal: Goal = None,
    model: Model = None,
    base_url: BaseUrl = None,
    module: ModuleGlobs = None,
    summaries: Summaries = None,
    out: Annotated[Path | None, typer.Option(help="Write the plan to a file that `run --plan` takes.")] = None,
    trust_repo_config: Trust = False,
    as_json: AsJson = False,
    folder: Folder = None,
) -> int:
    """Say what a run would do, step by step, and what it would cost. Changes nothing."""
    import msgspec

    from agent.consider import diagnose as consider
    from agent.consider import make_plan, outlook
    from agent.forecast import BOTH
    from agent.report.text import plan_lines
    from agent.summarizing import with_purposes

    flags = {"goal": goal, "model": model, "base_url": base_url, "module": module, "summaries": summaries}
    ground, asker = _prepare(path, folder, flags, trust_repo_config)
    with _bill(asker):
        ground = with_purposes(ground, asker)
        choice = make_plan(ground, asker, consider(ground, asker))
    made = choice.plan
    foreseen = outlook(ground, asker).of_run(made, BOTH)
    if out:
        _write_plan(out, msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n")
        tell(f"the plan is in {out}; edit it if you like, then: overhaul run --plan {out}")
    if as_json:
        figures = {"forecast": foreseen.likely, "forecast_worst": foreseen.worst}
        show_json({**msgspec.to_builtins(made), **figures, "considered": choice.weighed})
    else:
        show([*plan_lines(made, foreseen), *(f"considered, {one}" for one in choice.weighed)])
    return 0


def _write_plan(out: Path, data: bytes) -> None:
    """Write a plan where nothing else is lost: not into git's own folder, not over a file that is no plan."""
    from agent.errors import SettingsError

    if ".git" in out.resolve().parts:
        raise SettingsError(f"{out} lies in git's own folder.", "Choose another place for the plan.")
    try:
        if out.exists() and b'"levels"' not in out.read_bytes():
            raise SettingsError(f"{out} exists and is no plan, so it is not overwritten.", "Choose another name.")
        out.write_bytes(data)
    except OSError as error:
        raise SettingsError(f"The plan cannot be written to {out}: {error.strerror}.") from error


def _prepare(
    path: Path | None,
    folder: Path | None,
    flags: Mapping[str, object],
    trust: bool,
    questions: "Questions" = ("diagnosis", "plan"),
) -> tuple["Ground", "Asker"]:
    """What the questions rest on, and who asks them; of which `questions` are forecast."""
    from agent.anchoring import check_patterns
    from agent.asking import Asker
    from agent.budget import Meter, check_priced
    from agent.consider import outlook
    from agent.ground import survey
    from agent.habits import Habits, habits_file
    from agent.job import Job
    from agent.report.text import foreseen_lines
    from agent.roles import choose_models
    from agent.vocabulary import tokenizer_faults
    from agent.withholding import withheld_lines
    from applier.history import resolve_commit
    from repo_scan import open_cache, scan_repository

    place = find_place(path, folder)
    settings = read_settings(place, flags, trust)
    make_model = choose_models(settings, os.environ)
    check_priced(settings)
    check_patterns(settings.anchors)
    base = resolve_commit(place.root)
    say_state(place)
    say_goal(settings)
    for line in tokenizer_faults(settings):
        tell(line)
    job = Job(run="", branch="", base=base, settings=settings, within=place.within)
    budget, cache = settings.module_budget, open_cache()
    with bar_of("reading files") as progress:
        found = scan_repository(
            place.root, commit=base, budget=budget, within=place.within, progress=progress, cache=cache
        )
    check_names(settings, found, job.covers)
    habits = Habits(habits_file())
    ground = survey(place.root, job, found, cache)
    for line in withheld_lines(ground.withheld):
        tell(line)
    model = make_model(found, {**ground.others, **ground.texts}, job.covers)
    asker = Asker(model, None, tell, meter=Meter(settings, habits=habits))
    for line in foreseen_lines("the questions", outlook(ground, asker).of_questions(questions)):
        tell(line)
    return ground, asker


@contextmanager
def _bill(asker: "Asker") -> Iterator[None]:
    """Tell what was used, however it ended."""
    from agent.ledger import used
    from agent.report.figures import usage_line

    try:
        yield
    finally:
        if (figures := used(asker.answered)).requests:
            tell(usage_line("used", figures))


def say_goal(settings: "Settings") -> None:
    """Tell that the built-in model does not read."""
    if settings.model == "builtin" and settings.goal:
        tell("the built-in model does not read goals: it fixes what the diagnosis finds, where that is safe")
