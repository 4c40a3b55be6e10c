"""What the events of one of Anthropic's messages say: its text, how it ended, what it cost. No network here."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import msgspec

from agent.models.answer import Answer, count, texts_of
from agent.models.protocol import Finish, Usage
from agent.models.stream import Event


class _TextDelta(msgspec.Struct, tag="text_delta"):
    text: str


class _Piece(msgspec.Struct, tag="content_block_delta"):
    """The usual event of an answer; whatever does not fit is looked at closely."""

    delta: _TextDelta


_PIECE = msgspec.json.Decoder(_Piece)


@dataclass(slots=True)
class MessagesAnswer(Answer):
    """The answer of a message: blocks of text, among others of thoughts, which are no part of the reply."""

    last_event: ClassVar[str] = "message_stop"
    finishes: ClassVar[Mapping[str, Finish]] = {
        "end_turn": "stop",
        "stop_sequence": "stop",
        "max_tokens": "length",
        "model_context_window_exceeded": "length",
        "refusal": "filtered",
        # pause_turn and tool_use are about tools, of which we offer none: nothing is known of such an answer
    }

    def _quick(self, event: Event) -> str:
        if self._torn:
            return ""
        try:
            return _PIECE.decode(event.data).delta.text
        except (msgspec.DecodeError, RecursionError):
            return ""

    def _read(self, payload: Mapping[str, object]) -> str:
        match payload.get("type"):
            case "message_start":
                self._count(_inner(payload, "message").get("usage"))
            case "content_block_start":  # as a rule with an empty text
                return texts_of([payload.get("content_block")])
            case "message_delta":
                self._stopped(_inner(payload, "delta"))
                self._count(payload.get("usage"))
            case "message_stop":
                self.done = True
            case "message":  # the whole answer in one piece
                self.done = True
                self._stopped(payload)
                self._count(payload.get("usage"))
                return texts_of(payload.get("content"))
        return ""

    def _stopped(self, said: Mapping[str, object]) -> None:
        self.reason = str(said.get("stop_reason") or self.reason)

    def _count(self, reported: object) -> None:
        """Take the tokens reported so far: each event tells the whole of what it tells, the rest stays.

        Input is reported without what a cache held or took in; ours is all of it.
        """
        if not isinstance(reported, Mapping):
            return
        known = self.usage or Usage()
        if (fresh := reported.get("input_tokens")) is not None:
            held, written = (count(reported.get(f"cache_{what}_input_tokens")) for what in ("read", "creation"))
            total = count(fresh) + held + written
            if total:
                known = replace(known, input_tokens=total, cached_input_tokens=held, cache_write_tokens=written)
        thought = _inner(reported, "output_tokens_details").get("thinking_tokens")
        known = replace(
            known,
            output_tokens=count(reported.get("output_tokens")) or known.output_tokens,
            reasoning_tokens=count(thought) or known.reasoning_tokens,
        )
        self.usage = known if known.input_tokens or known.output_tokens else self.usage


def _inner(payload: Mapping[str, object], name: str) -> Mapping[str, object]:
    value = payload.get(name)
    return value if isinstance(value, Mapping) else {}
