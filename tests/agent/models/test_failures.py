"""What each kind of refusal becomes, by status, code and words."""

import json
from datetime import UTC, datetime

import pytest

from agent.errors import ContextOverflow, ModelBusy, ModelError, ModelLimited, ModelRefused
from agent.models.endpoint import endpoint
from agent.models.failures import Complaint, complaint_of, failure, wait_of

KEY = "sk-secret-0123456789"
AT = endpoint("tiny", "https://llm.example/v1", "/chat/completions", KEY, "TINY_KEY")

OVERFLOWS = {
    "OpenAI": (400, "This model's maximum context length is 8192 tokens. However, your messages have 9001."),
    "OpenAI code": (400, {"error": {"message": "Too much.", "code": "context_length_exceeded"}}),
    "OpenAI GPT-5": (400, "Input tokens exceed the configured limit of 272000 tokens."),
    "OpenAI Responses": (400, "Your input exceeds the context window of this model."),
    "OpenAI per minute": (429, "Request too large for gpt-4 on tokens per min (TPM): Limit 10000, Requested 20000."),
    "Anthropic": (400, "prompt is too long: 210000 tokens > 200000 maximum"),
    "Anthropic with output": (400, "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"),
    "llama.cpp": (500, "the request exceeds the available context size, try increasing it"),
    "Gemini": (400, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048575)."),
    "Mistral": (422, "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 of them"),
    "Groq": (400, "Please reduce the length of the messages or completion."),
    "vLLM": (400, "The decoder prompt (length 9000) is longer than the maximum model length of 8192."),
    "vLLM nothing left": (400, "max_tokens must be at least 1, got -808."),
    "TGI": (422, "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096."),
    "Qwen": (400, "Range of input length should be [1, 30720]"),
    "Bedrock": (400, "Input is too long for requested model."),
    "LM Studio": (400, "Trying to keep the first 5000 tokens. The model is loaded with context length of only 4096"),
    "xAI": (400, "This model's maximum prompt length is 131072 but the request contains 150000 tokens."),
    "Ollama": (400, "prompt too long; exceeded max context length by 4 tokens"),
    "Kimi": (400, "Invalid request: Your request exceeded model token limit: 8192"),
    "Copilot": (400, "prompt token count of 70000 exceeds the limit of 64000"),
    "a proxy": (413, "<html><h1>413 Request Entity Too Large</h1></html>"),
}  # fmt: skip

BUSY = {
    "rate": (429, "Rate limit reached for gpt-4 on tokens per min (TPM): Limit 10000, Used 9000, Requested 2000."),
    "rate, Azure": (429, "Requests have exceeded token rate limit of your current tier. Please retry after 6 seconds."),
    "rate, Anthropic": (429, "This request would exceed the rate limit of 30,000 input tokens per minute."),
    "rate, Gemini": (429, "You exceeded your current quota, please check your billing. Please retry in 35.2s."),
    "rate without words": (429, ""),
    "overloaded": (529, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}),
    "unavailable": (503, "<html>503</html>"),
    "gateway": (502, "<html>bad gateway</html>"),
    "server error": (500, {"error": "internal"}),
    "loading": (503, {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}),
    "timeout": (408, "timeout"),
}  # fmt: skip

LIMITED = {
    "quota": (429, {"error": {"message": "You exceeded your current quota.", "code": "insufficient_quota"}}),
    "quota by words": (429, "You exceeded your current quota, please check your plan and billing details."),
    "balance": (402, {"error": {"message": "Insufficient Balance"}}),
    "credits": (402, "This request requires more credits, or fewer max_tokens."),
    "usage limit": (429, "You have reached your usage limit for this month."),
}

REFUSED = {
    "key": (401, {"error": {"message": "Incorrect API key provided.", "code": "invalid_api_key"}}),
    "forbidden": (403, "Country not supported"),
    "model": (404, {"error": {"message": "The model `tiny` does not exist", "code": "model_not_found"}}),
    "path": (404, "404 page not found"),
    "bad request": (400, {"error": {"message": "messages.0.role: invalid"}}),
    "unprocessable": (422, {"detail": [{"loc": ["body", "model"], "msg": "Field required"}]}),
    "method": (405, ""),
    "moved": (301, ""),
}


def raised(case: tuple[int, object]) -> ModelError:
    status, body = case
    text = body if isinstance(body, str) else json.dumps(body)
    return failure(status, complaint_of(text), AT)


@pytest.mark.parametrize("name", OVERFLOWS)
def test_a_prompt_that_is_too_long_is_known_by_its_words(name: str) -> None:
    assert type(raised(OVERFLOWS[name])) is ContextOverflow


@pytest.mark.parametrize("name", BUSY)
def test_what_waiting_helps_is_busy(name: str) -> None:
    assert type(raised(BUSY[name])) is ModelBusy


@pytest.mark.parametrize("name", LIMITED)
def test_what_money_helps_is_limited(name: str) -> None:
    assert type(raised(LIMITED[name])) is ModelLimited


@pytest.mark.parametrize("name", REFUSED)
def test_what_must_be_corrected_is_refused(name: str) -> None:
    assert type(raised(REFUSED[name])) is ModelRefused


@pytest.mark.parametrize("case", [*OVERFLOWS.values(), *BUSY.values(), *LIMITED.values(), *REFUSED.values()])
def test_every_message_is_a_sentence_that_names_the_server_and_a_way_out(case: tuple[int, object]) -> None:
    error = raised(case)
    for words in (str(error), error.hint):
        assert words[-1] in ".!?…"
        assert words[0].isupper() or words.startswith(("llm.example", "https://llm.example"))
        assert "\n" not in words
    assert "llm.example" in str(error)
    assert len(str(error)) < 450


def test_the_servers_own_words_are_passed_on() -> None:
    assert "messages.0.role: invalid" in str(raised(REFUSED["bad request"]))
    assert "Field required" in str(raised(REFUSED["unprocessable"]))
    assert "Insufficient Balance" in str(raised(LIMITED["balance"]))
    assert "<html>" not in str(raised(BUSY["gateway"]))


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (500, "failed (HTTP 500)"),
        (502, "failed (HTTP 502)"),
        (503, "is not available just now (HTTP 503)"),
        (429, "limits the rate (HTTP 429)"),
        (529, "is overloaded (HTTP 529)"),
    ],
)
def test_a_server_that_cannot_answer_is_said_to_be_what_its_status_says(status: int, words: str) -> None:
    assert words in str(raised((status, "")))


def test_a_refused_key_names_the_variable_and_the_host() -> None:
    error = raised(REFUSED["key"])
    assert "TINY_KEY" in error.hint
    assert "llm.example" in error.hint


def test_a_missing_key_is_said_to_be_missing() -> None:
    keyless = endpoint("tiny", "https://llm.example/v1", "/chat/completions", "", "TINY_KEY")
    assert "wants a key" in str(failure(401, Complaint("no"), keyless))


@pytest.mark.parametrize(("base", "hinted"), [("http://h:1", True), ("http://h:1/api", True), ("http://h:1/v1", False)])
def test_a_wrong_path_is_led_to_v1(base: str, hinted: bool) -> None:
    at = endpoint("tiny", base, "/chat/completions", "", "K")
    error = failure(404, Complaint("not found"), at)
    assert (f"{base}/v1" in error.hint) == hinted
    assert "'tiny'" in error.hint


def test_a_redirect_says_where_to() -> None:
    error = failure(308, Complaint(""), AT, {"location": "https://elsewhere.example/v1"})
    assert "https://elsewhere.example/v1" in str(error)


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 429, 500])
def test_a_key_that_the_server_repeats_stays_secret(status: int) -> None:
    for words in (f"bad key {KEY}", f"context length {KEY}"):
        error = failure(status, Complaint(words), AT, {"retry-after": "3"})
        assert KEY not in str(error) + error.hint


@pytest.mark.parametrize("status", [429, 500, 503, 529])
@pytest.mark.parametrize(
    ("headers", "words", "wait"),
    [
        ({}, "", None),
        ({"retry-after": "7"}, "", 7.0),
        ({"retry-after": "0.5"}, "", 0.5),
        ({"retry-after": "300"}, "", 300.0),
        ({"retry-after": "soon"}, "", None),
        ({"retry-after": "-5"}, "", None),
        ({"retry-after-ms": "1500"}, "", 1.5),
        ({"retry-after": "7"}, "Please try again in 9s.", 7.0),
        ({}, "Please try again in 1.5s.", 1.5),
        ({}, "Please try again in 20ms.", 0.02),
        ({}, "Please retry after 6 seconds.", 6.0),
        ({}, "Try again in 2 minutes", 120.0),
        ({}, "Try again in 1.2.3s", None),
    ],
)
def test_the_wait_that_a_server_asks_for_is_kept(
    status: int, headers: dict[str, str], words: str, wait: float | None
) -> None:
    error = failure(status, Complaint(words), AT, headers)
    assert isinstance(error, ModelBusy)
    assert error.retry_after == wait


@pytest.mark.parametrize("status", [429, 503, 529])
@pytest.mark.parametrize("headers", [{"retry-after": "301"}, {"retry-after": str(16 * 86400)}])
def test_a_wait_of_days_is_not_waited_for(status: int, headers: dict[str, str]) -> None:
    error = failure(status, Complaint("come back later"), AT, headers)
    assert type(error) is ModelLimited
    assert "resume" in error.hint


NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("Sun, 01 Mar 2026 12:00:30 GMT", 30.0),
        ("Sun, 01 Mar 2026 11:59:00 GMT", 0.0),
        ("Sun, 01 Mar 2026 13:00:30 +0100", 30.0),
        ("Sun, 01 Mar 2026 12:00:30 -0000", 30.0),
        ("Tue, 17 Mar 2026 12:00:00 GMT", 16 * 86400.0),
        ("Sun, 99 Mar 2026", None),
        ("", None),
    ],
)
def test_a_wait_may_be_a_date(written: str, seconds: float | None) -> None:
    assert wait_of({"retry-after": written}, NOW) == seconds


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ('{"error": {"message": "m", "type": "t", "code": "c", "param": "p"}}', Complaint("m", "c t", "p")),
        ('{"error": {"message": "m", "code": 429, "status": "X"}}', Complaint("m", "429 X")),
        ('{"error": "m"}', Complaint("m")),
        ('{"error": null, "message": "m"}', Complaint("m")),
        ('{"message": "m", "code": 3}', Complaint("m", "3")),
        ('{"detail": "m"}', Complaint("m")),
        ('{"detail": [{"msg": "é"}]}', Complaint('[{"msg": "é"}]')),
        ('[{"error": {"message": "m", "code": 400}}]', Complaint("m", "400")),
        ('{"type": "error", "error": {"type": "overloaded", "message": "m"}}', Complaint("m", "overloaded")),
        ('{"odd": 1}', Complaint('{"odd": 1}')),
        ("[]", Complaint("[]")),
        ('"m"', Complaint("m")),
        ("plain\n  words", Complaint("plain words")),
        ("  <!doctype html><p>x", Complaint("a web page")),
        ("", Complaint("")),
        ("[" * 100_000, Complaint("[" * 300 + "…")),
        ("x" * 301, Complaint("x" * 300 + "…")),
    ],
)  # fmt: skip
def test_error_bodies_are_read_in_all_their_shapes(body: str, complaint: Complaint) -> None:
    assert complaint_of(body) == complaint


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("429", 429),
        ("502 server_error", 502),
        ("rate_limit_exceeded", 429),
        ("insufficient_quota", 429),
        ("invalid_request_error", 400),
        ("authentication_error", 401),
        ("permission_error", 403),
        ("model_not_found", 404),
        ("overloaded_error", 529),
        ("1305", 500),
        ("server_error", 500),
        ("", 500),
    ],
)
def test_an_error_without_a_status_has_one_by_its_code(code: str, status: int) -> None:
    assert Complaint("words", code).status == status
