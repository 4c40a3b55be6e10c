"""What a model showed of itself, from one run to the next."""

from pathlib import Path

import pytest

from agent.habits import KNOWN_WELL, Habit, Habits

SEEN = Habit(estimated=1000, reported=1200, written=500, seconds=10)


def test_it_lasts_from_one_process_to_the_next(tmp_path: Path) -> None:
    path = tmp_path / "cache" / "habits.json"
    Habits(path).learn("m", SEEN)
    Habits(path).learn("m", SEEN)
    known = Habits(path)
    assert known.of("m") == SEEN.after(SEEN)
    assert (known.of("m").ratio, known.of("m").speed) == (1.2, 50.0)
    assert known.of("other") == Habit()
    assert (known.of("other").ratio, known.of("other").speed) == (None, None)


def test_what_is_new_counts_more_than_what_is_long_past() -> None:
    old = Habit(estimated=100 * KNOWN_WELL, reported=100 * KNOWN_WELL, written=100 * KNOWN_WELL, seconds=KNOWN_WELL)
    new = Habit(estimated=KNOWN_WELL, reported=2 * KNOWN_WELL, written=KNOWN_WELL, seconds=KNOWN_WELL)
    both = old.after(new)
    assert both.ratio == pytest.approx(1.5)
    assert both.speed == pytest.approx(2 * KNOWN_WELL / (1.01 * KNOWN_WELL))


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"m": 1}', b"\xff"])
def test_a_damaged_file_is_replaced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "habits.json"
    path.write_bytes(content)
    Habits(path).learn("m", SEEN)
    assert Habits(path).of("m") == SEEN


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    habits = Habits(tmp_path / "file" / "habits.json")
    habits.learn("m", SEEN)
    assert habits.of("m") == SEEN
