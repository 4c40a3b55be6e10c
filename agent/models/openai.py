"""Chat completions as OpenAI defined them and vLLM, llama.cpp, Ollama, OpenRouter and others serve them."""

from collections.abc import Generator, Iterator
from contextlib import closing

import httpx

from agent.errors import ModelBusy, ModelError
from agent.models.chat import ChatAnswer
from agent.models.door import posting
from agent.models.endpoint import Endpoint, endpoint, open_client
from agent.models.failures import complaint_of, failure
from agent.models.parameters import Parameters
from agent.models.protocol import Completion, Limits, Prompt, Reply, Usage
from agent.models.stream import Event, NotText, read_events


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
    ) -> None:
        """Raises SettingsError for an address or a key that cannot be used. `key_variable` is named in messages."""
        self.name = name
        self._at = endpoint(name.removeprefix("openai:"), base_url, "/chat/completions", api_key, key_variable)
        self._client = client or open_client(self._at.url)
        self._parameters = Parameters(temperature, top_p)

    def stream(self, prompt: Prompt, limits: Limits) -> Reply:
        """A reply that is asked for when it is iterated."""
        return ChatReply(self._events(prompt, limits), self._at, prompt)

    def _events(self, prompt: Prompt, limits: Limits) -> Generator[Event, None, None]:
        """Events of an answer; a parameter that the server refuses is left out and the request sent again."""
        headers = {"Authorization": f"Bearer {self._at.key}"} if self._at.key else {}
        while True:
            parameters = self._parameters.body(limits.max_output_tokens)
            body = {"model": self._at.model, "messages": _messages(prompt), **parameters}
            with posting(self._client, self._at, headers, body, limits.idle_seconds) as response:
                if response.is_success:
                    yield from read_events(response)
                    return
                complaint = complaint_of(response.read().decode("utf-8", "replace"))
                if response.status_code not in (400, 422) or not self._parameters.learn(complaint, parameters):
                    raise failure(response.status_code, complaint, self._at, response.headers)


class ChatReply:
    """One reply. Iterating it, once, performs the request."""

    def __init__(self, events: Generator[Event, None, None], at: Endpoint, prompt: Prompt) -> None:
        self.completion: Completion | None = None
        self._events = events
        self._prompt = prompt
        self._answer = ChatAnswer(at)
        self._pieces = self._read()

    def __iter__(self) -> Iterator[str]:
        return self._pieces

    def _read(self) -> Iterator[str]:
        answer = self._answer
        try:
            yield from self._texts()
            if answer.failed is not None and not answer.text:
                raise answer.failed
            if answer.empty:
                raise ModelBusy(f"{answer.at.host} sent an empty answer.", "Try again, or try another model.")
        except ModelError as error:
            self.completion = Completion("error", answer.usage or Usage(), str(error))
            raise
        finally:
            if self.completion is None:
                self.completion = answer.end(self._prompt)

    def _texts(self) -> Iterator[str]:
        """The text in pieces, up to the end or to where the connection broke."""
        answer = self._answer
        try:
            with closing(self._events) as events:
                for event in events:
                    if piece := answer.take(event):
                        yield piece
                    if answer.done or answer.failed:
                        return
        except NotText as error:
            answer.failed = ModelBusy(f"{answer.at.host}: {error}.", "Try again.")
        except ModelBusy as error:
            if answer.empty:
                raise
            answer.broken = str(error)


def _messages(prompt: Prompt) -> list[dict[str, str]]:
    """The stable part first, so that a provider can keep it."""
    parts = (("system", prompt.stable), ("user", prompt.variable))
    return [{"role": role, "content": words} for role, words in parts if words]
