"""One reply over the network: text in pieces, and at the end how it ended."""

from collections.abc import Generator, Iterator
from contextlib import closing

from agent.errors import ModelBusy, ModelError
from agent.models.answer import Answer
from agent.models.protocol import Completion, Prompt, Usage
from agent.models.stream import Event, NotText

Events = Generator[list[Event], None, None]


class StreamedReply:
    """One reply. Iterating it, once, performs the request."""

    def __init__(self, events: Events, answer: Answer, prompt: Prompt) -> None:
        self.completion: Completion | None = None
        self._events = events
        self._prompt = prompt
        self._answer = answer
        self._pieces = self._read()

    def __iter__(self) -> Iterator[str]:
        return self._pieces

    def _read(self) -> Iterator[str]:
        answer = self._answer
        try:
            yield from self._texts()
            if answer.failed is not None:
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
            with closing(self._events) as groups:
                for events in groups:
                    if piece := answer.take(events):
                        yield piece
                    if answer.done or answer.failed:
                        return
        except NotText as error:
            answer.failed = ModelBusy(f"{answer.at.host}: {error}.", "Try again.")
        except ModelBusy as error:
            if answer.empty:
                raise
            answer.broken = str(error)
