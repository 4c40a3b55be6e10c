"""What surrounds a step's files: signatures of what they import, lines that use them, the files around."""

from collections.abc import Collection, Mapping

import pytest

from agent.nearby import MOST_A_FILE, Nearby
from repo_scan import Scan, scan_repository
from tests.conftest import commit_tree

FILES = {
    "shop/__init__.py": "",
    "shop/money.py": (
        '"""Money."""\n\n\nclass Money:\n    def add(self, other: "Money") -> "Money":\n        return other\n\n'
        "    def _round(self):\n        return 1\n\n\ndef price(x, rate=2):\n    return x * rate\n\n\n"
        "def unrelated(x):\n    return x\n"
    ),
    "shop/tax.py": "RATE = 2\n\n\ndef with_tax(net):\n    return net * RATE\n",
    "shop/cart.py": (
        "from shop import tax\nfrom shop.money import Money, price\n\n\n"
        "def total(items):\n    return tax.with_tax(sum(price(i) for i in items))\n\n\nEMPTY = Money()\n"
    ),
    "shop/report.py": (
        '"""Prints."""\n\nfrom shop.cart import (\n    EMPTY,\n    total as whole,\n)\n\n\n'
        "def show(items):\n    # whole thing\n    return str(whole(items))\n\n\nSTART = EMPTY\n"
    ),
    "shop/handed.py": "from shop.cart import total\n",
    "tests/test_cart.py": "import shop.cart\n\n\ndef test_total():\n    assert shop.cart.total([]) == 0\n",
    "app.py": '"""Starts it all."""\n\nfrom shop.report import show\n\nshow([])\n',
    "web/a.ts": "import { sum } from './b';\nexport const x = sum(1, 2);\n",
    "web/b.ts": "export function sum(a: number, b: number): number { return a + b; }\n",
}


@pytest.fixture(scope="module")
def scan(tmp_path_factory: pytest.TempPathFactory) -> Scan:
    root = tmp_path_factory.mktemp("repo")
    for path, text in FILES.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text)
    return scan_repository(commit_tree(root))


def near(scan: Scan, *own: str, hidden: Collection[str] = ()) -> Nearby:
    return Nearby(scan, frozenset(own), hidden)


def read(paths: Collection[str]) -> Mapping[str, str]:
    return {path: FILES[path] for path in paths}


def test_what_a_file_imports_is_told_in_signatures_and_nothing_else(scan: Scan) -> None:
    assert near(scan, "shop/cart.py").signatures() == (
        "shop/money.py: class Money",
        "shop/money.py: price(x, rate=2)",
        "shop/tax.py: with_tax(net)",
        'shop/money.py: Money.add(self, other: "Money") -> "Money"',
    )


def test_signatures_of_typescript_are_told_too(scan: Scan) -> None:
    (line,) = near(scan, "web/a.ts").signatures()
    assert line.startswith("web/b.ts: sum(")


def test_lines_that_use_a_file_are_told_with_their_places_tests_after_the_rest(scan: Scan) -> None:
    assert near(scan, "shop/cart.py").call_sites(read) == (
        "shop/report.py:10: # whole thing",
        "shop/handed.py:1: from shop.cart import total",
        "tests/test_cart.py:5: assert shop.cart.total([]) == 0",
        "shop/report.py:11: return str(whole(items))",
        "shop/report.py:14: START = EMPTY",
    )


def test_a_file_full_of_uses_takes_a_few_lines_alone(scan: Scan) -> None:
    many = "from shop.cart import total\n" + "total([])\n" * 50
    lines = near(scan, "shop/cart.py").call_sites(lambda paths: {"shop/handed.py": many})
    assert len(lines) == MOST_A_FILE


@pytest.mark.parametrize("own", [("app.py",), ("tests/test_cart.py",), ("web/a.ts", "web/b.ts")])
def test_what_nobody_else_uses_has_no_call_sites(scan: Scan, own: tuple[str, ...]) -> None:
    assert near(scan, *own).call_sites(read) == ()


def test_files_around_come_nearest_first_and_without_what_is_known(scan: Scan) -> None:
    around = near(scan, "shop/report.py").around("")
    assert [words.partition(":")[0] for words in around] == [
        "shop/cart.py", "app.py", "shop/money.py", "shop/tax.py", "shop/handed.py", "tests/test_cart.py",
    ]  # fmt: skip
    assert "public: " in around[0]
    known = str(scan.summaries["shop/cart.py"])
    assert near(scan, "shop/report.py").around(known)[0].startswith("app.py")


def test_nothing_is_told_of_files_that_are_withheld(scan: Scan) -> None:
    hidden = ("shop/money.py", "shop/report.py")
    nearby = near(scan, "shop/cart.py", hidden=hidden)
    told = (*nearby.signatures(), *nearby.call_sites(read), *nearby.around(""))
    assert told
    assert not [line for line in told if line.startswith(hidden)]
