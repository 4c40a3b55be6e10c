"""The default model: no key, no network. It plans the operations that are safe for what the detectors found.

It is constructed with the base texts and the scan and never parses prose, so a free-text goal means nothing to it.
"""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from agent.models.protocol import Completion, Limits, Prompt, Usage
from agent.operations import Request, propose, title_of
from repo_scan import Scan

Texts = Mapping[str, str]


class BuiltinModel:
    """Answers `diagnose` with nothing beyond the detectors, `plan` with safe operations, and no other prompt."""

    name = "builtin"

    def __init__(self, scan: Scan, texts: Texts, covers: Callable[[str], bool] = lambda path: True) -> None:
        self._scan = scan
        self._texts = texts
        self._covers = covers

    def stream(self, prompt: Prompt, limits: Limits) -> "BuiltinReply":
        """The reply to a prompt, in the protocol's own blocks."""
        match prompt.kind:
            case "diagnose":
                return BuiltinReply(prompt, ())
            case "plan":
                requests = propose(self._scan, self._texts, self._covers)
                return BuiltinReply(prompt, tuple(outline_line(n, request) for n, request in enumerate(requests, 1)))
            case _:
                return BuiltinReply(prompt, None)


class BuiltinReply:
    """A reply of one block."""

    def __init__(self, prompt: Prompt, lines: tuple[str, ...] | None) -> None:
        self._prompt = prompt
        self._lines = lines
        self.completion: Completion | None = None

    def __iter__(self) -> Iterator[str]:
        if self._lines is None:
            self.completion = Completion("error", detail="the built-in model does operations only; it writes no files")
            return
        block, fence = self._prompt.expected[0], self._prompt.fence
        yield fence.open_line(block) + "\n"
        yield from (line + "\n" for line in self._lines)
        yield fence.close_line(block.number) + "\n"
        self.completion = Completion("stop", Usage())


def outline_line(number: int, request: Request) -> str:
    """An operation as a line of an `outline` block; each waits for the one before it."""
    entry = {
        "step": f"O{number}",
        "title": title_of(request),
        "op": dict(request),
        "depends_on": [f"O{number - 1}"] if number > 1 else [],
    }
    return msgspec.json.encode(entry).decode()
