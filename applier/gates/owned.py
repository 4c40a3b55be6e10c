"""Statements by the definition or test that they stand in, and what one list of them has beyond another."""

from collections import Counter
from collections.abc import Iterable

from applier.facts import DeedFact, FileFacts

Deeds = tuple[DeedFact, ...]
Owned = dict[str, Deeds]


def by_owner(file: FileFacts) -> Owned:
    """What each definition or test does; "" is the module."""
    owned: dict[str, list[DeedFact]] = {}
    for deed in file.deeds:
        owned.setdefault(deed.owner, []).append(deed)
    return {name: tuple(deeds) for name, deeds in owned.items()}


def beyond(deeds: Iterable[DeedFact], others: Iterable[DeedFact]) -> Deeds:
    """Those that the others do not hold as often; the later ones of several alike."""
    left = Counter((deed.kind, deed.text) for deed in others)
    found: list[DeedFact] = []
    for deed in deeds:
        left[deed.kind, deed.text] -= 1
        if left[deed.kind, deed.text] < 0:
            found.append(deed)
    return tuple(found)
