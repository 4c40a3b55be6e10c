"""Saves one reply while it comes, tells that it still does, and reads no further than makes sense."""

import os
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Self

from agent.heartbeat import HEARTBEAT_SECONDS, Heartbeat, Say
from agent.journal import Answered, Asked, BlockSaved, Journal
from agent.models.protocol import Completion, Prompt, Usage
from agent.private import make_private, reaching, write_private
from agent.repetition import Repetition
from applier.blocks import Block
from applier.fence import Expected
from repo_scan.tokens import estimate_tokens

MEASURED_EVERY = 2_000  # characters; a token at a time is not worth counting


class Keeper:
    """One reply, in its file of the run's folder; without a journal nothing is saved."""

    def __init__(
        self, journal: Journal | None, label: str, prompt: Prompt, say: Say, heartbeat: float = HEARTBEAT_SECONDS
    ) -> None:
        self.stopped = ""  # why we read no further
        self._journal = journal
        self._label = label
        self._say = say
        self._prompt = prompt
        self._beats = Heartbeat(label, say, heartbeat)
        self._tokens = 0.0
        self._uncounted: list[str] = []
        self._characters = 0  # of those
        self._name = f"replies/{len(journal.all(Asked)) + 1:04d}-{label}.txt" if journal else ""
        self._file = -1

    def __enter__(self) -> Self:
        if self._journal:
            path = self._journal.folder / self._name
            make_private(path.parent)
            with reaching(path):
                self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            self._journal.append(Asked(label=self._label, blocks=names(self._prompt.expected), file=self._name))
        self._beats.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._beats.__exit__(kind, error, trace)
        if self._file >= 0:
            os.close(self._file)

    @property
    def received(self) -> bool:
        """Whether anything has come."""
        return bool(self._tokens or self._uncounted)

    def keep(self, chunks: Iterable[str], most: float) -> Iterator[str]:
        """Pass the chunks on, saved; no further than `most` tokens, nor where the reply repeats itself without end."""
        repetition = Repetition(lambda: self._prompt.variable)
        for chunk in chunks:
            if self._file >= 0:
                os.write(self._file, chunk.encode("utf-8", "surrogatepass"))
            self._count(chunk)
            yield chunk
            if repetition.endless(chunk):
                self.stop("it repeats itself without end")
            elif self._tokens > most:
                self.stop(f"{self._tokens:,.0f} tokens are far more than asked")
            if self.stopped:
                return

    def stop(self, why: str) -> None:
        """Read no further."""
        self.stopped = self.stopped or why
        self._say(f"{self._label}: read no further, since {why}")

    def _count(self, chunk: str) -> None:
        self._uncounted.append(chunk)
        self._characters += len(chunk)
        if self._characters >= MEASURED_EVERY:
            self._measure()
        self._beats.beat(self._tokens + self._characters / 4)  # the rest roughly, until it is worth counting

    def _measure(self) -> None:
        self._tokens += estimate_tokens("".join(self._uncounted))
        self._uncounted.clear()
        self._characters = 0

    def block_closed(self, block: Block) -> None:
        """Save a block on its own, so that it survives whatever comes after it."""
        if not self._journal:
            return
        os.fsync(self._file)
        file = f"blocks/{self._label}/{block.number:02d}-{block.kind}.txt"
        write_private(self._journal.folder / file, block.body.encode("utf-8", "surrogatepass"))
        self._journal.append(
            BlockSaved(label=self._label, number=block.number, kind=block.kind, path=block.path, file=file)
        )

    def estimate(self) -> Usage:
        """Our own count, where the server gave none."""
        self._measure()
        asked = estimate_tokens(self._prompt.words)
        return Usage(asked, round(self._tokens), estimated=True)

    def record(self, completion: Completion, seconds: float) -> Answered:
        """The journal's line for the end of the reply."""
        return Answered(
            label=self._label,
            file=self._name,
            finish=completion.finish,
            usage=completion.usage,
            seconds=round(seconds, 3),
            detail=completion.detail,
            stopped=completion.stopped,
        )


def names(expected: tuple[Expected, ...]) -> tuple[str, ...]:
    """How the journal names the blocks that were asked for."""
    return tuple(f"{block.number:02d} {block.kind} {block.path or ''}".rstrip() for block in expected)
