"""The user's limits: a request is sent only if its worst case stays within what is left of them."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from agent.errors import BudgetReached, SettingsError
from agent.figures import Figures
from agent.journal import Answered
from agent.ledger import used
from agent.lineup import ROLES
from agent.models.protocol import Limits, Prompt, Usage
from agent.prices import Prices
from agent.settings import Settings
from repo_scan.tokens import estimate_tokens

MOST_TOKENS = 128_000  # of a reply for which nothing was said
MINUTE = 60.0
_CAUTION = 1.25  # an estimate of the prompt may be too low by so much
_TELLING = 50  # tokens of a reply from which its speed can be told


class Meter:
    """Watches what is spent. `earlier` are the seconds of requests that earlier processes made for the run."""

    def __init__(self, settings: Settings, earlier: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._prices = Prices(settings.prices)
        self._earlier = earlier
        self._clock = clock
        self._started = clock()

    def cost(self, model: str, usage: Usage) -> float | None:
        """USD for a request; None where no price is known."""
        return self._prices.cost(model, self._settings.server_of(model).base_url, usage)

    def admit(self, model: str, prompt: Prompt, limits: Limits, answered: Sequence[Answered]) -> Limits:
        """The limits that a request may use. Raises BudgetReached where its worst case would pass one of the run's."""
        cap = self._settings.caps_of(model).reply_tokens
        if cap and cap < (limits.max_output_tokens or MOST_TOKENS):
            limits = replace(limits, max_output_tokens=cap)
        if model == "builtin":
            return limits
        most = limits.max_output_tokens or MOST_TOKENS
        spent = used(answered)
        self._check_output(most, spent)
        self._check_money(model, prompt, most, spent)
        speed = speeds(answered).get(model)
        self.check_time(most / speed if speed else 0.0)
        return limits

    def check_time(self, seconds: float = 0.0) -> None:
        """Raises BudgetReached where so many seconds more would pass the limit of time."""
        minutes = self._settings.max_minutes
        gone = self._earlier + self._clock() - self._started
        if minutes is not None and (gone + seconds > minutes * MINUTE):
            ahead = f", and the next request may take {seconds / MINUTE:.1f} more" if seconds else ""
            raise BudgetReached(
                f"{gone / MINUTE:.1f} minutes are gone{ahead}, of {minutes:g} that the run may take.",
                f"Go on with `overhaul resume --max-minutes N`, where N is more than {minutes:g}.",
            )

    def _check_output(self, most: int, spent: Figures) -> None:
        limit = self._settings.max_output_tokens
        if limit is not None and spent.output_tokens + most > limit:
            raise BudgetReached(
                f"{spent.output_tokens:,} output tokens are used, and the next reply may have {most:,} more: over the "
                f"{limit:,} that the run may have.",
                f"Go on with `overhaul resume --max-output-tokens N`, where N is {spent.output_tokens + most} or more.",
            )

    def _check_money(self, model: str, prompt: Prompt, most: int, spent: Figures) -> None:
        limit = self._settings.max_cost
        if limit is None:
            return
        asked = round(_CAUTION * estimate_tokens(prompt.stable + prompt.variable))
        worst = self.cost(model, Usage(asked, most))
        if worst is None or spent.cost_usd is None:
            raise _unpriced(model)
        if spent.cost_usd + worst > limit:
            raise BudgetReached(
                f"${spent.cost_usd:.4f} is spent, and the next request may cost ${worst:.4f} more: over the "
                f"${limit:g} that the run may cost.",
                f"Go on with `overhaul resume --max-cost USD`, where USD is {spent.cost_usd + worst:.2f} or more.",
            )


def check_priced(settings: Settings) -> None:
    """Raises SettingsError where a limit of money cannot be kept, since a model has no price."""
    meter = Meter(settings)
    for model in dict.fromkeys(settings.model_for(role) for role in ROLES):
        if settings.max_cost is not None and meter.cost(model, Usage()) is None:
            raise _unpriced(model)


def _unpriced(model: str) -> SettingsError:
    """What to say where a limit of money cannot be kept."""
    return SettingsError(
        f"No price is known for {model}, so --max-cost cannot be kept.",
        f'Set it, in USD per million tokens: [prices."{model}"] input = …, output = …; or leave --max-cost out.',
    )


def speeds(answered: Sequence[Answered]) -> dict[str, float]:
    """Tokens a second of each model, from those of its replies that were long enough to tell."""
    tokens, seconds = Counter[str](), dict[str, float]()
    for record in answered:
        if record.usage.output_tokens >= _TELLING and record.seconds > 0:
            tokens[record.model] += record.usage.output_tokens
            seconds[record.model] = seconds.get(record.model, 0.0) + record.seconds
    return {model: tokens[model] / seconds[model] for model in seconds}
