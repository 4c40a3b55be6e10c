"""What a pilot came to: kept in the journal, shown by `run --pilot`, `status` and `resume`."""

from typing import Literal

import msgspec

from agent.figures import Figures

NOTHING = Figures(seconds=0.0)
Verdict = Literal["go", "no-go"]


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """Claims that were looked up."""

    claims: int = 0
    false: int = 0  # of them, those that do not hold


class Gates(msgspec.Struct, frozen=True, kw_only=True):
    """How the pilot's steps fared at the gates."""

    first_try: int = 0  # landed as first written
    after_repair: int = 0
    refused: int = 0
    unchanged: int = 0
    objections: dict[str, int] = {}  # by gate, over all tries

    @property
    def landed(self) -> int:
        """Steps that were committed."""
        return self.first_try + self.after_repair


class Constraints(msgspec.Struct, frozen=True, kw_only=True):
    """The anchors of the settings."""

    asked: int = 0  # times that one was to be restated
    restated: int = 0
    checked: int = 0  # anchors that a program checks at every step
    objections: int = 0  # of the programs, over all tries; nothing landed against them


class Size(msgspec.Struct, frozen=True, kw_only=True):
    """The difference."""

    files: int = 0
    added: int = 0
    removed: int = 0


class Rest(msgspec.Struct, frozen=True, kw_only=True):
    """What waits, as it was forecast and as the pilot corrects it."""

    steps: int = 0
    forecast: Figures = NOTHING
    forecast_worst: Figures = NOTHING
    corrected: Figures = NOTHING
    corrected_worst: Figures = NOTHING
    ratio: float | None = None  # output tokens of the pilot / those forecast; None: nothing was forecast


class Scorecard(msgspec.Struct, frozen=True, kw_only=True):
    """All that a pilot tells."""

    module: str
    steps: tuple[str, ...]
    chosen: tuple[str, ...]  # why this module
    gates: Gates
    constraints: Constraints
    findings: Evidence  # of the diagnosis, those of the model
    sources: Evidence  # of the steps' logs
    verified: int  # landed steps on which the tests ran, and count
    tests: str  # how they do on the base
    size: Size
    used: Figures
    forecast: Figures
    forecast_worst: Figures
    rest: Rest
    verdict: Verdict = "go"
    reasons: tuple[str, ...] = ()  # for a no-go
    cautions: tuple[str, ...] = ()  # what a go does not cover
