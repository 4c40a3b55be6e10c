"""What to send besides the messages, and what of it a server turned out not to take."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from agent.models.failures import Complaint

_REFUSAL = re.compile(
    r"unsupported|not support|unrecogni[sz]ed|unknown|unexpected|extra|not (permitted|allowed|available|compatible)"
    r"|cannot|deprecated|only (the default|allowed|support)|too large|invalid|incompatible|forbidden",
    re.IGNORECASE,
)
#: In the order in which to give them up where a complaint names several.
_DROPPABLE = ("stream_options", "max_completion_tokens", "max_tokens", "top_p", "temperature", "stream")


@dataclass(slots=True)
class Parameters:
    """The optional part of a request body; remembers for its model what was refused."""

    temperature: float | None
    top_p: float | None
    _given_up: set[str] = field(default_factory=set)

    def body(self, max_output_tokens: int | None) -> dict[str, object]:
        """The parameters that the server is still thought to take."""
        # The old name of the limit is the one that most servers know; the new one is tried when it is refused.
        limit = "max_completion_tokens" if "max_tokens" in self._given_up else "max_tokens"
        wanted: dict[str, object] = {
            "stream": True,
            "stream_options": {"include_usage": True},
            "temperature": self.temperature,
            "top_p": self.top_p,
            limit: max_output_tokens,
        }
        if "stream" in self._given_up:
            del wanted["stream_options"]  # it is refused without
        return {name: value for name, value in wanted.items() if value is not None and name not in self._given_up}

    def learn(self, complaint: Complaint, sent: Mapping[str, object]) -> bool:
        """Give up the parameter that a refused request complains of; whether there was one to give up."""
        named = next((name for name in _DROPPABLE if name in sent and _is_about(complaint, name)), None)
        if named is not None:
            self._given_up.add(named)
        return named is not None


def _is_about(complaint: Complaint, name: str) -> bool:
    if complaint.parameter.removeprefix("body.") == name:
        return True
    if name == "stream":  # too common a word to go by
        return False
    refused = _REFUSAL.search(complaint.words) or "unsupported" in complaint.code
    return bool(refused and re.search(rf"\b{name}\b", complaint.words))
