"""Gate 10: what a step is not about keeps its layout. Parts that say the same as before must read the same."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from applier.facts import Facts
from applier.gates.vanished import comparable
from applier.layout import IMPORT, Part
from applier.scope import Problem, Scope, Severity, Texts

_SHOWN = 5  # names in a message
# So many parts laid out anew are a file that was reformatted: many, or fewer that are most of what was not touched.
_MANY, _FEW = 4, 2
_ASKED_FOR = re.compile(
    r"\b(re-?)?format|\bindent|\bwhitespace\b|\bblank lines?\b|\bquotes?\b|\bline (length|break|end)|\bpep ?8\b"
    r"|\bstyle|\bsort(ed|s)?\b.*\bimport|\bimport.*\b(order|sort)|\bsemicolon|\btabs?\b|\b(prettier|black|ruff|isort)\b",
    re.IGNORECASE,
)


def check_noise(before: Texts, after: Texts, facts: Facts, scope: Scope) -> tuple[Problem, ...]:
    """No part of a file that the step did not otherwise touch is laid out anew, unless that is what it is about.

    What moved may be indented otherwise: parts are compared under one qualified name in one file.
    """
    if _is_about_layout(scope):
        return ()
    paths = [
        path
        for path, text in before.items()
        if after.get(path, text) != text and path not in scope.formatted and _is_parsed(path, after, facts)
    ]
    if not paths:
        return ()
    layouts = facts.layouts(paths)
    compared = (
        (path, _Comparison.of(before[path], after[path], parts, layouts.after.get(path, ())))
        for path, parts in layouts.before.items()
    )
    return tuple(problem for path, found in compared if (problem := _problem(path, found)) is not None)


def only_spaced(before: Texts, after: Texts, make_facts: Callable[[], Facts], scope: Scope) -> bool:
    """Whether a step that is not about layout changed nothing but blank lines and blanks at line ends."""
    paths = [path for path, text in before.items() if after.get(path) != text]
    if _is_about_layout(scope) or not paths or after.keys() != before.keys():
        return False
    if any(_filled(before[path].split("\n")) != _filled(after[path].split("\n")) for path in paths):
        return False
    facts = make_facts()
    if not all(_is_parsed(path, after, facts) for path in paths):
        return False
    layouts = facts.layouts(paths)  # a blank line within a string is no layout
    return all(_said(layouts.before.get(path, ())) == _said(layouts.after.get(path, ())) for path in paths)


def _said(parts: Sequence[Part]) -> list[tuple[str, str]]:
    return [(part.name, part.key) for part in parts]


def _is_about_layout(scope: Scope) -> bool:
    return "formatting" in scope.only or any(map(_ASKED_FOR.search, (scope.goal, *scope.criteria)))


def _is_parsed(path: str, after: Texts, facts: Facts) -> bool:
    pair = comparable(path, after, facts)
    return pair is not None and not pair[0].faults and not pair[1].faults


@dataclass(frozen=True, slots=True)
class _Comparison:
    """What of a file was laid out anew."""

    untouched: int  # parts that say what they said
    laid_out: tuple[Part, ...]  # those that read otherwise, as they are now
    spaced: tuple[Part, ...]  # those in which blank lines or blanks at line ends changed, and no more
    gaps: tuple[Part, ...]  # those before which blank lines came or went
    imports: tuple[Part, ...]  # the first of each block whose order changed

    @classmethod
    def of(cls, before: str, after: str, old: Sequence[Part], new: Sequence[Part]) -> "_Comparison":
        was, now = before.split("\n"), after.split("\n")
        pairs = list(_pairs(old, new))
        same = [(old[one], new[other]) for one, other in pairs]
        changed = [(a, b) for a, b in same if was[a.line - 1 : a.end_line] != now[b.line - 1 : b.end_line]]
        spaced = [
            b for a, b in changed if _filled(was[a.line - 1 : a.end_line]) == _filled(now[b.line - 1 : b.end_line])
        ]
        return cls(
            untouched=sum(a.name != IMPORT for a, _ in same),
            laid_out=tuple(b for _, b in changed if b not in spaced),
            spaced=tuple(spaced),
            gaps=tuple(_gaps(was, now, old, new, pairs)),
            imports=tuple(_reordered(old, new, pairs)),
        )


def _pairs(old: Sequence[Part], new: Sequence[Part]) -> Iterator[tuple[int, int]]:
    """Places of parts that say the same under the same name."""
    places: dict[tuple[str, str], list[int]] = {}
    for place in reversed(range(len(new))):
        places.setdefault((new[place].name, new[place].key), []).append(place)
    for place, part in enumerate(old):
        if found := places.get((part.name, part.key)):
            yield place, found.pop()


def _filled(lines: Sequence[str]) -> list[str]:
    return [line.rstrip() for line in lines if line.strip()]


def _gaps(
    was: list[str], now: list[str], old: Sequence[Part], new: Sequence[Part], pairs: Sequence[tuple[int, int]]
) -> Iterator[Part]:
    """Parts that follow the same one as before, with other blank lines between the two."""
    for (one, other), (next_one, next_other) in pairwise(pairs):
        if (next_one, next_other) != (one + 1, other + 1):
            continue
        gap = was[old[one].end_line : old[next_one].line - 1]
        fresh = now[new[other].end_line : new[next_other].line - 1]
        if gap != fresh and _filled(gap) == _filled(fresh):
            yield new[next_other]


def _reordered(old: Sequence[Part], new: Sequence[Part], pairs: Sequence[tuple[int, int]]) -> Iterator[Part]:
    """The first import of each block in which those that stayed stand in another order."""
    blocks: dict[tuple[int, int], list[int]] = {}
    homes = _blocks(old), _blocks(new)
    for one, other in pairs:
        if old[one].name == IMPORT:
            blocks.setdefault((homes[0][one], homes[1][other]), []).append(other)
    for places in blocks.values():
        if places != sorted(places):
            yield new[min(places)]


def _blocks(parts: Sequence[Part]) -> list[int]:
    """For each part the number of the run of imports that it is in."""
    numbers, number = list[int](), 0
    for part in parts:
        number += part.name != IMPORT
        numbers.append(number)
    return numbers


def _problem(path: str, found: _Comparison) -> Problem | None:
    parts = sorted({*found.laid_out, *found.spaced, *found.gaps}, key=lambda part: part.line)
    if not (parts or found.imports):
        return None
    sentences = [_words_of(parts, bool(found.laid_out))] if parts else []
    if found.imports:
        sentences.append("The order of imports that the step has nothing to do with is another now. Put them back.")
    line = min(part.line for part in (*parts, *found.imports))
    return Problem("noise", _severity(found), path, line, " ".join(sentences))


def _severity(found: _Comparison) -> Severity:
    laid_out = sum(part.name != IMPORT for part in found.laid_out)
    if laid_out >= _MANY or (laid_out >= _FEW and 2 * laid_out > found.untouched):
        return "refuse"
    trifle = len(found.gaps) + len(found.spaced) == 1 and not (found.laid_out or found.imports)
    return "note" if trifle else "ask"


def _words_of(parts: Sequence[Part], laid_out: bool) -> str:
    """What is wrong with parts, and what to do."""
    change = "is laid out anew" if laid_out else "has other blank lines or blanks at line ends"
    if len(parts) == 1:
        return (
            f"{_named(parts)} says what it said before and {change}. Give it back as it was, character for character, "
            "with the blank lines before it."
        )
    return (
        f"What says the same as before {change}: {_named(parts)}. Give each back as it was, character for character, "
        "with the blank lines before it."
    )


def _named(parts: Sequence[Part]) -> str:
    shown = [f"the import in line {part.line}" if part.name == IMPORT else f"`{part.name}`" for part in parts[:_SHOWN]]
    more = len(parts) - len(shown)
    words = ", ".join((*shown, *([f"{more} more"] if more else [])))
    return words[0].upper() + words[1:] if len(parts) == 1 else words
