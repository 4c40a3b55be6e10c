"""A real HTTP server on 127.0.0.1 that answers chat completions from a script, for tests that need a network.

    with Loopback(["a reply", Scripted.json(429, {"error": {"message": "slow down"}}), lambda body: "..."]) as server:
        model = OpenAIModel("tiny", server.url, "key")
        ...
    assert server.requests[0].body["model"] == "tiny"

An entry of the script is a reply's text, a `Scripted` answer, or a function from the request's body to either. A single
function in place of the list answers every request.
"""

import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal, Self

USAGE = {"prompt_tokens": 11, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 3}}
MESSAGE_USAGE = {
    "input_tokens": 6,
    "cache_read_input_tokens": 3,
    "cache_creation_input_tokens": 2,
    "output_tokens": 1,
}
Ending = Literal["clean", "broken", "reset", "silent"]


@dataclass(frozen=True)
class Scripted:
    """One answer, to the byte."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "text/event-stream"})
    write: int | None = None  # bytes a write, each a chunk of its own
    pause: float = 0.0  # seconds after each write
    stop_after: int | None = None  # bytes of the body that are sent before it ends
    then: Callable[[], object] | None = None  # done when that is sent, before the ending
    ending: Ending = "clean"  # broken: no last chunk; reset: connection reset; silent: nothing more until the test ends

    @classmethod
    def reply(cls, text: str, *, step: int = 16, finish: str | None = "stop", usage: object = USAGE) -> Self:
        """The events of a whole reply, a few characters a piece."""
        pieces = [text[start : start + step] for start in range(0, len(text), step)]
        choices: list[dict[str, object]] = [{"index": 0, "delta": {"content": piece}} for piece in pieces]
        choices.append({"index": 0, "delta": {}, "finish_reason": finish})
        payloads: list[object] = [{"choices": [choice]} for choice in choices]
        if usage is not None:
            payloads.append({"choices": [], "usage": usage})
        return cls.events(*payloads, "[DONE]")

    @classmethod
    def message(cls, text: str, *, step: int = 16, reason: str | None = "end_turn", thoughts: str = "") -> Self:
        """The events of a whole reply as Anthropic sends them, after some thoughts if there are any."""
        payloads: list[dict[str, object]] = [
            {"type": "message_start", "message": {"role": "assistant", "content": [], "usage": MESSAGE_USAGE}},
            {"type": "ping"},
        ]
        for index, (kind, words) in enumerate([("thinking", thoughts), ("text", text)]):
            pieces = [words[start : start + step] for start in range(0, len(words), step)]
            begun = {"type": kind, kind: ""}
            payloads.append({"type": "content_block_start", "index": index, "content_block": begun})
            payloads += [
                {"type": "content_block_delta", "index": index, "delta": {"type": f"{kind}_delta", kind: piece}}
                for piece in pieces
            ]
            payloads.append({"type": "content_block_stop", "index": index})
        payloads.append({"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 7}})
        payloads.append({"type": "message_stop"})
        return cls.named(*payloads)

    @classmethod
    def named(cls, *payloads: Mapping[str, object]) -> Self:
        """A stream of these events, each under the name of its type."""
        lines = [f"event: {one['type']}\ndata: {json.dumps(one, ensure_ascii=False)}\n\n" for one in payloads]
        return cls("".join(lines).encode())

    @classmethod
    def events(cls, *payloads: object) -> Self:
        """A stream of these events; a string is sent as it is, anything else as JSON with its characters unescaped."""
        data = [
            payload if isinstance(payload, str) else json.dumps(payload, ensure_ascii=False) for payload in payloads
        ]
        return cls("".join(f"data: {line}\n\n" for line in data).encode())

    @classmethod
    def json(cls, status: int, payload: object, headers: Mapping[str, str] | None = None) -> Self:
        """An answer in one piece."""
        return cls(json.dumps(payload).encode(), status, {"Content-Type": "application/json", **(headers or {})})

    @classmethod
    def page(cls, status: int, words: str) -> Self:
        """A web page."""
        body = f"<!DOCTYPE html>\n<html><body>{words}</body></html>".encode()
        return cls(body, status, {"Content-Type": "text/html; charset=utf-8"})

    def cut(self, after: int, ending: Ending = "broken", write: int | None = None) -> Self:
        """The same answer, ending after some bytes of its body."""
        return replace(self, stop_after=after, ending=ending, write=write)


@dataclass(frozen=True)
class Request:
    """One request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def words(self) -> str:
        """All that its messages say."""
        return "\n".join(message["content"] for message in self.body.get("messages", ()))


Answer = str | Scripted
Entry = Answer | Callable[[dict[str, Any]], Answer]
Script = Callable[[dict[str, Any]], Answer] | Sequence[Entry]


class Loopback:
    """The server. It runs while the `with` block does."""

    def __init__(self, script: Script) -> None:
        self.requests: list[Request] = []
        self._script = script
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.loopback = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        """The base URL, with its /v1."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, request: Request) -> Scripted:
        """The script's answer to the next request."""
        with self._lock:
            number = len(self.requests)
            self.requests.append(request)
        entry = self._entry(number)
        answer = entry(request.body) if callable(entry) else entry
        usage = {**USAGE, "prompt_tokens": len(request.words) // 4}  # a server that saw the whole prompt
        return Scripted.reply(answer, usage=usage) if isinstance(answer, str) else answer

    def _entry(self, number: int) -> Entry:
        if callable(self._script):
            return self._script
        if number < len(self._script):
            return self._script[number]
        return Scripted.json(400, {"error": {"message": f"the script has no answer number {number + 1}"}})

    def wait_for_the_end(self) -> None:
        """Hold a connection open without a word."""
        self._over.wait(30)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    loopback: Loopback

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is what some tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        body = json.loads(self.rfile.read(length) or b"{}")
        answer = self.server.loopback.answer(Request(self.path, dict(self.headers.items()), body))
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        body_sent = answer.body[: answer.stop_after]
        step = answer.write or len(body_sent) or 1
        for start in range(0, len(body_sent), step):
            self._chunk(body_sent[start : start + step])
            if answer.pause:
                time.sleep(answer.pause)
        if answer.then:
            answer.then()
        self._end(answer.ending)

    do_GET = do_POST

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

    def _end(self, ending: Ending) -> None:
        if ending == "clean":
            self.wfile.write(b"0\r\n\r\n")
            return
        self.close_connection = True
        if ending == "silent":
            self.server.loopback.wait_for_the_end()
        elif ending == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            socket.socket(fileno=self.connection.detach()).close()  # at once, before anybody says goodbye

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: tests read what they need from `requests`."""
