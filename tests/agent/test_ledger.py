"""The bill: both vendors' figures come to the same, and nothing counts twice."""

import pytest

from agent.asking import Asker
from agent.budget import Meter
from agent.figures import Figures
from agent.ledger import by_scope, used
from agent.models.anthropic import AnthropicModel
from agent.models.openai import OpenAIModel
from agent.models.protocol import Limits, Model, Prompt
from agent.prices import Price
from agent.settings import Settings
from applier.fence import Expected, Fence
from tests.loopback import Loopback, Scripted

FENCE = Fence("k7f3q9w2")
PROMPT = Prompt("step", FENCE, (Expected(1, "log"),), "stable", "variable")
TEXT = f"{FENCE.open_line(PROMPT.expected[0])}\n{{}}\n{FENCE.close_line(1)}\n"
# 1,000 tokens asked, 400 of them cached before; 50 answered.
CHAT = {"prompt_tokens": 1000, "completion_tokens": 50, "prompt_tokens_details": {"cached_tokens": 400}}
MESSAGES = {"input_tokens": 600, "cache_read_input_tokens": 400, "output_tokens": 1}


def chat() -> Scripted:
    return Scripted.reply(TEXT, usage=CHAT)


def message() -> Scripted:
    return Scripted.named(
        {"type": "message_start", "message": {"role": "assistant", "content": [], "usage": MESSAGES}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": TEXT}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 50}},
        {"type": "message_stop"},
    )


def bill(model: Model, server: Loopback) -> Figures:
    price = Price(input=10.0, output=100.0, cached=1.0)
    asker = Asker(
        model, None, lambda line: None, meter=Meter(Settings(base_url=server.url, prices={model.name: price}))
    )
    for scope in ("S01", "S02", "S01"):
        asker.ask(scope, PROMPT, Limits())
    assert {scope: part.requests for scope, part in by_scope(asker.answered).items()} == {"S01": 2, "S02": 1}
    return used(asker.answered)


def test_both_vendors_figures_come_to_the_same_bill() -> None:
    with Loopback(lambda body: chat()) as server:
        one = bill(OpenAIModel("tiny", server.url, "key"), server)
    with Loopback(lambda body: message()) as server:
        other = bill(AnthropicModel("anthropic:tiny", server.url, "key"), server)
    assert (one.requests, one.input_tokens, one.cached_input_tokens, one.output_tokens) == (3, 3000, 1200, 150)
    assert one.cost_usd == pytest.approx(3 * (600 * 10 + 400 * 1 + 50 * 100) / 1e6)
    for field in ("requests", "input_tokens", "cached_input_tokens", "output_tokens", "cost_usd", "basis"):
        assert getattr(other, field) == getattr(one, field)


def test_where_the_server_gives_no_figures_the_bill_is_an_estimate() -> None:
    with Loopback(lambda body: Scripted.reply(TEXT, usage=None)) as server:
        figures = bill(OpenAIModel("tiny", server.url, "key"), server)
    assert figures.basis == "estimate"
    assert figures.output_tokens > 0
    assert figures.cost_usd
