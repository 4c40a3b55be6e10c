"""The whole way over a real connection: request, answer, failures, and what is remembered."""

import json
import socket
from collections.abc import Iterator

import httpx
import pytest

from agent.errors import ContextOverflow, ModelBusy, ModelError, ModelLimited, ModelRefused, SettingsError
from agent.models.openai import OpenAIModel
from agent.models.protocol import Completion, Limits, Prompt, Usage
from agent.models.retry import patiently
from applier.fence import Expected, Fence
from tests.loopback import Loopback, Script, Scripted

KEY = "sk-secret-0123456789"
FENCE = Fence("k7f3q9w2")
FILE = Expected(1, "file", "a.py")
PROMPT = Prompt("step", FENCE, (FILE,), "stable words", "variable words")
BODY = 'x = "é 漢字 😀 \u2028 \x85 \\\\ {{ }}"\r\n\tif a < b && c:\n'
TEXT = f"{FENCE.open_line(FILE)}\n{BODY}{FENCE.close_line(1)}\n"
LIMITS = Limits()
COUNTED = Usage(11, 7, 3)


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with httpx.Client(trust_env=False) as shared:
        yield shared


class Talk:
    """A model on a scripted server, and what came of asking it."""

    def __init__(self, server: Loopback, client: httpx.Client) -> None:
        self.server = server
        self.model = OpenAIModel("tiny", server.url, KEY, client=client)

    def ask(self, limits: Limits = LIMITS, prompt: Prompt = PROMPT) -> tuple[str, Completion]:
        reply = self.model.stream(prompt, limits)
        assert reply.completion is None
        text = "".join(reply)
        assert reply.completion is not None
        return text, reply.completion


def ask(script: Script, client: httpx.Client, limits: Limits = LIMITS) -> tuple[str, Completion]:
    with Loopback(script) as server:
        return Talk(server, client).ask(limits)


@pytest.mark.parametrize("write", [1, 2, 3, 7, 100, None])
@pytest.mark.parametrize("step", [1, 5, 1000])
def test_the_reply_does_not_depend_on_how_it_is_cut(write: int | None, step: int, client: httpx.Client) -> None:
    scripted = Scripted.reply(TEXT, step=step)
    assert ask([Scripted(scripted.body, write=write)], client) == (TEXT, Completion("stop", COUNTED))


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "text/event-stream; charset=iso-8859-1"},
        {"Content-Type": "application/octet-stream"},
        {"Content-Type": "text/plain"},
        {},
    ],
)
def test_a_stream_is_read_whatever_its_label(headers: dict[str, str], client: httpx.Client) -> None:
    scripted = Scripted(Scripted.reply(TEXT).body, headers=headers)
    assert ask([scripted], client) == (TEXT, Completion("stop", COUNTED))


def test_an_answer_in_one_piece_is_read_too(client: httpx.Client) -> None:
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 3}}
    payload = {"choices": [{"message": {"content": TEXT}, "finish_reason": "stop"}], "usage": usage}
    assert ask([Scripted.json(200, payload)], client) == (TEXT, Completion("stop", COUNTED))


def test_the_request_holds_the_prompt_stable_part_first_and_the_key(client: httpx.Client) -> None:
    with Loopback([TEXT, TEXT]) as server:
        Talk(server, client).ask(Limits(max_output_tokens=500))
        keyless = OpenAIModel("openai:tiny", server.url + "/", "", client=client, temperature=None, top_p=None)
        list(keyless.stream(PROMPT, Limits()))
    first, second = server.requests
    assert (first.path, second.path) == ("/v1/chat/completions",) * 2
    assert first.body == {
        "model": "tiny",
        "messages": [
            {"role": "system", "content": "stable words"},
            {"role": "user", "content": "variable words"},
        ],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": 0.3,
        "top_p": 0.9,
        "max_tokens": 500,
    }
    assert first.headers["Authorization"] == f"Bearer {KEY}"
    assert keyless.name == "openai:tiny"
    assert set(second.body) == {"model", "messages", "stream", "stream_options"}
    assert second.body["model"] == "tiny"
    assert "Authorization" not in second.headers


def test_nothing_is_sent_before_the_reply_is_read(client: httpx.Client) -> None:
    with Loopback([TEXT]) as server:
        reply = Talk(server, client).model.stream(PROMPT, Limits())
        assert server.requests == []
        assert next(iter(reply))
        assert len(server.requests) == 1


def test_text_comes_while_the_server_still_writes(client: httpx.Client) -> None:
    scripted = Scripted.reply(TEXT, step=4)
    with Loopback([scripted.cut(200, "silent")]) as server:
        reply = Talk(server, client).model.stream(PROMPT, Limits(idle_seconds=20))
        pieces = iter(reply)
        assert TEXT.startswith(next(pieces))
        pieces.close()  # type: ignore[attr-defined]
    assert reply.completion is not None
    assert reply.completion.finish == "cut"


@pytest.mark.parametrize("after_done", ["silent", "broken", "reset"])
def test_after_done_nothing_more_is_waited_for(after_done: str, client: httpx.Client) -> None:
    scripted = Scripted.reply(TEXT)
    whole = scripted.cut(len(scripted.body), after_done)  # type: ignore[arg-type]
    assert ask([whole], client, Limits(idle_seconds=20)) == (TEXT, Completion("stop", COUNTED))


def test_a_reply_that_was_read_keeps_no_connection() -> None:
    with (
        httpx.Client(trust_env=False, limits=httpx.Limits(max_connections=1)) as narrow,
        Loopback(lambda _: TEXT) as server,
    ):
        talk = Talk(server, narrow)
        replies = [talk.model.stream(PROMPT, LIMITS) for _ in range(3)]
        assert ["".join(reply) for reply in replies] == [TEXT] * 3


LONG = Scripted.reply(TEXT * 20, step=8)


@pytest.mark.parametrize("ending", ["clean", "broken", "reset", "silent"])
@pytest.mark.parametrize("share", [0.3, 0.9])
def test_a_connection_that_ends_in_the_middle_is_a_cut(ending: str, share: float, client: httpx.Client) -> None:
    scripted = LONG.cut(int(len(LONG.body) * share), ending)  # type: ignore[arg-type]
    text, completion = ask([scripted], client, Limits(idle_seconds=0.15))
    assert (TEXT * 20).startswith(text)
    assert len(text) > 10
    assert completion.finish == "cut"
    assert completion.usage == Usage(estimated=True)
    assert completion.detail.endswith(".")


@pytest.mark.parametrize("ending", ["clean", "broken", "reset"])
def test_a_stream_cut_at_any_byte_gives_a_beginning_of_the_text(ending: str, client: httpx.Client) -> None:
    scripted = Scripted.reply("é😀\n{}", step=2)
    cuts = range(0, len(scripted.body), 3)
    with Loopback([scripted.cut(after, ending) for after in cuts]) as server:  # type: ignore[arg-type]
        talk = Talk(server, client)
        for after in cuts:
            reply = talk.model.stream(PROMPT, Limits())
            pieces: list[str] = []
            try:
                pieces.extend(reply)
            except ModelBusy:
                assert not pieces
            assert "é😀\n{}".startswith("".join(pieces)), after
            assert reply.completion is not None
            assert reply.completion.finish in ("cut", "error", "stop")


def test_a_last_event_without_its_blank_line_counts(client: httpx.Client) -> None:
    body = Scripted.events({"choices": [{"delta": {"content": TEXT}, "finish_reason": "stop"}]}).body.rstrip(b"\n")
    assert ask([Scripted(body)], client) == (TEXT, Completion("stop", Usage(estimated=True)))


SILENT = Scripted(b": keep-alive\n\ndata:\n\nevent: ping\ndata: {}\n\n")


@pytest.mark.parametrize(
    "scripted",
    [
        Scripted(b""),
        SILENT,
        Scripted.events("[DONE]"),
        Scripted.events({"choices": [{"delta": {"content": None, "reasoning_content": "hm"}}]}),
        Scripted.json(200, {}),
        SILENT.cut(9, "broken"),
        SILENT.cut(0, "reset"),
        SILENT.cut(9, "silent"),
        Scripted.json(500, {"error": {"message": "boom"}}),
        Scripted.json(529, {"error": {"message": "overloaded"}}),
        Scripted.page(502, "bad gateway"),
        Scripted.events({"error": {"message": "overloaded", "code": 503}}),
        Scripted(b"data: caf\xe9\n\n"),
    ],
)
def test_before_any_text_a_fault_is_busy_and_is_tried_again(scripted: Scripted, client: httpx.Client) -> None:
    limits = Limits(idle_seconds=0.15)
    with Loopback([scripted, scripted, TEXT]) as server:
        talk = Talk(server, client)
        reply = talk.model.stream(PROMPT, limits)
        with pytest.raises(ModelBusy):
            list(reply)
        assert reply.completion is not None
        assert reply.completion.finish == "error"
        text, completion = patiently(sleep=lambda seconds: None)(lambda: talk.ask(limits))
    assert (text, completion.finish) == (TEXT, "stop")
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    ("scripted", "kind", "words"),
    [
        (Scripted.json(401, {"error": {"message": f"Incorrect API key: {KEY}"}}), ModelRefused, "OPENAI_API_KEY"),
        (Scripted.json(403, {"error": {"message": "no"}}), ModelRefused, "127.0.0.1"),
        (Scripted.json(404, {"error": {"message": "no such model"}}), ModelRefused, "no such model"),
        (Scripted.json(400, {"error": {"message": "bad messages"}}), ModelRefused, "bad messages"),
        (Scripted.page(200, "welcome"), ModelRefused, "web page"),
        (Scripted.json(301, {}, {"Location": "http://elsewhere/v1"}), ModelRefused, "http://elsewhere/v1"),
        (Scripted.json(429, {"error": {"message": "m", "code": "insufficient_quota"}}), ModelLimited, "quota"),
        (Scripted.json(503, {}, {"Retry-After": "1382400"}), ModelLimited, "1,382,400 s"),
        (Scripted.json(400, {"error": {"message": "prompt is too long"}}), ContextOverflow, "tiny"),
        (Scripted.events({"error": {"message": "prompt is too long"}}), ContextOverflow, "tiny"),
        (Scripted.events({"error": {"message": "no", "code": 401}}), ModelRefused, "key"),
    ],
)
def test_what_a_second_try_cannot_help_is_not_tried_again(
    scripted: Scripted, kind: type[ModelError], words: str, client: httpx.Client
) -> None:
    with Loopback([scripted, TEXT]) as server:
        talk = Talk(server, client)
        reply = talk.model.stream(PROMPT, Limits())
        with pytest.raises(kind) as caught:
            patiently(sleep=lambda seconds: None)(lambda: list(reply))
    assert len(server.requests) == 1
    assert words in f"{caught.value} {caught.value.hint}"
    assert KEY not in f"{caught.value} {caught.value.hint} {reply.completion}"
    assert reply.completion == Completion("error", Usage(), str(caught.value))


@pytest.mark.parametrize(
    "late",
    [
        b'data: {"error": {"message": "boom", "code": 502}}\n\n',
        b'data: {"error": "boom"}\n\ndata: [DONE]\n\n',
        b"event: error\ndata: boom\n\n",
    ],
)
def test_an_error_after_some_text_fails_the_reply_in_the_servers_words(late: bytes, client: httpx.Client) -> None:
    begun = Scripted.events({"choices": [{"delta": {"content": "half"}}]}).body
    with Loopback([Scripted(begun + late)]) as server:
        reply = Talk(server, client).model.stream(PROMPT, LIMITS)
        pieces: list[str] = []
        with pytest.raises(ModelBusy, match="boom"):
            pieces.extend(reply)
    assert pieces == ["half"]
    assert reply.completion is not None
    assert reply.completion.finish == "error"
    assert "boom" in reply.completion.detail


def test_bytes_that_are_no_text_fail_the_reply(client: httpx.Client) -> None:
    begun = Scripted.events({"choices": [{"delta": {"content": "half"}}]}).body
    with pytest.raises(ModelBusy, match="UTF-8"):
        ask([Scripted(begun + b"data: caf\xe9 \n\n")], client)


def test_a_wait_is_passed_on_to_who_retries(client: httpx.Client) -> None:
    waits: list[float] = []
    with Loopback([Scripted.json(429, {"error": {"message": "slow down"}}, {"Retry-After": "17"}), TEXT]) as server:
        talk = Talk(server, client)
        assert patiently(sleep=waits.append)(talk.ask)[0] == TEXT
    assert waits == [17.0]


PICKY = {"temperature", "top_p", "max_tokens", "stream_options"}


def picky(body: dict[str, object]) -> Scripted | str:
    """A server that takes none of the usual parameters and complains of one at a time."""
    for name in sorted(PICKY & set(body)):
        message = f"Unsupported parameter: '{name}' is not supported with this model."
        return Scripted.json(400, {"error": {"message": message, "param": name, "code": "unsupported_parameter"}})
    return TEXT


def test_refused_parameters_are_given_up_once_and_remembered(client: httpx.Client) -> None:
    with Loopback(picky) as server:
        talk = Talk(server, client)
        assert talk.ask(Limits(max_output_tokens=500))[0] == TEXT
        assert len(server.requests) == 1 + len(PICKY)
        assert talk.ask(Limits(max_output_tokens=600))[0] == TEXT
    assert len(server.requests) == 2 + len(PICKY)
    assert set(server.requests[-1].body) == {"model", "messages", "stream", "max_completion_tokens"}
    assert server.requests[-1].body["max_completion_tokens"] == 600


def test_a_server_that_refuses_whatever_is_sent_is_not_asked_for_ever(client: httpx.Client) -> None:
    def stubborn(body: dict[str, object]) -> Scripted:
        return Scripted.json(400, {"error": {"message": "no", "param": next(reversed(body))}})

    with Loopback(stubborn) as server, pytest.raises(ModelRefused):
        Talk(server, client).ask(Limits(max_output_tokens=500))
    assert len(server.requests) == 7


def test_a_server_that_is_not_there_is_busy(client: httpx.Client) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, but nobody listens
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        with pytest.raises(ModelBusy) as caught:
            list(OpenAIModel("tiny", url, KEY, client=client).stream(PROMPT, Limits()))
    assert url in str(caught.value)
    assert "refused" in str(caught.value)


def test_a_secure_connection_to_a_plain_server_is_refused_at_once() -> None:
    with Loopback([TEXT]) as server:
        model = OpenAIModel("tiny", server.url.replace("http://", "https://"), KEY)
        with pytest.raises(ModelRefused) as caught:
            list(model.stream(PROMPT, Limits()))
    assert "http://" in caught.value.hint


def test_silence_is_not_waited_for_longer_than_allowed(client: httpx.Client) -> None:
    with Loopback([Scripted(b"").cut(0, "silent")]) as server, pytest.raises(ModelBusy) as caught:
        Talk(server, client).ask(Limits(idle_seconds=0.1))
    assert "0.1 s" in str(caught.value)


def test_this_machine_is_reached_past_any_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
        monkeypatch.setenv(name.lower(), "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    with Loopback([TEXT]) as server:
        reply = OpenAIModel("tiny", server.url, KEY).stream(PROMPT, Limits())
        assert "".join(reply) == TEXT


def test_other_servers_are_reached_through_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    with Loopback([TEXT]) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/v1"))
        reply = OpenAIModel("tiny", "http://llm.example/v1", KEY).stream(PROMPT, Limits())
        assert "".join(reply) == TEXT
    assert proxy.requests[0].path == "http://llm.example/v1/chat/completions"


@pytest.mark.parametrize("url", ["localhost:8000/v1", "", "http://"])
def test_an_address_without_a_scheme_is_refused_before_anything_is_sent(url: str) -> None:
    with pytest.raises(SettingsError):
        OpenAIModel("tiny", url, KEY)


def test_a_reply_is_read_once(client: httpx.Client) -> None:
    with Loopback([TEXT]) as server:
        reply = Talk(server, client).model.stream(PROMPT, Limits())
        assert "".join(reply) == TEXT
        assert "".join(reply) == ""
    assert len(server.requests) == 1


def test_any_character_can_be_sent(client: httpx.Client) -> None:
    words = "é 漢字 😀 \u2028 \x00 \ud800"
    with Loopback([TEXT]) as server:
        Talk(server, client).ask(prompt=Prompt("step", FENCE, (FILE,), "", words))
    assert server.requests[0].body["messages"] == [{"role": "user", "content": words}]
    assert json.dumps(server.requests[0].body)
