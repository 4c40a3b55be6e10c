"""What the stock is worth."""

from collections.abc import Mapping


def value(counted: Mapping[str, int], cents: Mapping[str, int]) -> int:
    """The worth of all counted articles in cents; an article without a price is an error."""
    unknown = sorted(code for code in counted if code not in cents)
    if unknown:
        raise KeyError(f"no price for {', '.join(unknown)}")
    return sum(cents[code] * number for code, number in counted.items())
