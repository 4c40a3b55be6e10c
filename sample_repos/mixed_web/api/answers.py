"""What the API answers."""

import re
from datetime import date, timedelta

from api.catalogue import items

_NAME = re.compile(r"[a-z]+")


def find(name: str) -> dict[str, object]:
    """One item by its name."""
    if not _NAME.fullmatch(name):
        return {"error": "a name is made of small letters"}
    for item in items():
        if item.name == name:
            return {"name": item.name, "price": f"{item.cents / 100:.2f}", "there": item.stock > 0}
    return {"error": f"there is no {name}"}


def valid_until(day: date) -> str:
    """Prices hold until the end of the month."""
    first_of_next = date(day.year + day.month // 12, day.month % 12 + 1, 1)
    return first_of_next.isoformat()
