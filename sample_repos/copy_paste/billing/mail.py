"""Letters to customers."""

import re
from datetime import date
from textwrap import dedent, indent

from billing.orders import Order

GREETING = "Dear {name},"


def fmt(cents: int, currency: str = "EUR") -> str:
    # keep in step with the invoice!
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    if not currency:
        raise ValueError("an amount needs a currency")
    return f"{sign}{whole:,}.{rest:02d} {currency.upper()}"


def reminder(order: Order) -> str:
    """The letter for an order that was not paid."""
    text = dedent(
        """\
        {greeting}

        we still wait for {amount} for your order {number}.
        """
    )
    return text.format(greeting=GREETING.format(name=order.customer), amount=fmt(order.gross()), number=order.number)


def _slug(title: str, limit: int = 40) -> str:
    """Slug for the name of an attachment."""
    words = re.findall(r"[a-z0-9]+", title.lower())
    slug = "-".join(words)
    if len(slug) > limit:
        slug = slug[:limit].rstrip("-")
    return slug or "untitled"


def attachment_name(order: Order) -> str:
    """What the invoice is called when it is attached."""
    return f"{order.number}-{_slug(order.customer)}.pdf"
