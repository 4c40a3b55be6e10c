"""Files that need what a step changed on purpose join it; others, and those that may not be rewritten, do not."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commandline import fingerprint, overhaul_json, plain_git
from tests.loopback import Loopback
from tests.obedient import Obedient, expected_of, words_of

FILES = {
    "shop.py": "def price(x):\n    return x * 2\n",
    "cart.py": "from shop import price\n\n\ndef total(xs):\n    return sum(price(x) for x in xs)\n",
    "test_cart.py": "from cart import total\n\n\ndef test_total():\n    assert total([1, 2]) == 6\n",
}


class Renaming(Obedient):
    """Puts some words in place of others, in every file that it is given, and declares it."""

    def __init__(self, old: str, new: str, kind: str) -> None:
        super().__init__([], lambda path, text: text.replace(old, new))
        self.asked: list[list[str]] = []
        self._kind = kind

    def __call__(self, body: dict[str, Any]) -> str:
        self.asked.append([path for _, kind, path, _ in expected_of(words_of(body)) if kind == "file"])
        return super().__call__(body)

    def _body(self, kind: str, path: str, words: str) -> str:
        if kind == "log" and self._kind:
            return json.dumps({"type": self._kind, "text": "It says what it is.", "source": "shop.py::price"})
        return super()._body(kind, path, words)


def outcome_of(
    root: Path, plan: Path, model: Renaming, *more: str, step: dict[str, Any] | None = None, status: int = 0
) -> Any:
    whole = {"id": "S01", "title": "Rename", "files": ["shop.py"], **(step or {})}
    plan.write_text(json.dumps({"goal": "Say cost", "levels": [{"steps": [whole]}]}))
    with Loopback(model) as server:
        words = ("--plan", str(plan), "--model", "tiny", "--base-url", server.url, "--test", "true", *more)
        report = overhaul_json(root, "run", *words, status=status)
    return report["branch"], report["outcomes"][0]


def test_importers_of_a_name_that_was_given_up_on_purpose_join_the_step(make_repo: Any, tmp_path: Path) -> None:
    root, model = make_repo(FILES), Renaming("price", "cost", "removed")
    before = fingerprint(root)
    branch, outcome = outcome_of(root, tmp_path / "plan.json", model)
    assert outcome["status"] == "committed", outcome
    assert sorted(outcome["files"]) == ["cart.py", "shop.py"]
    assert model.asked == [["shop.py"], ["cart.py"]]
    assert "from shop import cost" in plain_git(root, "show", f"{branch}:cart.py")
    assert fingerprint(root) == before


NOT_JOINED = {
    "it is not declared": ({}, "", (), {}),
    "the run may not touch the importer": ({}, "removed", ("--module", "shop.py"), {}),
    "the step may change one kind of thing alone": ({}, "removed", (), {"only": ["docstrings"]}),
    "the importer is protected": ({"conftest.py": "from shop import price\n"}, "removed", (), {}),
    "the importer holds a secret": (
        {"cart.py": FILES["cart.py"] + "KEY = 'AKIA" + "IOSFODNN7EXAMPLQ'\n"},
        "removed",
        (),
        {},
    ),
    "there are too many importers": (
        {f"cart{number}.py": "from shop import price\n" for number in range(13)},
        "removed",
        (),
        {},
    ),
}


@pytest.mark.parametrize("why", sorted(NOT_JOINED))
def test_no_file_joins_where(make_repo: Any, tmp_path: Path, why: str) -> None:
    files, kind, more, step = NOT_JOINED[why]
    root, model = make_repo({**FILES, **files}), Renaming("price", "cost", kind)
    _, outcome = outcome_of(root, tmp_path / "plan.json", model, *more, step=step, status=1)
    assert outcome["status"] == "refused", outcome
    assert {path for asked in model.asked for path in asked} == {"shop.py"}


def test_a_file_that_needs_nothing_new_does_not_join(make_repo: Any, tmp_path: Path) -> None:
    root, model = make_repo(FILES), Renaming("(x):", "(x, rate=2):", "changed")
    _, outcome = outcome_of(root, tmp_path / "plan.json", model)
    assert outcome["status"] == "committed", outcome
    assert model.asked == [["shop.py"]]


def test_callers_that_no_longer_fit_join_the_step(make_repo: Any, tmp_path: Path) -> None:
    root, model = make_repo(FILES), Renaming("price(x", "price(x, xs", "changed")
    branch, outcome = outcome_of(root, tmp_path / "plan.json", model)
    assert outcome["status"] == "committed", outcome
    assert "price(x, xs) for" in plain_git(root, "show", f"{branch}:cart.py")
