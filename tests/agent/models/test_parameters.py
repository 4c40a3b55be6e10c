"""Which parameter a complaint is about, and that it is given up once and for all."""

import pytest

from agent.models.failures import Complaint
from agent.models.parameters import CHAT, MESSAGES, Learnt, Parameters

ALL = {
    "stream": True,
    "stream_options": {"include_usage": True},
    "temperature": 0.3,
    "top_p": 0.9,
    "max_tokens": 500,
}


def without(*names: str) -> dict[str, object]:
    return {name: value for name, value in ALL.items() if name not in names}


@pytest.mark.parametrize(
    ("temperature", "top_p", "limit", "body"),
    [
        (0.3, 0.9, 500, ALL),
        (0.3, 0.9, None, without("max_tokens")),
        (None, None, 500, without("temperature", "top_p")),
    ],
)
def test_what_is_set_is_sent(
    temperature: float | None, top_p: float | None, limit: int | None, body: dict[str, object]
) -> None:
    assert Parameters(CHAT, temperature, top_p).body(limit) == body


@pytest.mark.parametrize(
    ("complaint", "body"),
    [
        (
            Complaint(
                "Unsupported parameter: 'max_tokens' is not supported with this model."
                " Use 'max_completion_tokens' instead.",
                "unsupported_parameter",
                "max_tokens",
            ),
            {**without("max_tokens"), "max_completion_tokens": 500},
        ),
        (Complaint("'max_tokens' is too large: 500."), {**without("max_tokens"), "max_completion_tokens": 500}),
        (Complaint("'temperature' does not support 0.3.", "unsupported_value", "temperature"), without("temperature")),
        (Complaint("invalid temperature: only 1 is allowed for this model"), without("temperature")),
        (Complaint("`temperature` and `top_p` cannot both be specified for this model."), without("top_p")),
        (Complaint("Unrecognized request argument supplied: stream_options"), without("stream_options")),
        (
            Complaint('[{"type": "extra_forbidden", "loc": ["body", "stream_options"], "msg": "Extra inputs"}]'),
            without("stream_options"),
        ),
        (
            Complaint("Your organization must be verified to stream this model.", "unsupported_value", "stream"),
            without("stream", "stream_options"),
        ),
    ],
)
def test_a_refused_parameter_is_given_up(complaint: Complaint, body: dict[str, object]) -> None:
    parameters = Parameters(CHAT, 0.3, 0.9)
    assert parameters.learn(complaint, parameters.body(500))
    assert parameters.body(500) == body


@pytest.mark.parametrize(
    "complaint",
    [
        Complaint("This model's maximum context length is 8192 tokens. However, you requested 9000 tokens."),
        Complaint(
            "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000", "invalid_request_error"
        ),
        Complaint("max_tokens must be at least 1, got -808."),
        Complaint("messages.0.role: invalid", "invalid_request_error", "messages.0.role"),
        Complaint("Unknown parameter: 'seed'", "unknown_parameter", "seed"),
        Complaint("The stream was closed unexpectedly."),
        Complaint("The room temperature is fine."),
        Complaint(""),
    ],
)
def test_nothing_is_given_up_for_another_complaint(complaint: Complaint) -> None:
    parameters = Parameters(CHAT, 0.3, 0.9)
    assert not parameters.learn(complaint, parameters.body(500))
    assert parameters.body(500) == ALL


def test_what_was_not_sent_cannot_be_given_up() -> None:
    parameters = Parameters(CHAT, None, 0.9)
    assert not parameters.learn(Complaint("temperature is not supported"), parameters.body(500))


def test_a_server_that_refuses_everything_comes_to_an_end() -> None:
    parameters = Parameters(CHAT, 0.3, 0.9)
    names = ("temperature", "top_p", "max_tokens", "max_completion_tokens", "stream_options", "stream")
    for name in names:
        assert parameters.learn(Complaint("no", "", name), parameters.body(500))
    assert parameters.body(500) == {}
    assert not any(parameters.learn(Complaint("no", "", name), parameters.body(500)) for name in names)


CAPS = [
    "max_tokens is too large: 500. This model supports at most 400 completion tokens, whereas you provided 500.",
    "max_tokens: 500 > 400, which is the maximum allowed number of output tokens for claude-x",
    "Invalid max_tokens value, the valid range of max_tokens is [1, 400]",
    "Range of max_tokens should be [1, 400]",
    "`max_tokens` must be less than or equal to `400`, the maximum value for `max_tokens` is less than the context",
    "max_output_tokens must be within the supported range from 1 (inclusive) to 401 (exclusive)",
]


@pytest.mark.parametrize("words", CAPS)
def test_a_value_above_the_cap_is_lowered_to_it_for_good(words: str) -> None:
    parameters = Parameters(CHAT, 0.3, 0.9)
    assert parameters.learn(Complaint(words), parameters.body(500))
    assert parameters.body(500) == {**ALL, "max_tokens": 400}
    assert parameters.body(300) == {**ALL, "max_tokens": 300}


@pytest.mark.parametrize(
    ("words", "room"),
    [
        (
            "'max_tokens' or 'max_completion_tokens' is too large: 500. This model's maximum context length is 8192"
            " tokens and your request has 7800 input tokens (500 > 8192 - 7800).",
            392,
        ),
        ("input length and `max_tokens` exceed context limit: 199600 + 500 > 200000, decrease them", 400),
        (
            "This model's maximum context length is 8192 tokens. However, you requested 8300 tokens (7800 in the"
            " messages, 500 in the completion).",
            392,
        ),
    ],
)
def test_a_value_above_what_the_context_leaves_is_lowered_for_this_request_alone(words: str, room: int) -> None:
    parameters = Parameters(CHAT, 0.3, 0.9)
    assert parameters.learn(Complaint(words), parameters.body(500)) == Learnt(room)
    assert parameters.body(500) == ALL


def test_a_limit_that_a_vendor_demands_is_not_given_up() -> None:
    parameters = Parameters(MESSAGES, 0.3, None)
    assert parameters.learn(Complaint("max_tokens is not supported"), parameters.body(500)) is None
    assert parameters.body(None)["max_tokens"] == 64_000
