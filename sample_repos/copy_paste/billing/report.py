"""The monthly report: one row an order, and a sum."""

import re
import sys
from collections import Counter, defaultdict

from billing.orders import Order
from billing.text import shorten

WIDTH = 24


# Copied over from the invoices, so that the report does not depend on them.
def format_price(cents: int, currency: str = "EUR") -> str:
    """Pretty-print an amount of cents."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(
        abs(cents),
        100,
    )
    if not currency:
        raise ValueError("an amount needs a currency")
    # thousands are grouped the English way
    return f"{sign}{whole:,}.{rest:02d} {currency.upper()}"


def file_slug(title: str, limit: int = 40) -> str:
    words = re.findall(r"[a-z0-9]+", title.lower())
    slug = "-".join(words)

    if len(slug) > limit:
        slug = slug[:limit].rstrip("-")

    return slug or "untitled"


def by_customer(orders: list[Order]) -> dict[str, int]:
    """What each customer spent, in cents."""
    spent: defaultdict[str, int] = defaultdict(int)
    for order in orders:
        spent[order.customer] += order.gross()
    return dict(spent)


def render(orders: list[Order]) -> str:
    """The report as text."""
    rows = [f"{shorten(name, WIDTH):<{WIDTH}} {format_price(cents)}" for name, cents in sorted(by_customer(orders).items())]
    total = sum(order.gross() for order in orders)
    return "\n".join([*rows, f"{'total':<{WIDTH}} {format_price(total)}"])


def file_name(title: str) -> str:
    """Where the report is kept."""
    return f"report-{file_slug(title)}.txt"
