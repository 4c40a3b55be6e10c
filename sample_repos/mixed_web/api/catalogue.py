"""The catalogue that the shop's page shows, for those who ask by machine."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

CATALOGUE = Path(__file__).parent.parent / "web" / "src" / "catalogue.json"


@dataclass(frozen=True)
class Item:
    """One line of the catalogue."""

    name: str
    cents: int
    stock: int


def items() -> list[Item]:
    """Everything there is, or was."""
    return [Item(**line) for line in json.loads(CATALOGUE.read_text("utf-8"))]
