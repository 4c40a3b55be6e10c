"""What a customer is about to buy."""

from __future__ import annotations

from dataclasses import dataclass, field

from shop import prices
from shop.stock import Product

FREE_SHIPPING_FROM = 5_000


@dataclass
class Cart:
    """Products and how many of each."""

    owner: str
    items: dict[Product, int] = field(default_factory=dict)

    def add(self, product: Product, count: int = 1) -> None:
        if count < 1:
            raise ValueError(f"cannot add {count} of {product.title}")
        self.items[product] = self.items.get(product, 0) + count

    def remove(self, product: Product) -> None:
        self.items.pop(product, None)

    @property
    def count(self) -> int:
        return sum(self.items.values())

    def total(self) -> int:
        return prices.total_of(self)


def is_large(cart: Cart) -> bool:
    """Whether a cart has so many things in it that it is packed by two people."""
    return cart.count > 20
