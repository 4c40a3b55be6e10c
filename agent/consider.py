"""What is wrong, and what to do about it: the two questions asked before anything is written."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from agent.asking import Asker
from agent.briefing import diagnose_prompt, plan_prompt
from agent.choosing import choose
from agent.diagnosis import Diagnosis, Finding, from_detectors, from_model
from agent.errors import ModelError
from agent.forecast import QUESTION_CAP, Outlook
from agent.ground import Ground
from agent.limiting import limited, limited_by_goal
from agent.models.protocol import LONG_IDLE, Limits, Prompt
from agent.plan import Plan
from agent.ranking import merge, weigher
from agent.vague import plans_wanted
from agent.weighing import Weighed
from agent.worklog import count
from repo_scan import detect
from repo_scan.detectors.layering import Rules
from repo_scan.tokens import estimate_tokens


def diagnose(ground: Ground, asker: Asker) -> Diagnosis:
    """The detectors' findings and the model's, whose evidence is looked up. Raises ModelError."""
    known = detected(ground).findings
    told = _told(known, ground)
    prompt = diagnose_prompt(ground.public, ground.texts, told, ground.settings, ground.shown, ground.key)
    shown = {path: ground.texts[path] for path in ground.shown}
    told_of = from_model(_lines(asker, "diagnosis", lambda _: prompt, ground), shown)
    if told_of.dropped:
        lost = count(len(told_of.dropped), "finding")
        asker.say(f"{lost} of the model dropped, since the evidence does not hold: {told_of.dropped[0]}")
    return merge(known, replace(told_of, findings=tuple(map(weigher(ground.scan), told_of.findings))))


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
    known = from_detectors(finding for finding in found if ground.covers(finding.path))
    return merge(tuple(map(weigher(ground.scan), known)), Diagnosis())


@dataclass(frozen=True, slots=True)
class Choice:
    """The plan that is taken, and how it came about."""

    plan: Plan
    weighed: tuple[Weighed, ...] = ()  # where there were several
    sent_back: int = 0  # outlines that were not accepted


def make_plan(ground: Ground, asker: Asker, diagnosis: Diagnosis) -> Choice:
    """An outline that holds; what is wrong with one is sent back. Raises ModelError after the repairs it may have."""
    several, repairs = plans_wanted(ground.settings), ground.settings.repairs
    problems, asked = tuple[str, ...](), False
    for sent_back in range(1 + repairs):
        told = problems

        def prompt(said: tuple[str, ...], told: tuple[str, ...] = told) -> Prompt:
            findings = _told(diagnosis.findings, ground)
            wrong = (*told, *said)
            return plan_prompt(ground.public, findings, ground.settings, ground.shown, wrong, ground.key, several)

        chosen = choose(_lines(asker, "plan", prompt, ground), ground, diagnosis)
        remarks = () if asked or sent_back == repairs else chosen.remarks
        problems, asked = (*chosen.problems, *remarks), asked or bool(remarks)
        if not problems:
            for line in chosen.said:
                asker.say(line)
            for one in chosen.weighed:
                asker.say(f"plan {one}")
            return Choice(_limited(chosen.plan, ground, asker), chosen.weighed, sent_back)
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
            Limits(max_output_tokens=QUESTION_CAP, idle_seconds=LONG_IDLE),
        )
        if answer.blocks:
            return tuple(answer.blocks[0].body.split("\n"))
        reason = answer.broken[0].reason if answer.broken else answer.completion.detail or "no marked block came"
        said = (f"The last reply could not be used ({answer.completion.finish}): {reason}",)
        asker.say(f"{scope}: {said[0]}")
    raise ModelError(f"The model gave no usable {scope}: {said[0]}", "Try again, or another model")
