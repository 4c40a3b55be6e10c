"""What every vendor's answer has in common: facts that are kept apart until it ends, and then taken together."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import msgspec

from agent.errors import ModelBusy, ModelError
from agent.models.endpoint import Endpoint
from agent.models.failures import complaint_in, failure
from agent.models.protocol import Completion, Finish, Prompt, Usage
from agent.models.stream import Event

LONGEST_END = 80  # characters of a block's END line, and more
_END = re.compile(r"^(<<<END:[0-9]+:[a-z0-9]+>>>)\s*?\n", re.MULTILINE)


@dataclass(slots=True)
class Answer:
    """Takes the events of an answer and keeps the facts apart: that it is over, why, an error, a broken connection."""

    finishes: ClassVar[Mapping[str, Finish]]
    last_event: ClassVar[str]  # as a warning names it

    at: Endpoint
    reason: str = ""
    done: bool = False
    refusal: str = ""
    usage: Usage | None = None
    failed: ModelError | None = None
    broken: str = ""  # how the connection ended early
    spoken: bool = False  # there was some text
    _torn: bool = False  # an event was no JSON: as the last one of a cut stream, or else by a fault
    _ends: set[str] = field(default_factory=set)  # END lines, whatever their key
    _line: str = ""  # the beginning of the line that has not ended

    @property
    def empty(self) -> bool:
        """Whether the server has said nothing that counts as an answer."""
        return not (self.spoken or self.reason or self.refusal or self.failed)

    def take(self, events: Sequence[Event]) -> str:
        """What events add to the text."""
        pieces: list[str] = []
        for event in events:
            if piece := self._quick(event) or self._take(event):
                pieces.append(piece)
            if self.done or self.failed:
                break
        text = "".join(pieces)
        if text:
            self.spoken = True
            self._watch(text)
        return text

    def _quick(self, event: Event) -> str:
        """The text of an event of the usual kind, of which a long answer has a million; "" for any other."""
        raise NotImplementedError

    def _read(self, payload: Mapping[str, object]) -> str:
        """Take the facts of an event; its text."""
        raise NotImplementedError

    def _take(self, event: Event) -> str:
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
        return self._read(payload)

    def _payload(self, event: Event) -> Mapping[str, object]:
        if not event.data.lstrip().startswith("{"):
            return {}  # some servers keep a connection alive with a word
        try:
            payload = _decoded(event.data)
        except (ValueError, RecursionError):
            self._torn = True
            return {}
        return payload if isinstance(payload, Mapping) else {}

    def _watch(self, text: str) -> None:
        """Remember the END lines without keeping the text."""
        if "\n" in text:
            text = self._line + text
            self._ends.update(_END.findall(text))
            self._line = text[text.rfind("\n") + 1 :][:LONGEST_END]
        elif len(self._line) < LONGEST_END:
            self._line = (self._line + text)[:LONGEST_END]

    def _closed(self, prompt: Prompt) -> bool:
        """Whether every block that was asked for has its END line."""
        ends = self._ends | {self._line.strip()}
        return all(prompt.fence.close_line(block.number) in ends for block in prompt.expected)

    def end(self, prompt: Prompt) -> Completion:
        """How the answer ended, all facts taken together."""
        usage = self.usage or Usage(estimated=True)
        if self.failed is not None:
            return Completion("error", usage, str(self.failed))
        if self.refusal:
            return Completion("filtered", usage, f"The model refuses: {self.refusal}")
        if self.reason:
            return Completion(self.finishes.get(self.reason.lower(), "unknown"), usage, self._remark())
        if self.done and self._closed(prompt):
            return Completion("stop", usage, f"The server sent {self.last_event} but no finish reason.")
        return Completion("cut", usage, self.broken or "The answer ended without a finish reason.")

    def _remark(self) -> str:
        if self.finishes.get(self.reason.lower()) != "stop":
            return f"The server's finish reason is {self.reason!r}."
        return self.broken  # after the reason: only the cost may be missing


def _decoded(data: str) -> object:
    """Raises ValueError for what is not JSON."""
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError:
        return json.loads(data)  # which takes half a pair of surrogates, as some servers send it


def _error_in(payload: Mapping[str, object], event: Event) -> object:
    """The error that an event reports in the middle of a stream that began well."""
    if payload.get("error"):
        return payload
    if payload.get("object") == "error" or event.name == "error" or payload.get("type") == "error":
        return payload or event.data
    return None


def count(number: object) -> int:
    """A number of tokens as a server reports it, be it null or a fraction."""
    return int(number) if isinstance(number, int | float) else 0


def texts_of(content: object) -> str:
    """The text of a content field: a string, null, or a list of parts of which only some are text."""
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, Mapping) and part.get("type") == "text"]
        return "".join(str(part.get("text") or "") for part in parts)
    return content if isinstance(content, str) else ""
