"""Which parameter a complaint is about, and that it is given up once and for all."""

import pytest

from agent.models.failures import Complaint
from agent.models.parameters import Parameters

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
    assert Parameters(temperature, top_p).body(limit) == body


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
    parameters = Parameters(0.3, 0.9)
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
    parameters = Parameters(0.3, 0.9)
    assert not parameters.learn(complaint, parameters.body(500))
    assert parameters.body(500) == ALL


def test_what_was_not_sent_cannot_be_given_up() -> None:
    parameters = Parameters(None, 0.9)
    assert not parameters.learn(Complaint("temperature is not supported"), parameters.body(500))


def test_a_server_that_refuses_everything_comes_to_an_end() -> None:
    parameters = Parameters(0.3, 0.9)
    names = ("temperature", "top_p", "max_tokens", "max_completion_tokens", "stream_options", "stream")
    for name in names:
        assert parameters.learn(Complaint("no", "", name), parameters.body(500))
    assert parameters.body(500) == {}
    assert not any(parameters.learn(Complaint("no", "", name), parameters.body(500)) for name in names)
