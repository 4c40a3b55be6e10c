"""What a model is to the rest: a prompt in, text out in pieces, and how it ended."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from applier.fence import Expected, Fence

PromptKind = Literal["summarize", "diagnose", "plan", "step", "repair"]
Finish = Literal["stop", "length", "filtered", "error", "cut", "unknown"]

#: Finishes after which the closed blocks of a reply count. After the others nothing of it is used.
USABLE: frozenset[Finish] = frozenset({"stop", "length", "cut"})


@dataclass(frozen=True, slots=True)
class Prompt:
    """One request: its words, and what the reply must hold."""

    kind: PromptKind
    fence: Fence
    expected: tuple[Expected, ...]
    stable: str  # equal in all prompts of a kind, so that a provider can cache it
    variable: str
    hard: bool = False  # of a step beyond what the usual model is given
    said: str = ""  # the end of a reply that broke off, as the model's own words
    then: str = ""  # what is asked of it after these

    @property
    def words(self) -> str:
        """All that is sent, as one text."""
        return f"{self.stable}{self.variable}{self.said}{self.then}"


#: Seconds of silence that are no fault before long prompts: a small server reads for minutes before its first word.
LONG_IDLE = 600.0


@dataclass(frozen=True, slots=True)
class Limits:
    """What one request may use."""

    max_output_tokens: int | None = None  # of one reply
    room: int | None = None  # what the whole answer should need, in however many replies it comes
    idle_seconds: float = 120.0  # longest silence; LONG_IDLE for diagnosis, plan and steps
    seconds: float | None = None  # in which it must be over
    tries: int = 5  # of a request that a busy server does not take


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one request. Input includes what a cache held or took in, output includes what was thought."""

    input_tokens: int = 0
    output_tokens: int = 0
    cached_input_tokens: int = 0  # read from the provider's cache
    reasoning_tokens: int = 0
    cache_write_tokens: int = 0  # of the input, put into the cache at a price of its own
    estimated: bool = False  # counted by us, since the server said nothing


@dataclass(frozen=True, slots=True)
class Completion:
    """How a reply ended."""

    finish: Finish
    usage: Usage = Usage()
    detail: str = ""  # the server's own words, or what was odd about the end
    stopped: bool = False  # by us: what was not read is not wanted


class Reply(Protocol):
    """Text in pieces; `completion` is set once it is exhausted, also on failure."""

    completion: Completion | None

    def __iter__(self) -> Iterator[str]: ...  # also makes it an Iterable[str]


class Model(Protocol):
    """The seam to the outside world."""

    name: str  # as the user wrote it: "builtin", "openai:gpt-5"

    def stream(self, prompt: Prompt, limits: Limits) -> Reply: ...
