"""Gate 9: what a program can check of the user's hard constraints holds."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from applier.anchor import Anchor, Match, Matches
from applier.facts import Facts
from applier.gates.imports import is_unknown_package
from applier.gates.surface import surface_changes
from applier.gates.terms import unwanted_names
from applier.protection import allowed
from applier.scope import Problem, Scope, Texts

_SHOWN = 5  # places of one constraint
_LONGEST = 80  # characters of a quoted place

Hits = Mapping[str, Sequence[Match]]  # by path
Place = tuple[str | None, int, str]  # path, line, and a sentence


def check_anchors(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """No constraint is broken that was not before; for terms of the whole project the step is only asked."""
    patterns = tuple(pattern for anchor in scope.anchors for pattern in (anchor.forbid, anchor.require) if pattern)
    found = facts.look(patterns) if patterns else Matches()
    problems: list[Problem] = []
    for anchor in scope.anchors:
        places = (
            *_forbidden(*_hits(anchor.forbid, anchor, found)),
            *_required(anchor, *_hits(anchor.require, anchor, found), before, after),
            *surface_changes(anchor.public_api, before, after, facts),
            *unwanted_names(anchor, facts),
            *(_new_packages(facts) if anchor.no_new_dependencies else ()),
        )
        problems += (_broken(anchor, place) for place in places[:_SHOWN])
    return (*problems, *_of_project(scope, facts))


def _hits(pattern: str, anchor: Anchor, found: Matches) -> tuple[Hits, Hits]:
    """What was found of a pattern in the files that a constraint is about, before and after."""
    before, after = (
        {
            path: hits
            for path, hits in side.get(pattern, {}).items()
            if not anchor.within or allowed(path, anchor.within)
        }
        for side in (found.before, found.after)
    )
    return before, after


def _forbidden(old: Hits, new: Hits) -> Iterator[Place]:
    """Places of what there is more of than before; what only moved is not among them."""
    if _count(new) <= _count(old):
        return
    known = Counter(hit.text for hits in old.values() for hit in hits)
    for path, hits in new.items():
        for hit in hits:
            known[hit.text] -= 1
            if known[hit.text] < 0:
                yield path, hit.line, f"`{_short(hit.text)}` is what it forbids. Do without it."


def _required(anchor: Anchor, old: Hits, new: Hits, before: Texts, after: Texts) -> Iterator[Place]:
    """Files that lost what they must hold, without another having it now, and new ones that lack it."""
    fewer = _count(new) < _count(old)
    for path, hits in old.items():
        kept = new.get(path, ())
        if path in after and fewer and len(kept) < len(hits):
            left = Counter(hit.text for hit in kept)
            lost = next((hit for hit in hits if not left[hit.text]), hits[0])
            yield path, lost.line, f"`{_short(lost.text)}` is gone, which it requires. Put it back."
    for path in after if anchor.require and anchor.within else ():
        if path not in before and allowed(path, anchor.within) and not new.get(path):
            yield path, 0, f"The new file holds nothing like `{anchor.require}`, which it requires. Bring it in."


def _new_packages(facts: Facts) -> Iterator[Place]:
    """The first import of each package of other people that is new to the repository, whoever asked for it."""
    told: set[str] = set()
    for path, file in facts.after.items():
        for item in file.imports:
            if item.package not in told and not item.guarded and is_unknown_package(file, item, facts):
                told.add(item.package)
                yield path, item.line, f"`{item.package}` is a package that the repository did not use. Do without it."


def _count(hits: Hits) -> int:
    return sum(map(len, hits.values()))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _broken(anchor: Anchor, place: Place) -> Problem:
    path, line, sentence = place
    return Problem("anchors", "refuse", path, line, f"The constraint {anchor.id} is broken ({anchor.text}): {sentence}")


def _of_project(scope: Scope, facts: Facts) -> Iterator[Problem]:
    """Words of the project that new names do not use. They are no hard constraint."""
    found = unwanted_names(Anchor("", "", terms=scope.terms), facts) if scope.terms else ()
    for path, line, sentence in list(found)[:_SHOWN]:
        yield Problem("anchors", "ask", path, line, f"The terms of this project: {sentence}")
