"""What the shop has."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Product:
    """One product."""

    title: str
    cents: int


CATALOGUE = (Product("cup", 850), Product("plate", 1_200), Product("bowl", 1_450))


def find(title: str) -> Product:
    """The product of that title."""
    for product in CATALOGUE:
        if product.title == title:
            return product
    raise KeyError(title)
