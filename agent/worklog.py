"""The working log: what a run knows of itself, kept for ever and fed to later steps."""

from collections.abc import Iterable
from typing import Literal

import msgspec

EntryType = Literal["goal", "done", "finding", "hypothesis", "next", "excluded", "removed", "changed"]

TITLES: dict[str, str] = {
    "goal": "Goal",
    "done": "Done",
    "finding": "Found",
    "hypothesis": "To verify",
    "next": "Next",
    "excluded": "Left alone",
    "removed": "Removed on purpose",
    "changed": "Changed on purpose",
}


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log. For `removed` and `changed`, the source is path::qualified.name.

    `to`, of the same form, is where what was removed stands now: under another name, or in another file.
    """

    type: EntryType
    text: str
    source: str = ""
    step: str = ""
    to: str = ""


def count(number: int, noun: str, many: str = "") -> str:
    """ "1 file", "2 files"; `many` for nouns that take no plain s."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {many or noun + 's'}"


def one_line(text: str) -> str:
    """A text that cannot begin a line of its own, wherever it is shown or committed."""
    return " ".join(text.split())


def read_log(lines: Iterable[str], step: str) -> tuple[tuple[LogEntry, ...], tuple[str, ...]]:
    """Entries of a log block, and a sentence for each line that cannot be read."""
    entries, problems = [], []
    for line in lines:
        if not line.strip():
            continue
        try:
            entry = msgspec.json.decode(line, type=LogEntry)
            text, source = one_line(entry.text), one_line(entry.source)
            to = one_line(entry.to)
            entries.append(msgspec.structs.replace(entry, step=step, text=text, source=source, to=to))
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            problems.append(f"The log line {line.strip()[:80]!r} cannot be read: {error}.")
    return tuple(entries), tuple(problems)
