"""Labels for the shelf in the warehouse."""

import math

from billing.orders import Line
from billing.report import file_slug, format_price


def label(line: Line) -> str:
    """Two rows: what it is, and what it costs."""
    return f"{file_slug(line.title, 16)}\n{format_price(line.cents)}"
