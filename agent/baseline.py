"""How the user's commands do on the base commit."""

import msgspec


class Baseline(msgspec.Struct, frozen=True, kw_only=True):
    """How the commands do on the base commit, before anything is changed."""

    failing: frozenset[str] = frozenset()  # tests that fail there, or now and then
    note: str = ""  # why they do not count
    counts: bool = False  # whether the tests can tell a new failure at all
    exits: frozenset[int] = frozenset()  # how the test command ended where tests fail; empty: they pass
    passed: int | None = None  # tests; None: the command does not say
    lint: dict[str, int] | None = None  # complaints, and how often each; None: passes or is not run
    types: dict[str, int] | None = None
    anchors: dict[str, dict[str, int]] = {}  # by id, those of the commands of constraints that fail
    unformatted: frozenset[str] = frozenset()  # files that the format command would change
    remarks: tuple[str, ...] = ()  # what the other commands cannot be relied on for, as sentences
