"""What is wrong with an outline as a whole: files with two owners, steps in a circle, criteria left to opinion."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Protocol

from applier.gates.criteria import has_form


class Entry(Protocol):
    """A step of an outline, as far as it is looked at here."""

    @property
    def step(self) -> str: ...
    @property
    def files(self) -> tuple[str, ...]: ...
    @property
    def new(self) -> tuple[str, ...]: ...
    @property
    def delete(self) -> tuple[str, ...]: ...
    @property
    def depends_on(self) -> tuple[str, ...]: ...
    @property
    def criteria(self) -> tuple[str, ...]: ...


def overlaps(entries: Sequence[Entry]) -> tuple[str, ...]:
    """A sentence for each pair of steps that write the same file in no order that the outline names."""
    needs = _needs(entries)
    return tuple(
        f"Steps {one.step} and {other.step} both write {', '.join(shared)}; "
        "give the file to one of them, or say in depends_on which comes first."
        for one, other in combinations(entries, 2)
        if (shared := sorted(_owned(one) & _owned(other)))
        and one.step not in needs[other.step]
        and other.step not in needs[one.step]
    )


def circle(entries: Sequence[Entry]) -> tuple[str, ...]:
    """The names of steps that need each other, in the order of the outline."""
    needs = _needs(entries)
    return tuple(entry.step for entry in entries if entry.step in needs[entry.step])


def undecidable(entries: Sequence[Entry]) -> tuple[str, ...]:
    """A sentence for each step that has criteria of which no program can decide any."""
    return tuple(
        f"Step {entry.step}: no program can decide any of its criteria ({entry.criteria[0]!r}); "
        "give at least one in the form of one of the examples."
        for entry in entries
        if entry.criteria and not any(map(has_form, entry.criteria))
    )


def _owned(entry: Entry) -> set[str]:
    return {*entry.files, *entry.new, *entry.delete}


def _needs(entries: Sequence[Entry]) -> Mapping[str, set[str]]:
    """Of each step all those that come before it, directly or by way of others."""
    direct = {entry.step: entry.depends_on for entry in entries}

    def before(name: str) -> Iterator[str]:
        seen, waiting = set[str](), list(direct.get(name, ()))
        while waiting:
            step = waiting.pop()
            if step not in seen:
                seen.add(step)
                yield step
                waiting += direct.get(step, ())

    return {name: set(before(name)) for name in direct}
