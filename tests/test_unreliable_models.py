"""A model that forgets, invents and plans what cannot be: each fault is caught, told, counted; the run ends right."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from agent.models.openai import OpenAIModel
from agent.report.document import Report, report_of
from agent.settings import Anchor, Settings
from tests.agent.test_run import Bench
from tests.conftest import MakeRepo
from tests.loopback import Loopback
from tests.obedient import Obedient, expected_of, words_of

CART = (
    '"""The cart."""\n\nfrom shop.money import price\n\n\n'
    "def total(items):\n    found = [price(i) for i in items]\n    return sum(found)\n"
)
FILES = {
    "shop/__init__.py": "",
    "shop/money.py": '"""Money."""\n\n\ndef price(x):\n    y = x * 2\n    return y\n',
    "shop/cart.py": CART,
}
CRITERIA = ["shop/cart.py defines `total`"]
SOUND = [{"step": "1", "files": ["shop/cart.py"], "criteria": CRITERIA}]
Faulty = Callable[[str, str, str], str | None]  # kind, path, words -> the body of a block; None: as asked


def renamed(path: str, text: str) -> str:
    return text.replace("found", "prices")


def blocks(words: str, body: Callable[[str, str], str | None]) -> str:
    """A reply with the bodies that a function gives; a block without one is left out."""
    parts = []
    for number, kind, path, key in expected_of(words):
        said = body(kind, path)
        if said is not None:
            head = ":".join(part for part in (f"<<<BLOCK:{number}:{kind}", path, f"{key}>>>") if part)
            parts += [head, said.removesuffix("\n"), f"<<<END:{number}:{key}>>>"]
    return "\n".join(parts) + "\n"


@pytest.fixture
def bench(make_repo: MakeRepo) -> Bench:
    return Bench(make_repo(FILES))


def run(bench: Bench, answer: Callable[[dict[str, Any]], str], **values: Any) -> tuple[int, Report, list[str]]:
    """The exit code, the report, and the words of all requests."""
    with Loopback(answer) as server:
        settings = Settings(**{"goal": "Better names in the cart", "model": "tiny", "base_url": server.url, **values})
        status, journal = bench.run(OpenAIModel("tiny", server.url, "key"), settings)
    return status, report_of(journal), [request.words for request in server.requests]


def labels(report: Report) -> list[str]:
    return [request.label for request in report.requests]


def test_constraints_that_a_reply_forgets_are_asked_for_alone_and_counted(bench: Bench) -> None:
    obedient, forgets = Obedient(SOUND, renamed, ("A1",)), iter((True, False))

    def answer(body: dict[str, Any]) -> str:
        words = words_of(body)
        asks_for_files = any(kind == "file" for _, kind, _, _ in expected_of(words))
        if asks_for_files and next(forgets):
            bodies = {"file": renamed("", CART), "log": '{"type": "done", "text": "renamed"}'}
            return blocks(words, lambda kind, _: bodies.get(kind))
        return obedient(body)

    anchors = (Anchor(id="A1", text="The public names of shop/cart.py stay."),)
    status, report, asked = run(bench, answer, anchors=anchors)
    assert status == 0
    assert labels(report) == ["diagnosis-1", "plan-1", "S01-1", "S01-2"]
    assert [kind for _, kind, _, _ in expected_of(asked[3])] == ["anchor"]
    assert (report.anchors.asked, report.anchors.restated) == (1, 1)
    assert "prices" in bench.show("shop/cart.py")


def test_invented_evidence_is_dropped_and_counted_and_what_is_true_stays(bench: Bench) -> None:
    quote = "found = [price(i) for i in items]"
    true = {"kind": "naming", "path": "shop/cart.py", "line": 7, "quote": quote, "message": "Says little."}
    false = [
        {**true, "quote": "eval(items)"},
        {**true, "path": "shop/nowhere.py"},
        {**true, "quote": "return sum(found)", "line": 3, "path": "shop/money.py"},
    ]
    obedient = Obedient(SOUND, renamed)

    def answer(body: dict[str, Any]) -> str:
        words = words_of(body)
        if expected_of(words)[0][1] == "finding":
            return blocks(words, lambda *_: "\n".join(map(json.dumps, (*false, true))))
        return obedient(body)

    status, report, asked = run(bench, answer)
    assert status == 0
    assert report.questions.findings_dropped == 3
    assert "Says little." in asked[1]
    assert "eval(items)" not in asked[1]
    assert any("3 findings of the model dropped" in line for line in bench.said)


WRONG = {
    "unknown files": (
        [{"step": "1", "files": ["shop/carts.py"]}],
        "there is no file shop/carts.py (or is it shop/cart.py?)",
    ),
    "overlapping owners": (
        [{"step": "1", "files": ["shop/cart.py"]}, {"step": "2", "files": ["shop/cart.py"]}],
        "Steps 1 and 2 both write shop/cart.py",
    ),
    "a circle": (
        [
            {"step": "1", "files": ["shop/cart.py"], "depends_on": ["2"]},
            {"step": "2", "files": ["shop/money.py"], "depends_on": ["1"]},
        ],
        "The steps 1, 2 depend on each other in a circle",
    ),
    "an oversized step": (
        [{"step": "1", "files": ["shop/cart.py", "shop/money.py", "shop/long.py"]}],
        "over the 300 a step may have; split it",
    ),
    "criteria that nobody can decide": (
        [{"step": "1", "files": ["shop/cart.py"], "criteria": ["the cart is nicer"]}],
        "no program can decide any of its criteria",
    ),
}


def planning(*plans: list[dict[str, Any]]) -> Callable[[dict[str, Any]], str]:
    """A model that gives these plans one after the other, and the last of them from then on."""
    waiting: Iterator[list[dict[str, Any]]] = iter(plans)
    now = [plans[0]]

    def answer(body: dict[str, Any]) -> str:
        if expected_of(words_of(body))[0][1] == "outline":
            now[0] = next(waiting, now[0])
        return Obedient(now[0], renamed)(body)

    return answer


@pytest.mark.parametrize("fault", WRONG)
def test_a_plan_that_cannot_be_is_sent_back_with_what_is_wrong(make_repo: MakeRepo, fault: str) -> None:
    outline, words = WRONG[fault]
    bench = Bench(make_repo({**FILES, "shop/long.py": "".join(f"NAME_{n} = {n}\n" for n in range(60))}))
    status, report, asked = run(bench, planning(outline, SOUND), module_budget=300)
    assert status == 0
    assert report.questions.outlines_sent_back == 1
    assert labels(report) == ["diagnosis-1", "plan-1", "plan-2", "S01-1"]
    assert words in asked[2]
    assert any("the outline is not accepted" in line for line in bench.said)
    assert [line.status for line in report.outcomes] == ["committed"]


def test_a_model_that_never_plans_right_is_not_asked_for_ever(bench: Bench) -> None:
    from agent.errors import ModelError

    with pytest.raises(ModelError, match=r"no plan that fits this repository; last: .*carts\.py"):
        run(bench, planning(WRONG["unknown files"][0]), repairs=2)
    assert sum("the outline is not accepted" in line for line in bench.said) == 3


def test_of_several_plans_for_a_vague_goal_the_best_is_taken_and_the_others_are_named(bench: Bench) -> None:
    plans = [
        {"plan": "all at once", "step": "1", "files": ["shop/cart.py", "shop/money.py"]},
        {"plan": "the cart alone", "step": "1", "files": ["shop/cart.py"], "criteria": CRITERIA},
        {"plan": "what is not there", "step": "1", "files": ["shop/nowhere.py"]},
    ]
    status, report, asked = run(bench, planning(plans), goal="Clean up")
    assert status == 0
    assert "Give 3 plans" in asked[1]
    assert [(one.name, one.taken) for one in report.considered] == [("the cart alone", True), ("all at once", False)]
    assert [line.files for line in report.outcomes] == [("shop/cart.py",)]
    assert any(line.startswith("plan not taken: all at once") for line in bench.said)


def test_places_that_a_log_invents_are_dropped_and_counted(bench: Bench, tmp_path: Path) -> None:
    log = [
        {"type": "done", "text": "renamed a variable", "source": "shop/cart.py:7"},
        {"type": "finding", "text": "price is slow", "source": "shop/money.py:400"},
        {"type": "removed", "text": "nobody needs it", "source": "shop/cart.py::never_there"},
    ]
    obedient = Obedient(SOUND, renamed)

    def answer(body: dict[str, Any]) -> str:
        words = words_of(body)
        bodies = {"log": "\n".join(map(json.dumps, log))}
        if any(kind == "file" for _, kind, _, _ in expected_of(words)):
            bodies["file"] = renamed("", CART)
            return blocks(words, lambda kind, _: bodies.get(kind))
        return obedient(body)

    status, report, _ = run(bench, answer)
    assert status == 0
    assert (report.sources.named, report.sources.false) == (3, 2)
    entries = [(entry.type, entry.source) for entry in bench.journal(Settings()).log]
    assert entries == [("done", "shop/cart.py:7"), ("hypothesis", "")]
    assert any("shop/money.py:400" in problem for problem in report.outcomes[0].problems)
