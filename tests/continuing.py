"""A model whose replies break off, and that goes on in one of the ways in which models go on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from agent.models.protocol import Completion, Finish, Limits, Prompt, Usage
from applier.fence import Expected, Fence

#: What comes before the rest: nothing, talk, an opened fence, both.
LeadIn = Literal["", "talk", "fence", "talk and fence"]
#: Where the rest begins.
Start = Literal["next character", "next line", "last three lines", "last half", "the top", "further on"]

TALK = "Sure, continuing where I left off:\n"


@dataclass(frozen=True)
class Style:
    """One way to go on."""

    opens: bool  # with the block's opening line, as it was asked to
    start: Start | Literal["as asked"] = "as asked"
    lead_in: LeadIn = ""


AS_ASKED = Style(opens=True)


def whole_reply(fence: Fence, expected: Sequence[Expected], bodies: Mapping[int, str]) -> str:
    """The reply that a model without a limit would give."""
    return "".join(
        f"{fence.open_line(block)}\n{bodies[block.number]}{fence.close_line(block.number)}\n" for block in expected
    )


@dataclass
class BreakingModel:
    """Gives at most so many characters a reply; `styles` are taken in turn for the replies that go on."""

    bodies: Mapping[int, str]  # of the blocks, by number
    sizes: Sequence[int]  # of the replies, the last one for all that follow
    styles: Sequence[Style] = (AS_ASKED,)
    finish: Finish = "length"
    step: int = 50  # characters of a chunk
    most: int = 200  # requests
    name: str = "breaking"
    prompts: list[Prompt] = field(default_factory=list)
    received: int = 0  # characters given in all
    _ends: dict[tuple[int, int], int] = field(default_factory=dict)  # by block and whole lines: where a reply ended
    _first: Prompt | None = None

    def stream(self, prompt: Prompt, limits: Limits) -> "BreakingReply":
        self._first = self._first or prompt
        number = len(self.prompts)
        self.prompts.append(prompt)
        assert number < self.most, "asked for ever"
        size = self.sizes[min(number, len(self.sizes) - 1)]
        text, places = self._full(prompt) if number else self._begin()
        given, finish = (text, "stop") if len(text) <= size else (text[:size], self.finish)
        self.received += len(given)
        self._remember(places + len(given))
        return BreakingReply(given, finish, self.step, prompt)  # type: ignore[arg-type]

    def _whole(self) -> str:
        assert self._first
        return whole_reply(self._first.fence, self._first.expected, self.bodies)

    def _begin(self) -> tuple[str, int]:
        return self._whole(), 0

    def _full(self, prompt: Prompt) -> tuple[str, int]:
        """A reply that goes on, as if it had no limit, and the place in the whole reply that its beginning has."""
        whole, block = self._whole(), prompt.expected[0]
        opening = f"{prompt.fence.open_line(block)}\n"
        body = whole.index(opening) + len(opening)
        count = _count(prompt)
        if count is None:  # between two blocks
            return whole[body - len(opening) :], body - len(opening)
        line = _after_lines(whole, body, count)
        cut = self._ends.get((block.number, count), line)
        style = self.styles[(len(self.prompts) - 2) % len(self.styles)]
        start = self._start(style, prompt, whole, body, line, cut, count)
        lead = TALK * ("talk" in style.lead_in) + opening * style.opens + "```python\n" * ("fence" in style.lead_in)
        rest = whole[start:]
        if "fence" in style.lead_in:
            close = prompt.fence.close_line(block.number)
            rest = rest.replace(f"{close}\n", f"```\n{close}\n", 1)
        return lead + rest, start - len(lead)

    def _start(self, style: Style, prompt: Prompt, whole: str, body: int, line: int, cut: int, count: int) -> int:
        match style.start:
            case "next character":
                return max(cut, line)
            case "next line":
                return line
            case "the top":
                return body
            case "last three lines":
                return _after_lines(whole, body, max(0, count - 3))
            case "last half":
                return _after_lines(whole, body, count // 2)
            case "further on":
                return _after_lines(whole, body, min(count + 2, whole.count("\n", body)))
            case _:
                return _after_lines(whole, body, count - _asked_again(prompt))

    def _remember(self, end: int) -> None:
        """Where in the whole reply this one ended, under what its reader will count."""
        assert self._first
        whole = self._whole()
        for block in self._first.expected:
            body = whole.index(self._first.fence.open_line(block) + "\n") + len(self._first.fence.open_line(block)) + 1
            if body <= end <= body + len(self.bodies[block.number]):
                self._ends[block.number, whole.count("\n", body, end)] = end


def _count(prompt: Prompt) -> int | None:
    """How many lines of its first block a prompt says have arrived."""
    _, found, words = prompt.words.rpartition(" the first ")
    return int(words.split(" ")[0]) if found else None


def _asked_again(prompt: Prompt) -> int:
    """How many lines a prompt wants repeated."""
    if ", and the last line that arrived," in prompt.then:
        return 1
    _, found, words = prompt.then.rpartition(", and the last ")
    return int(words.split(" ")[0]) if found else 0


def _after_lines(whole: str, body: int, count: int) -> int:
    place = body
    for _ in range(count):
        place = whole.index("\n", place) + 1
    return place


class BreakingReply:
    """One reply, a few characters at a time."""

    def __init__(self, text: str, finish: Finish, step: int, prompt: Prompt) -> None:
        self._text, self._finish, self._step = text, finish, step
        self._read = len(prompt.words) // 4
        self.completion: Completion | None = None

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self._text), self._step):
            yield self._text[start : start + self._step]
        self.completion = Completion(self._finish, Usage(self._read, len(self._text) // 4))
