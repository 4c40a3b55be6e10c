"""What is proposed can be done, one after the other, and then there is nothing left to propose."""

from collections.abc import Callable
from pathlib import Path

import pytest

from agent.operations import Request, apply_operation, propose
from agent.operations.registry import apply_to
from agent.operations.repository import Repository
from agent.operations.sequence import after
from repo_scan import read_texts, scan_repository
from repo_scan.detectors.god_module import god_module
from repo_scan.detectors.import_cycle import import_cycle
from tests.agent.operations.conftest import run_here
from tests.agent.operations.shops import COPY, USE, Files, MakeRepository, renamed, shop
from tests.test_samples import run_tests

MERGES: list[Request] = [
    {
        "op": "merge-functions",
        "home": "billing/money.py:format_price",
        "copies": ["billing/mail.py:fmt", "billing/report.py:format_price"],
    },
    {
        "op": "merge-functions",
        "home": "billing/text.py:slugify",
        "copies": ["billing/mail.py:_slug", "billing/report.py:file_slug"],
    },
]
SAMPLES: list[tuple[str, list[Request]]] = [
    ("copy_paste", [*MERGES, {"op": "remove-unused"}]),
    ("broken_file", [{"op": "remove-unused"}]),
    ("tangled_shop", [{"op": "break-cycle", "modules": ["shop/cart.py", "shop/prices.py"]}]),
    ("already_fine", []),
]


@pytest.mark.parametrize(("name", "requests"), SAMPLES)
def test_each_sample_gets_what_it_needs(sample_repo: Callable[[str], Path], name: str, requests: list[Request]) -> None:
    root = sample_repo(name)
    scan = scan_repository(root)
    assert list(propose(scan, read_texts(root, None, scan.outlines), run=run_here)) == requests


def test_the_proposals_for_a_sample_can_all_be_done(sample_repo: Callable[[str], Path]) -> None:
    root = sample_repo("copy_paste")
    for request in dict(SAMPLES)["copy_paste"]:
        scan = scan_repository(root)
        change = apply_operation(request, scan, read_texts(root, None, scan.outlines))
        assert change.texts
        assert change.left == ()
        for path, text in change.texts.items():
            (root / path).write_text(text or "", "utf-8")
    scan = scan_repository(root)
    assert propose(scan, read_texts(root, None, scan.outlines), run=run_here) == ()
    assert run_tests(root).returncode == 0


HEALED = ("tangled_shop", "one_big_module")


@pytest.mark.parametrize("name", HEALED)
def test_a_sample_is_healed(sample_repo: Callable[[str], Path], name: str) -> None:
    root = sample_repo(name)
    scan = scan_repository(root)
    repo = Repository(scan, read_texts(root, None, scan.outlines), run_here)
    for request in proposed(repo):
        change = apply_to(request, repo)
        assert change.left == ()
        repo = after(repo, change)
        for path, text in change.texts.items():
            (root / path).write_text(text or "", "utf-8")
    scan = scan_repository(root)
    texts = read_texts(root, None, scan.outlines)
    assert god_module(scan, texts) == import_cycle(scan, texts) == ()
    assert not [edge for edge in scan.graph.edges if edge.kind == "dynamic"]
    assert proposed(Repository(scan, texts, run_here)) == []
    assert run_tests(root).returncode == 0


def proposed(repo: Repository, covers: Callable[[str], bool] = lambda path: True) -> list[Request]:
    return list(propose(repo.scan, repo.texts, covers, run_here))


def merged(home: str, *copies: str) -> Request:
    return {"op": "merge-functions", "home": home, "copies": list(copies)}


#: Long enough not to be alike by chance.
LONG = COPY.replace("    return", "    cents = int(round(cents * 1.0, 0)) + len([cents, 0])\n    return")
STATE = "A = []\n" + LONG.replace("cents * 1.0", "A[cents]")


def priced(**files: str) -> Files:
    return shop(**{"shop__money": LONG, "shop__report": LONG + USE} | files)


HOMES: list[tuple[str, Files, list[Request]]] = [
    (
        "the shorter path",
        priced(shop__a=LONG),
        [merged("shop/a.py:price", "shop/money.py:price", "shop/report.py:price")],
    ),
    (
        "the most imported",
        priced(shop__page="from .report import price\n\n\ndef f(): return price(1)\n"),
        [merged("shop/report.py:price", "shop/money.py:price")],
    ),
    (
        "a public name",
        {"shop/__init__.py": "", "shop/a.py": renamed("_p", LONG), "shop/long.py": LONG},
        [merged("shop/long.py:price", "shop/a.py:_p")],
    ),
    (
        "the one that can be imported",
        priced(shop__money="from .report import row\n\n\n" + LONG + "\n\nx = row\n"),
        [merged("shop/report.py:price", "shop/money.py:price")],
    ),
    (
        "where most copies can go",
        priced(shop__a="print(1)\n\n\n" + LONG),
        [merged("shop/money.py:price", "shop/report.py:price")],
    ),
    ("nowhere", priced(shop__money=STATE, shop__report=STATE), []),
]


@pytest.mark.parametrize(("files", "requests"), [case[1:] for case in HOMES], ids=[case[0] for case in HOMES])
def test_the_best_home_is_chosen(repository: MakeRepository, files: Files, requests: list[Request]) -> None:
    assert proposed(repository(files)) == requests


def test_later_proposals_hold_after_the_earlier_ones(repository: MakeRepository) -> None:
    helper = "def half(x):\n    y = x / 2 + x * 3 - x\n    z = y * y - x\n    return max(y, z, x, 1)\n\n\n"
    both = helper + LONG.replace("cents / 100", "half(cents)")
    repo = repository(priced(shop__money=both, shop__report=both + USE))
    requests = proposed(repo)
    assert len(requests) == 2
    for request in requests:
        change = apply_to(request, repo)
        assert change.texts
        repo = after(repo, change)
    assert proposed(repo) == []
    assert repo.texts["shop/report.py"].count("def ") == 1


def test_nothing_outside_what_the_run_may_touch_is_proposed(repository: MakeRepository) -> None:
    files = priced(
        shop__page="import os\nfrom .report import price\n\n\ndef f(): return price(1)\n", a="import os\n\nx = 1\n"
    )
    assert proposed(repository(files), lambda path: path == "a.py") == [{"op": "remove-unused", "paths": ["a.py"]}]
    assert proposed(repository(files), lambda path: path == "README") == []


CIRCLE = {
    "shop/__init__.py": "",
    "shop/a.py": "from shop.b import big\n\nRATE = 3\n\n\ndef total(x):\n    return big(x)\n",
    "shop/b.py": "from shop.a import RATE\n\n\ndef big(x):\n    return x * RATE\n",
}


@pytest.mark.parametrize(
    ("more", "name", "count"),
    [({}, "RATE", 1), ({"setup.py": "x = 1\n"}, "RATE", 0), ({"setup.py": "x = 1\n"}, "_RATE", 1)],
    ids=["an application", "a package that others install", "a private name of one"],
)
def test_a_name_that_others_may_take_from_its_place_stays_there(
    repository: MakeRepository, more: Files, name: str, count: int
) -> None:
    files = {path: text.replace("RATE", name) for path, text in CIRCLE.items()}
    found = proposed(repository({**files, **more}))
    assert [request["op"] for request in found] == ["break-cycle"] * count
