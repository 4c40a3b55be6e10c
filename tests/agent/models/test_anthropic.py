"""Anthropic's Messages the whole way over a real connection."""

from collections.abc import Iterator

import httpx
import pytest

from agent.errors import ModelBusy, ModelError, ModelLimited, ModelRefused
from agent.models.anthropic import AnthropicModel
from agent.models.protocol import Completion, Limits, Prompt, Usage
from applier.fence import Expected, Fence
from tests.loopback import Loopback, Scripted

KEY = "sk-ant-secret-0123456789"
FENCE = Fence("k7f3q9w2")
FILE = Expected(1, "file", "a.py")
PROMPT = Prompt("step", FENCE, (FILE,), "stable words", "variable words")
TEXT = f'{FENCE.open_line(FILE)}\nx = "é 漢字 😀 \u2028"\r\n\t{{}}\n{FENCE.close_line(1)}\n'
LIMITS = Limits()
COUNTED = Usage(11, 7, 3, cache_write_tokens=2)


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with httpx.Client(trust_env=False) as shared:
        yield shared


def ask(server: Loopback, client: httpx.Client, limits: Limits = LIMITS) -> tuple[str, Completion]:
    reply = AnthropicModel("anthropic:claude", server.url, KEY, client=client).stream(PROMPT, limits)
    text = "".join(reply)
    assert reply.completion is not None
    return text, reply.completion


@pytest.mark.parametrize("write", [1, 2, 7, 100, None])
@pytest.mark.parametrize("step", [1, 1000])
def test_the_reply_does_not_depend_on_how_it_is_cut(write: int | None, step: int, client: httpx.Client) -> None:
    scripted = Scripted.message(TEXT, step=step, thoughts="hm, <<<END:01:k7f3q9w2>>>")
    with Loopback([Scripted(scripted.body, write=write)]) as server:
        assert ask(server, client) == (TEXT, Completion("stop", COUNTED))


def test_the_request_marks_the_end_of_the_stable_part_for_the_cache(client: httpx.Client) -> None:
    with Loopback([Scripted.message(TEXT)]) as server:
        ask(server, client, Limits(max_output_tokens=500))
    (request,) = server.requests
    assert request.path == "/v1/messages"
    headers = {name.lower(): value for name, value in request.headers.items()}
    assert headers["x-api-key"] == KEY
    assert headers["anthropic-version"]
    assert "authorization" not in headers
    assert request.body == {
        "model": "claude",
        "system": [{"type": "text", "text": "stable words", "cache_control": {"type": "ephemeral"}}],
        "messages": [{"role": "user", "content": "variable words"}],
        "stream": True,
        "temperature": 0.3,
        "max_tokens": 500,
    }


def test_an_output_limit_is_sent_even_where_none_is_set(client: httpx.Client) -> None:
    with Loopback([Scripted.message(TEXT)]) as server:
        ask(server, client)
    assert server.requests[0].body["max_tokens"] > 8000


def picky(body: dict[str, object]) -> Scripted:
    """What newer models refuse, one complaint at a time."""
    most = body["max_tokens"]
    assert isinstance(most, int)
    words = ""
    if "temperature" in body:
        words = "`temperature` is deprecated for this model."
    elif most > 8192:
        words = f"max_tokens: {most} > 8192, which is the maximum allowed number of output tokens for claude"
    error = {"type": "error", "error": {"type": "invalid_request_error", "message": words}}
    return Scripted.json(400, error) if words else Scripted.message(TEXT)


def test_what_a_model_does_not_take_is_left_out_and_remembered(client: httpx.Client) -> None:
    with Loopback(picky) as server:
        model = AnthropicModel("anthropic:claude", server.url, KEY, client=client)
        for _ in range(2):
            assert "".join(model.stream(PROMPT, Limits(max_output_tokens=20_000))) == TEXT
    assert [request.body["max_tokens"] for request in server.requests] == [20_000, 20_000, 8192, 8192]


@pytest.mark.parametrize(
    ("status", "kind", "error"),
    [
        (529, "overloaded_error", ModelBusy),
        (500, "api_error", ModelBusy),
        (429, "rate_limit_error", ModelBusy),
        (401, "authentication_error", ModelRefused),
        (400, "invalid_request_error", ModelRefused),
        (402, "billing_error", ModelLimited),
    ],
)
def test_a_no_is_told_in_the_servers_words(
    status: int, kind: str, error: type[ModelError], client: httpx.Client
) -> None:
    refusal = Scripted.json(status, {"type": "error", "error": {"type": kind, "message": "boom"}})
    with Loopback([refusal]) as server, pytest.raises(error, match="boom"):
        ask(server, client)


def test_an_overload_after_some_text_is_tried_again(client: httpx.Client) -> None:
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    begun = Scripted.message(TEXT).body[:600]
    with Loopback([Scripted(begun + Scripted.named(error).body)]) as server, pytest.raises(ModelBusy):
        ask(server, client)
