"""The plain estimate of tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repo_scan.tokens import estimate_tokens

CART = '''"""The cart: lines, and what they cost."""

from dataclasses import dataclass, field

from shop.prices import price_of


@dataclass
class Cart:
    """Products and how many of each."""

    lines: dict[str, int] = field(default_factory=dict)

    def add(self, product: str, count: int = 1) -> None:
        if count < 1:
            raise ValueError(f"cannot add {count} of {product!r}")
        self.lines[product] = self.lines.get(product, 0) + count

    def total(self) -> int:
        return sum(price_of(product) * count for product, count in self.lines.items())
'''


@pytest.mark.parametrize(
    ("text", "counted"),  # counted with a common tokenizer (o200k)
    [
        (CART, 144),
        ("for index in range(100):\n    print(index)\n", 11),
        ("import os\nimport sys\n", 6),
        ("x = {'a': [1, 2, 3], 'b': None}\n", 19),
    ],
)
def test_the_estimate_is_near_what_a_tokenizer_counts(text: str, counted: int) -> None:
    assert estimate_tokens(text) == pytest.approx(counted, rel=0.15)


@pytest.mark.parametrize("text", ["x", "\n", "\n\n\n", " total", "_total", "Total", "HTTP", "):\n", "1984", " ="])
def test_one_piece_costs_one_token(text: str) -> None:
    assert (estimate_tokens(""), estimate_tokens(text)) == (0, 1)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("camelCase", 2),
        ("HTTP_PORT", 2),
        ("self.total", 2),
        ("responsibility", 2),
        ("((x", 2),
        (" 1984", 2),
        ("\n    x", 3),
        ("größe", 3),
        ("одно слово", 3),
        ("漢字", 2),
    ],
)
def test_every_piece_costs_a_token(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


@given(st.text(max_size=200))
def test_every_text_costs_at_most_a_token_a_character_and_at_least_something(text: str) -> None:
    assert (text != "") <= estimate_tokens(text) <= len(text)


@given(st.text(alphabet="ab_.( \n9É", max_size=80), st.text(alphabet="ab_.( \n9É", max_size=80))
def test_two_texts_together_cost_about_as_much_as_one_by_one(one: str, other: str) -> None:
    assert abs(estimate_tokens(one + other) - estimate_tokens(one) - estimate_tokens(other)) <= 2
