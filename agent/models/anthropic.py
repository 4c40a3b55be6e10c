"""Anthropic's Messages, from Anthropic itself or from whoever serves the same form."""

from pathlib import Path

import httpx

from agent.models.endpoint import endpoint, open_client
from agent.models.memory import Memory
from agent.models.messages import MessagesAnswer
from agent.models.parameters import MESSAGES, Parameters
from agent.models.protocol import Limits, Prompt, Reply
from agent.models.reply import StreamedReply
from agent.models.requests import events_of

VERSION = "2023-06-01"


class AnthropicModel:
    """A model behind Anthropic's Messages API. The base URL is given with its /v1."""

    def __init__(
        self,
        name: str,
        base_url: str,
        api_key: str,
        *,
        temperature: float | None = 0.3,
        top_p: float | None = None,  # most models take only one of the two
        key_variable: str = "ANTHROPIC_API_KEY",
        client: httpx.Client | None = None,
        memory: Path | None = None,
    ) -> None:
        """Raises SettingsError for an address or a key that cannot be used. `key_variable` is named in messages.

        What the model turns out not to take is kept in the folder `memory`, for other processes.
        """
        self.name = name
        self._at = endpoint(name.removeprefix("anthropic:"), base_url, "/messages", api_key, key_variable)
        self._client = client or open_client(self._at.url)
        self._parameters = Parameters(MESSAGES, temperature, top_p, Memory.of(memory, self._at))

    def stream(self, prompt: Prompt, limits: Limits) -> Reply:
        """A reply that is asked for when it is iterated."""
        headers = {"anthropic-version": VERSION, **({"x-api-key": self._at.key} if self._at.key else {})}
        words = {"model": self._at.model, **_words(prompt)}
        events = events_of(self._client, self._at, headers, words, self._parameters, limits)
        return StreamedReply(events, MessagesAnswer(self._at), prompt)


def _words(prompt: Prompt) -> dict[str, object]:
    """The stable part first, marked at its end as what the provider is to keep."""
    stable = {"type": "text", "text": prompt.stable, "cache_control": {"type": "ephemeral"}}
    turns = (("user", prompt.variable), ("assistant", prompt.said), ("user", prompt.then))
    messages = [{"role": role, "content": words} for role, words in turns if words]
    return {"system": [stable], "messages": messages} if prompt.stable else {"messages": messages}
