"""Prices: the user's own first, then the bundled list, and null where neither knows."""

import subprocess
import sys

import pytest

from agent.models.protocol import Usage
from agent.prices import Price, Prices

MILLION = Usage(input_tokens=1_000_000, output_tokens=1_000_000)
OWN = {"m": Price(input=2.0, output=8.0, cached=0.5, cache_write=3.0), "n": Price(input=2.0, output=8.0)}


@pytest.mark.parametrize(
    ("model", "usage", "cost"),
    [
        ("m", MILLION, 10.0),
        ("m", Usage(1_000_000, 0, cached_input_tokens=400_000), 0.6 * 2 + 0.4 * 0.5),
        ("m", Usage(1_000_000, 0, cache_write_tokens=100_000), 0.9 * 2 + 0.1 * 3),
        ("m", Usage(0, 1_000_000, reasoning_tokens=900_000), 8.0),  # reasoning is output, not on top of it
        ("n", Usage(1_000_000, 0, cached_input_tokens=400_000, cache_write_tokens=100_000), 2.0),
        ("m", Usage(100_000, 0, cached_input_tokens=1_000_000), 0.05),  # a server that counts cached input apart
        ("m", Usage(), 0.0),
        ("builtin", MILLION, 0.0),
    ],
)
def test_a_request_costs_what_its_parts_do(model: str, usage: Usage, cost: float) -> None:
    assert Prices(OWN).cost(model, "http://127.0.0.1:1/v1", usage) == pytest.approx(cost)


@pytest.mark.parametrize(
    ("model", "base_url"),
    [
        ("openai:gpt-4o", ""),
        ("gpt-4o", "https://api.openai.com/v1"),
        ("openai:gpt-4o", "https://api.openai.com/v1"),
        ("anthropic:claude-sonnet-4-5", ""),
    ],
)
def test_the_list_knows_the_models_of_providers(model: str, base_url: str) -> None:
    prices = Prices()
    whole = prices.cost(model, base_url, Usage(100_000, 1000))
    cached = prices.cost(model, base_url, Usage(100_000, 1000, cached_input_tokens=90_000))
    assert whole is not None
    assert cached is not None
    assert 0 < cached < whole


@pytest.mark.parametrize(
    ("model", "base_url"),
    [
        ("openai:no-such-model", ""),
        ("qwen3", "http://localhost:8000/v1"),
        ("gpt-4o", "https://gateway.example.org/v1"),  # whose prices are its own
        ("openai:gpt-4o", "http://localhost:8000/v1"),
    ],
)
def test_where_no_price_is_known_there_is_none(model: str, base_url: str) -> None:
    assert Prices().cost(model, base_url, MILLION) is None


def test_the_list_is_loaded_at_the_first_price_and_not_before() -> None:
    code = (
        "import sys; import agent.run, agent.cli.app; assert 'genai_prices' not in sys.modules;"
        "from agent.prices import Prices; from agent.models.protocol import Usage;"
        "Prices().cost('builtin', '', Usage()); assert 'genai_prices' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
