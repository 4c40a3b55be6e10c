"""What the events of a chat completion add up to."""

import json
from itertools import product

import pytest

from agent.errors import ContextOverflow, ModelBusy, ModelError, ModelLimited, ModelRefused
from agent.models.chat import ChatAnswer
from agent.models.endpoint import endpoint
from agent.models.protocol import Completion, Finish, Prompt, Usage
from agent.models.stream import Event
from applier.fence import Expected, Fence

AT = endpoint("tiny", "https://llm.example/v1", "/chat/completions", "sk-secret-0123", "TINY_KEY")
FENCE = Fence("k7f3q9w2")
LOG = Expected(1, "log")
PROMPT = Prompt("step", FENCE, (LOG,), "stable words", "variable words")
WHOLE = f"{FENCE.open_line(LOG)}\n{{}}\n{FENCE.close_line(1)}"
HALF = f"{FENCE.open_line(LOG)}\n{{}}\n"


def delta(content: object = None, finish: str | None = None, **fields: object) -> dict[str, object]:
    return {"choices": [{"index": 0, "delta": {"content": content, **fields}, "finish_reason": finish}]}


def taken(*payloads: object) -> tuple[str, ChatAnswer]:
    """An answer after these payloads, read as the stream reads them: up to its end or its failure."""
    answer = ChatAnswer(AT)
    text = ""
    for payload in payloads:
        event = (
            payload
            if isinstance(payload, Event)
            else Event(payload if isinstance(payload, str) else json.dumps(payload))
        )
        text += answer.take([event])
        if answer.failed:
            break
    return text, answer


@pytest.mark.parametrize(
    ("payloads", "text"),
    [
        ([delta("a"), delta("b")], "ab"),
        ([{"choices": []}, delta("a")], "a"),  # Azure's first chunk
        ([delta(None), delta("a"), delta("")], "a"),
        ([delta("a", role="assistant")], "a"),
        ([delta(None, reasoning_content="hm"), delta(None, reasoning="hm"), delta("a")], "a"),
        ([delta([{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "a"}])], "a"),
        ([{"choices": [{"index": 1, "delta": {"content": "other"}}]}, delta("a")], "a"),
        ([{"choices": [{"delta": {"content": "a"}}]}], "a"),  # no index
        ([{"choices": [{"index": 0, "delta": None}]}, delta("a")], "a"),
        ([{"choices": [{"index": 0}]}, delta("a")], "a"),
        ([{"choices": None}, {"choices": [None]}, {"choices": "odd"}, {}, delta("a")], "a"),
        ([delta(7), delta({"odd": 1}), delta("a")], "a"),
        (["ping", ": odd", "[1]", '"a"', "null", delta("a")], "a"),
        ([Event("{}", "ping"), delta("a")], "a"),
        ([{"error": None, **delta("a")}], "a"),
        ([{"choices": [{"message": {"role": "assistant", "content": "a"}, "finish_reason": "stop"}]}], "a"),
        ([{"choices": [{"message": {"content": None, "reasoning_content": "hm"}}]}], ""),
    ],
)
def test_the_text_is_the_content_and_nothing_else(payloads: list[object], text: str) -> None:
    found, answer = taken(*payloads)
    assert found == text
    assert answer.failed is None


@pytest.mark.parametrize("payloads", [[], [delta(None)] * 100, [delta(None, reasoning="hm")], ["[DONE]"], ['{"choi']])
def test_an_answer_that_says_nothing_is_empty(payloads: list[object]) -> None:
    assert taken(*payloads)[1].empty


@pytest.mark.parametrize("payload", [delta("a"), delta(None, "length"), delta(None, refusal="no"), {"error": "boom"}])
def test_an_answer_that_says_something_is_not_empty(payload: object) -> None:
    assert not taken(payload)[1].empty


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("stop", "stop"),
        ("STOP", "stop"),
        ("length", "length"),
        ("max_tokens", "length"),
        ("content_filter", "filtered"),
        ("refusal", "filtered"),
        ("error", "error"),
        ("abort", "cut"),
        ("tool_calls", "unknown"),
        ("pause_turn", "unknown"),
        ("other", "unknown"),
        ("never heard of", "unknown"),
    ],
)
def test_a_finish_reason_is_taken_at_its_word(reason: str, finish: Finish) -> None:
    completion = taken(delta("a"), delta(None, reason), "[DONE]")[1].end(PROMPT)
    assert completion.finish == finish
    assert (reason in completion.detail) == (reason.lower() != "stop")


@pytest.mark.parametrize(
    ("text", "reason", "done", "broken"), list(product([WHOLE, HALF], ["stop", None], [True, False], ["", "It broke."]))
)
def test_reason_done_and_connection_are_three_facts(text: str, reason: str | None, done: bool, broken: str) -> None:
    answer = taken(delta(text), delta(None, reason), *["[DONE]"] * done)[1]
    answer.broken = broken
    completion = answer.end(PROMPT)
    assert answer.done == done
    if reason:
        assert completion.finish == "stop"
        assert completion.detail == broken
    elif done and text == WHOLE:
        assert completion.finish == "stop"
        assert "[DONE]" in completion.detail  # accepted, with a warning
    else:
        assert completion.finish == "cut"
        assert completion.detail == broken or not broken
        assert completion.detail


@pytest.mark.parametrize("reasons", [[None, None], ["", "stop"], ["stop", None], ["stop", ""]])
def test_a_reason_once_given_is_kept(reasons: list[str | None]) -> None:
    completion = taken(*(delta("a", reason) for reason in reasons))[1].end(PROMPT)
    assert completion.finish == ("stop" if "stop" in reasons else "cut")


def test_an_answer_in_one_piece_without_a_reason_is_there_as_a_whole() -> None:
    answer = taken({"choices": [{"message": {"content": WHOLE}}]})[1]
    assert answer.end(PROMPT).finish == "stop"


@pytest.mark.parametrize("before", [[], [delta(WHOLE)]], ids=["at once", "after text"])
@pytest.mark.parametrize("reason", [None, "stop"])
def test_a_refusal_is_filtered(before: list[object], reason: str | None) -> None:
    completion = taken(*before, delta(None, reason, refusal="I will "), delta(None, refusal="not."))[1].end(PROMPT)
    assert completion.finish == "filtered"
    assert "I will not." in completion.detail


USAGE = {"prompt_tokens": 11, "completion_tokens": 7}


@pytest.mark.parametrize(
    ("payloads", "usage"),
    [
        ([delta("a"), {"choices": [], "usage": USAGE}], Usage(11, 7)),
        ([{**delta("a"), "usage": USAGE}], Usage(11, 7)),
        ([{**delta("a"), "usage": {"prompt_tokens": 11, "completion_tokens": 1}}, {"usage": USAGE}], Usage(11, 7)),
        ([{**delta("a"), "usage": None}, {"usage": USAGE}], Usage(11, 7)),
        ([{"usage": USAGE}, {**delta("a"), "usage": {"prompt_tokens": 0, "completion_tokens": 0}}], Usage(11, 7)),
        ([{"usage": {**USAGE, "prompt_tokens_details": {"cached_tokens": 5}}}], Usage(11, 7, 5)),
        ([{"usage": {**USAGE, "prompt_tokens_details": None}}], Usage(11, 7)),
        ([{"usage": {**USAGE, "prompt_cache_hit_tokens": 5}}], Usage(11, 7, 5)),
        (
            [{"usage": {**USAGE, "completion_tokens_details": {"reasoning_tokens": 4}}}],
            Usage(11, 7, reasoning_tokens=4),
        ),
        ([{"usage": {**USAGE, "completion_tokens_details": None}}], Usage(11, 7)),
        ([{"usage": {"prompt_tokens": None, "completion_tokens": 7.0}}], Usage(0, 7)),
        ([delta("a")], Usage(estimated=True)),
        ([{**delta("a"), "usage": {}}], Usage(estimated=True)),
        ([{**delta("a"), "usage": "odd"}], Usage(estimated=True)),
    ],
)
def test_usage_may_come_on_any_chunk_or_not_at_all(payloads: list[object], usage: Usage) -> None:
    assert taken(delta("a"), *payloads)[1].end(PROMPT).usage == usage


ERRORS: list[tuple[object, type[ModelError], str]] = [
    ({"error": "boom"}, ModelBusy, "boom"),
    ({"error": {"message": "boom"}}, ModelBusy, "boom"),
    ({"error": {"message": "boom", "code": 502}, **delta("", "error")}, ModelBusy, "boom"),
    ({"error": {"message": "boom", "code": "rate_limit_exceeded"}}, ModelBusy, "boom"),
    ({"error": {"message": "boom", "code": "insufficient_quota"}}, ModelLimited, "boom"),
    ({"error": {"message": "boom", "type": "invalid_request_error"}}, ModelRefused, "boom"),
    ({"error": {"message": "boom", "code": "401"}}, ModelRefused, "boom"),
    ({"error": {"message": "prompt is too long: 9 tokens > 8 maximum"}}, ContextOverflow, "prompt is too long"),
    ({"object": "error", "message": "boom", "code": 400}, ModelRefused, "boom"),
    (Event('{"message": "boom"}', "error"), ModelBusy, "boom"),
    (Event("boom", "error"), ModelBusy, "boom"),
]


@pytest.mark.parametrize(("payload", "kind", "words"), ERRORS)
@pytest.mark.parametrize("before", [[], [delta("half a file")]], ids=["first", "after text"])
def test_an_error_inside_a_good_stream_is_a_typed_failure(
    before: list[object], payload: object, kind: type[ModelError], words: str
) -> None:
    answer = taken(*before, payload, delta("more"), delta(None, "stop"), "[DONE]")[1]
    assert type(answer.failed) is kind
    completion = answer.end(PROMPT)
    assert completion.finish == "error"
    assert words in completion.detail


def test_an_event_that_is_no_json_is_a_cut_at_the_end_and_a_fault_before() -> None:
    assert taken(delta("a"), '{"choices": [{"del')[1].end(PROMPT).finish == "cut"
    for after in (delta("b"), "[DONE]"):
        answer = taken(delta("a"), '{"choices": [{"del', after)[1]
        assert answer.end(PROMPT).finish == "error"
        assert type(answer.failed) is ModelBusy


def test_an_event_nested_too_deep_is_no_crash() -> None:
    completion = taken(delta("a"), '{"a":' * 100_000)[1].end(PROMPT)
    assert completion == Completion("cut", Usage(estimated=True), "The answer ended without a finish reason.")
