"""A pilot's scorecard for a reader at a terminal."""

from collections.abc import Iterator

from agent.pilot.card import Evidence, Rest, Scorecard
from agent.report.figures import usage_line
from agent.worklog import count


def scorecard_lines(card: Scorecard) -> Iterator[str]:
    """What a pilot came to, its verdict, and what the rest should take by it."""
    why = f", chosen since {'; '.join(card.chosen)}" if card.chosen else ""
    yield f"pilot: {card.module} ({', '.join(card.steps)}){why}"
    yield f"  gates: {_gates(card)}"
    yield f"  constraints: {_constraints(card)}"
    yield f"  evidence: {_evidence(card)}"
    yield f"  tests: they ran, and count, on {card.verified} of {count(card.gates.landed, 'step')} that landed"
    yield f"  difference: {count(card.size.files, 'file')}, +{card.size.added} -{card.size.removed} lines"
    yield usage_line("  used", card.used)
    if card.forecast.requests:
        yield usage_line("  forecast was", card.forecast)
        yield usage_line("    at worst", card.forecast_worst)
    yield f"verdict: {card.verdict}"
    yield from (f"  because: {reason}" for reason in card.reasons)
    yield from (f"  but: {caution}" for caution in card.cautions)
    yield from _rest_lines(card.rest)


def _gates(card: Scorecard) -> str:
    gates = card.gates
    parts = [
        f"{gates.first_try} of {count(len(card.steps), 'step')} passed at the first try",
        f"{gates.after_repair} after repair",
        f"{gates.refused} refused",
    ]
    parts += [f"{gates.unchanged} with nothing to change"] if gates.unchanged else []
    objections = ", ".join(f"{gate} {number}" for gate, number in gates.objections.items())
    return ", ".join(parts) + (f"; objections: {objections}" if objections else "")


def _constraints(card: Scorecard) -> str:
    own = card.constraints
    if not own.asked and not own.checked:
        return "none are set"
    checked = (
        f"a program checks {own.checked}, and nothing landed against it" if own.checked else "no program checks them"
    )
    objections = f" ({count(own.objections, 'objection')} on the way)" if own.objections else ""
    return f"{own.restated} of {own.asked} restated; {checked}{objections}"


def _evidence(card: Scorecard) -> str:
    claims = [(card.findings, "finding of the model", "findings of the model"), (card.sources, "source", "sources")]
    parts = [_held(evidence, one, several) for evidence, one, several in claims if evidence.claims]
    return f"{' and '.join(parts)} hold" if parts else "the model claimed nothing that could be looked up"


def _held(evidence: Evidence, one: str, several: str) -> str:
    noun = one if evidence.claims == 1 else several
    return f"{evidence.claims - evidence.false} of {evidence.claims} {noun}"


def _rest_lines(rest: Rest) -> Iterator[str]:
    if not rest.steps:
        yield "the rest: no step waits"
        return
    if rest.corrected_worst.requests:
        ratio = f" (the pilot took {rest.ratio:.2f} times its forecast)" if rest.ratio else ""
        yield f"the rest: {count(rest.steps, 'step')}{ratio}"
        yield usage_line("  forecast was", rest.forecast)
        yield usage_line("  by the pilot", rest.corrected)
        yield usage_line("    at worst", rest.corrected_worst)
    else:
        yield f"the rest: {count(rest.steps, 'step')}, which ask no model"
