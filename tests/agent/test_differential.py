"""The loop with --differential: what tests let through is found, sent back, and told where it lands."""

from collections.abc import Callable
from pathlib import Path

import pytest

from agent.report.document import report_of
from tests.agent.test_run import CART_STEP, FILES, MONEY_STEP, NOTHING_FOUND, TEST, Bench, files, hook, settings
from tests.fakes import ScriptedModel

MONEY = (
    'RATE = 2\n\n\ndef price(x: int) -> int:\n    """In cents."""\n    if x < 0:\n        raise ValueError(x)\n'
    "    return x * RATE\n\n\ndef label(x: int) -> None:\n    print(x)\n"
)
SAME = MONEY.replace("x * RATE", "RATE * x")
OTHER = MONEY.replace("x < 0", "x <= 0")  # which no test notices
DECLARED = '{"type":"done","text":"tidied"}\n{"type":"changed","source":"shop/money.py::price","text":"0 is no price"}'


@pytest.fixture
def bench(make_repo: Callable[..., Path]) -> Bench:
    return Bench(make_repo({**FILES, "shop/money.py": MONEY}))


def test_what_tests_do_not_notice_is_sent_back_with_a_call_that_shows_it(bench: Bench) -> None:
    model = ScriptedModel(NOTHING_FOUND, MONEY_STEP, files({"shop/money.py": OTHER}), files({"shop/money.py": SAME}))
    status, journal = bench.run(model, settings(differential=True))
    assert status == 0
    assert bench.show("shop/money.py") == SAME
    assert "`price(0)` gave 0 before and raises ValueError now" in model.prompts[-1].words
    (line,) = report_of(journal).outcomes
    assert any("1 function called in both versions" in note and "all alike" in note for note in line.problems)


def test_without_it_the_same_step_lands(bench: Bench) -> None:
    model = ScriptedModel(NOTHING_FOUND, MONEY_STEP, files({"shop/money.py": OTHER}))
    status, journal = bench.run(model, settings())
    assert (status, bench.show("shop/money.py")) == (0, OTHER)
    assert not any("called" in note for note in report_of(journal).outcomes[0].problems)


def test_a_step_that_goes_on_doing_otherwise_is_refused(bench: Bench) -> None:
    model = ScriptedModel(NOTHING_FOUND, MONEY_STEP, *[files({"shop/money.py": OTHER})] * 2)
    status, journal = bench.run(model, settings(differential=True, repairs=1))
    assert (status, bench.commits()) == (1, 0)
    assert "[differential]" in report_of(journal).outcomes[0].problems[0]


def test_a_change_that_is_declared_lands_and_is_told(bench: Bench) -> None:
    model = ScriptedModel(NOTHING_FOUND, MONEY_STEP, files({"shop/money.py": OTHER}, DECLARED))
    status, journal = bench.run(model, settings(differential=True))
    assert (status, bench.show("shop/money.py")) == (0, OTHER)
    (line,) = report_of(journal).outcomes
    assert any("`price(0)` gave 0 before and raises ValueError now" in note for note in line.problems)


def test_a_step_that_fails_the_tests_is_not_called(bench: Bench) -> None:
    broken = MONEY.replace("x * RATE", "x")
    model = ScriptedModel(NOTHING_FOUND, MONEY_STEP, files({"shop/money.py": broken}), files({"shop/money.py": SAME}))
    status, _ = bench.run(model, settings(differential=True))
    assert status == 0
    assert "[tests]" in model.prompts[-1].words
    assert "[differential]" not in model.prompts[-1].words


def test_what_a_hook_made_of_it_is_called_too(bench: Bench) -> None:
    hook(bench, "sed -i 's/x < 0/x <= 0/' shop/money.py; git add shop/money.py")
    model = ScriptedModel(NOTHING_FOUND, MONEY_STEP, *[files({"shop/money.py": SAME})] * 2)
    status, journal = bench.run(model, settings(differential=True, repairs=1))
    assert (status, bench.commits()) == (1, 0)
    assert (
        "after a hook of yours rewrote shop/money.py: `price(0)` gave 0" in report_of(journal).outcomes[0].problems[0]
    )


def test_a_step_in_which_no_function_changed_says_nothing(bench: Bench) -> None:
    cart = FILES["shop/cart.py"].replace("The cart.", "The cart, as it is.")
    model = ScriptedModel(NOTHING_FOUND, CART_STEP, files({"shop/cart.py": cart}))
    status, journal = bench.run(model, settings(differential=True, test=TEST))
    assert status == 0
    assert report_of(journal).outcomes[0].problems == ()
