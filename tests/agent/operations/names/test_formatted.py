"""Words in the expressions of formatted strings."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agent.operations.names.formatted import words_in

CASES = [
    ("f'{a}'", ["a"]),
    ("'{a}'", []),
    ("f'{{a}}'", []),
    ("f'a {b} c'", ["b"]),
    ("f'{a.b(c)!r:>{d}} {e}'", ["a", "b", "c", "d", "e"]),
    ("f'{a:x}'", ["a"]),
    ("f'{a!s}' 'b' f\"{c}\"", ["a", "c"]),
    ("f'{a[\"b\"]}'", ["a"]),
    ("f'{a == b}{c != d}'", ["a", "b", "c", "d"]),
    ("f'{a=}'", ["a"]),
    ("f'{ {a: b} }'", ["a", "b"]),
    ("rf'\\{a}'", ["a"]),
    ("f'''{\na\n}'''", ["a"]),
    ("f'{1e5 + 0xff + a1}'", ["a1"]),
    ("f'{(lambda x: y)}'", ["lambda", "x", "y"]),
    ("f'{a:%Y-%m}'", ["a"]),
]


@pytest.mark.parametrize(("text", "words"), CASES)
def test_identifiers_of_expressions_are_found_and_no_other(text: str, words: list[str]) -> None:

    assert [word for _, word in words_in(text, 0, len(text))] == words


@example("f'\\\\")
@given(st.text(alphabet="fab{}'\"!:x=[]() \\", max_size=30))
def test_any_text_is_read_to_its_end(text: str) -> None:
    for place, word in words_in(text, 0, len(text)):
        assert text[place : place + len(word)] == word
