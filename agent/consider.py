"""What is wrong, and what to do about it: the two questions asked before anything is written."""

from collections.abc import Callable, Sequence

from agent.asking import Asker
from agent.briefing import diagnose_prompt, plan_prompt
from agent.diagnosis import Diagnosis, Finding, from_detectors, from_model, merge
from agent.errors import ModelError
from agent.forecast import QUESTION_CAP, Outlook
from agent.ground import Ground
from agent.limiting import limited, limited_by_goal
from agent.models.protocol import Limits, Prompt
from agent.plan import Plan, plan_from_outline
from repo_scan import detect
from repo_scan.detectors.layering import Rules
from repo_scan.tokens import estimate_tokens


def diagnose(ground: Ground, asker: Asker) -> Diagnosis:
    """The detectors' findings and the model's, whose evidence is looked up. Raises ModelError."""
    known = detected(ground).findings
    told = _told(known, ground)
    prompt = diagnose_prompt(ground.public, ground.texts, told, ground.settings, ground.shown, ground.key)
    shown = {path: ground.texts[path] for path in ground.shown}
    return merge(known, from_model(_lines(asker, "diagnosis", lambda _: prompt, ground), shown))


def outlook(ground: Ground, asker: Asker) -> Outlook:
    """What a forecast rests on: prices, and how fast the models were so far."""
    return Outlook(
        scan=ground.scan,
        settings=ground.settings,
        covers=ground.covers,
        map_tokens=estimate_tokens(ground.map),
        cost=asker.meter.cost,
        habit=asker.meter.habit,
        batches=ground.purposes.batches,
    )


def detected(ground: Ground) -> Diagnosis:
    """The detectors' findings alone."""
    rules = Rules(layers=ground.settings.layers, forbidden=ground.settings.forbidden)
    found = detect(ground.scan, {**ground.others, **ground.texts}, rules=rules)
    return merge(from_detectors(finding for finding in found if ground.covers(finding.path)), Diagnosis())


def make_plan(ground: Ground, asker: Asker, diagnosis: Diagnosis) -> Plan:
    """An outline that holds; what is wrong with one is sent back. Raises ModelError after the repairs it may have."""
    problems: tuple[str, ...] = ()
    for _ in range(1 + ground.settings.repairs):
        told = problems

        def prompt(said: tuple[str, ...], told: tuple[str, ...] = told) -> Prompt:
            findings = _told(diagnosis.findings, ground)
            return plan_prompt(ground.public, findings, ground.settings, ground.shown, (*told, *said), ground.key)

        lines = _lines(asker, "plan", prompt, ground)
        drafted = plan_from_outline(lines, ground.scan, ground.settings.goal, ground.base, ground.settings.allow)
        problems = (*drafted.problems, *_outside(drafted.plan, ground))
        if not problems:
            return _limited(drafted.plan, ground, asker)
        asker.say(f"the outline is not accepted: {problems[0]}")
    raise ModelError(
        f"The model gave no plan that fits this repository; last: {problems[0]}",
        "Narrow the goal, limit the run with --module, or write a plan file and use --plan.",
    )


def _limited(plan: Plan, ground: Ground, asker: Asker) -> Plan:
    """The plan with what alone may change: as the user said, else as the goal implies."""
    if ground.settings.only:
        return limited(plan, ground.settings.only)
    plan, line = limited_by_goal(plan)
    if line:
        asker.say(line)
    return plan


def _outside(plan: Plan, ground: Ground) -> tuple[str, ...]:
    paths = sorted({path for step in plan.steps for path in step.files + step.new + step.delete})
    held = ground.withheld.files
    return (
        *(f"{path} lies outside what this run may touch; leave it out." for path in paths if not ground.covers(path)),
        *(f"{path} may not be shown to you ({held[path]}); leave it out." for path in paths if path in held),
    )


def _told(findings: Sequence[Finding], ground: Ground) -> tuple[Finding, ...]:
    """Findings that a model may read of."""
    return tuple(finding for finding in findings if finding.path not in ground.withheld.files)


def _lines(asker: Asker, scope: str, prompt: Callable[[tuple[str, ...]], Prompt], ground: Ground) -> tuple[str, ...]:
    """The lines of the one block that is asked for; asked again where it did not come whole."""
    said: tuple[str, ...] = ()
    for _ in range(1 + ground.settings.repairs):
        answer = asker.ask(
            f"{scope}-again{ground.again}" if ground.again else scope,
            prompt(said),
            Limits(max_output_tokens=QUESTION_CAP),
        )
        if answer.blocks:
            return tuple(answer.blocks[0].body.split("\n"))
        reason = answer.broken[0].reason if answer.broken else answer.completion.detail or "no marked block came"
        said = (f"The last reply could not be used ({answer.completion.finish}): {reason}",)
        asker.say(f"{scope}: {said[0]}")
    raise ModelError(f"The model gave no usable {scope}: {said[0]}", "Try again, or another model")
