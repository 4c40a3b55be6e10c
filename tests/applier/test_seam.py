"""Where the rest of a cut block joins it: what is taken, and the larger table of what is not."""

import pytest

from applier.fence import Expected, Fence
from applier.seam import MOST_REPEATED, Cut, Join, Seam

FENCE = Fence("k7f3q9zz")
BLOCK = Expected(2, "file", "a.py")
OPENING, END = FENCE.open_line(BLOCK), FENCE.close_line(2)
LINES = ("import os", "", "def first_function(values):", "    return sum(values)", "", "def second_function(values):")
CUT = Cut(BLOCK, LINES, "    return os.path.jo")
ORIGINAL = "def second_function(values):\n    return os.path.join(values)\n"


def joined(rest: str, cut: Cut = CUT, step: int = 1000, prompt: str = ORIGINAL) -> tuple[Join | None, str, str]:
    """How it joins, what goes to the reader, and why it does not join."""
    seam = Seam(FENCE, cut, prompt)
    text = "".join(seam.feed(rest[at : at + step]) for at in range(0, len(rest), step)) + seam.close()
    return seam.join, text, seam.lost


REST = f"    return os.path.join(values)\n{END}\n"
LAST = "def second_function(values):\n"
TOP = "\n".join(LINES) + "\n"


@pytest.mark.parametrize("step", [1, 5, 1000])
@pytest.mark.parametrize(
    ("rest", "join", "text"),
    [
        (f"{OPENING}\n{LAST}{REST}", "line", REST),
        (f"{OPENING}\r\n{LAST}{REST}", "line", REST),
        (f"<think>hm\n</think>\n\n{OPENING}\n{LAST}{REST}", "line", REST),
        (f"Let me see.\n\nHere it is, whatever I say:\n{OPENING}\n{LAST}{REST}", "line", REST),
        (f"{OPENING}\n    return sum(values)\n\n{LAST}{REST}", "line", REST),  # more than was asked for
        (f"{OPENING}\n{TOP}{REST}", "line", REST),
        (f"{OPENING}\nimport os\n\ndef first_function(values):\n    return 0\n{END}\n", "start",
         f"import os\n\ndef first_function(values):\n    return 0\n{END}\n"),
        (f"{OPENING}\n```python\n{LAST}{REST}", "line", REST),
        (f"{OPENING}\n```python\n{LAST}    return 0\n```\n{END}\n", "line", f"    return 0\n{END}\n"),
        (f"```python\n{LAST}    return os.path.join(0)\n```\n{END}\n", "line", f"    return os.path.join(0)\n{END}\n"),
        (f"{LAST}{REST}", "line", REST),
        (f"Sure, here is the rest:\n\n{LAST}{REST}", "line", REST),
        (f"{TOP}{REST}", "line", REST),
        (f"in(values)\n{END}\n", "character", f"in(values)\n{END}\n"),  # so it stands in the original
    ],
)  # fmt: skip
def test_these_join(rest: str, join: Join, text: str, step: int) -> None:
    assert joined(rest, step=step) == (join, text, "")


@pytest.mark.parametrize("step", [1, 1000])
@pytest.mark.parametrize(
    ("rest", "cut"),
    [
        (f"{OPENING}\n{REST}", CUT),  # nothing repeated
        (f"{OPENING}\n    return 7\n{END}\n", CUT),
        (f"{OPENING}\nimport sys\n\ndef first():\n{END}\n", CUT),
        (REST, CUT),
        ("in(others)\n", CUT),
        (f"Sure, continuing:\nin(values)\n{END}\n", CUT),
        (f"```python\nin(values)\n```\n{END}\n", CUT),
        ("I cannot help with that.\n", CUT),
        ("", CUT),
        ("\n\n", CUT),
        (f"{LAST}    return 0\n{END}\n", CUT),  # the line that was cut off goes on otherwise
        (f"{LAST}{REST}", Cut(BLOCK, LINES, "")),  # the line may stand there twice
        (f"{LAST}{REST}", Cut(BLOCK, LINES, "    ")),
        (f"{LAST}{LAST}{REST}", Cut(BLOCK, LINES, "def")),  # the first may be repeated, or the one that was cut off
        (f"in(others)\n{LAST}{REST}", CUT),  # what comes before the repetition is no greeting
        (f"```\n{LAST}{REST}", Cut(BLOCK, ("```", *LINES), "    return os.path.jo")),
    ],
)  # fmt: skip
def test_these_do_not(rest: str, cut: Cut, step: int) -> None:
    join, _, lost = joined(rest, cut, step)
    assert join is None
    assert lost


@pytest.mark.parametrize(
    ("lines", "repeated"),
    [
        ((), 0),
        (("}",), 0),
        (("", "", ""), 0),
        (("x",) * 5000, 0),
        (("    return compute(value)",) * 5000, 0),
        (LINES, 1),
        ((*LINES, "}"), 2),
        (("def work(items):", "    pass") * 20 + ("    return compute(items)",), 1),
        (("first line of all", *("    return compute(value)",) * 3), 3),
        (tuple(f"row {n % 7}" for n in range(100)), 0),
    ],
)
def test_the_fewest_lines_are_asked_for_again_that_tell_their_place(lines: tuple[str, ...], repeated: int) -> None:
    found = Cut(BLOCK, lines, "").repeated
    assert len(found) == repeated <= MOST_REPEATED
    assert list(found) == list(lines[len(lines) - repeated :])


def test_an_end_line_alone_ends_what_was_whole() -> None:
    assert joined(f"{END}\n", Cut(BLOCK, LINES, ""))[0] == "character"
    assert joined(f"{END}\n", Cut(BLOCK, LINES, END[:9]))[0] == "line"
    assert joined(f"{END[9:]}\n", Cut(BLOCK, LINES, END[:9]))[0] == "character"
