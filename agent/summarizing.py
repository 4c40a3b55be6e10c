"""Asks the small model for a line on each file, and believes no number that it was not given."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from agent.asking import Asker
from agent.briefing import summarize_prompt
from agent.forecast import SUMMARY_ROOM, SUMMARY_TOKENS_AT_MOST
from agent.ground import Ground
from agent.ledger import SUMMARIES
from agent.models.protocol import Limits
from agent.purposes import Described, keep, told
from agent.worklog import count

LONGEST_LINE = 300  # characters


class _Line(msgspec.Struct):
    """One line of a `summary` block."""

    n: int
    text: str


@dataclass(frozen=True, slots=True)
class Told:
    """What a block says of the files that were shown, by their numbers from 1."""

    lines: dict[int, str]  # of each number that was given once
    dropped: int = 0  # lines about a number that was not shown, or that nobody can read


def with_purposes(ground: Ground, asker: Asker) -> Ground:
    """The ground, whose summaries say what the small model says the files are for. Raises ModelError, BudgetReached.

    What it says nothing of keeps the words of the outline.
    """
    lines, dropped = dict(ground.purposes.known), 0
    for batch in ground.purposes.batches:
        found, odd = _described(batch, ground, asker)
        lines |= found
        dropped += odd
    if ground.purposes.batches:
        _say(ground, asker, lines, dropped)
    return replace(ground, scan=told(ground.scan, lines), purposes=replace(ground.purposes, known=lines))


def read_lines(body: str, shown: int) -> Told:
    """The lines of a `summary` block about `shown` files; a number that is given twice is told of by none."""
    lines: dict[int, str] = {}
    given, dropped = Counter[int](), 0
    for written in filter(None, map(str.strip, body.split("\n"))):
        try:
            line = msgspec.json.decode(written, type=_Line, strict=False)
        except (msgspec.DecodeError, RecursionError):
            dropped += 1
            continue
        words = " ".join(line.text.split())[:LONGEST_LINE]
        if not 1 <= line.n <= shown or not words or "<<<" in words:
            dropped += 1
            continue
        given[line.n] += 1
        lines[line.n] = words
    return Told({number: words for number, words in lines.items() if given[number] == 1}, dropped)


def _described(batch: Sequence[Described], ground: Ground, asker: Asker) -> tuple[dict[str, str], int]:
    """Lines by blob id, each kept at once; what is missing or doubled is asked for again, alone."""
    found, dropped = dict[str, str](), 0
    waiting = tuple(batch)
    for _ in range(1 + ground.settings.repairs):
        answer = _ask(waiting, ground, asker)
        fresh = {waiting[number - 1].blob: line for number, line in answer.lines.items()}
        keep(ground.store, ground.settings.model_for("small"), fresh)
        found |= fresh
        dropped += answer.dropped
        waiting = tuple(file for file in waiting if file.blob not in found)
        if not waiting:
            break
    return found, dropped


def _ask(files: Sequence[Described], ground: Ground, asker: Asker) -> Told:
    # The name of the request tells which files it is about, so that an answer to another one is never taken for its.
    name = hashlib.sha256(" ".join(file.blob for file in files).encode()).hexdigest()[:8]
    limits = Limits(max_output_tokens=SUMMARY_ROOM + SUMMARY_TOKENS_AT_MOST * len(files))
    answer = asker.ask(f"{SUMMARIES}-{name}", summarize_prompt(files, ground.key), limits)
    return read_lines(answer.blocks[0].body, len(files)) if answer.blocks else Told({})


def _say(ground: Ground, asker: Asker, lines: dict[str, str], dropped: int) -> None:
    asked = [file for batch in ground.purposes.batches for file in batch]
    got = sum(file.blob in lines for file in asked)
    asker.say(f"summaries: {got} of {count(len(asked), 'file')} described by {ground.settings.model_for('small')}")
    if dropped:
        asker.say(f"summaries: {count(dropped, 'line')} dropped, of no file that was shown or not to be read")
