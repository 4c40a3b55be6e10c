from billing.money import add_tax, format_price, to_cents
from billing.text import shorten, slugify


def test_amounts_are_read_and_printed() -> None:
    assert to_cents("1250.5") == 125_050
    assert format_price(125_050) == "1,250.50 EUR"


def test_tax_is_rounded_half_up() -> None:
    assert add_tax(1_999, 20) == 2_399


def test_titles_become_slugs() -> None:
    assert slugify("Blue Chair!") == "blue-chair"
    assert slugify("???") == "untitled"


def test_text_is_shortened() -> None:
    assert shorten("a long customer name", 10) == "a long cu…"
