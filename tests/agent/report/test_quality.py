"""Whether a run gets worse over its length is told where it clearly does, and nowhere else."""

from typing import Any

import pytest

from agent.course import Course, Side
from agent.report.quality import decay

GOOD = Side(lines=100, comments=10, definitions=10, documented=8)


def course(repairs: int = 0, **after: int) -> Course:
    sides: dict[str, Any] = {"before": GOOD, "after": Side(**{"lines": 100, "comments": 10, "definitions": 10, "documented": 8, **after})}  # fmt: skip # noqa: E501
    return Course(objections=(("loss",),) * repairs, **sides)


FINE = course()


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (course(repairs=1), "more repairs than the first: 1.0 a step instead of 0.0"),
        (course(comments=7), "less of the comments than the first: 70% instead of 100%"),
        (course(documented=6), "less of the docstrings than the first: 75% instead of 100%"),
        (course(lines=70, comments=7), "less of the lines than the first: 70% instead of 100%"),
        (course(lines=150, comments=15), "more of the lines than the first: 150% instead of 100%"),
    ],
)
def test_a_worse_last_third_is_told_in_a_sentence(last: Course, words: str) -> None:
    (sentence,) = decay([FINE, FINE, FINE, FINE, last, last])
    assert words in sentence


@pytest.mark.parametrize(
    "courses",
    [
        [],
        [FINE] * 9,
        [FINE, FINE, course(repairs=3), FINE, FINE],  # too few to tell
        [course(repairs=2), FINE, FINE, FINE, FINE, FINE],  # better at the end
        [FINE, FINE, course(comments=0), course(comments=0), FINE, FINE],  # the middle says nothing
        [course(repairs=1), FINE, FINE, FINE, course(repairs=1), FINE],
        [FINE, FINE, FINE, FINE, course(comments=9), course(documented=7)],
        [course(comments=5), course(comments=5), FINE, FINE, course(comments=5), course(comments=5)],
        [Course()] * 6,
    ],
)
def test_what_is_no_clear_decay_is_not_told(courses: list[Course]) -> None:
    assert decay(courses) == ()


def test_more_than_there_was_counts_as_all_of_it() -> None:
    added, lost = course(documented=10, comments=30), course(documented=6)
    assert decay([added, added, FINE, FINE, FINE, FINE]) == ()
    assert len(decay([added, added, FINE, FINE, lost, lost])) == 1
