"""The marker lines, written and read."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from applier.fence import Closing, Expected, Fence, Opening

#: A slow machine is no failure.
PATIENT = settings(deadline=None, max_examples=100)

FENCE = Fence("k7f3q9w2")


def test_a_key_is_eight_lower_case_letters_and_digits() -> None:
    assert re.fullmatch("[a-z0-9]{8}", Fence.clear_of([]).key)


def test_keys_differ_from_request_to_request() -> None:
    assert len({Fence.clear_of([]).key for _ in range(50)}) == 50


def test_a_preferred_key_is_kept_while_no_text_holds_it() -> None:
    assert Fence.clear_of(["x = 1", "k7f3q9w3"], preferred="k7f3q9w2") == FENCE


@pytest.mark.parametrize("texts", [["k7f3q9w2"], ["fine", "xk7f3q9w2x"], ["<<<END:01:k7f3q9w2>>>\n"]])
def test_a_preferred_key_that_a_text_holds_is_redrawn(texts: list[str]) -> None:
    key = Fence.clear_of(iter(texts), preferred="k7f3q9w2").key
    assert all(key not in text for text in texts)


@pytest.mark.parametrize("preferred", ["", "Has Space", "a:b", "a>>>", "ABC", None])
def test_a_preferred_key_that_is_none_is_replaced(preferred: str | None) -> None:
    assert re.fullmatch("[a-z0-9]{8}", Fence.clear_of([], preferred=preferred).key)


def test_a_key_is_redrawn_until_it_is_in_no_text() -> None:
    taken = [Fence.clear_of([]).key for _ in range(2000)]
    assert all(Fence.clear_of(taken, preferred=key).key not in taken for key in taken[:20])


@pytest.mark.parametrize(
    ("block", "line"),
    [
        (Expected(1, "anchor"), "<<<BLOCK:01:anchor:k7f3q9w2>>>"),
        (Expected(3, "file", "src/app/db.py"), "<<<BLOCK:03:file:src/app/db.py:k7f3q9w2>>>"),
        (Expected(12, "new", "a:b:c.py"), "<<<BLOCK:12:new:a:b:c.py:k7f3q9w2>>>"),
        (Expected(100, "delete", "old name.py"), "<<<BLOCK:100:delete:old name.py:k7f3q9w2>>>"),
        (Expected(7, "log"), "<<<BLOCK:07:log:k7f3q9w2>>>"),
    ],
)
def test_an_opening_line_is_written_by_the_grammar_and_reads_back(block: Expected, line: str) -> None:
    assert FENCE.open_line(block) == line
    assert FENCE.read(line) == Opening(block.number, block.kind, block.path)


@pytest.mark.parametrize(("number", "line"), [(1, "<<<END:01:k7f3q9w2>>>"), (123, "<<<END:123:k7f3q9w2>>>")])
def test_an_end_line_is_written_by_the_grammar_and_reads_back(number: int, line: str) -> None:
    assert FENCE.close_line(number) == line
    assert FENCE.read(line) == Closing(number)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "x = 1",
        "k7f3q9w2",
        "<<<:k7f3q9w2>>>",
        "<<<BLOCK:1:log:k7f3q9w2>>>",
        "<<<BLOCK:x1:log:k7f3q9w2>>>",
        "<<<BLOCK:٠١:log:k7f3q9w2>>>",
        "<<<BLOCK:01:k7f3q9w2>>>",
        "<<<BLOCK:01::k7f3q9w2>>>",
        "<<<BLOCK:01:file:a>>>b:k7f3q9w2>>>",
        "<<<BLOCK:01:file:a\rb:k7f3q9w2>>>",
        "<<<BLOCK:01:file:a\0b:k7f3q9w2>>>",
        "<<<BLOCK:01:fi le:a:k7f3q9w2>>>",
        "<<<BLOCK:" + "1" * 5000 + ":log:k7f3q9w2>>>",
        "<<<END:1:k7f3q9w2>>>",
        "<<<END:01:extra:k7f3q9w2>>>",
        "<<<END:01:other123>>>",
        "<<END:01:k7f3q9w2>>>",
        "<<<END:01:k7f3q9w2>>",
        " <<<END:01:k7f3q9w2>>>",
        "<<<END:01:k7f3q9w2>>> ",
        "so: <<<BLOCK:01:log:k7f3q9w2>>>",
        "<<<block:01:log:k7f3q9w2>>>",
    ],
)
def test_any_other_line_is_no_marker(line: str) -> None:
    assert FENCE.read(line) is None


MISREAD: dict[str, tuple[str, Opening | Closing, str]] = {
    "another key": ("<<<BLOCK:02:file:src/a.py:abc>>>", Opening(2, "file", "src/a.py"), "abc"),
    "a botched key": ("<<<BLOCK:02:log:K7F-3q>>>", Opening(2, "log", None), "K7F-3q"),
    "no key": ("<<<BLOCK:02:file:src/a.py>>>", Opening(2, "file", "src/a.py"), ""),
    "no key, and a path that looks like one": ("<<<BLOCK:02:file:Makefile>>>", Opening(2, "file", "Makefile"), ""),
    "no key and no path": ("<<<BLOCK:02:log>>>", Opening(2, "log", None), ""),
    "an end": ("<<<END:02:abc>>>", Closing(2), "abc"),
    "an end without a key": ("<<<END:02>>>", Closing(2), ""),
}


@pytest.mark.parametrize(("line", "mark", "key"), MISREAD.values(), ids=MISREAD)
def test_a_marker_with_another_key_is_told_from_other_lines(line: str, mark: Opening | Closing, key: str) -> None:
    assert FENCE.read(line) is None
    assert FENCE.misread(line) == (mark, key)


@pytest.mark.parametrize(
    "line",
    [
        "<<<BLOCK:02:log:k7f3q9w2>>>",
        "<<<END:02:k7f3q9w2>>>",
        "<<<BLOCK:NN:kind[:path]:key>>>",
        "<<<BLOCK:02:file>>>",
        "<<<BLOCK:2:log:abc>>>",
        "<<<<<<< HEAD",
        "say <<<BLOCK:02:log:abc>>>",
        "<<<BLOCK:02:log:a key>>>",
        "",
    ],
)
def test_our_own_markers_and_other_lines_are_not_misread(line: str) -> None:
    assert FENCE.misread(line) is None


PATHS = st.text(st.characters(exclude_characters="\r\n\0", exclude_categories=["Cs"]), min_size=1).filter(
    lambda path: ">>>" not in path
)


@PATIENT
@given(number=st.integers(1, 999_999), path=PATHS)
def test_every_path_survives_being_written_and_read(number: int, path: str) -> None:
    line = FENCE.open_line(Expected(number, "file", path))
    assert FENCE.read(line) == Opening(number, "file", path)
