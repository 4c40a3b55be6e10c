"""What tokens cost: the user's own prices first, then the list that comes with genai-prices.

That list is part of the installed package; nothing is fetched. It is slow to load, so it is loaded when a price is
first asked for that the settings do not hold.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from genai_prices import Usage as Tokens
    from genai_prices.types import PriceCalculation

    from agent.models.protocol import Usage

MILLION = 1_000_000


class Price(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """USD per million tokens, as the user sets it: `[prices."openai:gpt-5"]`."""

    input: float
    output: float
    cached: float | None = None  # input read from the provider's cache; None: like other input
    cache_write: float | None = None  # input put into it; likewise

    def of(self, usage: "Usage") -> float:
        """The cost of a request."""
        cached, written, fresh = _shares(usage)
        kept = self.input if self.cached is None else self.cached
        put = self.input if self.cache_write is None else self.cache_write
        paid = fresh * self.input + cached * kept + written * put + usage.output_tokens * self.output
        return paid / MILLION


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of models, each at the server where it is asked."""

    own: Mapping[str, Price] = field(default_factory=dict)

    def cost(self, model: str, base_url: str, usage: "Usage") -> float | None:
        """USD for a request; None where no price is known. The built-in model costs nothing."""
        if model == "builtin":
            return 0.0
        if price := self.own.get(model):
            return price.of(usage)
        return _listed(model, base_url, usage)


def _shares(usage: "Usage") -> tuple[int, int, int]:
    """Input that was read from a cache, put into one, and neither; whatever a server claims, they add up."""
    cached = min(usage.cached_input_tokens, usage.input_tokens)
    written = min(usage.cache_write_tokens, usage.input_tokens - cached)
    return cached, written, usage.input_tokens - cached - written


def _listed(model: str, base_url: str, usage: "Usage") -> float | None:
    """The cost by the list. A server that it does not know has prices of its own, whatever the model's name."""
    from genai_prices import Usage as Tokens

    cached, written, _ = _shares(usage)
    tokens = Tokens(
        input_tokens=usage.input_tokens,
        cache_read_tokens=cached,
        cache_write_tokens=written,
        output_tokens=usage.output_tokens,
    )
    found = _look_up(model, base_url, tokens)
    return float(found.total_price) if found else None


def context_of(model: str, base_url: str) -> int | None:
    """How long a prompt may be by the list, in tokens; None where it does not know the model."""
    from genai_prices import Usage as Tokens

    found = _look_up(model, base_url, Tokens(input_tokens=0, output_tokens=0))
    return found.model.context_window if found else None


def _look_up(model: str, base_url: str, tokens: "Tokens") -> "PriceCalculation | None":
    from genai_prices import calc_price

    provider, colon, name = model.partition(":")
    try:
        if base_url:
            known = provider in ("openai", "anthropic") and bool(colon)
            return calc_price(tokens, name if known else model, provider_api_url=base_url)
        return calc_price(tokens, name, provider_id=provider)
    except LookupError:
        return None
