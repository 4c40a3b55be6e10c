import pytest

from inventory.counting import count, missing
from inventory.prices import value


def test_codes_are_compared_without_blanks_and_case() -> None:
    assert count(["a1", " A1 ", "b2", ""]) == {"A1": 2, "B2": 1}


def test_missing_articles_are_named() -> None:
    assert missing({"A1": 3, "B2": 1}, count(["a1", "b2"])) == {"A1": 2}


def test_the_stock_has_a_value() -> None:
    assert value({"A1": 2, "B2": 1}, {"A1": 100, "B2": 50}) == 250


def test_an_article_needs_a_price() -> None:
    with pytest.raises(KeyError, match="Z9"):
        value({"Z9": 1}, {})
