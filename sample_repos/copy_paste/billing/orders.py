"""What a customer ordered."""

import json
import os
from dataclasses import dataclass, field

from billing.money import add_tax


@dataclass
class Line:
    """One line of an order."""

    title: str
    cents: int
    count: int = 1

    @property
    def total(self) -> int:
        return self.cents * self.count


@dataclass
class Order:
    """An order: who, what, and which tax applies."""

    number: int
    customer: str
    lines: list[Line] = field(default_factory=list)
    tax: int = 20

    def net(self) -> int:
        return sum(line.total for line in self.lines)

    def gross(self) -> int:
        return add_tax(self.net(), self.tax)


def read_order(text: str) -> Order:
    """An order from the JSON that the web shop sends."""
    data = json.loads(text)
    lines = [Line(**line) for line in data["lines"]]
    return Order(data["number"], data["customer"], lines, data.get("tax", 20))
