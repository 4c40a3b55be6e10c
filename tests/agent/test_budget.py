"""Limits of a run: a request goes out only if its worst case stays within them."""

import dataclasses

import pytest
from msgspec.structs import replace

from agent.budget import Meter, check_priced
from agent.counting import Count
from agent.errors import BudgetReached, SettingsError
from agent.habits import Habit
from agent.journal import Answered
from agent.ledger import by_scope, used
from agent.lineup import Caps, Models
from agent.models.protocol import Limits, Prompt, Usage
from agent.prices import Price
from agent.settings import Settings
from applier.fence import Fence

PROMPT = Prompt("step", Fence("k7f3q9zz"), (), "", "word " * 1000)  # about 1,000 tokens
PRICES = {"m": Price(input=1000.0, output=1000.0)}  # a tenth of a cent a token
LIMITS = Limits(max_output_tokens=1000)


def answered(label: str = "S01-1", cost: float | None = 1.0, seconds: float = 10.0, output: int = 500) -> Answered:
    usage = Usage(2000, output, cached_input_tokens=1500, reasoning_tokens=100)
    return Answered(label=label, file="f", finish="stop", usage=usage, seconds=seconds, model="m", cost_usd=cost)


def settings(**fields: object) -> Settings:
    return Settings(model="m", base_url="http://127.0.0.1:1/v1", prices=PRICES, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"max_cost": 4.0}, "--max-cost"),  # 1 spent, 2.2 at most for the prompt as the server counts, 1 for the reply
        ({"max_cost": 0.0}, "--max-cost"),
        ({"max_output_tokens": 1499}, "--max-output-tokens"),
        ({"max_minutes": 0.5}, "--max-minutes"),  # 10 s gone, 1000 tokens at 50 a second to come, 20 s slept
        ({"max_cost": 100.0, "max_output_tokens": 10}, "--max-output-tokens"),
    ],
)
def test_a_request_whose_worst_case_passes_a_limit_is_not_sent(fields: dict[str, object], words: str) -> None:
    now = [100.0]
    meter = Meter(settings(**fields), earlier=10.0, clock=lambda: now[0])
    meter.book(answered(), "m", PROMPT)
    now[0] = 110.0
    with pytest.raises(BudgetReached) as caught:
        meter.admit("m", PROMPT, LIMITS, [answered()])
    assert f"overhaul resume {words}" in caught.value.hint
    assert caught.value.exit_code == 4


@pytest.mark.parametrize(
    "fields",
    [{}, {"max_cost": 4.5}, {"max_output_tokens": 1500}, {"max_minutes": 0.75}, {"max_minutes": 1.0, "max_cost": 9.0}],
)
def test_a_request_within_the_limits_is_sent(fields: dict[str, object]) -> None:
    now = [100.0]
    meter = Meter(settings(**fields), earlier=10.0, clock=lambda: now[0])
    meter.book(answered(), "m", PROMPT)
    now[0] = 110.0
    admitted = meter.admit("m", PROMPT, LIMITS, [answered()])
    assert dataclasses.replace(admitted, seconds=None) == LIMITS
    minutes = fields.get("max_minutes")
    assert admitted.seconds == (float(str(minutes)) * 60 - 20 if minutes else None)


def test_the_built_in_model_needs_no_budget() -> None:
    meter = Meter(settings(max_cost=0.0, max_output_tokens=0))
    assert meter.admit("builtin", PROMPT, LIMITS, []) == LIMITS


def test_a_reply_without_a_limit_counts_as_a_very_long_one() -> None:
    with pytest.raises(BudgetReached, match="128,000"):
        Meter(settings(max_output_tokens=100_000)).admit("m", PROMPT, Limits(), [])


def test_time_is_up_between_requests_too() -> None:
    now = [0.0]
    meter = Meter(settings(max_minutes=1.0), earlier=30.0, clock=lambda: now[0])
    meter.check_time()
    now[0] = 31.0
    with pytest.raises(BudgetReached, match="minutes"):
        meter.check_time()


@pytest.mark.parametrize(("cap", "asked", "given"), [(100, 1000, 100), (100, None, 100), (2000, 1000, 1000)])
def test_a_models_own_cap_holds_for_each_reply(cap: int, asked: int | None, given: int) -> None:
    meter = Meter(settings(caps={"m": Caps(reply_tokens=cap)}))
    assert meter.admit("m", PROMPT, Limits(max_output_tokens=asked), []).max_output_tokens == given


def test_a_limit_of_money_needs_a_price_for_every_model() -> None:
    check_priced(settings(max_cost=1.0))
    check_priced(settings(models=Models(plan="p")))
    with pytest.raises(SettingsError, match="No price is known for p"):
        check_priced(settings(max_cost=1.0, models=Models(plan="p")))


def test_nor_can_it_be_kept_where_what_was_spent_is_not_known() -> None:
    with pytest.raises(SettingsError, match="spent so far is not known"):
        Meter(settings(max_cost=100.0)).admit("m", PROMPT, LIMITS, [answered(cost=None)])


def test_what_was_used_is_added_up_by_step_and_in_all() -> None:
    requests = [answered("diagnosis-1"), answered("S01-1"), answered("S01-2", cost=0.5), answered("S-02-1")]
    whole = used(requests)
    assert (whole.requests, whole.input_tokens, whole.cached_input_tokens) == (4, 8000, 6000)
    assert (whole.output_tokens, whole.reasoning_tokens, whole.cost_usd, whole.seconds) == (2000, 400, 3.5, 40.0)
    assert {scope: part.cost_usd for scope, part in by_scope(requests).items()} == {
        "diagnosis": 1.0,
        "S01": 1.5,
        "S-02": 1.0,
    }


def test_the_cost_of_all_is_unknown_where_that_of_a_part_is() -> None:
    assert used([answered(), answered(cost=None)]).cost_usd is None
    assert used([]).cost_usd == 0.0


def test_what_an_answer_shows_of_its_model_is_remembered() -> None:
    meter = Meter(settings())
    plain = meter.count("m", PROMPT)
    booked = meter.book(answered(output=500, seconds=10.0), "m", PROMPT)
    meter.book(answered(output=10, seconds=30.0), "m", PROMPT)  # too short to tell a speed
    assert plain.kind == "estimate"
    assert (booked.model, booked.cost_usd) == ("m", pytest.approx(2.5))
    assert meter.habit("m").speed == 50.0
    assert meter.count("m", PROMPT) == Count(2000, "calibrated")
    assert meter.count("other", PROMPT) == plain


def test_what_was_only_estimated_teaches_nothing() -> None:
    meter = Meter(settings())
    guessed = replace(answered(), usage=Usage(5000, 500, estimated=True))
    meter.book(guessed, "m", PROMPT)
    assert meter.habit("m") == Habit()
