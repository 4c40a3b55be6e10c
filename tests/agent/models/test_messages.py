"""What the events of one of Anthropic's messages add up to."""

import json
from typing import Any

import pytest

from agent.errors import ContextOverflow, ModelBusy, ModelError, ModelLimited, ModelRefused
from agent.models.endpoint import endpoint
from agent.models.messages import MessagesAnswer
from agent.models.protocol import Finish, Prompt, Usage
from agent.models.stream import Event
from applier.fence import Expected, Fence

AT = endpoint("claude", "https://llm.example/v1", "/messages", "sk-secret-0123", "ANTHROPIC_API_KEY")
FENCE = Fence("k7f3q9w2")
LOG = Expected(1, "log")
PROMPT = Prompt("step", FENCE, (LOG,), "stable words", "variable words")
WHOLE = f"{FENCE.open_line(LOG)}\n{{}}\n{FENCE.close_line(1)}"
STOP = {"type": "message_stop"}
PING = {"type": "ping"}


def start(**usage: object) -> dict[str, object]:
    return {"type": "message_start", "message": {"content": [], "stop_reason": None, "usage": usage}}


def begun(**block: object) -> dict[str, object]:
    return {"type": "content_block_start", "index": 0, "content_block": block}


def delta(**fields: object) -> dict[str, object]:
    return {"type": "content_block_delta", "index": 0, "delta": fields}


def text(words: str) -> dict[str, object]:
    return delta(type="text_delta", text=words)


def ended(reason: str | None, **usage: object) -> dict[str, object]:
    return {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": usage}


def taken(*payloads: Any) -> tuple[str, MessagesAnswer]:
    answer = MessagesAnswer(AT)
    words = ""
    for payload in payloads:
        words += answer.take([Event(json.dumps(payload), payload["type"])])
        if answer.failed:
            break
    return words, answer


@pytest.mark.parametrize(
    ("payloads", "words"),
    [
        ([start(), begun(type="text", text=""), text("a"), PING, text("b"), {"type": "content_block_stop"}], "ab"),
        ([begun(type="text", text="a"), text("b")], "ab"),
        ([begun(type="thinking", thinking=""), delta(type="thinking_delta", thinking="hm"), text("a")], "a"),
        ([delta(type="signature_delta", signature="EqQ"), begun(type="redacted_thinking", data="x"), text("a")], "a"),
        ([delta(type="input_json_delta", partial_json='{"a'), text("a")], "a"),
        ([{"type": "never_heard_of", "delta": {"text": "odd"}}, delta(type="odd"), text("a")], "a"),
        ([{"type": "message", "content": [{"type": "text", "text": "a"}], "stop_reason": "end_turn"}], "a"),
    ],
)
def test_the_text_is_what_the_text_blocks_hold(payloads: list[object], words: str) -> None:
    found, answer = taken(*payloads)
    assert found == words
    assert answer.failed is None
    assert not answer.empty


@pytest.mark.parametrize("payloads", [[], [start()], [PING] * 9, [delta(type="thinking_delta", thinking="hm")]])
def test_an_answer_that_says_nothing_is_empty(payloads: list[object]) -> None:
    assert taken(*payloads)[1].empty


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("end_turn", "stop"),
        ("stop_sequence", "stop"),
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
        ("refusal", "filtered"),
        ("pause_turn", "unknown"),
        ("tool_use", "unknown"),
        ("never heard of", "unknown"),
    ],
)
def test_a_stop_reason_is_taken_at_its_word(reason: str, finish: Finish) -> None:
    completion = taken(text("a"), ended(reason), STOP)[1].end(PROMPT)
    assert completion.finish == finish
    assert (reason in completion.detail) == (finish != "stop")


@pytest.mark.parametrize(
    ("payloads", "finish"),
    [
        ([text(WHOLE), STOP], "stop"),  # accepted, with a warning
        ([text(WHOLE), ended(None), STOP], "stop"),
        ([text("a"), STOP], "cut"),
        ([text(WHOLE)], "cut"),
        ([text(WHOLE), ended("end_turn")], "stop"),
    ],
)
def test_reason_and_last_event_are_two_facts(payloads: list[object], finish: Finish) -> None:
    assert taken(*payloads)[1].end(PROMPT).finish == finish


FOUR = {"input_tokens": 6, "cache_read_input_tokens": 3, "cache_creation_input_tokens": 2, "output_tokens": 1}


@pytest.mark.parametrize(
    ("payloads", "usage"),
    [
        ([start(input_tokens=6, output_tokens=1), ended("end_turn", output_tokens=7)], Usage(6, 7)),
        ([start(**FOUR), ended("end_turn", output_tokens=7)], Usage(11, 7, 3, cache_write_tokens=2)),
        ([start(input_tokens=0), ended("end_turn", input_tokens=6, output_tokens=7)], Usage(6, 7)),
        ([start(**FOUR), ended("end_turn", **FOUR)], Usage(11, 1, 3, cache_write_tokens=2)),
        ([start(**FOUR), ended("end_turn")], Usage(11, 1, 3, cache_write_tokens=2)),
        (
            [start(input_tokens=6), ended("end_turn", output_tokens=9, output_tokens_details={"thinking_tokens": 4})],
            Usage(6, 9, reasoning_tokens=4),
        ),
        ([start(input_tokens=6, cache_read_input_tokens=None), ended("x", output_tokens=None)], Usage(6, 0)),
        ([text("a")], Usage(estimated=True)),
        ([start(input_tokens=0, output_tokens=0), text("a")], Usage(estimated=True)),
    ],
)
def test_input_is_all_of_it_and_each_report_holds_the_whole(payloads: list[object], usage: Usage) -> None:
    assert taken(*payloads)[1].end(PROMPT).usage == usage


def failed(kind: str, message: str = "boom") -> dict[str, object]:
    return {"type": "error", "error": {"type": kind, "message": message}}


@pytest.mark.parametrize(
    ("payload", "kind"),
    [
        (failed("overloaded_error"), ModelBusy),
        (failed("api_error"), ModelBusy),
        (failed("rate_limit_error"), ModelBusy),
        (failed("authentication_error"), ModelRefused),
        (failed("invalid_request_error"), ModelRefused),
        (failed("invalid_request_error", "boom: prompt is too long: 9 tokens > 8 maximum"), ContextOverflow),
        (failed("rate_limit_error", "boom: this key's spend limit is reached, insufficient_quota"), ModelLimited),
    ],
)
@pytest.mark.parametrize("before", [[], [start(), text("half a file")]], ids=["first", "after text"])
def test_an_error_inside_a_good_stream_is_a_typed_failure(
    before: list[object], payload: object, kind: type[ModelError]
) -> None:
    answer = taken(*before, payload, text("more"), ended("end_turn"), STOP)[1]
    assert type(answer.failed) is kind
    assert "boom" in str(answer.failed)
    assert answer.end(PROMPT).finish == "error"
