"""Tests that became rows of a table: whatever they named is named by one that is run with several cases."""

from collections.abc import Iterator

from applier.facts import Facts, FileFacts
from applier.gates.assertions import is_assertion, literals_of
from applier.gates.owned import Deeds, beyond, by_owner

_TABLES = ("parametrize", "each", "subtests", "subTest")


def merged_tests(facts: Facts) -> frozenset[tuple[str, str]]:
    """Path and name of each test that is gone and whose values all stand in the table of one that is new or grew."""
    tables = [
        literals_of(deeds) for path, file in facts.after.items() for deeds in _tables(file, facts.before.get(path))
    ]
    return frozenset(
        (path, name)
        for path, file in facts.before.items()
        for name, deeds in _tests(file)
        if (values := literals_of(deeds)) and any(values <= table for table in tables)
    )


def _tables(file: FileFacts, old: FileFacts | None) -> Iterator[Deeds]:
    known = by_owner(old) if old else {}
    for name, deeds in _tests(file):
        fresh = beyond(deeds, known.get(name, ()))
        said = any(word in deed.text for deed in deeds for word in _TABLES) or ".each" in name
        tabled = said or any(deed.kind in ("entry", "loop") for deed in fresh)
        if tabled and any(map(is_assertion, deeds)):
            yield fresh


def _tests(file: FileFacts) -> Iterator[tuple[str, Deeds]]:
    owned = by_owner(file)
    return ((test.name, owned.get(test.name, ())) for test in file.tests)
