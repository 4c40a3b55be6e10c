"""Amounts of money, kept as whole cents."""

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")
SYMBOLS = {"EUR": "€", "USD": "$", "GBP": "£"}


def to_cents(amount: str) -> int:
    """Whole cents of an amount as a customer writes it: "12.5" is 1250."""
    return int(Decimal(amount).quantize(CENT, rounding=ROUND_HALF_UP) * 100)


def format_price(cents: int, currency: str = "EUR") -> str:
    """An amount as it is printed: "1,250.00 EUR", and "-3.10 EUR" for a refund."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    if not currency:
        raise ValueError("an amount needs a currency")
    return f"{sign}{whole:,}.{rest:02d} {currency.upper()}"


def add_tax(cents: int, percent: int) -> int:
    """The amount with tax, rounded half up to a whole cent."""
    return (cents * (100 + percent) + 50) // 100
