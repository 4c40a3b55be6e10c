"""Chat completions as OpenAI defined them and vLLM, llama.cpp, Ollama, OpenRouter and others serve them."""

from pathlib import Path

import httpx

from agent.models.chat import ChatAnswer
from agent.models.endpoint import endpoint, open_client
from agent.models.memory import Memory
from agent.models.parameters import CHAT, Parameters
from agent.models.protocol import Limits, Prompt, Reply
from agent.models.reply import StreamedReply
from agent.models.requests import events_of


class OpenAIModel:
    """A model behind an OpenAI-compatible server. The base URL is given with its /v1."""

    def __init__(
        self,
        name: str,
        base_url: str,
        api_key: str,
        *,
        temperature: float | None = 0.3,
        top_p: float | None = 0.9,
        key_variable: str = "OPENAI_API_KEY",
        client: httpx.Client | None = None,
        memory: Path | None = None,
    ) -> None:
        """Raises SettingsError for an address or a key that cannot be used. `key_variable` is named in messages.

        What the model turns out not to take is kept in the folder `memory`, for other processes.
        """
        self.name = name
        self._at = endpoint(name.removeprefix("openai:"), base_url, "/chat/completions", api_key, key_variable)
        self._client = client or open_client(self._at.url)
        self._parameters = Parameters(CHAT, temperature, top_p, Memory.of(memory, self._at))

    def stream(self, prompt: Prompt, limits: Limits) -> Reply:
        """A reply that is asked for when it is iterated."""
        headers = {"Authorization": f"Bearer {self._at.key}"} if self._at.key else {}
        words = {"model": self._at.model, "messages": _messages(prompt)}
        events = events_of(self._client, self._at, headers, words, self._parameters, limits)
        return StreamedReply(events, ChatAnswer(self._at), prompt)


def _messages(prompt: Prompt) -> list[dict[str, str]]:
    """The stable part first, so that a provider can keep it."""
    parts = (
        ("system", prompt.stable),
        ("user", prompt.variable),
        ("assistant", prompt.said),
        ("user", prompt.then),
    )
    return [{"role": role, "content": words} for role, words in parts if words]
