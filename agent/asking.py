"""Asks the model, and loses nothing of the answer: each reply is saved as it comes, each block as it closes.

A reply that breaks off, by its length or with the connection, is continued by further requests until all that was asked
for is there, or nothing new comes. A request that was answered before (in a run that was interrupted) is not sent
again: its saved reply is read instead, and one that broke off half-way is continued like any other.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from agent.budget import MOST_TOKENS, Meter
from agent.continuing import rest_prompt
from agent.counting import Kind
from agent.errors import BudgetReached, ModelError, PromptCut
from agent.heartbeat import HEARTBEAT_SECONDS
from agent.heartbeat import Say as Say
from agent.journal import Answered, Asked, Journal
from agent.models.protocol import USABLE, Completion, Limits, Model, Prompt, Reply, Usage
from agent.models.retry import patiently
from agent.reading import Reading
from agent.receiving import Keeper, names
from agent.roles import pick
from agent.settings import Settings
from applier.blocks import Block, BrokenBlock
from repo_scan.tokens import estimate_tokens

CHATTER = 8_000  # characters that are read after the last block
SURPLUS = 2  # blocks that are read after it
STALE = 2  # rounds in a row that bring nothing new
#: Of a prompt's tokens, by how they were counted: with fewer, the server cut it.
SEEN_AT_LEAST: dict[Kind, float] = {"exact": 0.6, "calibrated": 0.4, "estimate": 0.4}
SHORT = 1000  # tokens, so few that nobody cuts them
#: Looks at a block as it closes; why the reply need not be read further, or "".
Watch = Callable[[Block], str]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request came to. Of a reply with a finish that is not usable there are no blocks."""

    blocks: tuple[Block, ...]
    broken: tuple[BrokenBlock, ...]
    completion: Completion  # of the last reply


class Asker:
    """The one who asks, in the name of a run; without a journal nothing is saved."""

    def __init__(
        self,
        model: Model,
        journal: Journal | None,
        say: Say,
        sleep: Callable[[float], None] = time.sleep,
        meter: Meter | None = None,
        heartbeat: float = HEARTBEAT_SECONDS,
    ) -> None:
        self.model = model
        self._journal = journal
        self.say = say
        self._sleep = sleep
        self.meter = meter or Meter(Settings())
        self._heartbeat = heartbeat
        self._counts: dict[str, int] = {}
        self.answered: list[Answered] = list(journal.all(Answered)) if journal else []

    def ask(self, scope: str, prompt: Prompt, limits: Limits, watch: Watch = lambda block: "") -> Answer:
        """Send a prompt, or read what an earlier sending brought. Raises ModelError, BudgetReached."""
        self._counts[scope] = self._counts.get(scope, 0) + 1
        label = f"{scope}-{self._counts[scope]}"
        reading, request, part, stale = Reading(prompt), prompt, 1, 0
        left = _most(limits.room or limits.max_output_tokens)
        while True:
            name = label if part == 1 else f"{label}.{part}"
            grown, completion = self._part(name, request, limits, reading, watch)
            self._check_seen(request, completion.usage)
            useful = completion.finish in USABLE
            news = useful and grown.progress > reading.progress
            stale = 0 if news else stale + 1
            again = grown.lost or completion.finish != "stop"  # an answer that does not join is asked for once more
            if news or (useful and not reading.begun):
                reading = grown
            elif useful:
                reading.lost = grown.lost
            left -= completion.usage.output_tokens - completion.usage.reasoning_tokens
            over = not useful or completion.stopped or not again or stale >= STALE or left < 0
            # With the connection a marker can have broken off half-way: then there is nothing yet to go on from.
            anew = not reading.begun and completion.finish == "cut"
            if over or reading.complete or not (reading.begun or anew):
                break
            part, request = part + 1, prompt if anew else rest_prompt(prompt, reading)
        reading.close()
        return Answer(tuple(reading.blocks), tuple(reading.broken), completion)

    def _part(
        self, label: str, prompt: Prompt, limits: Limits, reading: Reading, watch: Watch
    ) -> tuple[Reading, Completion]:
        """One reply, read on from what there is."""
        if saved := self._saved(label, prompt):
            text, record = saved
            grown = reading.fork()
            grown.begin()
            for block in (*grown.take(text), *grown.end()):
                watch(block)
            return grown, Completion(record.finish, record.usage, record.detail, record.stopped)
        retry = patiently(sleep=self._sleep, say=self.say, tries=limits.tries)
        return retry(lambda: self._send(label, prompt, limits, reading.fork(), watch))

    def _send(
        self, label: str, prompt: Prompt, limits: Limits, reading: Reading, watch: Watch
    ) -> tuple[Reading, Completion]:
        model = pick(self.model, prompt)
        limits = self.meter.admit(model.name, prompt, limits, self.answered)
        started = time.monotonic()
        reply = model.stream(prompt, limits)
        with Keeper(self._journal, label, prompt, self.say, self._heartbeat) as keeper:
            try:
                self._receive(reply, keeper, limits, reading, watch)
            except (ModelError, BudgetReached):
                if keeper.received:  # and has to be paid for
                    self._note(keeper.record(_completion(reply, keeper), time.monotonic() - started), prompt)
                raise
            completion = _completion(reply, keeper)
            self._note(keeper.record(completion, time.monotonic() - started), prompt)
        return reading, completion

    def _receive(self, reply: Reply, keeper: Keeper, limits: Limits, reading: Reading, watch: Watch) -> None:
        reading.begin()
        beyond, needless = 0, len(reading.broken)
        for chunk in keeper.keep(reply, _most(limits.max_output_tokens)):
            self.meter.check_time()
            if reading.complete:
                beyond += len(chunk)
            for block in reading.take(chunk):
                keeper.block_closed(block)
                if why := watch(block):
                    keeper.stop(why)
            if not reading.complete:
                needless = len(reading.broken)
            surplus = len(reading.broken) - needless
            if beyond > CHATTER or surplus >= SURPLUS or keeper.stopped:
                break  # all that was asked for is here, or what follows is not wanted
        for block in reading.end():
            keeper.block_closed(block)
            watch(block)

    def _check_seen(self, prompt: Prompt, usage: Usage) -> None:
        """Raises PromptCut where the server counts so few tokens that it cannot have read the whole prompt."""
        read, guess = usage.input_tokens, estimate_tokens(prompt.words)
        if usage.estimated or not read or guess < SHORT or read >= max(SEEN_AT_LEAST.values()) * guess:
            return  # as almost always; a count may cost a request
        count = self.meter.count(pick(self.model, prompt).name, prompt)
        if read < SEEN_AT_LEAST[count.kind] * count.tokens:
            raise PromptCut(
                f"{self.model.name} read {read:,} tokens of a prompt of {count.tokens:,} ({count.kind}): its server "
                "cut it without a word, so nothing of the answer was used.",
                "Give the server a larger context (Ollama: num_ctx or OLLAMA_CONTEXT_LENGTH), or set context_tokens "
                "and module_budget to what it takes.",
            )

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
        if asked is None or asked.blocks != names(prompt.expected):
            return None
        path = self._journal.folder / asked.file
        text = path.read_bytes().decode("utf-8", "ignore") if path.exists() else ""
        record = next((r for r in self._journal.all(Answered) if r.file == asked.file), None)
        if record is not None:
            return None if record.finish == "error" else (text, record)
        if not text:
            return None
        usage = Usage(estimate_tokens(prompt.words), estimate_tokens(text), estimated=True)
        detail = "interrupted before its end"
        record = Answered(label=label, file=asked.file, finish="cut", usage=usage, seconds=0.0, detail=detail)
        self._note(record, prompt)
        return text, record


def _most(tokens: int | None) -> int:
    """How many tokens are far more than were asked for."""
    return 2 * (tokens or MOST_TOKENS) + 2000


def _completion(reply: Reply, keeper: Keeper) -> Completion:
    """How a reply ended; by our own count what the server did not count."""
    completion = reply.completion or Completion("cut", Usage(estimated=True), "we stopped reading it")
    if keeper.stopped:
        completion = Completion("cut", completion.usage, f"read no further, since {keeper.stopped}", stopped=True)
    uncounted = completion.usage.estimated or completion.finish == "error"
    if uncounted and not completion.usage.output_tokens and keeper.received:
        return replace(completion, usage=keeper.estimate())
    return completion
