from datetime import date

from api.answers import find, valid_until
from api.catalogue import items


def test_the_catalogue_has_no_item_twice():
    names = [item.name for item in items()]
    assert len(names) == len(set(names))


def test_an_item_is_found_by_its_name():
    assert find("bread") == {"name": "bread", "price": "3.20", "there": True}


def test_an_item_that_is_sold_out_is_said_to_be():
    assert find("honey")["there"] is False


def test_what_is_not_there_and_what_is_no_name_are_errors():
    assert find("cheese") == {"error": "there is no cheese"}
    assert find("../etc") == {"error": "a name is made of small letters"}


def test_prices_hold_until_the_first_of_the_next_month():
    assert valid_until(date(2024, 2, 29)) == "2024-03-01"
    assert valid_until(date(2024, 12, 31)) == "2025-01-01"
