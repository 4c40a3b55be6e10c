"""Blocks of statements that were copied and, perhaps, given other names."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from repo_scan.detectors.clone_groups import Group, grouped
from repo_scan.detectors.clone_search import Stretch, alike
from repo_scan.detectors.evidence import line_at, listed, spots
from repo_scan.detectors.judged import own_code
from repo_scan.detectors.mapping import is_mapping
from repo_scan.detectors.statements import Statement, runs_job, runs_of, tokens_in
from repo_scan.finding import Finding, Place
from repo_scan.outline import Outline, Symbol
from repo_scan.scan import Scan
from repo_scan.workers import Failure, run_jobs

_FEWEST_LINES, _FEWEST_TOKENS = 8, 60
_FEWEST_DECISIONS, _FEWEST_KINDS = 2, 5  # without, a block is a list of calls or a table, alike by nature
_LEAST_SHARED = 0.6  # of the names must be the same; where most differ, only the shape is alike
_WORTH_WORKERS = 1 << 20  # characters


def clones(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each group of blocks that are alike but for some names, within bodies of functions.

    Whole functions that are alike are left to `copies`; of several blocks in the same functions, the largest is told.
    """
    own = {outline.path: text for outline, text in own_code(scan, texts)}
    pairs = [
        pair
        for pair in alike(_runs(own))
        if _is_worth_it(pair[0], texts) and not _are_copies(scan.outlines, *pair) and _renamed(texts, *pair) is not None
    ]
    found: dict[tuple[tuple[str, str], ...], Finding] = {}
    for group in grouped(pairs):  # the largest first
        finding = _finding(group, scan.outlines, texts)
        found.setdefault(tuple((place.path, place.symbol) for place in finding.places), finding)
    return tuple(found.values())


def _runs(texts: Mapping[str, str]) -> list[tuple[str, list[Statement]]]:
    """Runs of all files, sorted by path; taken apart in worker processes where there is much."""
    paths = sorted(texts)
    found: dict[str, list[list[Statement]]] = {}
    if sum(map(len, texts.values())) < _WORTH_WORKERS:
        found = {path: runs_of(texts[path]) for path in paths}
    else:
        payloads = [texts[path].encode("utf-8", "surrogatepass") for path in paths]
        for index, answer in run_jobs(f"{runs_job.__module__}:{runs_job.__name__}", payloads):
            if not isinstance(answer, Failure):
                found[paths[index]] = msgspec.msgpack.decode(answer, type=list[list[Statement]])
    return [(path, run) for path in paths for run in found.get(path, ())]


def _is_worth_it(stretch: Stretch, texts: Mapping[str, str]) -> bool:
    return (
        stretch.lines >= _FEWEST_LINES
        and sum(one.size for one in stretch.statements) >= _FEWEST_TOKENS
        and sum(one.decides for one in stretch.statements) >= _FEWEST_DECISIONS
        and len({one.key for one in stretch.statements}) >= _FEWEST_KINDS
        and not is_mapping("\n".join(texts[stretch.path].split("\n")[stretch.first - 1 : stretch.last]))
    )


def _are_copies(outlines: Mapping[str, Outline], one: Stretch, other: Stretch) -> bool:
    """Whether two blocks lie in module-level functions that are alike as a whole."""
    left, right = (_around(outlines[each.path], each.first) for each in (one, other))
    if left is None or right is None or left.kind != "function":
        return False
    return left.fingerprint != "" and left.fingerprint == right.fingerprint


def _around(outline: Outline, line: int) -> Symbol | None:
    """The innermost definition around a line."""
    holding = (symbol for symbol in outline.symbols if symbol.line <= line <= symbol.end_line)
    return max(holding, key=lambda symbol: symbol.line, default=None)


def _renamed(texts: Mapping[str, str], one: Stretch, other: Stretch) -> dict[str, str] | None:
    """Names of one block with their counterparts in the other; None if these are not consistent or nearly all new."""
    left, right = (tokens_in(texts[each.path], each.first, each.last) for each in (one, other))
    there: dict[str, str] = {}
    back: dict[str, str] = {}
    same = names = 0
    if len(left) != len(right):
        return None
    for (kind, said), (other_kind, other_said) in zip(left, right, strict=True):
        if kind != other_kind or (kind != "name" and said != other_said):
            return None
        if kind == "name":
            if there.setdefault(said, other_said) != other_said or back.setdefault(other_said, said) != said:
                return None
            names += 1
            same += said == other_said
    if same < names * _LEAST_SHARED:
        return None
    return {name: counterpart for name, counterpart in there.items() if name != counterpart}


def _finding(group: Group, outlines: Mapping[str, Outline], texts: Mapping[str, str]) -> Finding:
    first = group[0]
    places = tuple(_place(outlines[stretch.path], stretch) for stretch in group)
    return Finding(
        kind="clone",
        severity="medium",
        path=first.path,
        line=first.first,
        quote=line_at(texts, first.path, first.first),
        message=f"The same {first.lines} lines stand {len(group)} times, at {spots(places)}{_names(group, texts)}. "
        "A fix made in one is missed in the others.",
        places=places,
    )


def _place(outline: Outline, stretch: Stretch) -> Place:
    symbol = _around(outline, stretch.first)
    return Place(stretch.path, stretch.first, symbol.name if symbol else "")


def _names(group: Sequence[Stretch], texts: Mapping[str, str]) -> str:
    """What differs between the first two."""
    changed = _renamed(texts, group[0], group[1]) or {}
    return f", apart from names ({listed(_arrows(changed.items()))})" if changed else ""


def _arrows(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [f"`{name}` → `{counterpart}`" for name, counterpart in pairs]
