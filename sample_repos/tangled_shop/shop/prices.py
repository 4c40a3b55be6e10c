"""What a cart costs."""

from __future__ import annotations

from shop import cart as carts
from shop import customers

SHIPPING = 490
HEAVY_SURCHARGE = 900


def sum_of_items(cart: carts.Cart) -> int:
    """The products alone."""
    return sum(product.cents * count for product, count in cart.items.items())


def shipping_of(cart: carts.Cart) -> int:
    """Shipping: free from a certain sum, more for a large cart."""
    if not cart.items:
        return 0
    surcharge = HEAVY_SURCHARGE if carts.is_large(cart) else 0
    if sum_of_items(cart) >= carts.FREE_SHIPPING_FROM:
        return surcharge
    return SHIPPING + surcharge


def total_of(cart: carts.Cart) -> int:
    """What the customer pays."""
    items = sum_of_items(cart)
    rebate = items * customers.rebate_of(cart.owner) // 100
    return items - rebate + shipping_of(cart)
