"""What of the working log a step is told: whole sentences as far as there is room, and the rest in short."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from agent.worklog import EntryType, LogEntry, count
from prompts import fitting
from repo_scan.tokens import estimate_tokens

DONE: tuple[EntryType, ...] = ("done", "removed", "changed")
EXCLUDED: tuple[EntryType, ...] = ("excluded",)
NOTES: tuple[EntryType, ...] = ("finding", "hypothesis", "next")
_TOLD: frozenset[EntryType] = frozenset((*DONE, *EXCLUDED, *NOTES))  # what a step was for, its title says
_SHORT = 1, 4  # of the room may go to what is said in short


@dataclass(frozen=True, slots=True)
class Recalled:
    """The working log as a prompt tells it."""

    done: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    condensed: tuple[str, ...] = ()  # lines, the first of which says for how many entries they stand
    left: int = 0  # that many


def recall(log: Sequence[LogEntry], near: Collection[str], room: int) -> Recalled:
    """The log in about `room` tokens at most: first what concerns `near`, then what is excluded, then the latest."""
    entries = [entry for entry in log if entry.type in _TOLD]
    share, of = _SHORT
    whole = sum(map(_cost, entries)) <= room

    def rank(place: int) -> float:
        entry = entries[place]
        return (2 * (_file_of(entry) in near) + (entry.type == "excluded")) * len(entries) + place

    places = range(len(entries))
    fits, rest = fitting(places, room if whole else room * (of - share) // of, lambda at: _cost(entries[at]), rank)
    kept, old = [entries[at] for at in fits], [entries[at] for at in rest]
    return Recalled(
        done=_sentences(kept, DONE),
        excluded=_sentences(kept, EXCLUDED),
        notes=_sentences(kept, NOTES),
        condensed=tuple(_in_short(old, room * share // of)),
        left=len(old),
    )


def _cost(entry: LogEntry) -> int:
    return estimate_tokens(f"- {_sentence(entry)}\n")


def _sentence(entry: LogEntry) -> str:
    step = f"{entry.step}: " if entry.step else ""
    source = f" ({entry.source})" if entry.source else ""
    return f"{step}{entry.text}{source}"


def _sentences(entries: Sequence[LogEntry], types: Collection[EntryType]) -> tuple[str, ...]:
    return tuple(_sentence(entry) for entry in entries if entry.type in types)


def _file_of(entry: LogEntry) -> str:
    return entry.source.partition(":")[0]


def _in_short(old: Sequence[LogEntry], room: int) -> Iterator[str]:
    """How many entries are not told whole; of the latest steps what they are and which files they name."""
    if not old:
        return
    yield f"{count(len(old), 'entry', 'entries')} of earlier steps, not told whole here: {_kinds(old)}"
    steps = dict.fromkeys(entry.step for entry in old)
    lines = [f"{step}: {_about([entry for entry in old if entry.step == step])}" for step in steps]
    shown, _ = fitting(range(len(lines)), room, lambda at: estimate_tokens(f"- {lines[at]}\n"), float)
    yield from (lines[at] for at in shown)


def _about(entries: Sequence[LogEntry]) -> str:
    files = sorted({path for entry in entries if (path := _file_of(entry))})
    more = f" and {len(files) - 3} more" if len(files) > 3 else ""
    return _kinds(entries) + (f" ({', '.join(files[:3])}{more})" if files else "")


def _kinds(entries: Sequence[LogEntry]) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in Counter(entry.type for entry in entries).items())
