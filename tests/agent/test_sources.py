"""A log that claims something about code names the place, and the place is looked up."""

from collections.abc import Sequence

import pytest

from agent.sources import check_sources, holds
from agent.worklog import EntryType, LogEntry

TEXTS = {
    "shop/cart.py": ("def total(x):\n    return x\n", "def whole(x):\n    return x\n\n\nA = 1\n"),
    "a:b.txt": ("x\n",),
}


def versions(path: str) -> Sequence[str]:
    return TEXTS.get(path, ())


@pytest.mark.parametrize(
    "source",
    [
        "shop/cart.py",
        "shop/cart.py:1",
        "shop/cart.py:5",  # after the step
        "shop/cart.py:1-2",
        "shop/cart.py:2:5",
        "shop/cart.py::total",  # before it
        "shop/cart.py::whole",
        "shop/cart.py::Cart.whole",
        "shop/cart.py::whole()",
        "a:b.txt",
        "a:b.txt:1",
    ],
)
def test_a_place_that_is_there_before_or_after_holds(source: str) -> None:
    assert holds(source, versions)


@pytest.mark.parametrize(
    "source",
    [
        "",
        "shop/none.py",
        "shop/none.py:1",
        "shop/cart.py:0",
        "shop/cart.py:6",
        "shop/cart.py:-1",
        "shop/cart.py:one",
        "shop/cart.py::",
        "shop/cart.py::tot",
        "shop/cart.py::Cart.",
        "shop/none.py::total",
        "cart.py:1",
        "../shop/cart.py:1",
    ],
)
def test_a_place_that_is_not_there_does_not(source: str) -> None:
    assert not holds(source, versions)


def entry(kind: EntryType, source: str = "") -> LogEntry:
    return LogEntry(type=kind, text="t", source=source, step="S01")


@pytest.mark.parametrize(
    ("given", "kept", "false"),
    [
        (entry("done", "shop/cart.py:1"), [entry("done", "shop/cart.py:1")], 0),
        (entry("done"), [entry("done")], 0),
        (entry("finding", "shop/cart.py::total"), [entry("finding", "shop/cart.py::total")], 0),
        (entry("removed", "shop/cart.py::total"), [entry("removed", "shop/cart.py::total")], 0),
        (entry("done", "shop/cart.py:99"), [entry("done")], 1),
        (entry("finding", "shop/cart.py:99"), [entry("hypothesis")], 1),
        (entry("finding"), [entry("hypothesis")], 0),  # nobody can look it up
        (entry("removed", "shop/cart.py::never"), [], 1),
        (entry("changed", "shop/none.py::f"), [], 1),
    ],
)
def test_a_false_source_is_dropped_and_counted(given: LogEntry, kept: list[LogEntry], false: int) -> None:
    checked = check_sources([given], versions)
    assert list(checked.entries) == kept
    assert (len(checked.false), checked.named) == (false, int(bool(given.source)))
