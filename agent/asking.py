"""Asks the model, and loses nothing of the answer: each reply is saved as it comes, each block as it closes.

A request that was answered before (in a run that was interrupted) is not sent again: its saved reply is read instead.
One that broke off half-way counts as cut: its closed blocks stay, and only what is missing is asked for.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from agent.budget import MOST_TOKENS, Meter
from agent.journal import Answered, Asked, BlockSaved, Journal, make_private, write_private
from agent.models.protocol import USABLE, Completion, Limits, Model, Prompt, Usage
from agent.models.retry import patiently
from agent.roles import pick
from agent.settings import Settings
from applier.blocks import Block, BlockReader, BrokenBlock
from applier.fence import Expected
from repo_scan.tokens import estimate_tokens

Say = Callable[[str], None]
HEARTBEAT_SECONDS = 10.0
CHATTER = 20_000  # characters that are read after the last block


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reply came to. After a finish that is not usable there are no blocks."""

    blocks: tuple[Block, ...]
    broken: tuple[BrokenBlock, ...]
    completion: Completion


class Asker:
    """The one who asks, in the name of a run; without a journal nothing is saved."""

    def __init__(
        self,
        model: Model,
        journal: Journal | None,
        say: Say,
        sleep: Callable[[float], None] = time.sleep,
        meter: Meter | None = None,
    ) -> None:
        self.model = model
        self._journal = journal
        self.say = say
        self._sleep = sleep
        self.meter = meter or Meter(Settings())
        self._counts: dict[str, int] = {}
        self.answered: list[Answered] = list(journal.all(Answered)) if journal else []

    def ask(self, scope: str, prompt: Prompt, limits: Limits) -> Answer:
        """Send a prompt, or read what an earlier sending brought. Raises ModelError, BudgetReached."""
        self._counts[scope] = self._counts.get(scope, 0) + 1
        label = f"{scope}-{self._counts[scope]}"
        saved = self._saved(label, prompt)
        if saved is not None:
            text, record = saved
            return _read([text], prompt, Completion(record.finish, record.usage, record.detail))
        return patiently(sleep=self._sleep, say=self.say)(lambda: self._send(label, prompt, limits))

    def _send(self, label: str, prompt: Prompt, limits: Limits) -> Answer:
        model = pick(self.model, prompt)
        limits = self.meter.admit(model.name, prompt, limits, self.answered)
        started = time.monotonic()
        reply = model.stream(prompt, limits)
        with _Keeper(self._journal, label, prompt, self.say) as keeper:
            answer = _read(keeper.keep(reply, limits), prompt, None, keeper.block_closed)
            completion = reply.completion or Completion("cut", Usage(estimated=True), "we stopped reading it")
            if completion.usage.estimated and not completion.usage.output_tokens:
                completion = Completion(completion.finish, keeper.estimate(prompt), completion.detail)
            self._note(keeper.record(completion, time.monotonic() - started), prompt)
        return _judged(answer, completion)

    def _note(self, record: Answered, prompt: Prompt) -> None:
        name = pick(self.model, prompt).name
        record = self.meter.book(record, name, prompt)
        self.answered.append(record)
        if self._journal:
            self._journal.append(record)

    def _saved(self, label: str, prompt: Prompt) -> tuple[str, Answered] | None:
        """The saved reply to this request, if one was received for the same blocks."""
        if self._journal is None:
            return None
        asked = next((r for r in reversed(self._journal.all(Asked)) if r.label == label), None)
        if asked is None or asked.blocks != _names(prompt.expected):
            return None
        path = self._journal.folder / asked.file
        text = path.read_bytes().decode("utf-8", "ignore") if path.exists() else ""
        record = next((r for r in self._journal.all(Answered) if r.file == asked.file), None)
        if record is None and not text:
            return None
        if record is None:
            usage = Usage(estimate_tokens(prompt.stable + prompt.variable), estimate_tokens(text), estimated=True)
            record = Answered(
                label=label,
                file=asked.file,
                finish="cut",
                usage=usage,
                seconds=0.0,
                detail="interrupted before its end",
            )
            self._note(record, prompt)
        return text, record


def _read(
    chunks: Iterable[str],
    prompt: Prompt,
    completion: Completion | None,
    closed: Callable[[Block], None] = lambda block: None,
) -> Answer:
    reader = BlockReader(prompt.fence, prompt.expected)
    blocks: list[Block] = []
    broken: list[BrokenBlock] = []

    def sort_in(parts: tuple[Block | BrokenBlock, ...]) -> None:
        for part in parts:
            if isinstance(part, Block):
                closed(part)
                blocks.append(part)
            else:
                broken.append(part)

    beyond = 0
    for chunk in chunks:
        sort_in(reader.feed(chunk))
        beyond = beyond + len(chunk) if len(blocks) == len(prompt.expected) else 0
        if beyond > CHATTER:
            break  # all that was asked for is here
    sort_in(reader.close())
    answer = Answer(tuple(blocks), tuple(broken), completion or Completion("unknown"))
    return _judged(answer, completion) if completion else answer


def _judged(answer: Answer, completion: Completion) -> Answer:
    if completion.finish in USABLE:
        return Answer(answer.blocks, answer.broken, completion)
    return Answer((), (), completion)


def _names(expected: tuple[Expected, ...]) -> tuple[str, ...]:
    return tuple(f"{block.number:02d} {block.kind} {block.path or ''}".rstrip() for block in expected)


class _Keeper:
    """Saves one reply while it comes, and tells now and then that it still does."""

    def __init__(self, journal: Journal | None, label: str, prompt: Prompt, say: Say) -> None:
        self._journal = journal
        self._label = label
        self.say = say
        self._expected = prompt.expected
        self._received = 0.0
        self.name = f"replies/{len(journal.all(Asked)) + 1:04d}-{label}.txt" if journal else ""
        self._file = -1

    def __enter__(self) -> "_Keeper":
        if self._journal:
            path = self._journal.folder / self.name
            make_private(path.parent)
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            self._journal.append(Asked(label=self._label, blocks=_names(self._expected), file=self.name))
        return self

    def __exit__(self, *_: object) -> None:
        if self._file >= 0:
            os.close(self._file)

    def keep(self, chunks: Iterable[str], limits: Limits) -> Iterator[str]:
        """Pass the chunks on, saved; a reply far beyond what was asked for is read no further."""
        started = told = time.monotonic()
        most = 2 * (limits.max_output_tokens or MOST_TOKENS) + 2000
        for chunk in chunks:
            if self._file >= 0:
                os.write(self._file, chunk.encode("utf-8", "surrogatepass"))
            self._received += estimate_tokens(chunk)
            now = time.monotonic()
            if now - told >= HEARTBEAT_SECONDS:
                told = now
                rate = self._received / (now - started)
                self.say(f"{self._label}: about {self._received:,.0f} tokens received, {rate:.0f} tokens/s")
            yield chunk
            if self._received > most:
                self.say(f"{self._label}: read no further than {self._received:,.0f} tokens, far more than asked")
                return

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

    def estimate(self, prompt: Prompt) -> Usage:
        """Our own count, where the server gave none."""
        return Usage(estimate_tokens(prompt.stable + prompt.variable), round(self._received), estimated=True)

    def record(self, completion: Completion, seconds: float) -> Answered:
        """The journal's line for the end of the reply."""
        return Answered(
            label=self._label,
            file=self.name,
            finish=completion.finish,
            usage=completion.usage,
            seconds=round(seconds, 3),
            detail=completion.detail,
        )
