"""The forecast of the rest is corrected by what the pilot took."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.figures import Figures
from agent.pilot.correct import corrected

FORECAST = Figures(requests=2, input_tokens=1000, output_tokens=400, cost_usd=0.2, seconds=10.0)
REST = Figures(requests=10, input_tokens=5000, output_tokens=2000, cost_usd=1.0, seconds=50.0)
WORST = Figures(requests=40, input_tokens=30000, output_tokens=15000, cost_usd=6.0, seconds=400.0)


def test_repairs_make_the_rest_dearer_but_not_its_worst_which_holds_them() -> None:
    used = Figures(requests=4, input_tokens=2000, output_tokens=800, cost_usd=0.4, seconds=20.0)
    rest = corrected(used, FORECAST, REST, WORST, 10)
    assert rest.ratio == 2.0
    assert rest.corrected == Figures(requests=20, input_tokens=10000, output_tokens=4000, cost_usd=2.0, seconds=100.0)
    assert rest.corrected_worst == WORST


def test_longer_replies_make_the_worst_dearer_too() -> None:
    used = Figures(requests=2, input_tokens=1000, output_tokens=600, cost_usd=0.3, seconds=10.0)
    rest = corrected(used, FORECAST, REST, WORST, 10)
    assert rest.corrected.output_tokens == 3000
    assert (rest.corrected_worst.output_tokens, rest.corrected_worst.cost_usd) == (22500, 9.0)


@pytest.mark.parametrize(("tokens", "ratio"), [(1, 0.25), (1_000_000, 8.0)])
def test_a_few_requests_are_not_believed_beyond_bounds(tokens: int, ratio: float) -> None:
    assert corrected(Figures(requests=2, output_tokens=tokens), FORECAST, REST, WORST, 1).ratio == ratio


def test_time_goes_by_the_speed_of_the_pilot_where_none_was_forecast() -> None:
    used = Figures(requests=2, input_tokens=1000, output_tokens=400, cost_usd=0.2, seconds=40.0)
    unknown = Figures(requests=2, input_tokens=1000, output_tokens=400, cost_usd=0.2, seconds=None)
    rest = Figures(requests=10, output_tokens=2000, seconds=None)
    assert corrected(used, unknown, rest, WORST, 10).corrected.seconds == 200.0


@pytest.mark.parametrize("used", [Figures(), Figures(requests=3, output_tokens=100)])
def test_where_nothing_was_forecast_the_rest_stays_as_it_was(used: Figures) -> None:
    rest = corrected(used, Figures(), REST, WORST, 10)
    assert (rest.ratio, rest.corrected.output_tokens, rest.corrected_worst) == (None, 2000, WORST)


def test_what_has_no_price_gets_none() -> None:
    unpriced = Figures(requests=2, output_tokens=400, cost_usd=None)
    rest = corrected(unpriced, unpriced, Figures(cost_usd=None), Figures(cost_usd=None), 1)
    assert (rest.corrected.cost_usd, rest.corrected_worst.cost_usd) == (None, None)


@given(st.integers(0, 50), st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_worst_is_nowhere_better_than_what_is_likely(requests: int, asked: int, written: int) -> None:
    used = Figures(requests=requests, input_tokens=asked, output_tokens=written, cost_usd=0.1, seconds=1.0)
    rest = corrected(used, FORECAST, REST, WORST, 10)
    assert rest.corrected_worst.output_tokens >= rest.corrected.output_tokens
    assert rest.corrected_worst.input_tokens >= rest.corrected.input_tokens
    assert (rest.corrected_worst.cost_usd or 0) >= (rest.corrected.cost_usd or 0)
    assert rest.corrected_worst.requests >= rest.corrected.requests
