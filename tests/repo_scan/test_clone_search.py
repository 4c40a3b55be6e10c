"""Stretches of statements that occur twice, and how they are gathered."""

import pytest

from repo_scan.detectors.clone_groups import grouped
from repo_scan.detectors.clone_search import Stretch, alike
from repo_scan.detectors.statements import Statement, runs_of

BLOCK = "a = 1\nb = 2\nif c:\n    d = 3\ne = 4\nf = 5\n"


def found(**texts: str) -> list[tuple[str, int, int, str, int, int]]:
    runs = [(path, run) for path, text in texts.items() for run in runs_of(text)]
    return [(one.path, one.first, one.last, other.path, other.first, other.last) for one, other in alike(runs)]


@pytest.mark.parametrize(
    ("one", "other", "pairs"),
    [
        (BLOCK, BLOCK, [("one", 1, 6, "other", 1, 6)]),
        (BLOCK, "x = 9\n" + BLOCK + "y = 9\n", [("one", 1, 6, "other", 2, 7)]),
        (BLOCK, "if x:\n" + "".join(f"    {line}\n" for line in BLOCK.splitlines()), [("one", 1, 6, "other", 2, 7)]),
        (BLOCK + "for g in h:\n    1\n", BLOCK + "for g in h:\n    2\n", [("one", 1, 6, "other", 1, 6)]),
        (BLOCK + "import x\n" + BLOCK, "", [("one", 1, 6, "one", 8, 13)]),
        (BLOCK + BLOCK, "", [("one", 1, 6, "one", 7, 12)]),
        ("else:\n    z = 1\n" + BLOCK, "else:\n    z = 1\n" + BLOCK, [("one", 3, 8, "other", 3, 8)]),
        ("if x:\n        z = 1\n" + BLOCK, "if y:\n    z = 1\n" + BLOCK, [("one", 3, 8, "other", 3, 8)]),
    ],
)
def test_equal_stretches_are_found_as_long_as_they_go(
    one: str, other: str, pairs: list[tuple[str, int, int, str, int, int]]
) -> None:
    assert found(one=one, other=other) == pairs


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("", ""),
        (BLOCK, ""),
        (BLOCK, BLOCK.replace("3", "4")),
        (BLOCK, BLOCK.replace("if", "while")),
        (BLOCK, BLOCK.replace("    d", "d")),
        ("a = 1\nb = 2\nc = 3\nd = 4\n", "a = 1\nb = 2\nc = 3\nd = 4\n"),
        ("a = 1\nb = 2\ndef f():\n    c = 3\n    d = 4\n    e = 5\n",) * 2,
    ],
)
def test_short_different_and_interrupted_stretches_are_not(one: str, other: str) -> None:
    assert found(one=one, other=other) == []


def test_each_of_several_is_paired_with_the_next() -> None:
    assert [(one, other) for one, _, _, other, _, _ in found(x=BLOCK, y=BLOCK, z=BLOCK)] == [("x", "y"), ("y", "z")]


def test_the_work_is_linear_even_in_uniform_texts() -> None:
    assert len(found(x="a = 1\n" * 20_000)) < 20_000


def stretch(path: str, first: int, last: int) -> Stretch:
    return Stretch(path, tuple(Statement(1, 0, line, line, 5, False, False, False) for line in range(first, last + 1)))


A, B, C = stretch("a", 1, 9), stretch("b", 1, 9), stretch("c", 11, 19)


@pytest.mark.parametrize(
    ("pairs", "groups"),
    [
        ([], []),
        ([(A, B)], [(A, B)]),
        ([(B, A)], [(A, B)]),
        ([(A, B), (B, C)], [(A, B, C)]),
        ([(B, C), (A, C)], [(A, B, C)]),
        ([(A, B), (stretch("a", 5, 12), C)], [(A, B)]),
        ([(A, B), (stretch("a", 2, 8), stretch("d", 2, 8))], [(A, B)]),
        ([(stretch("a", 2, 8), stretch("d", 2, 8)), (A, B)], [(A, B)]),
        ([(A, B), (C, stretch("d", 1, 9))], [(A, B), (C, stretch("d", 1, 9))]),
        ([(A, stretch("a", 5, 13))], []),
    ],
)
def test_each_line_is_spoken_of_once(pairs: list[tuple[Stretch, Stretch]], groups: list[tuple[Stretch, ...]]) -> None:
    assert grouped(pairs) == groups
