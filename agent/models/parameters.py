"""What to send besides the messages, and what of it a server turned out not to take."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from agent.models.failures import Complaint
from agent.models.memory import Memory, Refusals

LEAST_ROOM = 256  # tokens; with less than that left for an answer the prompt is too long

_REFUSAL = re.compile(
    r"unsupported|not support|unrecogni[sz]ed|unknown|unexpected|extra|not (permitted|allowed|available|compatible)"
    r"|cannot|deprecated|only (the default|allowed|support)|too large|invalid|incompatible|forbidden",
    re.IGNORECASE,
)
# What is left for the answer beside this prompt: "(9000 > 8192 - 1500)", "1500 + 9000 > 8192".
_LEFT = (
    re.compile(r"> (?P<context>\d+) - (?P<prompt>\d+)"),
    re.compile(r"(?P<prompt>\d+) \+ \d+ > (?P<context>\d+)"),
    re.compile(r"context length is (?P<context>\d+) tokens.*\((?P<prompt>\d+) in the messages", re.DOTALL),
)
# The most that a model answers with, whatever the prompt.
_CAP = (
    re.compile(r"at most (\d+) (?:completion|output)"),
    re.compile(r"> (\d+), which is the maximum"),
    re.compile(r"\[ ?1 ?, ?(\d+) ?\]"),
    re.compile(r"(?:less than or equal to|must be <=|maximum (?:value|allowed)(?: value)?(?: is| of)?:?) [`'\"]?(\d+)"),
)
_CAP_EXCLUSIVE = re.compile(r"to (\d+) \(exclusive\)")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """How a vendor names the optional parameters."""

    always: Mapping[str, object]
    limits: tuple[str, ...]  # names of the output limit, the next one being tried where one is refused
    unlimited: int | None = None  # what is sent where no limit is set, for a vendor that demands one

    @property
    def droppable(self) -> tuple[str, ...]:
        """In the order in which to give them up where a complaint names several."""
        limits = () if self.unlimited else self.limits[::-1]
        return ("stream_options", *limits, "top_p", "temperature", "stream")


# The old name of the limit is the one that most servers know; the new one is tried when it is refused.
CHAT = Vocabulary({"stream": True, "stream_options": {"include_usage": True}}, ("max_tokens", "max_completion_tokens"))
MESSAGES = Vocabulary({"stream": True}, ("max_tokens",), unlimited=64_000)


@dataclass(frozen=True, slots=True)
class Learnt:
    """Something was learnt, so that the request can be sent again."""

    room: int | None = None  # tokens that the answer to this request may have; None: as before


@dataclass(slots=True)
class Parameters:
    """The optional part of a request body; remembers for its model what was refused."""

    vocabulary: Vocabulary
    temperature: float | None
    top_p: float | None
    memory: Memory = field(default_factory=Memory)

    def body(self, max_output_tokens: int | None) -> dict[str, object]:
        """The parameters that the server is still thought to take."""
        known = self.memory.refusals
        most = max_output_tokens or self.vocabulary.unlimited
        if most and known.most_output:
            most = min(most, known.most_output)
        names = self.vocabulary.limits
        limit = next((name for name in names if name not in known.parameters), names[-1])
        wanted: dict[str, object] = {
            **self.vocabulary.always,
            "temperature": self.temperature,
            "top_p": self.top_p,
            limit: most,
        }
        if "stream" in known.parameters:
            wanted.pop("stream_options", None)  # it is refused without
        return {name: value for name, value in wanted.items() if value is not None and name not in known.parameters}

    def learn(self, complaint: Complaint, sent: Mapping[str, object]) -> Learnt | None:
        """Lower or give up what a refused request complains of; None where it is about nothing that was sent."""
        most = next((sent[name] for name in self.vocabulary.limits if name in sent), None)
        if isinstance(most, int) and (room := _room(complaint.words)) and LEAST_ROOM <= room < most:
            return Learnt(room)
        known = self.memory.refusals
        if isinstance(most, int) and (cap := _cap(complaint)) and cap < most:
            self.memory.keep(Refusals(known.parameters, cap))
            return Learnt()
        named = next((name for name in self.vocabulary.droppable if name in sent and _is_about(complaint, name)), None)
        if named is None:
            return None
        self.memory.keep(Refusals(known.parameters | {named}, known.most_output))
        return Learnt()


def _room(words: str) -> int | None:
    found = next((found for shape in _LEFT if (found := shape.search(words))), None)
    return int(found["context"]) - int(found["prompt"]) if found else None


def _cap(complaint: Complaint) -> int | None:
    if not re.search(
        r"max_(completion_|output_)?tokens|output tokens|completion tokens", f"{complaint.parameter} {complaint.words}"
    ):
        return None
    if found := _CAP_EXCLUSIVE.search(complaint.words):
        return int(found[1]) - 1
    found = next((found for shape in _CAP if (found := shape.search(complaint.words))), None)
    return int(found[1]) if found else None


def _is_about(complaint: Complaint, name: str) -> bool:
    if complaint.parameter.removeprefix("body.") == name:
        return True
    if name == "stream":  # too common a word to go by
        return False
    refused = _REFUSAL.search(complaint.words) or "unsupported" in complaint.code
    return bool(refused and re.search(rf"\b{name}\b", complaint.words))
