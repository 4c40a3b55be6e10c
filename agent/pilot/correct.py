"""The forecast of the rest, corrected by what the pilot took beside what was forecast of it."""

from msgspec.structs import replace

from agent.figures import Figures
from agent.pilot.card import Rest

#: A pilot is few requests: what it took is not believed beyond these factors.
LEAST, MOST = 0.25, 8.0


def corrected(used: Figures, forecast: Figures, rest: Figures, worst: Figures, steps: int) -> Rest:
    """The rest as it should go by the pilot, and at worst: there repairs are counted already, so only the length of a
    request corrects it, and never downwards."""
    whole = _ratio(used.output_tokens, forecast.output_tokens)
    each = _ratio(_each(used), _each(forecast))
    likely = _times(rest, used, forecast, whole or 1.0)
    longest = _grown(worst, max(1.0, each or 1.0))
    return Rest(
        steps=steps,
        forecast=rest,
        forecast_worst=worst,
        corrected=likely,
        corrected_worst=_at_least(longest, likely),
        ratio=whole,
    )


def _ratio(taken: float | None, foreseen: float | None) -> float | None:
    return min(MOST, max(LEAST, taken / foreseen)) if taken is not None and foreseen else None


def _each(figures: Figures) -> float:
    return figures.output_tokens / figures.requests if figures.requests else 0.0


def _times(rest: Figures, used: Figures, forecast: Figures, output: float) -> Figures:
    asked = _ratio(used.input_tokens, forecast.input_tokens) or 1.0
    money = _ratio(used.cost_usd, forecast.cost_usd) or output
    written = round(rest.output_tokens * output)
    return replace(
        rest,
        requests=round(rest.requests * (_ratio(used.requests, forecast.requests) or 1.0)),
        input_tokens=round(rest.input_tokens * asked),
        output_tokens=written,
        cost_usd=None if rest.cost_usd is None else round(rest.cost_usd * money, 6),
        seconds=_seconds(rest, used, forecast, written),
    )


def _seconds(rest: Figures, used: Figures, forecast: Figures, written: int) -> float | None:
    """By the forecast of time where there was one, else by how fast the pilot was written."""
    if rest.seconds and (ratio := _ratio(used.seconds, forecast.seconds)):
        return round(rest.seconds * ratio, 3)
    if used.seconds and used.output_tokens:
        return round(used.seconds / used.output_tokens * written, 3)
    return rest.seconds


def _grown(worst: Figures, by: float) -> Figures:
    return replace(
        worst,
        input_tokens=round(worst.input_tokens * by),
        output_tokens=round(worst.output_tokens * by),
        cost_usd=None if worst.cost_usd is None else round(worst.cost_usd * by, 6),
        seconds=None if worst.seconds is None else round(worst.seconds * by, 3),
    )


def _at_least(worst: Figures, likely: Figures) -> Figures:
    """The worst, which is nowhere better than what is likely."""
    return replace(
        worst,
        requests=max(worst.requests, likely.requests),
        input_tokens=max(worst.input_tokens, likely.input_tokens),
        output_tokens=max(worst.output_tokens, likely.output_tokens),
        cost_usd=_more(worst.cost_usd, likely.cost_usd),
        seconds=_more(worst.seconds, likely.seconds),
    )


def _more(one: float | None, other: float | None) -> float | None:
    return None if one is None else max(one, other or 0.0)
