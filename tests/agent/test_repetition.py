"""Replies that go round in circles, and the larger table of those that only look like it."""

import random
from itertools import count

import pytest

from agent.repetition import LOOK_EVERY, WINDOW, Repetition, longest_run

LINE = "    total += compute(values[index], weights[index])\n"
RANDOM = random.Random(1)


def endless(text: str, prompt: str = "", step: int = 97) -> bool:
    watch = Repetition(lambda: prompt)
    return any(watch.endless(text[start : start + step]) for start in range(0, len(text), step))


def numbered(line: str, lines: int) -> str:
    return "".join(line.format(number) for number in range(lines))


PROSE = "".join(RANDOM.choice("abcdefgh ijkl\n") for _ in range(60_000))


@pytest.mark.parametrize(
    "tail",
    [
        "x" * 40_000,
        "no newline, " * 4_000,
        LINE * 1_000,
        "\n" * 40_000,
        (LINE + "    if total > limit:\n        break\n") * 500,
        numbered("    value_{} = {}\n".replace("{} = {}", "{0} = {0}"), 100) * 20,
        "é😀\n" * 20_000,
    ],
    ids=count(),
)
@pytest.mark.parametrize("step", [1, 97, 100_000])
def test_what_repeats_itself_is_noticed(tail: str, step: int) -> None:
    assert endless(PROSE + tail, step=step)


@pytest.mark.parametrize(
    ("text", "prompt"),
    [
        ("", ""),
        (PROSE, ""),
        (LINE * 200, ""),  # long, but not without end
        ("\n" * 2_000, ""),
        (PROSE[:9_000] + LINE * 300 + PROSE, ""),
        (numbered("    ({0}, 'name {0}', 0, 0, None),\n", 5_000), ""),  # a table
        (numbered("assert work({0}) == {0}\n", 5_000), ""),
        ("".join(f"def get_{word}(self):\n    return self._{word}\n\n\n" for word in range(2_000)), ""),
        ("0, 0, 0, 0, 0, 0, 0, 0,\n" * 5_000, "0, 0, 0, 0, 0, 0, 0, 0,\n" * 5_000),  # the original holds it
        (LINE * 5_000, PROSE + LINE * 5_000 + PROSE),
        (LINE * 7_000, LINE * 5_000),  # and somewhat more
        ("x" * 100_000, "data = '" + "x" * 100_000 + "'"),
        ((LINE + "    y = 1\n") * 3_000, (LINE + "    y = 1\n") * 3_000),
    ],
    ids=count(),
)
@pytest.mark.parametrize("step", [97, 100_000])
def test_what_is_long_or_stands_in_the_original_is_no_repetition_without_end(text: str, prompt: str, step: int) -> None:
    assert not endless(text, prompt, step)


def test_more_than_twice_as_much_as_the_original_holds_is_too_much() -> None:
    assert endless(LINE * 2_500, LINE * 1_000)


@pytest.mark.parametrize(("text", "least", "most"), [
    ("", 0, 0),
    (PROSE, 0, 0),
    (LINE * 2_000, 90_000, len(LINE) * 2_000 + LOOK_EVERY),
    ("x" * (WINDOW - 1), 0, 0),
])  # fmt: skip
def test_the_longest_run_of_a_text(text: str, least: int, most: int) -> None:
    assert least <= longest_run(text) <= most


def test_looks_are_few_and_each_costs_what_it_looks_at() -> None:
    watch = Repetition(lambda: "")
    looked = 0
    for _ in range(200_000):
        watch.endless("a")
        looked += watch.unseen == 0
    assert looked == 200_000 // LOOK_EVERY
