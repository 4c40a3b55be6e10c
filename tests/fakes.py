"""Doubles for the seams to the outside world, and nothing else."""

from collections.abc import Callable, Iterator

from agent.models.protocol import Completion, Finish, Limits, Prompt, Usage
from applier.fence import Expected

Script = str | Exception | Callable[[Prompt], str]


class ScriptedReply:
    """One prepared reply, a few characters at a time."""

    def __init__(self, text: str, finish: Finish, step: int, read: int = 100) -> None:
        self._text, self._finish, self._step, self._read = text, finish, step, read
        self.completion: Completion | None = None

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self._text), self._step):
            yield self._text[start : start + self._step]
        self.completion = Completion(self._finish, Usage(input_tokens=self._read, output_tokens=len(self._text) // 4))


class ScriptedModel:
    """Gives prepared replies in order and remembers the prompts. A reply may be a function of its prompt."""

    name = "scripted"

    def __init__(self, *replies: Script, finish: Finish = "stop", step: int = 7) -> None:
        self.prompts: list[Prompt] = []
        self._replies, self._finish, self._step = list(replies), finish, step

    def stream(self, prompt: Prompt, limits: Limits) -> ScriptedReply:
        self.prompts.append(prompt)
        reply = self._replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        read = len(prompt.words) // 4
        return ScriptedReply(reply if isinstance(reply, str) else reply(prompt), self._finish, self._step, read)


def answering(write: Callable[[Expected], str | None]) -> Callable[[Prompt], str]:
    """A reply that follows the protocol; a function writes the body of each expected block, None leaves it out."""

    def reply(prompt: Prompt) -> str:
        parts = []
        for block in prompt.expected:
            body = write(block)
            if body is not None:
                parts += [prompt.fence.open_line(block), body.removesuffix("\n"), prompt.fence.close_line(block.number)]
        return "\n".join(parts) + "\n"

    return reply
