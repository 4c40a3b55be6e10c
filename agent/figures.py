"""Requests, tokens, money and time in one line: of a request, a step, a run, or foreseen."""

from collections.abc import Iterable
from typing import Literal

import msgspec

#: The server's figures; our own estimate; that estimate, corrected by earlier figures of the model; some of each.
Basis = Literal["none", "reported", "estimate", "calibrated", "mixed"]


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What something cost, or is expected to. Input includes what was cached, output includes reasoning."""

    requests: int = 0
    input_tokens: int = 0
    cached_input_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cost_usd: float | None = 0.0  # None: no price is known for some of it
    seconds: float | None = None  # of the requests; None: not known
    basis: Basis = "none"  # where the tokens come from


def total(parts: Iterable[Figures]) -> Figures:
    """All together; of money and time nothing is known where a part of it is not."""
    listed = tuple(parts)
    costs = [part.cost_usd for part in listed]
    times = [part.seconds for part in listed]
    return Figures(
        requests=sum(part.requests for part in listed),
        input_tokens=sum(part.input_tokens for part in listed),
        cached_input_tokens=sum(part.cached_input_tokens for part in listed),
        output_tokens=sum(part.output_tokens for part in listed),
        reasoning_tokens=sum(part.reasoning_tokens for part in listed),
        cost_usd=_sum(costs, 6),
        seconds=_sum(times, 3),
        basis=_common({part.basis for part in listed if part.basis != "none"}),
    )


def _common(bases: set[Basis]) -> Basis:
    return "mixed" if len(bases) > 1 else next(iter(bases), "none")


def _sum(numbers: list[float | None], places: int) -> float | None:
    known = [number for number in numbers if number is not None]
    return round(sum(known), places) if len(known) == len(numbers) else None
