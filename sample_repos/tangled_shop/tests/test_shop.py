import pytest

from shop import customers
from shop.cart import Cart, is_large
from shop.prices import shipping_of, total_of
from shop.stock import find


@pytest.fixture
def cart() -> Cart:
    cart = Cart("ann")
    cart.add(find("cup"), 2)
    cart.add(find("bowl"))
    return cart


def test_the_total_holds_shipping(cart: Cart) -> None:
    assert cart.total() == 2 * 850 + 1_450 + 490


def test_shipping_is_free_from_fifty(cart: Cart) -> None:
    cart.add(find("plate"), 2)
    assert shipping_of(cart) == 0


def test_a_large_cart_costs_more(cart: Cart) -> None:
    cart.add(find("plate"), 30)
    assert is_large(cart)
    assert shipping_of(cart) == 900


def test_a_friend_pays_less(cart: Cart) -> None:
    customers.register("ann", "friend")
    assert total_of(cart) == 3_150 - 315 + 490
    customers.register("ann", "new")


def test_an_empty_cart_costs_nothing() -> None:
    assert Cart("bob").total() == 0


def test_a_suggestion_names_what_is_missing(cart: Cart) -> None:
    assert customers.suggestion_for("ann", 3_150) == "ann, add 18.50 and save 4.90."


def test_unknown_groups_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown group"):
        customers.register("eve", "enemy")
