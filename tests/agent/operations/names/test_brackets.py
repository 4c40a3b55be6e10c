"""Pieces between brackets, put in and taken out in the layout that there is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.operations.errors import Refusal
from agent.operations.names.brackets import bracket_at
from agent.operations.names.exchange import exchanged

_PIECES = st.sampled_from(["a", "b=(1, 2)", "[1, 2]", "'x, y'", "lambda q, r: (q, r)", "f(1, 2)", "*z", "k={1: ')'}"])
_GAPS = st.sampled_from([", ", ",", " , ", ",\n    ", ",  # note, (\n    "])


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, int]:
    pieces = draw(st.lists(_PIECES, max_size=5))
    gap = draw(_GAPS)
    trailing = draw(st.sampled_from(["", ",", ",\n"])) if pieces else ""
    opening = draw(st.sampled_from(["(", "(\n    "])) if pieces else "("
    return f"call{opening}{gap.join(pieces)}{trailing})", len(pieces)


@given(calls())
def test_the_pieces_are_those_between_the_commas(call: tuple[str, int]) -> None:
    text, count = call
    bracket = bracket_at(text, 0)
    assert len(bracket.pieces) == count
    assert (text[bracket.open], text[bracket.close]) == ("(", ")")
    assert bracket.close == len(text) - 1


@given(calls())
def test_what_is_put_in_stands_last_and_comes_out_again(call: tuple[str, int]) -> None:
    text, count = call
    after = exchanged(text, [bracket_at(text, 0).inserted(count, "new=1")])
    bracket = bracket_at(after, 0)
    assert len(bracket.pieces) == count + 1
    start, end = bracket.pieces[-1]
    assert after[start:end] == "new=1"


@pytest.mark.parametrize("text", ["call", "call(", "call(a, (b)", "call(')"])
def test_brackets_that_do_not_close_are_refused(text: str) -> None:
    with pytest.raises(Refusal):
        bracket_at(text, 0)
