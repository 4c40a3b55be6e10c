"""Statements by the definition or test that they stand in, and what one list of them has beyond another."""

from collections import Counter
from collections.abc import Iterable

from applier.facts import DeedFact, FileFacts

Deeds = tuple[DeedFact, ...]
Owned = dict[str, Deeds]

_OTHER = 0.4  # the part of its statements that a function may have changed and still be known by the others


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


def does_most(heir: Deeds, deeds: Deeds) -> bool:
    """Whether something does most of what another one did, which did something."""
    return bool(deeds) and len(beyond(deeds, heir)) <= _OTHER * len(deeds)


def without_renouncing(fresh: Deeds, gone: Deeds, named: set[str]) -> tuple[Deeds, Deeds]:
    """Both lists without pairs that differ in this alone: a local variable of the one is a name from nowhere now.

    So it is where what set the variable is gone: then nothing else is new. `named` is what the file defines.
    """
    left = list(gone)
    kept: list[DeedFact] = []
    for deed in fresh:
        other = next((one for one in left if one.kind == deed.kind and _renounces(one.text, deed.text, named)), None)
        if other is None:
            kept.append(deed)
        else:
            left.remove(other)
    return tuple(kept), tuple(left)


def _renounces(old: str, new: str, named: set[str]) -> bool:
    one, other = old.split(" "), new.split(" ")
    if len(one) != len(other):
        return False
    differing = [(was, now) for was, now in zip(one, other, strict=True) if was != now]
    return bool(differing) and all(was == "_" and now.isidentifier() and now not in named for was, now in differing)
