"""Pairs of stretches that are alike, gathered so that each line is spoken of once."""

from collections.abc import Iterable

from repo_scan.detectors.clone_search import Stretch

Group = tuple[Stretch, ...]  # two or more, sorted by path and line


def grouped(pairs: Iterable[tuple[Stretch, Stretch]]) -> list[Group]:
    """Groups of stretches that are alike, the largest pairs first; a pair that overlaps others in part is dropped."""
    groups: list[list[Stretch]] = []
    taken: dict[str, list[tuple[Stretch, int]]] = {}  # path -> stretches in groups, with the group's number
    for one, other in sorted(pairs, key=_largest_first):
        if _overlap(one, other):
            continue
        homes = [_home(stretch, taken) for stretch in (one, other)]
        if homes == [None, None]:
            number = len(groups)
            groups.append([])
            _add(number, one, groups, taken)
            _add(number, other, groups, taken)
        elif None in homes:
            number = next(home for home in homes if home is not None)
            known, fresh = (other, one) if homes[0] is None else (one, other)
            if any(_same(known, stretch) for stretch in groups[number]):
                _add(number, fresh, groups, taken)
    return [tuple(sorted(group, key=_place)) for group in groups]


def _largest_first(pair: tuple[Stretch, Stretch]) -> tuple[int, tuple[str, int], tuple[str, int]]:
    return -pair[0].lines, _place(pair[0]), _place(pair[1])


def _place(stretch: Stretch) -> tuple[str, int]:
    return stretch.path, stretch.first


def _home(stretch: Stretch, taken: dict[str, list[tuple[Stretch, int]]]) -> int | None:
    """The group that has a stretch overlapping this one."""
    return next((number for known, number in taken.get(stretch.path, ()) if _overlap(known, stretch)), None)


def _add(
    number: int, stretch: Stretch, groups: list[list[Stretch]], taken: dict[str, list[tuple[Stretch, int]]]
) -> None:
    groups[number].append(stretch)
    taken.setdefault(stretch.path, []).append((stretch, number))


def _overlap(one: Stretch, other: Stretch) -> bool:
    return one.path == other.path and one.first <= other.last and other.first <= one.last


def _same(one: Stretch, other: Stretch) -> bool:
    return _place(one) == _place(other) and one.last == other.last
