"""What is wrong with an outline as a whole."""

from typing import Any

import pytest

from agent.owners import circle, overlaps, undecidable
from agent.plan import OutlineEntry


def entry(step: str, *files: str, needs: tuple[str, ...] = (), **fields: Any) -> OutlineEntry:
    return OutlineEntry(step=step, title="t", files=files, depends_on=needs, **fields)


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ([entry("a", "x.py"), entry("b", "x.py")], ["Steps a and b both write x.py"]),
        ([entry("a", "x.py", "y.py"), entry("b", "y.py", "x.py")], ["both write x.py, y.py"]),
        ([entry("a", "x.py"), entry("b", delete=("x.py",))], ["both write x.py"]),
        ([entry("a", new=("x.py",)), entry("b", new=("x.py",))], ["both write x.py"]),
        ([entry("a", "x.py"), entry("b", "x.py", needs=("a",)), entry("c", "x.py")], ["a and c", "b and c"]),
    ],
)
def test_steps_that_write_one_file_in_no_order_are_told(entries: list[OutlineEntry], words: list[str]) -> None:
    said = overlaps(entries)
    assert len(said) == len(words)
    assert all(word in sentence for word, sentence in zip(words, said, strict=True))


@pytest.mark.parametrize(
    "entries",
    [
        [],
        [entry("a", "x.py"), entry("b", "y.py")],
        [entry("a", "x.py"), entry("b", "x.py", needs=("a",))],
        [entry("a", "x.py", needs=("b",)), entry("b", "x.py")],
        [entry("a", "x.py"), entry("b", "y.py", needs=("a",)), entry("c", "x.py", needs=("b",))],  # by way of b
        [entry("a", op={"op": "remove-unused"}), entry("b", op={"op": "remove-unused"})],
    ],
)
def test_steps_in_an_order_that_is_named_may_share_files(entries: list[OutlineEntry]) -> None:
    assert overlaps(entries) == ()


@pytest.mark.parametrize(
    ("entries", "names"),
    [
        ([entry("a", needs=("b",)), entry("b", needs=("a",)), entry("c", needs=("a",))], ("a", "b")),
        ([entry("a", needs=("a",))], ("a",)),
        ([entry("a", needs=("b",)), entry("b", needs=("c",)), entry("c", needs=("a",))], ("a", "b", "c")),
        ([entry("a"), entry("b", needs=("a",)), entry("c", needs=("a", "b"))], ()),
        ([entry("a", needs=("gone",))], ()),
    ],
)
def test_the_steps_of_a_circle_are_named(entries: list[OutlineEntry], names: tuple[str, ...]) -> None:
    assert circle(entries) == names


@pytest.mark.parametrize(
    ("criteria", "said"),
    [
        ((), 0),
        (("x.py has at most 10 lines",), 0),
        (("It reads better", "`f` stands in x.py only."), 0),
        (("It reads better",), 1),
        (("x.py is short", "the tests pass"), 1),
    ],
)
def test_criteria_of_which_no_program_decides_any_are_told(criteria: tuple[str, ...], said: int) -> None:
    assert len(undecidable([entry("a", "x.py", criteria=criteria)])) == said
