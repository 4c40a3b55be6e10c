"""A plan of operations and rewrites, as one model gives it, in which the last rewrite builds on a rename."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.commandline import PYTEST, fingerprint, overhaul_json, plain_git
from tests.loopback import Loopback
from tests.obedient import Obedient, expected_of, words_of

FILES = {
    "shop/__init__.py": "",
    "shop/prices.py": '"""Prices."""\n\nSHIPPING = 5\n\n\ndef gross(net):  # taxed\n    return round(net * 1.2, 2)\n',
    "shop/cart.py": (
        '"""The cart."""\n\nimport os\n\nfrom shop.prices import SHIPPING, gross\n\n\n'
        "def total(nets):\n    return sum(gross(net) for net in nets) + SHIPPING\n"
    ),
    "shop/bill.py": (
        '"""Bills."""\n\nfrom shop.prices import gross\n\n\ndef line(net):\n    taxed = gross(net)\n'
        '    text = f"{taxed:.2f}"\n    return text\n'
    ),
    "shop/words.py": (
        '"""Words."""\n\n\ndef named(name):\n    if name:\n        return name\n    else:\n        return "nobody"\n'
    ),
    "tests/test_shop.py": (
        "from shop.bill import line\nfrom shop.cart import total\nfrom shop.prices import gross\n"
        "from shop.words import named\n\n\ndef test_shop():\n    assert total([10]) == 17\n"
        "    assert line(10) == '12.00'\n    assert gross(1) == 1.2\n    assert named('') == 'nobody'\n"
    ),
    "pytest.ini": "[pytest]\npythonpath = .\n",
}
PLAN: list[dict[str, Any]] = [
    {"step": "a", "op": {"op": "rename", "symbol": "shop/prices.py:gross", "to": "with_tax"}},
    {"step": "b", "op": {"op": "move", "symbols": ["shop/prices.py:SHIPPING"], "to": "shop/shipping.py"}},
    {"step": "c", "files": ["shop/words.py"], "criteria": ["shop/words.py has at most 5 lines"]},
    {"step": "d", "op": {"op": "remove-unused", "paths": ["shop/cart.py"]}, "depends_on": ["b"]},
    {
        "step": "e",
        "files": ["shop/bill.py"],
        "depends_on": ["a"],
        "criteria": ["shop/bill.py has at most 7 lines"],
    },
]
WRITTEN = {
    "shop/words.py": '"""Words."""\n\n\ndef named(name):\n    return name or "nobody"\n',
    "shop/bill.py": (
        '"""Bills."""\n\nfrom shop.prices import with_tax\n\n\ndef line(net):\n    return f"{with_tax(net):.2f}"\n'
    ),
}


class Planner(Obedient):
    """Gives the plan and the two texts, and keeps what it was asked to write and with what in sight."""

    def __init__(self) -> None:
        super().__init__(PLAN, lambda path, text: WRITTEN[path])
        self.asked: dict[str, str] = {}

    def __call__(self, body: dict[str, Any]) -> str:
        words = words_of(body)
        self.asked |= {path: words for _, kind, path, _ in expected_of(words) if kind == "file"}
        return super().__call__(body)


def test_operations_and_rewrites_mix(make_repo: Callable[..., Path]) -> None:
    root, model = make_repo(FILES), Planner()
    before = fingerprint(root)
    with Loopback(model) as server:
        words = ("--goal", "One rule for taxes", "--model", "tiny", "--base-url", server.url, "--test", PYTEST)
        report = overhaul_json(root, "run", *words)
    assert [outcome["status"] for outcome in report["outcomes"]] == ["committed"] * 5, report["outcomes"]
    assert sorted(model.asked) == sorted(WRITTEN)  # no file of an operation was asked for
    assert "taxed = with_tax(net)" in model.asked["shop/bill.py"]  # it was shown the file as the rename left it
    branch = report["branch"]
    cart = plain_git(root, "show", f"{branch}:shop/cart.py")
    assert cart == (
        '"""The cart."""\n\nfrom shop.prices import with_tax\nfrom shop.shipping import SHIPPING\n\n\n'
        "def total(nets):\n    return sum(with_tax(net) for net in nets) + SHIPPING\n"
    )
    assert plain_git(root, "show", f"{branch}:shop/bill.py") == WRITTEN["shop/bill.py"]
    assert "from shop.prices import with_tax\n" in plain_git(root, "show", f"{branch}:tests/test_shop.py")
    assert "def with_tax(net):  # taxed\n" in plain_git(root, "show", f"{branch}:shop/prices.py")
    assert fingerprint(root) == before
