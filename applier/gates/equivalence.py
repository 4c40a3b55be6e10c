"""Gate 13: where a step declares what alone may change, all else says the same as before."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from applier.facts import Facts
from applier.forms import KINDS, Form, Guard, Piece
from applier.gates.imported import import_problems
from applier.gates.wording import difference
from applier.scope import Problem, Scope, Severity, Texts

_DOCSTRING = re.compile(r"\d+ docstring ")
_SHOWN = 3  # differences of one file; the others often follow from them
_LONGEST = 4000  # pieces that are aligned; more are compared in pairs


def check_equivalence(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """Apart from the kinds that the step declares, the texts before and after say the same."""
    if not scope.only:
        return ()
    if strange := [kind for kind in scope.only if kind not in KINDS]:
        known = ", ".join(KINDS)
        return (_refuse(None, 0, f"What alone may change is declared as {strange[0]!r}; known are {known}."),)
    changed = [path for path in {**before, **after} if before.get(path) != after.get(path)]
    forms = facts.forms(scope.only) if changed else None
    problems: list[Problem] = []
    for path in changed if forms else ():
        if path not in before or path not in after:
            verb = "created" if path in after else "deleted"
            problems.append(_refuse(path, 0, f"{_limit(scope)}, so no file can be {verb}. Leave {path} as it is."))
            continue
        problems += _compared(path, forms.before.get(path), forms.after.get(path), scope)  # type: ignore[union-attr]
    return tuple(problems)


def _compared(path: str, old: Form | None, new: Form | None, scope: Scope) -> list[Problem]:
    reason = "its language is not known" if old is None or new is None else new.reason or old.reason
    if old is None or new is None or reason:
        return [
            _refuse(path, 0, f"{path} cannot be compared with what it was: {reason}. Give it back as it was before.")
        ]
    refused = [*_of_code(path, old, new, scope), *_of_comments(path, old.comments, new.comments, scope)]
    told = {where for where, _ in refused}
    asked = _of_guards(path, old.guards, new.guards, told)
    imported = import_problems(path, old.imports, new.imports, free="imports" in scope.only)
    return [*(problem for _, problem in refused), *asked, *imported]


def _of_code(path: str, old: Form, new: Form, scope: Scope) -> Iterator[tuple[str, Problem]]:
    """A sentence for each of the first differences; with the definition that it is in."""
    differences = list(_differences(old.code, new.code))
    names = {bound.target: bound.name for bound in new.imports}
    for was, now in differences[:_SHOWN]:
        piece = now or was
        assert piece is not None  # one of the two is there
        place = _place(piece)
        line = now.line if now else _line_near(old.code, new.code)
        what = difference(was, now, place, names)
        yield piece.where, _refuse(path, line, f"{_limit(scope)}, but {what}. Put that back as it was.")
    if (more := len(differences) - _SHOWN) > 0:
        words = "1 more place differs" if more == 1 else f"{more} more places differ"
        yield "", _refuse(path, 0, f"{words} from what was there before. Change nothing but {_kinds(scope)}.")


def _place(piece: Piece) -> str:
    """Where a difference is, to be read before what it is."""
    if _DOCSTRING.match(piece.key):
        return f"the docstring of `{piece.where}` " if piece.where else "the docstring of the module "
    return f"in `{piece.where}` " if piece.where else ""


def _differences(old: Sequence[Piece], new: Sequence[Piece]) -> Iterator[tuple[Piece | None, Piece | None]]:
    """Pieces that are not the same any more, in pairs as far as there are two."""
    one, other = _trimmed(old, new)
    keys = [piece.key for piece in one], [piece.key for piece in other]
    if len(one) + len(other) > _LONGEST:
        yield from _paired([*one], [*other])
        return
    for tag, a, b, c, d in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from _paired(one[a:b], other[c:d])


def _trimmed(old: Sequence[Piece], new: Sequence[Piece]) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """Both without what is equal at the start and at the end."""
    start, most = 0, min(len(old), len(new))
    while start < most and old[start].key == new[start].key:
        start += 1
    end = 0
    while end < most - start and old[-1 - end].key == new[-1 - end].key:
        end += 1
    return old[start : len(old) - end], new[start : len(new) - end]


def _paired(old: Sequence[Piece], new: Sequence[Piece]) -> Iterator[tuple[Piece | None, Piece | None]]:
    common = min(len(old), len(new))
    for was, now in zip(old, new, strict=False):
        if was.key != now.key:
            yield was, now
    yield from ((was, None) for was in old[common:])
    yield from ((None, now) for now in new[common:])


def _line_near(old: Sequence[Piece], new: Sequence[Piece]) -> int:
    """Where in the new text the first difference is, if a piece is gone."""
    start = next((at for at, (was, now) in enumerate(zip(old, new, strict=False)) if was.key != now.key), len(new) - 1)
    return new[start].line if new else 0


def _of_comments(path: str, old: Sequence[Piece], new: Sequence[Piece], scope: Scope) -> Iterator[tuple[str, Problem]]:
    for was, now in list(_differences(old, new))[:_SHOWN]:
        line = now.line if now else _line_near(old, new)
        what = difference(was, now, "the comment ", {})
        yield "", _refuse(path, line, f"{_limit(scope)}, but {what}. Put that back as it was.")


def _of_guards(path: str, old: Iterable[Guard], new: Iterable[Guard], told: set[str]) -> Iterator[Problem]:
    """What may change by its kind and yet means something."""
    was, now = _grouped(old), _grouped(new)
    lenient = any(aspect == "undefined" for aspect, _ in was)  # a Python that evaluates no annotations may run it
    for group in {**was, **now}:
        aspect, where = group
        before, after = was.get(group, []), now.get(group, [])
        lost = Counter(guard.key for guard in before) - Counter(guard.key for guard in after)
        came = Counter(guard.key for guard in after) - Counter(guard.key for guard in before)
        guards = [*(guard for guard in after if guard.key in came), *(guard for guard in before if guard.key in lost)]
        if (
            {where, where.rpartition(".")[0] or where} & told
            or not guards
            or not _counts(guards[0], bool(before), bool(after), bool(lost))
        ):
            continue
        guard = guards[0]
        line = guard.line if guard in after else after[0].line if after else 0
        how = "is gone" if not after else "is new" if not before else "changed"
        weight: Severity = "ask" if aspect == "undefined" and lenient else guard.weight
        ending = "" if (aspect, weight) == ("undefined", "refuse") else f" {_ENDINGS[weight]}"
        if (aspect, weight, how) == ("directive", "refuse", "is new"):
            ending = " Take it out."
        message = f"{_subject(aspect, where)} {how}. {guard.why}{ending}"
        yield Problem("equivalence", weight, path, line, message)


def _counts(guard: Guard, was: bool, now: bool, lost: bool) -> bool:
    return guard.when == "any" or (lost and guard.when == "gone") or (was and now)


_ENDINGS = {
    "refuse": "Put it back as it was.",
    "ask": "Put it back as it was, or give the file again as it is if that is meant and right.",
    "note": "See that it is right.",
}
_SUBJECTS = {
    "doctest": "What is tested in the docstring of {}",
    "docstring": "The docstring of {}",
    "directive": "The comment {}",
    "type": "The annotation of {}",
    "annotation": "What the annotations of {} say",
    "field": "The field {}",
    "undefined": "The annotation {}",
    "future": "`from __future__ import annotations`",
    "cast": "A cast in {}",
    "definition": "The type {}",
    "lookup": "The way in which {} is imported",
    "names": "The set of local names of {}",
}


def _subject(aspect: str, where: str) -> str:
    owner, _, name = where.rpartition(".")
    place = (
        f"`{name}` in `{owner}`"
        if owner and aspect in ("type", "undefined")
        else f"`{where}`"
        if where
        else "the module"
    )
    return _SUBJECTS[aspect].format(place)


def _grouped(guards: Iterable[Guard]) -> dict[tuple[str, str], list[Guard]]:
    groups: dict[tuple[str, str], list[Guard]] = {}
    for guard in guards:
        groups.setdefault((guard.aspect, guard.where), []).append(guard)
    return groups


def _kinds(scope: Scope) -> str:
    return scope.only[0] if len(scope.only) == 1 else f"{', '.join(scope.only[:-1])} and {scope.only[-1]}"


def _limit(scope: Scope) -> str:
    return f"Only {_kinds(scope)} may change in this step"


def _refuse(path: str | None, line: int, message: str) -> Problem:
    return Problem("equivalence", "refuse", path, line, message)
