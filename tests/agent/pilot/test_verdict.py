"""The written criteria of go and no-go, each at both sides of its limit."""

from typing import Any

import msgspec
import pytest

from agent.figures import Figures
from agent.pilot.card import Constraints, Evidence, Gates, Rest, Scorecard, Size
from agent.pilot.verdict import Case, judged
from agent.settings import Settings

GOOD = Scorecard(
    module="a.py",
    steps=("S01", "S02", "S03", "S04"),
    chosen=(),
    gates=Gates(first_try=3, after_repair=1),
    constraints=Constraints(asked=4, restated=4),
    findings=Evidence(claims=6, false=2),
    sources=Evidence(claims=3, false=1),
    verified=4,
    tests="",
    size=Size(files=1),
    used=Figures(requests=5, output_tokens=1000, cost_usd=1.0, seconds=60.0),
    forecast=Figures(requests=4, output_tokens=800, cost_usd=0.6),
    forecast_worst=Figures(),
    rest=Rest(steps=6, corrected=Figures(output_tokens=5000, cost_usd=3.0, seconds=600.0)),
)
SPENT = Figures(output_tokens=2000, cost_usd=1.5, seconds=120.0)


def verdict(settings: dict[str, Any] | None = None, **changes: Any) -> Scorecard:
    card = msgspec.structs.replace(GOOD, **changes)
    return judged(Case(card, Settings(**(settings or {})), SPENT))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"gates": Gates()}, "nothing can be told"),
        ({"gates": Gates(unchanged=2)}, "nothing can be told"),
        ({"gates": Gates(first_try=3, refused=1)}, "1 step of 4 was refused"),
        ({"gates": Gates(first_try=1, after_repair=2)}, "only 1 of 3 steps passed"),
        ({"constraints": Constraints(asked=4, restated=3)}, "did not restate 1 of 4"),
        ({"findings": Evidence(claims=5, false=2)}, "2 of 5 of the model's findings"),
        ({"sources": Evidence(claims=3, false=2)}, "2 of 3 sources"),
        ({"used": Figures(output_tokens=1000, cost_usd=1.3)}, "2.2 times the money"),
        ({"used": Figures(output_tokens=1700, cost_usd=None)}, "2.1 times the output tokens"),
        ({"settings": {"max_cost": 4.0}}, "$3.00, and $2.50 are left of --max-cost"),
        ({"settings": {"max_output_tokens": 6000}}, "4,000 tokens are left of --max-output-tokens"),
        ({"settings": {"max_minutes": 11}}, "9 minutes are left of --max-minutes"),
    ],
)
def test_one_reason_makes_a_no_go(changes: dict[str, Any], words: str) -> None:
    card = verdict(**changes)
    assert card.verdict == "no-go"
    (reason,) = card.reasons
    assert words in reason


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"gates": Gates(first_try=2, after_repair=2)},
        {"gates": Gates(after_repair=1)},  # of one step nothing is concluded
        {"gates": Gates(first_try=1, unchanged=3)},
        {"constraints": Constraints()},
        {"findings": Evidence(claims=2, false=2)},
        {"sources": Evidence()},
        {"used": Figures(output_tokens=9000, cost_usd=1.2)},
        {"used": Figures(output_tokens=1600, cost_usd=None)},
        {"used": Figures(), "forecast": Figures()},
        {"settings": {"max_cost": 4.5, "max_output_tokens": 7000, "max_minutes": 12}},
        {"settings": {"max_cost": 1.5}, "rest": Rest()},
    ],
)
def test_what_keeps_to_the_criteria_is_a_go(changes: dict[str, Any]) -> None:
    assert verdict(**changes).reasons == ()
    assert verdict(**changes).verdict == "go"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"verified": 3}, "no tests that count ran on 1 step"),
        ({"gates": Gates(first_try=1), "verified": 1}, "a second pilot would tell more"),
        ({"rest": Rest(steps=6, corrected=Figures(cost_usd=None))}, "no price"),
    ],
)
def test_what_a_go_does_not_cover_is_said(changes: dict[str, Any], words: str) -> None:
    (caution,) = verdict(**changes).cautions
    assert words in caution
    assert verdict().cautions == ()
