"""Translates scan, plan and log into the blanks of prompts. One of the two modules that know both."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.context import fill, prompt_room
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
#: Of the block that explains the form: the same in all requests, so that the words before it are, too.
EXAMPLE = Fence("examplekey")


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
    alternatives: int = 0,
) -> Prompt:
    """Ask for an outline of steps over the files covered, or for several of them."""
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
        alternatives=alternatives,
    )
    return _prompt("plan", brief, fence, expected)


def step_prompt(step: Step, desk: Desk, expected: Sequence[Expected], before: Texts, reply_tokens: int) -> Prompt:
    """Ask for a step: its files whole, and of what surrounds them and of the log what there is room for."""
    fence = Fence.clear_of(before.values(), desk.journal.start.key)
    brief = StepBrief(
        **_of_step(step, desk, fence, expected), listings=tuple(Listing(path, text) for path, text in before.items())
    )
    return _fitted("step", brief, step, desk, fence, expected, reply_tokens)


def repair_prompt(
    step: Step,
    desk: Desk,
    expected: Sequence[Expected],
    before: Texts,
    draft: Draft,
    problems: Sequence[Problem],
    reply_tokens: int,
) -> Prompt:
    """Ask again for what the problems concern, with the gates' own words."""
    paths = [block.path for block in expected if block.path]
    drafted = [Listing(path, text) for path, text in draft.texts.items() if text is not None and path in paths]
    fence = Fence.clear_of((*before.values(), *(item.text for item in drafted)), desk.journal.start.key)
    brief = RepairBrief(
        **_of_step(step, desk, fence, expected),
        problems=tuple(without_secrets(str(problem)) for problem in problems),
        listings=tuple(item for item in drafted if showable(item)),
        originals=tuple(Listing(path, before[path]) for path in paths if path in before),
    )
    return _fitted("repair", brief, step, desk, fence, expected, reply_tokens)


def _of_step(step: Step, desk: Desk, fence: Fence, expected: Sequence[Expected]) -> dict[str, Any]:
    """The blanks of a step's prompts that the plan and the run fill."""
    settings = desk.job.settings
    return {
        **_common(settings, desk.map, fence, expected),
        "conventions": desk.conventions,
        "terms": tuple(f"`{wanted}`, not `{unwanted}`" for unwanted, wanted in sorted(settings.terms.items())),
        "step": step.id,
        "title": step.title,
        "criteria": step.criteria,
        "new": step.new,
        "delete": step.delete,
        "only": step.only,
    }


def _fitted(
    kind: PromptKind,
    brief: StepBrief,
    step: Step,
    desk: Desk,
    fence: Fence,
    expected: Sequence[Expected],
    reply_tokens: int,
) -> Prompt:
    """The prompt of a brief, with what surrounds the step as far as the context has room; what was left out is said."""

    def words(brief: StepBrief) -> str:
        return _prompt(kind, brief, fence, expected).words

    filled = fill(brief, desk, {*step.files, *step.delete}, prompt_room(step, desk, reply_tokens), words)
    for line in filled.said:
        desk.say(f"{step.id}: {line}")
    hard = is_hard(step, desk.scan, desk.job.settings)
    return replace(_prompt(kind, filled.brief, fence, expected), hard=hard)


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
        "example": (EXAMPLE.open_line(sample), EXAMPLE.close_line(sample.number)),
        "opening_lines": tuple(fence.open_line(block) for block in expected),
        "closing_lines": tuple(fence.close_line(block.number) for block in expected),
    }


def base_map(scan: Scan) -> str:
    """The repository in a few lines a file, the most imported first, as far as every prompt has room for it."""
    return repository_map(scan, (), MAP_TOKENS)


def _prompt(kind: PromptKind, brief: Brief | SummarizeBrief, fence: Fence, expected: Sequence[Expected]) -> Prompt:
    try:
        words = render(brief)
    except PromptError as error:
        raise NoPrompt(str(error)) from error
    return Prompt(kind, fence, tuple(expected), words.stable, words.variable)
