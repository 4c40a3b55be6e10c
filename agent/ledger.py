"""What a run used and paid, by request, step and in all: read from its answers, each of which counts once."""

from collections.abc import Iterable, Mapping

from agent.figures import Figures, total
from agent.journal import Answered, Journal

SUMMARIES = "summaries"


def figures_of(answered: Answered) -> Figures:
    """One request. What the built-in model is asked goes nowhere, and is no request."""
    if answered.model == "builtin":
        return Figures(seconds=0.0)
    usage = answered.usage
    return Figures(
        requests=1,
        input_tokens=usage.input_tokens,
        cached_input_tokens=usage.cached_input_tokens,
        output_tokens=usage.output_tokens,
        reasoning_tokens=usage.reasoning_tokens,
        cost_usd=answered.cost_usd,
        seconds=answered.seconds,
        basis="estimate" if usage.estimated else "reported",
    )


def used(answered: Iterable[Answered]) -> Figures:
    """All requests together."""
    return total((Figures(seconds=0.0), *map(figures_of, answered)))


def seconds_of(journal: Journal) -> float:
    """How long the requests of a run took so far."""
    return sum(record.seconds for record in journal.all(Answered))


def by_scope(answered: Iterable[Answered]) -> Mapping[str, Figures]:
    """What each step used; the questions before the steps are called `summaries`, `diagnosis` and `plan`."""
    parts: dict[str, list[Answered]] = {}
    for record in answered:
        parts.setdefault(_scope(record.label), []).append(record)
    return {scope: used(records) for scope, records in parts.items()}


def _scope(label: str) -> str:
    """`S01-2` is of step S01; a request for summaries names the files that it is about, too."""
    return SUMMARIES if label.startswith(f"{SUMMARIES}-") else label.rpartition("-")[0]
