"""The user's limits: a request is sent only if its worst case stays within what is left of them."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec.structs import replace as with_fields

from agent.counting import Count, count_prompt
from agent.errors import BudgetReached, SettingsError
from agent.figures import Figures
from agent.habits import Habit, Habits
from agent.journal import Answered
from agent.ledger import used
from agent.models.protocol import Limits, Prompt, Usage
from agent.prices import Prices
from agent.settings import Settings
from repo_scan.tokens import estimate_tokens

if TYPE_CHECKING:
    from agent.models.tokenize import ServerCount

MOST_TOKENS = 128_000  # of a reply for which nothing was said
MINUTE = 60.0
_TELLING = 50  # tokens of a reply from which its speed can be told


class Meter:
    """Counts, prices and watches what is spent.

    `earlier` are the seconds of requests that earlier processes made for the run; `habits`, what is known of models.
    """

    def __init__(
        self,
        settings: Settings,
        earlier: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        habits: Habits | None = None,
    ) -> None:
        self._settings = settings
        self._prices = Prices(settings.prices)
        self._habits = habits or Habits()
        self._earlier = earlier
        self._clock = clock
        self._started = clock()
        self._counts: dict[str, ServerCount] = {}

    def cost(self, model: str, usage: Usage) -> float | None:
        """USD for a request; None where no price is known."""
        return self._prices.cost(model, self._settings.server_of(model).base_url, usage)

    def habit(self, model: str) -> Habit:
        """How the model counts and how fast it writes, as far as it was seen."""
        return self._habits.of(self._name(model))

    def count(self, model: str, prompt: Prompt) -> Count:
        """The tokens of a prompt, and how sure that is."""
        from agent.models.tokenize import ServerCount  # with the network's library, which not every run needs

        server = self._settings.server_of(model)
        asked = self._counts.setdefault(model, ServerCount(model.removeprefix("openai:"), server.base_url))
        ask = asked.count if server.base_url else None
        tokenizer = self._settings.tokenizers.get(model, "")
        return count_prompt(prompt.words, model, self.habit(model), ask, tokenizer)

    def book(self, record: Answered, model: str, prompt: Prompt) -> Answered:
        """The record with its model and its cost; what it shows of the model is remembered."""
        usage = record.usage
        if model != "builtin" and not usage.estimated:
            counted = estimate_tokens(prompt.words) if usage.input_tokens else 0
            telling = usage.output_tokens >= _TELLING and record.seconds > 0
            written, seconds = (usage.output_tokens, record.seconds) if telling else (0, 0.0)
            self._habits.learn(self._name(model), Habit(counted, usage.input_tokens, written, seconds))
        return with_fields(record, model=model, cost_usd=self.cost(model, usage))

    def _name(self, model: str) -> str:
        return f"{model} {self._settings.server_of(model).base_url}".strip()

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
        speed = self.habit(model).speed
        self.check_time(most / speed if speed else 0.0)
        return replace(limits, seconds=self._left())

    def check_time(self, seconds: float = 0.0) -> None:
        """Raises BudgetReached where so many seconds more would pass the limit of time."""
        minutes, left = self._settings.max_minutes, self._left()
        if minutes is not None and left is not None and seconds > left:
            gone = minutes * MINUTE - left
            ahead = f", and the next request may take {seconds / MINUTE:.1f} more" if seconds else ""
            raise BudgetReached(
                f"{gone / MINUTE:.1f} minutes are gone{ahead}, of {minutes:g} that the run may take.",
                f"Go on with `overhaul resume --max-minutes N`, where N is more than {minutes:g}.",
            )

    def _left(self) -> float | None:
        """Seconds until the run must be over."""
        minutes = self._settings.max_minutes
        return None if minutes is None else minutes * MINUTE - self._earlier - (self._clock() - self._started)

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
        worst = self.cost(model, Usage(self.count(model, prompt).at_most, most))
        if worst is None:
            raise _unpriced(model)
        if spent.cost_usd is None:
            raise SettingsError(
                "What this run has spent so far is not known, since an earlier request of it has no price.",
                "Leave --max-cost out, or start a new run.",
            )
        if spent.cost_usd + worst > limit:
            raise BudgetReached(
                f"${spent.cost_usd:.4f} is spent, and the next request may cost ${worst:.4f} more: over the "
                f"${limit:g} that the run may cost.",
                f"Go on with `overhaul resume --max-cost USD`, where USD is {spent.cost_usd + worst:.2f} or more.",
            )


def check_priced(settings: Settings) -> None:
    """Raises SettingsError where a limit of money cannot be kept, since a model has no price."""
    meter = Meter(settings)
    for model in settings.all_models:
        if settings.max_cost is not None and meter.cost(model, Usage()) is None:
            raise _unpriced(model)


def _unpriced(model: str) -> SettingsError:
    """What to say where a limit of money cannot be kept."""
    return SettingsError(
        f"No price is known for {model}, so --max-cost cannot be kept.",
        f'Set it, in USD per million tokens: [prices."{model}"] input = …, output = …; or leave --max-cost out.',
    )
