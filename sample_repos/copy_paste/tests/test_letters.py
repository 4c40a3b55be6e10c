from billing.mail import attachment_name, fmt, reminder
from billing.orders import Line, Order


def order() -> Order:
    return Order(7, "Mrs. Jane O'Neill", [Line("Blue Chair", 12_500, 2)])


def test_a_reminder_names_the_sum_and_the_order() -> None:
    assert reminder(order()) == "Dear Mrs. Jane O'Neill,\n\nwe still wait for 300.00 EUR for your order 7.\n"


def test_an_attachment_has_a_safe_name() -> None:
    assert attachment_name(order()) == "7-mrs-jane-o-neill.pdf"


def test_a_refund_has_its_sign_in_front() -> None:
    assert fmt(-310, "usd") == "-3.10 USD"
