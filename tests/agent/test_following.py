"""Other files follow a name that a rewrite renamed or moved, by program and not by a model; and where they do not."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.commandline import fingerprint, overhaul, plain_git
from tests.loopback import Loopback
from tests.obedient import Obedient, expected_of, words_of

SHOP = "def price(x):\n    return x * 2\n"
CART = "from shop import price\n\n\ndef total(xs):  # all\n    return sum( price(x) for x in xs )\n"
TEST = "from cart import total\n\n\ndef test_total():\n    assert total([1, 2]) == 6\n"
FILES = {"shop.py": SHOP, "cart.py": CART, "test_cart.py": TEST}
Texts = Mapping[str, str]


class Writer(Obedient):
    """Writes the texts that it was given, and one line of log."""

    def __init__(self, texts: Texts, log: Mapping[str, str]) -> None:
        super().__init__([], lambda path, text: texts.get(path, text))
        self.asked: list[list[str]] = []
        self._texts, self._log = texts, log

    def __call__(self, body: dict[str, Any]) -> str:
        self.asked.append([path for _, kind, path, _ in expected_of(words_of(body)) if kind in ("file", "new")])
        return super().__call__(body)

    def _body(self, kind: str, path: str, words: str) -> str:
        if kind == "new":
            return self._texts[path]
        return json.dumps(self._log) if kind == "log" else super()._body(kind, path, words)


def gone(source: str, to: str = "", kind: str = "removed") -> dict[str, str]:
    return {"type": kind, "text": "It says what it is.", "source": source, **({"to": to} if to else {})}


RENAMED = gone("shop.py::price", "shop.py::cost")
DONE = {"type": "done", "text": "Moved."}


def report_of(root: Path, plan: Path, model: Writer, *more: str, **step: Any) -> Any:
    whole = {"id": "S01", "title": "Say what things are", "files": ["shop.py"], **step}
    plan.write_text(json.dumps({"goal": "Say what things are", "levels": [{"steps": [whole]}]}))
    with Loopback(model) as server:
        words = ("--plan", str(plan), "--model", "tiny", "--base-url", server.url, "--test", "true", "--json", *more)
        done = overhaul(root, "run", *words)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


def many(number: int) -> dict[str, str]:
    return {f"cart{place}.py": CART for place in range(number)}


CLASS = "class Cart:\n    def sum(self):\n        return 1\n"
SECRET = "KEY = 'AKIA" + "IOSFODNN7EXAMPLQ'\n"
MOVED: dict[str, Any] = {"new": ["money.py"]}
# name: files, what the model writes, its log, the step, and lines that other files then hold
FOLLOWED: dict[str, tuple[Texts, Texts, Mapping[str, str], dict[str, Any], Mapping[str, str]]] = {
    "a function that was renamed": (
        {},
        {"shop.py": SHOP.replace("price", "cost")},
        RENAMED,
        {},
        {"cart.py": CART.replace("price", "cost")},
    ),
    "more importers than a step may take in": (
        many(20),
        {"shop.py": SHOP.replace("price", "cost")},
        RENAMED,
        {},
        {path: CART.replace("price", "cost") for path in many(20)},
    ),
    "an importer with a secret, which no model sees": (
        {"cart.py": CART + SECRET},
        {"shop.py": SHOP.replace("price", "cost")},
        RENAMED,
        {},
        {"cart.py": CART.replace("price", "cost") + SECRET},
    ),
    "a protected importer, of which names alone change": (
        {"conftest.py": "from shop import price\n\nPRICE = price(1)\n"},
        {"shop.py": SHOP.replace("price", "cost")},
        RENAMED,
        {},
        {"conftest.py": "from shop import cost\n\nPRICE = cost(1)\n"},
    ),
    "an importer in which the new name means something else": (
        {"cart.py": CART + "\n\ndef cost(y):\n    return price(y)\n"},
        {"shop.py": SHOP.replace("price", "cost")},
        RENAMED,
        {},
        {"cart.py": CART.replace("import price", "import cost as price") + "\n\ndef cost(y):\n    return price(y)\n"},
    ),
    "a page that names it": (
        {"README.md": "See `shop.price`.\n"},
        {"shop.py": SHOP.replace("price", "cost")},
        RENAMED,
        {},
        {"README.md": "See `shop.cost`.\n"},
    ),
    "a function that was moved, without a word": (
        {},
        {"shop.py": '"""Nothing is here."""\n', "money.py": SHOP},
        DONE,
        MOVED,
        {"cart.py": CART.replace("from shop", "from money")},
    ),
    "a function that was moved under another name": (
        {},
        {"shop.py": '"""Nothing is here."""\n', "money.py": SHOP.replace("price", "cost")},
        gone("shop.py::price", "money.py::cost"),
        MOVED,
        {"cart.py": CART.replace("from shop", "from money").replace("price", "cost")},
    ),
    "a method of a class that is constructed": (
        {"shop.py": SHOP + "\n\n" + CLASS, "desk.py": "from shop import Cart\n\nprint(Cart().sum())\n"},
        {"shop.py": SHOP + "\n\n" + CLASS.replace("sum", "total")},
        gone("shop.py::Cart.sum", "shop.py::Cart.total"),
        {},
        {"desk.py": "from shop import Cart\n\nprint(Cart().total())\n"},
    ),
}


@pytest.mark.parametrize("case", sorted(FOLLOWED))
def test_other_files_follow(make_repo: Callable[..., Path], tmp_path: Path, case: str) -> None:
    files, written, log, step, expected = FOLLOWED[case]
    root, model = make_repo({**FILES, **files}), Writer(written, log)
    before = fingerprint(root)
    report = report_of(root, tmp_path / "plan.json", model, **step)
    branch, outcome = report["branch"], report["outcomes"][0]
    assert outcome["status"] == "committed", outcome
    assert model.asked == [["shop.py", *step.get("new", [])]]  # asked once, and for no other file
    said = plain_git(root, "log", "-1", "--format=%B", branch).partition(" followed ")[2]
    for path, text in expected.items():
        assert plain_git(root, "show", f"{branch}:{path}").rstrip("\n") == text.rstrip("\n")
        assert path in outcome["files"]
        assert path in said
    assert fingerprint(root) == before


COST = SHOP.replace("price", "cost")
# name: files, what the model writes, its log, more options, the step; other files are never written by program
NOT_FOLLOWED: dict[str, tuple[Texts, Texts, Mapping[str, str], tuple[str, ...], dict[str, Any]]] = {
    "it is not said where the name went": ({}, {"shop.py": COST}, gone("shop.py::price"), (), {}),
    "what is said is not there": ({}, {"shop.py": COST}, gone("shop.py::price", "shop.py::fee"), (), {}),
    "the old name is still there": ({}, {"shop.py": SHOP + "\n\n" + COST}, RENAMED, (), {}),
    "nothing went anywhere": ({}, {"shop.py": SHOP.replace("* 2", "+ x")}, RENAMED, (), {}),
    "the new name was there before": (
        {"shop.py": SHOP + "\n\n" + COST.replace("2", "3")},
        {"shop.py": COST.replace("2", "3")},
        RENAMED,
        (),
        {},
    ),
    "the run may not touch the importer": ({}, {"shop.py": COST}, RENAMED, ("--module", "shop.py"), {}),
    "the step may change one kind of thing alone": ({}, {"shop.py": COST}, RENAMED, (), {"only": ["docstrings"]}),
    "the new name means something else in a file that takes all names": (
        {"cart.py": CART.replace("price", "*", 1) + "\n\ndef cost(y):\n    return price(y)\n"},
        {"shop.py": COST},
        RENAMED,
        (),
        {},
    ),
    "something else of the same name came to another file": (
        {},
        {"shop.py": '"""Nothing is here."""\n', "money.py": "def price(label):\n    return label.strip().upper()\n"},
        gone("shop.py::price"),
        (),
        MOVED,
    ),
    "it went into a class": (
        {},
        {"shop.py": "class Shop:\n    @staticmethod\n    def price(x):\n        return x * 2\n"},
        gone("shop.py::price", "shop.py::Shop.price"),
        (),
        {},
    ),
    "the module still offers what was moved": (
        {},
        {"shop.py": "from money import price\n\n__all__ = ['price']\n", "money.py": SHOP},
        DONE,
        (),
        MOVED,
    ),
}


@pytest.mark.parametrize("case", sorted(NOT_FOLLOWED))
def test_no_file_follows_where(make_repo: Callable[..., Path], tmp_path: Path, case: str) -> None:
    files, written, log, more, step = NOT_FOLLOWED[case]
    root, model = make_repo({**FILES, **files}), Writer(written, log)
    before = fingerprint(root)
    report = report_of(root, tmp_path / "plan.json", model, *more, **step)
    assert set(report["outcomes"][0].get("files", [])) <= {"shop.py", *step.get("new", [])}
    assert "followed" not in json.dumps(report)
    assert fingerprint(root) == before
