"""What the events of one chat completion say: its text, how it ended, what it cost. No network here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import msgspec

from agent.models.answer import Answer, count, texts_of
from agent.models.protocol import Finish, Usage
from agent.models.stream import Event


class _Delta(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    delta: _Delta
    index: int = 0
    finish_reason: str | None = None


class _Chunk(msgspec.Struct):
    """The usual event of an answer; whatever does not fit is looked at closely."""

    choices: list[_Choice]
    usage: None = None
    error: None = None


_CHUNK = msgspec.json.Decoder(_Chunk)


@dataclass(slots=True)
class ChatAnswer(Answer):
    """The answer of a chat completion."""

    last_event: ClassVar[str] = "[DONE]"
    finishes: ClassVar[Mapping[str, Finish]] = {
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

    def _quick(self, event: Event) -> str:
        if self._torn or event.name != "message":
            return ""
        try:
            choices = _CHUNK.decode(event.data).choices
        except (msgspec.DecodeError, RecursionError):
            return ""
        if len(choices) != 1 or choices[0].index or choices[0].finish_reason or choices[0].delta.refusal:
            return ""
        return choices[0].delta.content or ""

    def _read(self, payload: Mapping[str, object]) -> str:
        self.usage = _usage(payload.get("usage")) or self.usage
        return self._choice(payload.get("choices"))

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
        return texts_of(said.get("content"))


def _usage(reported: object) -> Usage | None:
    """The tokens a server reports. Zeros say nothing: some send them along until they know better."""
    if not isinstance(reported, Mapping):
        return None
    details = reported.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, Mapping) else reported.get("prompt_cache_hit_tokens")
    written = reported.get("completion_tokens_details")
    thought = written.get("reasoning_tokens") if isinstance(written, Mapping) else None
    usage = Usage(
        input_tokens=count(reported.get("prompt_tokens")),
        output_tokens=count(reported.get("completion_tokens")),
        cached_input_tokens=count(cached),
        cache_write_tokens=count(details.get("cache_write_tokens")) if isinstance(details, Mapping) else 0,
        reasoning_tokens=count(thought),
    )
    return usage if usage.input_tokens or usage.output_tokens else None
