import pytest

from billing import report
from billing.orders import Line, Order, read_order
from billing.shelf import label

ORDERS = [
    Order(1, "Ann", [Line("Lamp", 1_999)]),
    Order(2, "Bob", [Line("Desk", 120_000)]),
    Order(3, "Ann", [Line("Bulb", 250, 4)], tax=0),
]


def test_the_report_sums_by_customer() -> None:
    assert report.by_customer(ORDERS) == {"Ann": 3_399, "Bob": 144_000}


def test_the_report_is_aligned() -> None:
    assert report.render(ORDERS).splitlines() == [
        "Ann                      33.99 EUR",
        "Bob                      1,440.00 EUR",
        "total                    1,473.99 EUR",
    ]


def test_a_price_needs_a_currency() -> None:
    with pytest.raises(ValueError, match="currency"):
        report.format_price(5, "")


def test_a_report_has_a_file_name() -> None:
    assert report.file_name("March & April: all of it, " + "long " * 20) == "report-march-april-all-of-it-long-long-long-lon.txt"


def test_a_label_is_short() -> None:
    assert label(Line("Blue Chair with arms", 12_500)) == "blue-chair-with\n125.00 EUR"


def test_an_order_is_read_from_json() -> None:
    order = read_order('{"number": 4, "customer": "Eve", "lines": [{"title": "Rug", "cents": 9900}], "tax": 0}')
    assert order.gross() == 9_900
