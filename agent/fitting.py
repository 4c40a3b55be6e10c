"""Whether the prompt of a step fits into what prompts for its model may hold; one that does not is never sent."""

from collections.abc import Iterable

from agent.budget import Meter
from agent.errors import ContextOverflow
from agent.models.protocol import Model, Prompt
from agent.roles import pick
from agent.settings import Settings
from repo_scan.tokens import estimate_tokens

_SURELY = 2  # so much less than there may be needs no count that rests on more than our estimate


def check_fits(
    label: str, prompt: Prompt, texts: Iterable[str], model: Model, meter: Meter, settings: Settings
) -> None:
    """Raise ContextOverflow where a prompt, in which the `texts` of the step are, holds more than `context_tokens`."""
    name = pick(model, prompt).name
    most = settings.caps_of(name).context_tokens
    if name == "builtin" or estimate_tokens(prompt.words) * _SURELY <= most:
        return
    counted = meter.count(name, prompt)
    if counted.tokens > most:
        own, budget = sum(map(estimate_tokens, texts)), settings.module_budget
        raise ContextOverflow(
            f"The prompt of {label} would hold {counted.tokens:,} tokens ({counted.kind}), more than the {most:,} of "
            f"context_tokens; the files of the step are {own:,} of them (estimate), and module_budget is {budget:,}. "
            f"Raise context_tokens if {name} takes more, or lower module_budget, or split the step."
        )
