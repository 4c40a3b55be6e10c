"""Translates scan, plan and log into the blanks of prompts. One of the two modules that know both."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.desk import Desk
from agent.diagnosis import Finding
from agent.draft import Draft, numbered
from agent.errors import NoPrompt
from agent.models.protocol import Prompt, PromptKind
from agent.operations import describe
from agent.plan import Step
from agent.purposes import Described
from agent.roles import is_hard
from agent.secrets import without_secrets
from agent.settings import Settings
from agent.withholding import without
from agent.worklog import select
from applier.fence import Expected, Fence
from applier.scope import Problem
from prompts import (
    Brief,
    Constraint,
    DiagnoseBrief,
    Listing,
    PlanBrief,
    RepairBrief,
    StepBrief,
    SummarizeBrief,
    render,
    showable,
)
from prompts.budget import fitting
from prompts.errors import PromptError
from repo_scan import Scan
from repo_scan.repository_map import repository_map
from repo_scan.tokens import estimate_tokens

Texts = Mapping[str, str]
MAP_TOKENS = 3000  # of the repository map in every prompt
NEIGHBOUR_TOKENS = 2000


def diagnose_prompt(
    scan: Scan, texts: Texts, detected: Sequence[Finding], settings: Settings, covered: Sequence[str], key: str
) -> Prompt:
    """Ask for findings in the files covered, as many whole files as the context holds, those with findings first."""
    ranked = sorted(covered, key=lambda path: (-sum(f.path == path for f in detected), path))
    listings = [item for path in ranked if path in texts and showable(item := Listing(path, texts[path]))]
    shown, left_out = fitting(
        listings,
        settings.caps_of(settings.model_for("plan")).context_tokens * 6 // 10,
        lambda item: estimate_tokens(item.text),
    )
    expected = numbered([("finding", None)])
    fence = Fence.clear_of([item.text for item in shown], key)
    brief = DiagnoseBrief(
        **_common(settings, base_map(scan), fence, expected),
        listings=tuple(shown),
        known_findings=tuple(str(finding) for finding in detected),
        left_out=tuple(item.path for item in left_out),
    )
    return _prompt("diagnose", brief, fence, expected)


def can_show(path: str, text: str) -> bool:
    """Whether a prompt can show a file so that nobody takes a part of it for something else."""
    return path.isprintable() and showable(Listing(path, text))


def summarize_prompt(files: Sequence[Described], key: str) -> Prompt:
    """Ask for a line on each file, by its number from 1. Nothing of the run is in it but the key."""
    expected = numbered([("summary", None)])
    fence = Fence.clear_of([file.text for file in files], key)
    brief = SummarizeBrief(
        **_form(fence, expected),
        listings=tuple(Listing(f"{number} {file.path}", file.text) for number, file in enumerate(files, 1)),
    )
    return _prompt("summarize", brief, fence, expected)


def plan_prompt(
    scan: Scan,
    findings: Sequence[Finding],
    settings: Settings,
    covered: Sequence[str],
    problems: Sequence[str],
    key: str,
) -> Prompt:
    """Ask for an outline of steps over the files covered."""
    expected = numbered([("outline", None)])
    within = set(covered)
    fence = Fence.clear_of((), key)
    brief = PlanBrief(
        **_common(settings, base_map(scan), fence, expected),
        findings=tuple(str(finding) for finding in findings),
        modules=tuple(
            f"level {module.level}, {module.tokens} tokens: {', '.join(module.files)}"
            for module in scan.modules
            if within.intersection(module.files)
        ),
        operations=describe(),
        step_tokens=settings.module_budget,
        problems=tuple(problems),
    )
    return _prompt("plan", brief, fence, expected)


def step_prompt(step: Step, desk: Desk, expected: Sequence[Expected], before: Texts) -> Prompt:
    """Ask for a step: its files whole, what surrounds them in signatures, and the log so far."""
    fence = Fence.clear_of(before.values(), desk.journal.start.key)
    log = desk.journal.log
    brief = StepBrief(
        **_common(desk.job.settings, desk.map, fence, expected),
        step=step.id,
        title=step.title,
        criteria=step.criteria,
        done=select(log, "done", "removed", "changed"),
        excluded=select(log, "excluded"),
        notes=select(log, "finding", "hypothesis", "next"),
        findings=tuple(str(found) for found in desk.diagnosis.findings if _concerns(found, step, desk)),
        listings=tuple(Listing(path, text) for path, text in before.items()),
        neighbours=_neighbours(without(desk.scan, desk.withheld.files), step),
        new=step.new,
        delete=step.delete,
        only=step.only,
    )
    return replace(_prompt("step", brief, fence, expected), hard=is_hard(step, desk.scan, desk.job.settings))


def repair_prompt(
    step: Step, desk: Desk, expected: Sequence[Expected], before: Texts, draft: Draft, problems: Sequence[Problem]
) -> Prompt:
    """Ask again for what the problems concern, with the gates' own words."""
    paths, log = [block.path for block in expected if block.path], desk.journal.log
    drafted = [Listing(path, text) for path, text in draft.texts.items() if text is not None and path in paths]
    fence = Fence.clear_of((*before.values(), *(item.text for item in drafted)), desk.journal.start.key)
    brief = RepairBrief(
        **_common(desk.job.settings, desk.map, fence, expected),
        step=step.id,
        title=step.title,
        problems=tuple(without_secrets(str(problem)) for problem in problems),
        listings=tuple(item for item in drafted if showable(item)),
        originals=tuple(Listing(path, before[path]) for path in paths if path in before),
        neighbours=_neighbours(without(desk.scan, desk.withheld.files), step),
        only=step.only,
        criteria=step.criteria,
        new=step.new,
        delete=step.delete,
        done=select(log, "done", "removed", "changed"),
        excluded=select(log, "excluded"),
        findings=tuple(str(found) for found in desk.diagnosis.findings if _concerns(found, step, desk)),
    )
    return replace(_prompt("repair", brief, fence, expected), hard=is_hard(step, desk.scan, desk.job.settings))


def _common(settings: Settings, words: str, fence: Fence, expected: Sequence[Expected]) -> dict[str, Any]:
    """The blanks of every brief."""
    return {
        **_form(fence, expected),
        "goal": settings.goal,
        "constraints": tuple(Constraint(anchor.id, anchor.text) for anchor in settings.anchors),
        "repository_map": words,
    }


def _form(fence: Fence, expected: Sequence[Expected]) -> dict[str, Any]:
    """The blanks that tell the form of the reply."""
    sample = Expected(99, "file", "example/hello.txt")  # never expected, so it cannot be mistaken for the answer
    return {
        "example": (fence.open_line(sample), fence.close_line(sample.number)),
        "opening_lines": tuple(fence.open_line(block) for block in expected),
        "closing_lines": tuple(fence.close_line(block.number) for block in expected),
    }


def base_map(scan: Scan) -> str:
    """The repository in a few lines a file, the most imported first, as far as every prompt has room for it."""
    return repository_map(scan, (), MAP_TOKENS)


def _neighbours(scan: Scan, step: Step) -> tuple[str, ...]:
    """Summaries of what the step's files import and of what imports them."""
    own = set(step.files)
    imported = {path for file in own for path in scan.graph.imports_of(file)} - own
    importers = {path for file in own for path in scan.graph.importers_of(file)} - own - imported
    ordered: Iterable[str] = (*sorted(imported), *sorted(importers))
    summaries = [scan.summaries[path] for path in ordered if path in scan.summaries]
    shown, left_out = fitting(summaries, NEIGHBOUR_TOKENS, lambda summary: summary.tokens)
    lines = [str(summary) for summary in shown]
    return (*lines, f"({len(left_out)} more neighbours are not shown)") if left_out else tuple(lines)


def _concerns(finding: Finding, step: Step, desk: Desk) -> bool:
    return finding.path not in desk.withheld.files and bool(
        {finding.path, *(place.path for place in finding.places)} & set(step.files)
    )


def _prompt(kind: PromptKind, brief: Brief | SummarizeBrief, fence: Fence, expected: Sequence[Expected]) -> Prompt:
    try:
        words = render(brief)
    except PromptError as error:
        raise NoPrompt(str(error)) from error
    return Prompt(kind, fence, tuple(expected), words.stable, words.variable)
