"""What of the log a step is told: nothing goes in silence, and what concerns the step comes first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.remembering import recall
from agent.worklog import EntryType, LogEntry
from repo_scan.tokens import estimate_tokens


def entry(kind: EntryType, text: str, step: int = 1, source: str = "") -> LogEntry:
    return LogEntry(type=kind, text=text, source=source, step=f"S{step:02}")


def test_a_short_log_is_told_whole_by_what_it_says() -> None:
    log = [
        entry("goal", "what the step was for"),
        entry("done", "merged two", source="a.py:3"),
        entry("excluded", "left b.py, since its order matters"),
        entry("hypothesis", "nobody calls f"),
        entry("removed", "the same as g", source="a.py::f"),
    ]
    told = recall(log, (), 1000)
    assert told.done == ("S01: merged two (a.py:3)", "S01: the same as g (a.py::f)")
    assert told.excluded == ("S01: left b.py, since its order matters",)
    assert told.notes == ("S01: nobody calls f",)
    assert (told.condensed, told.left) == ((), 0)


LONG = [entry("done", f"moved the number {number} to its place", number, f"m{number}.py:1") for number in range(1, 41)]


def test_old_entries_are_told_in_short_by_step_and_counted() -> None:
    told = recall(LONG, (), 700)
    assert told.done[-1].startswith("S40:")
    assert told.left == 40 - len(told.done) > 0
    assert told.condensed[0] == f"{told.left} entries of earlier steps, not told whole here: {told.left} done"
    assert told.condensed[1] == "S01: 1 done (m1.py)"
    assert len(told.condensed) == 1 + told.left


def test_where_not_even_that_fits_one_line_says_how_many() -> None:
    told = recall(LONG, (), 20)
    assert told.condensed == (f"{told.left} entries of earlier steps, not told whole here: {told.left} done",)


@pytest.mark.parametrize(
    "kept",
    [
        entry("excluded", "f stays, since plugins look it up by name", 1),
        entry("done", "gave total a keyword", 1, "shop/cart.py:7"),
        entry("finding", "total rounds twice", 1, "shop/cart.py::total"),
    ],
    ids=["excluded", "of a file near by", "found near by"],
)
def test_what_matters_to_the_step_is_told_whole_however_old(kept: LogEntry) -> None:
    told = recall([kept, *LONG], ("shop/cart.py",), 300)
    assert told.left
    assert any(kept.text in line for line in (*told.done, *told.excluded, *told.notes))


kinds = st.sampled_from(["goal", "done", "finding", "hypothesis", "next", "excluded", "removed", "changed"])
logs = st.lists(st.builds(entry, kinds, st.text(max_size=60), st.integers(1, 9), st.sampled_from(["", "a.py:1"])))


@given(log=logs, room=st.integers(0, 400))
def test_every_entry_is_told_or_counted_and_the_room_is_kept(log: list[LogEntry], room: int) -> None:
    told = recall(log, ("a.py",), room)
    whole = (*told.done, *told.excluded, *told.notes)
    assert len(whole) + told.left == sum(one.type != "goal" for one in log)
    assert bool(told.condensed) == bool(told.left)
    lines = (*whole, *told.condensed[1:])  # that something was left out is always said
    assert sum(estimate_tokens(f"- {line}\n") for line in lines) <= room
