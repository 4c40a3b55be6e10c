"""Text of others on a terminal."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from applier.terminal import one_line, printable, printable_json

STEERING = [
    ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
    ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
    ("\x9b31mred", "\\x9b31mred"),
    ("old\rnew", "old\\x0dnew"),
    ("a\x08b\x7f\x00", "a\\x08b\\x7f\\x00"),
    ("if admin\u202e{ \u2066", "if admin\\u202e{ \\u2066"),
    ("\u200eabc\u200f\u061c", "\\u200eabc\\u200f\\u061c"),
    ("one\u2028two\u2029", "one\\u2028two\\u2029"),
    ("name\udce9.py", "name\\udce9.py"),
    ("hi\U000e0041", "hi\\U000e0041"),
]
HARMLESS = [
    "",
    "plain",
    "two\nlines\tand a tab",
    "é 漢字 שלום",
    "👩\u200d💻",
    "می\u200cخواهم",
    "back\\slash \\x1b",
    "\u00a0\u00ad",
]


@pytest.mark.parametrize(("text", "shown"), STEERING)
def test_what_steers_a_terminal_is_shown_instead(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_only_text_stays_as_it_is(text: str) -> None:
    assert printable(text) == text


@given(st.text(st.characters()))
def test_nothing_is_left_that_steers(text: str) -> None:
    shown = printable(text)
    assert not [char for char in shown if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") and char not in "\n\t"]
    assert not [char for char in shown if unicodedata.bidirectional(char) in ("LRE", "RLE", "LRO", "RLO", "LRI", "RLI")]
    assert printable(shown) == shown
    shown.encode("utf-8")


def test_a_name_with_a_line_break_stays_one_line() -> None:
    assert one_line("x.py\nall is done\x1b") == "x.py\\nall is done\\x1b"


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_a_json_document_steers_nothing_and_says_what_it_said(text: str) -> None:
    document = json.dumps({"key": [text], text: 1}, ensure_ascii=False, indent=2)
    shown = printable_json(document)
    assert printable(shown) == shown
    assert json.loads(shown) == json.loads(document)
