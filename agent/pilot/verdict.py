"""Go or no-go: the criteria by which a pilot is judged, each a function that gives its reason or nothing.

A no-go needs one reason. A caution is what a go does not cover; it stands beside the verdict.
"""

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from agent.figures import Figures
from agent.pilot.card import Evidence, Scorecard
from agent.settings import Settings
from agent.worklog import count

FIRST_TRY = 0.5  # of the steps that landed, as first written
TRUE = 2 / 3  # of the claims that have a source
CLAIMS = 3  # from which on their share counts
DEARER = 2.0  # times what was forecast


@dataclass(frozen=True, slots=True)
class Case:
    """What is judged."""

    card: Scorecard
    settings: Settings
    spent: Figures  # by the run so far


Criterion = Callable[[Case], str]


def judged(case: Case) -> Scorecard:
    """The scorecard with its verdict."""
    reasons = tuple(filter(None, (criterion(case) for criterion in CRITERIA)))
    cautions = tuple(filter(None, (caution(case) for caution in CAUTIONS)))
    return replace(case.card, verdict="no-go" if reasons else "go", reasons=reasons, cautions=cautions)


def _something_landed(case: Case) -> str:
    """Nothing can be told of steps that changed nothing."""
    gates = case.card.gates
    return "" if gates.landed or gates.refused else "no step changed anything, so nothing can be told of the rest"


def _nothing_refused(case: Case) -> str:
    """Every step landed, or had nothing to do."""
    refused = case.card.gates.refused
    return f"{count(refused, 'step')} of {len(case.card.steps)} {_was(refused)} refused" if refused else ""


def _passes_at_once(case: Case) -> str:
    """At least half of what landed did so as first written; of a single step nothing is concluded."""
    gates = case.card.gates
    if gates.landed < 2 or gates.first_try >= FIRST_TRY * gates.landed:
        return ""
    return f"only {gates.first_try} of {gates.landed} steps passed the gates at the first try"


def _constraints_known(case: Case) -> str:
    """Every anchor was restated each time."""
    anchors = case.card.constraints
    missing = anchors.asked - anchors.restated
    return f"the model did not restate {missing} of {anchors.asked} constraints" if missing else ""


def _findings_true(case: Case) -> str:
    """At least two thirds of what the model found stand where it said."""
    return _untrue(case.card.findings, "of the model's findings quote what does not stand there")


def _sources_true(case: Case) -> str:
    """At least two thirds of the sources that the steps' logs name are there."""
    return _untrue(case.card.sources, "sources of the working log are not there")


def _as_dear_as_foreseen(case: Case) -> str:
    """It took at most twice what was forecast, in money where prices are known, else in tokens."""
    used, forecast = case.card.used, case.card.forecast
    if used.cost_usd and forecast.cost_usd:
        times, what = used.cost_usd / forecast.cost_usd, "money"
    elif forecast.output_tokens:
        times, what = used.output_tokens / forecast.output_tokens, "output tokens"
    else:
        return ""
    return f"it took {times:.1f} times the {what} of its forecast" if times > DEARER else ""


def _within_limits(case: Case) -> str:
    """The rest, as the pilot corrects it, fits into what is left of the run's limits."""
    settings, spent, rest = case.settings, case.spent, case.card.rest.corrected
    limits = (
        ("--max-cost", settings.max_cost, spent.cost_usd, rest.cost_usd, "${:.2f}"),
        ("--max-output-tokens", settings.max_output_tokens, spent.output_tokens, rest.output_tokens, "{:,.0f} tokens"),
        ("--max-minutes", settings.max_minutes, _minutes(spent), _minutes(rest), "{:.0f} minutes"),
    )
    for name, limit, gone, needed, form in limits:
        if limit is not None and needed is not None and (gone or 0) + needed > limit:
            left = form.format(max(0, limit - (gone or 0)))
            return f"the rest should take {form.format(needed)}, and {left} are left of {name}"
    return ""


#: In the order in which their reasons are shown.
CRITERIA: tuple[Criterion, ...] = (
    _something_landed,
    _nothing_refused,
    _passes_at_once,
    _constraints_known,
    _findings_true,
    _sources_true,
    _as_dear_as_foreseen,
    _within_limits,
)


def _untested(case: Case) -> str:
    unverified = case.card.gates.landed - case.card.verified
    return f"no tests that count ran on {count(unverified, 'step')}: read the difference" if unverified else ""


def _lonely(case: Case) -> str:
    landed = case.card.gates.landed
    return "one step landed: a second pilot would tell more" if landed == 1 and case.card.rest.steps > 3 else ""


def _unpriced(case: Case) -> str:
    return (
        "what the rest will cost is not known: no price of the model"
        if case.card.rest.corrected.cost_usd is None
        else ""
    )


CAUTIONS: tuple[Criterion, ...] = (_untested, _lonely, _unpriced)


def _untrue(evidence: Evidence, words: str) -> str:
    wrong = evidence.false
    few = evidence.claims < CLAIMS or evidence.claims - wrong >= TRUE * evidence.claims
    return "" if few else f"{wrong} of {evidence.claims} {words}"


def _minutes(figures: Figures) -> float | None:
    return None if figures.seconds is None else figures.seconds / 60


def _was(number: int) -> str:
    return "was" if number == 1 else "were"
