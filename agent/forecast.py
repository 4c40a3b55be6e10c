"""What a plan will cost, said before anything is spent. Estimates: they are labelled so wherever they are shown."""

import msgspec

from agent.plan import Plan, Step
from agent.settings import Settings
from repo_scan import Scan

PROMPT_TOKENS = 1500  # role, format and constraints around the material
LOG_TOKENS = 300


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Requests, tokens, money and time, of a forecast or as they came."""

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = 0.0  # None: no price is known
    seconds: float | None = None  # None: not known beforehand


def forecast(plan: Plan, scan: Scan, settings: Settings, map_tokens: int) -> Figures:
    """The plan's own requests, each answered well the first time. Operations cost no tokens."""
    tokens = {file.path: file.tokens for file in scan.inventory.files}
    rewrites = [step for step in plan.steps if step.kind == "rewrite"]
    return Figures(
        requests=len(rewrites),
        input_tokens=sum(PROMPT_TOKENS + map_tokens + _held(step, tokens) for step in rewrites),
        output_tokens=sum(_held(step, tokens) + LOG_TOKENS for step in rewrites),
        cost_usd=0.0 if settings.model == "builtin" or not rewrites else None,
    )


def _held(step: Step, tokens: dict[str, int]) -> int:
    return sum(tokens.get(path, 0) for path in step.files)
