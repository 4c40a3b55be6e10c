"""What the events of one chat completion say: its text, how it ended, what it cost. No network here."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from agent.errors import ModelBusy, ModelError
from agent.models.endpoint import Endpoint
from agent.models.failures import complaint_in, failure
from agent.models.protocol import Completion, Finish, Prompt, Usage
from agent.models.stream import Event

_FINISHES: dict[str, Finish] = {
    "stop": "stop",
    "end_turn": "stop",
    "eos_token": "stop",
    "length": "length",
    "max_tokens": "length",
    "model_length": "length",
    "content_filter": "filtered",
    "refusal": "filtered",
    "safety": "filtered",
    "error": "error",
    "abort": "cut",  # vLLM: the server gave the request up
    "insufficient_system_resource": "cut",  # DeepSeek, likewise
}


@dataclass(slots=True)
class ChatAnswer:
    """Takes the events of an answer and keeps the facts apart: `[DONE]`, the reason, an error, a broken connection."""

    at: Endpoint
    reason: str = ""
    done: bool = False
    refusal: str = ""
    usage: Usage | None = None
    failed: ModelError | None = None
    broken: str = ""  # how the connection ended early
    _pieces: list[str] = field(default_factory=list)
    _torn: bool = False  # an event was no JSON: as the last one of a cut stream, or else by a fault

    @property
    def text(self) -> str:
        """The text so far, without any reasoning."""
        return "".join(self._pieces)

    @property
    def empty(self) -> bool:
        """Whether the server has said nothing that counts as an answer."""
        return not (self._pieces or self.reason or self.refusal or self.failed)

    def take(self, event: Event) -> str:
        """What an event adds to the text."""
        if self._torn:
            self.failed = ModelBusy(f"{self.at.host} sent an event that is not JSON.", "Try again.")
            return ""
        if event.data.strip() == "[DONE]":
            self.done = True
            return ""
        payload = self._payload(event)
        if error := _error_in(payload, event):
            complaint = complaint_in(error)
            self.failed = failure(complaint.status, complaint, self.at)
            return ""
        self.usage = _usage(payload.get("usage")) or self.usage
        piece = self._choice(payload.get("choices"))
        if piece:
            self._pieces.append(piece)
        return piece

    def _payload(self, event: Event) -> Mapping[str, object]:
        if not event.data.lstrip().startswith("{"):
            return {}  # some servers keep a connection alive with a word
        try:
            payload = json.loads(event.data)
        except (ValueError, RecursionError):
            self._torn = True
            return {}
        return payload if isinstance(payload, Mapping) else {}

    def _choice(self, choices: object) -> str:
        """Take the first choice: its piece of text, and how it ends if it says so."""
        listed = choices if isinstance(choices, list) else []
        choice = next((one for one in listed if isinstance(one, Mapping) and not one.get("index")), None)
        if choice is None:
            return ""
        self.reason = str(choice.get("finish_reason") or self.reason)
        said = choice.get("delta")
        if not isinstance(said, Mapping):
            said = choice.get("message")
            self.done = self.done or said is not None  # an answer in one piece is there as a whole
        if not isinstance(said, Mapping):
            return ""
        self.refusal += str(said.get("refusal") or "")
        return _text(said.get("content"))

    def end(self, prompt: Prompt) -> Completion:
        """How the answer ended, all facts taken together."""
        usage = self.usage or Usage(estimated=True)
        if self.failed is not None:
            return Completion("error", usage, str(self.failed))
        if self.refusal:
            return Completion("filtered", usage, f"The model refuses: {self.refusal}")
        if self.reason:
            return Completion(_FINISHES.get(self.reason.lower(), "unknown"), usage, self._remark())
        if self.done and _all_closed(self.text, prompt):
            return Completion("stop", usage, "The server sent [DONE] but no finish reason.")
        return Completion("cut", usage, self.broken or "The answer ended without a finish reason.")

    def _remark(self) -> str:
        if self.reason.lower() != "stop":
            return f"The server's finish reason is {self.reason!r}."
        return self.broken  # after the reason: only the cost may be missing


def _error_in(payload: Mapping[str, object], event: Event) -> object:
    """The error that an event reports in the middle of a stream that began well."""
    if payload.get("error"):
        return payload
    if payload.get("object") == "error" or event.name == "error":
        return payload or event.data
    return None


def _text(content: object) -> str:
    """The text of a content field: a string, null, or a list of parts of which only some are text."""
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, Mapping) and part.get("type") == "text"]
        return "".join(str(part.get("text") or "") for part in parts)
    return content if isinstance(content, str) else ""


def _usage(reported: object) -> Usage | None:
    """The tokens a server reports. Zeros say nothing: some send them along until they know better."""
    if not isinstance(reported, Mapping):
        return None
    details = reported.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, Mapping) else reported.get("prompt_cache_hit_tokens")
    written = reported.get("completion_tokens_details")
    thought = written.get("reasoning_tokens") if isinstance(written, Mapping) else None
    usage = Usage(
        input_tokens=_count(reported.get("prompt_tokens")),
        output_tokens=_count(reported.get("completion_tokens")),
        cached_input_tokens=_count(cached),
        reasoning_tokens=_count(thought),
    )
    return usage if usage.input_tokens or usage.output_tokens else None


def _count(number: object) -> int:
    return int(number) if isinstance(number, int | float) else 0


def _all_closed(text: str, prompt: Prompt) -> bool:
    lines = {line.strip() for line in text.split("\n")}
    return all(prompt.fence.close_line(block.number) in lines for block in prompt.expected)
