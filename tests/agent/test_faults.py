"""The faults that users of such tools reported, each from a real server and at several chunkings, up to the journal.

Whatever the server does: nothing incomplete is ever used, and nothing complete is ever lost.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from agent.asking import Answer, Asker
from agent.errors import ContextOverflow, ModelBusy, ModelError, ModelLimited, ModelRefused
from agent.job import Job
from agent.journal import Answered, Journal, Started
from agent.models.anthropic import AnthropicModel
from agent.models.openai import OpenAIModel
from agent.models.protocol import Limits, Model, Prompt
from agent.settings import Settings
from applier.fence import Expected, Fence
from tests.loopback import Entry, Loopback, Scripted
from tests.obedient import expected_of

FENCE = Fence("k7f3q9zz")
EXPECTED = (Expected(1, "file", "a.py"), Expected(2, "file", "b.py"), Expected(3, "log"))
BODIES = {
    1: 'first = "é 漢字 😀 \u2028 \x85 \x0b \x1c"\n\tif a < b && c: "&amp;lt; &nbsp;"\n',
    2: "def second_function(values):\n    return sum(values)\n\n\nLAST_LINE_OF_IT = 1\n",
    3: '{"type": "done", "text": "all of it"}\n',
}
LISTED = "\n".join(FENCE.open_line(block) for block in EXPECTED)
PROMPT = Prompt("step", FENCE, EXPECTED, "stable words", f"variable words\n\n{LISTED}\n")
LIMITS = Limits(max_output_tokens=4000, idle_seconds=1.0)
CHUNKINGS = (1, 7, 160, None)


def text_of(blocks: list[tuple[int, str]]) -> str:
    return "".join(f"{opening}\n{BODIES[number]}{FENCE.close_line(number)}\n" for number, opening in blocks)


WHOLE = text_of([(block.number, FENCE.open_line(block)) for block in EXPECTED])
OPEN_SECOND = WHOLE[: WHOLE.index("LAST_LINE") + 6]  # the first block is whole, the second is open
CLOSED_SECOND = WHOLE[: WHOLE.index("<<<BLOCK:03")]


def the_rest(body: dict[str, Any]) -> str:
    """What an obedient model answers: every block that the request lists, whole."""
    words = "\n".join(message["content"] for message in body["messages"])
    return text_of([(int(number), _opening(number, kind, path)) for number, kind, path, _ in expected_of(words)])


def _opening(number: str, kind: str, path: str) -> str:
    return FENCE.open_line(Expected(int(number), kind, path or None))  # type: ignore[arg-type]


def reply(text: str, finish: str | None = "stop", done: bool = True, step: int = 40, **more: object) -> Scripted:
    """A chat completion of one's own making; `more` stands beside the content of every delta."""
    payloads: list[object] = [{"choices": [{"index": 0, "delta": {"content": text[at : at + step], **more}}]}
                              for at in range(0, len(text), step)]  # fmt: skip
    if finish is not None:
        payloads.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    return Scripted.events(*payloads, *["[DONE]"] * done)


def before(extra: bytes, scripted: Scripted) -> Scripted:
    return replace(scripted, body=extra + scripted.body)


def between(extra: bytes, scripted: Scripted) -> Scripted:
    return replace(scripted, body=scripted.body.replace(b"\n\n", b"\n\n" + extra))


def after(scripted: Scripted, extra: bytes) -> Scripted:
    return replace(scripted, body=scripted.body + extra)


def broken(scripted: Scripted, share: float, ending: str) -> Scripted:
    return scripted.cut(int(len(scripted.body) * share), ending)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Case:
    """What the server sends first; afterwards it behaves."""

    first: Entry
    requests: int = 1  # until all is there


NO_DONE = {"done": False}
USED = {"prompt_tokens": 900, "completion_tokens": 90}
ERROR = b'data: {"error": %s}\n\n'
HALF = reply(OPEN_SECOND, None, done=False)

RIGHT_IN_THE_END = {
    "S1 one large event": Case(reply(WHOLE + "chatter " * 2000, step=100_000)),
    "S2 raw characters of several bytes": Case(reply(WHOLE, step=1)),
    "S3 separators that are no line ends": Case(reply(WHOLE, step=3)),
    "S5 signs of life": Case(between(b": ping\n\ndata:\n\nevent: ping\ndata: {}\n\n", reply(WHOLE))),
    "S5 nothing but comments": Case(Scripted(b": processing\n\n" * 5), 2),
    "S6 reason, no [DONE]": Case(reply(WHOLE, done=False)),
    "S6 [DONE], no reason": Case(reply(WHOLE, None)),
    "S6 [DONE], no reason, block open": Case(reply(OPEN_SECOND, None), 2),
    "S6 neither": Case(reply(WHOLE, None, done=False)),
    "S6 neither, block open": Case(HALF, 2),
    "S6 neither, between blocks": Case(reply(CLOSED_SECOND, None, done=False), 2),
    "S6 reason, reset": Case(reply(WHOLE).cut(10**6, "reset")),
    "S6 reason, block open, reset": Case(reply(OPEN_SECOND, "length").cut(10**6, "reset"), 2),
    "S6 neither, reset": Case(HALF.cut(10**6, "reset"), 2),
    "S6 neither, silence": Case(HALF.cut(10**6, "silent"), 2),
    "S8 empty choices": Case(before(b'data: {"choices": []}\n\n', reply(WHOLE))),
    "S8 usage on a chunk of its own": Case(
        Scripted.events(
            {"choices": [{"delta": {"content": WHOLE}, "finish_reason": "stop"}]}, {"choices": [], "usage": USED}
        )
    ),
    "S8 usage beside an empty delta": Case(
        Scripted.events(
            {"choices": [{"delta": {"content": WHOLE}}]},
            {"choices": [{"delta": {}, "finish_reason": "stop"}], "usage": USED},
        )
    ),
    "S9 error first": Case(Scripted(ERROR % b'{"message": "boom", "code": 503}'), 2),
    "S9 error after half a file": Case(after(HALF, ERROR % b'"boom"'), 2),
    "S9 error with a word for its code": Case(after(HALF, ERROR % b'{"message": "b", "code": "overloaded"}'), 2),
    "S9 error after all of it": Case(after(reply(WHOLE, None, done=False), ERROR % b'"boom"'), 2),
    "S11 null beside reasoning": Case(
        before(
            Scripted.events(
                *[{"choices": [{"delta": {"content": None, "reasoning_content": WHOLE[:9]}}]}] * 100
            ).body,
            reply(WHOLE, reasoning=None),
        )
    ),
    "S11 reasoning alone": Case(
        Scripted.events({"choices": [{"delta": {"content": None, "reasoning_content": WHOLE}}]}), 2
    ),
    "S13 cut in a chunk": Case(broken(reply(WHOLE), 0.3, "broken"), 2),
    "S13 reset": Case(broken(reply(WHOLE), 0.3, "reset"), 2),
    "T7 the end inside a block, called an end": Case(reply(OPEN_SECOND, "length"), 2),
    "JSON in place of events": Case(
        Scripted.json(200, {"choices": [{"message": {"content": WHOLE}, "finish_reason": "stop"}]})
    ),
    "JSON that ends too early": Case(
        Scripted.json(200, {"choices": [{"message": {"content": OPEN_SECOND}, "finish_reason": "length"}]}), 2
    ),
    "bytes that are no text": Case(after(HALF, b"data: caf\xe9\n\n"), 2),
    "a gateway's page": Case(Scripted.page(502, "bad gateway"), 2),
    "M3 rate": Case(Scripted.json(429, {"error": {"message": "slow down"}}, {"Retry-After": "1"}), 2),
    "M3 overloaded": Case(Scripted.json(529, {"error": {"message": "overloaded"}}), 2),
}  # fmt: skip


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with httpx.Client(trust_env=False) as shared:
        yield shared


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Journal(tmp_path / "run") as journal:
        job = Job(run="r", branch="overhaul/r", base="0" * 40, settings=Settings())
        journal.append(Started(job=job, key=FENCE.key))
    return tmp_path / "run"


def ask(folder: Path, model: Model) -> Answer:
    with Journal(folder) as journal:
        asker = Asker(model, journal, lambda line: None, lambda seconds: None)
        return asker.ask("S01", PROMPT, LIMITS)


def bodies_of(answer: Answer) -> dict[int, str]:
    return {block.number: block.body for block in answer.blocks}


def rechunked(entry: Entry, write: int | None) -> Entry:
    return replace(entry, write=write) if isinstance(entry, Scripted) else entry


@pytest.mark.parametrize("write", CHUNKINGS)
@pytest.mark.parametrize("name", RIGHT_IN_THE_END)
def test_all_blocks_are_right_in_the_end(name: str, write: int | None, folder: Path, client: httpx.Client) -> None:
    case = RIGHT_IN_THE_END[name]
    with Loopback([rechunked(case.first, write), *[the_rest] * 3]) as server:
        answer = ask(folder, OpenAIModel("tiny", server.url, "", client=client))
    assert bodies_of(answer) == BODIES
    assert answer.broken == ()
    reset = isinstance(case.first, Scripted) and case.first.ending == "reset"  # may take along what was under way
    assert case.requests <= len(server.requests) <= case.requests + reset
    assert all(request.body["messages"][-1]["role"] == "user" for request in server.requests)  # nothing is prefilled
    with Loopback([]) as server:  # nothing is asked for, or paid for, twice
        again = ask(folder, OpenAIModel("tiny", server.url, "", client=client))
    assert bodies_of(again) == BODIES
    assert server.requests == []
    assert len(Journal(folder).all(Answered)) <= case.requests + reset


@pytest.mark.parametrize("write", [1, None])
@pytest.mark.parametrize("reason", ["content_filter", "refusal", "pause_turn", "tool_calls", "other", "never heard of"])
def test_nothing_is_used_of_a_reply_that_ended_for_another_reason(
    reason: str, write: int | None, folder: Path, client: httpx.Client
) -> None:
    with Loopback([replace(reply(CLOSED_SECOND, reason), write=write)]) as server:
        answer = ask(folder, OpenAIModel("tiny", server.url, "", client=client))
    assert answer.blocks == ()
    assert reason in answer.completion.detail


OVERFLOWS = [
    Scripted.json(400, {"error": {"message": "This model's maximum context length is 8192 tokens. However, you "
                                  "requested 9000 tokens.", "code": "context_length_exceeded"}}),
    Scripted.json(400, {"error": {"message": "prompt is too long: 210000 tokens > 200000 maximum"}}),
    Scripted.json(413, {"error": {"type": "request_too_large", "message": "Request exceeds the maximum size"}}),
    Scripted.json(500, {"error": "the request exceeds the available context size, try increasing it"}),
    Scripted.json(400, {"detail": "Input is too long for requested model: context window exceeded"}),
    Scripted.json(422, {"error": "`inputs` tokens + `max_new_tokens` must be <= 4096"}),
    Scripted(ERROR % b'{"message": "The input token count (9) exceeds the maximum number of tokens allowed (8)."}'),
]  # fmt: skip
FINAL: list[tuple[Scripted, type[ModelError]]] = [
    *((overflow, ContextOverflow) for overflow in OVERFLOWS),
    (Scripted.json(429, {"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}), ModelLimited),
    (Scripted.json(402, {"error": {"message": "no credit"}}), ModelLimited),
    (Scripted.json(503, {}, {"Retry-After": "1382400"}), ModelLimited),
    (Scripted.json(429, {}, {"Retry-After": "Fri, 31 Dec 2099 23:59:59 GMT"}), ModelLimited),
    (Scripted.json(401, {"error": {"message": "bad key"}}), ModelRefused),
    (Scripted.page(200, "Welcome to the router"), ModelRefused),
]


@pytest.mark.parametrize("write", [1, None])
@pytest.mark.parametrize(("scripted", "kind"), FINAL)
def test_what_waiting_cannot_mend_is_asked_once(
    scripted: Scripted, kind: type[ModelError], write: int | None, folder: Path, client: httpx.Client
) -> None:
    with Loopback([replace(scripted, write=write), the_rest]) as server, pytest.raises(kind):
        ask(folder, OpenAIModel("tiny", server.url, "", client=client))
    assert len(server.requests) == 1


def test_a_server_that_only_gives_signs_of_life_is_given_up(folder: Path, client: httpx.Client) -> None:
    dripping = Scripted(b": still here\n\n" * 400, write=14)
    limits = replace(LIMITS, idle_seconds=0.0001)
    with Loopback([dripping]) as server:
        model = OpenAIModel("tiny", server.url, "", client=client)
        with pytest.raises(ModelBusy):
            list(model.stream(PROMPT, limits))


OF_ANTHROPIC: dict[str, tuple[Callable[[], Scripted], int]] = {
    "whole": (lambda: Scripted.message(WHOLE, thoughts=WHOLE), 1),
    "cut by the cap": (lambda: Scripted.message(OPEN_SECOND, reason="max_tokens"), 2),
    "cut by the context": (lambda: Scripted.message(CLOSED_SECOND, reason="model_context_window_exceeded"), 2),
    "cut by the network": (lambda: broken(Scripted.message(WHOLE), 0.6, "reset"), 2),
    "overloaded after half of it": (
        lambda: after(
            broken_at(Scripted.message(WHOLE), b"event: content_block_stop"),
            Scripted.named({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}).body,
        ),
        2,
    ),
    "thoughts alone": (
        lambda: broken_at(Scripted.message(WHOLE, thoughts="hm"), b'event: content_block_stop'), 2
    ),
}  # fmt: skip


def broken_at(scripted: Scripted, mark: bytes) -> Scripted:
    return replace(scripted, body=scripted.body[: scripted.body.index(mark)])


@pytest.mark.parametrize("write", [1, 160, None])
@pytest.mark.parametrize("name", OF_ANTHROPIC)
def test_messages_come_out_right_in_the_end_too(
    name: str, write: int | None, folder: Path, client: httpx.Client
) -> None:
    first, requests = OF_ANTHROPIC[name]

    def rest(body: dict[str, Any]) -> Scripted:
        return Scripted.message(the_rest(body))

    with Loopback([replace(first(), write=write), rest, rest]) as server:
        answer = ask(folder, AnthropicModel("anthropic:tiny", server.url, "", client=client))
    assert bodies_of(answer) == BODIES
    assert len(server.requests) == requests
