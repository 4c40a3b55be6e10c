"""Forecasts: the questions and the steps, as they should go and at worst."""

from dataclasses import replace

import pytest

from agent.budget import Meter
from agent.forecast import BOTH, Outlook, seconds_for
from agent.habits import Habit
from agent.lineup import Models
from agent.plan import Level, Plan, Step
from agent.prices import Price
from agent.purposes import Described
from agent.settings import Settings
from repo_scan import Scan, scan_repository
from tests.conftest import commit_tree

PRICES = {"m": Price(input=1.0, output=10.0)}
REWRITES = Plan(levels=(Level((Step(id="S01", title="t", files=("a.py",)), Step(id="S02", title="t", new=("c.py",)))),))
OPERATION = Plan(levels=(Level((Step(id="S01", title="t", kind="operation", op={"op": "remove-unused"}),)),))


@pytest.fixture(scope="module")
def scan(tmp_path_factory: pytest.TempPathFactory) -> Scan:
    root = tmp_path_factory.mktemp("forecast")
    (root / "a.py").write_text("def f(x):\n    return x\n" * 100)
    (root / "b.py").write_text("def g(x):\n    return x\n" * 50)
    return scan_repository(commit_tree(root))


def outlook(scan: Scan, settings: Settings, speeds: dict[str, float] | None = None) -> Outlook:
    habits = {model: Habit(written=speed, seconds=1.0) for model, speed in (speeds or {}).items()}
    return Outlook(scan, settings, lambda path: True, 500, Meter(settings).cost, lambda name: habits.get(name, Habit()))


def test_the_run_is_its_questions_and_its_steps(scan: Scan) -> None:
    ahead = outlook(scan, Settings(model="m", prices=PRICES))
    questions, run = ahead.of_questions(BOTH), ahead.of_run(REWRITES, BOTH)
    assert (questions.likely.requests, run.likely.requests) == (2, 4)
    held = sum(file.tokens for file in scan.inventory.files if file.path == "a.py")
    assert run.likely.output_tokens - questions.likely.output_tokens > held
    assert run.likely.cost_usd == pytest.approx((run.likely.input_tokens + 10 * run.likely.output_tokens) / 1e6)


def test_a_plan_that_is_there_is_not_asked_for(scan: Scan) -> None:
    assert outlook(scan, Settings(model="m", prices=PRICES)).of_questions(("diagnosis",)).likely.requests == 1


@pytest.mark.parametrize(("sizes", "requests"), [((), 1), ((1,), 2), ((3, 1), 3)])
def test_files_that_are_to_be_described_are_requests_to_the_small_model(
    scan: Scan, sizes: tuple[int, ...], requests: int
) -> None:
    batches = tuple((Described("a.py", "b", "x = 1\n" * 50),) * size for size in sizes)
    prices = {**PRICES, "s": Price(input=100.0, output=0.0)}
    settings = Settings(model="m", models=Models(small="s"), summaries="model", prices=prices, repairs=1)
    ahead = replace(outlook(scan, settings), batches=batches)
    plain, foreseen = outlook(scan, settings).of_questions(("diagnosis",)), ahead.of_questions(("diagnosis",))
    assert (foreseen.likely.requests, foreseen.worst.requests) == (requests, 2 * requests)
    asked = foreseen.likely.input_tokens - plain.likely.input_tokens
    assert (foreseen.likely.cost_usd or 0) - (plain.likely.cost_usd or 0) == pytest.approx(asked * 100 / 1e6)
    assert asked >= 50 * sum(sizes)


def test_at_worst_every_repair_is_needed(scan: Scan) -> None:
    for repairs, rounds in ((0, 4), (3, 4 + 16 + 8)):  # diagnosis 4, plan 4 times 4, two steps 4 each
        foreseen = outlook(scan, Settings(model="m", prices=PRICES, repairs=repairs)).of_run(REWRITES, BOTH)
        assert foreseen.worst.requests == rounds
        assert foreseen.worst.output_tokens > foreseen.likely.output_tokens
        assert (foreseen.worst.cost_usd or 0) > (foreseen.likely.cost_usd or 0)


@pytest.mark.parametrize("plan", [OPERATION, Plan()])
def test_operations_cost_nothing(scan: Scan, plan: Plan) -> None:
    ahead = outlook(scan, Settings(model="m", prices=PRICES))
    assert ahead.of_run(plan, ("diagnosis",)) == ahead.of_questions(("diagnosis",))


def test_the_built_in_model_costs_nothing(scan: Scan) -> None:
    foreseen = outlook(scan, Settings()).of_run(OPERATION, BOTH)
    assert (foreseen.worst.requests, foreseen.worst.cost_usd, foreseen.worst.seconds) == (0, 0.0, 0.0)


def test_what_is_not_known_is_not_made_up(scan: Scan) -> None:
    foreseen = outlook(scan, Settings(model="m", base_url="http://127.0.0.1:1/v1")).of_questions(BOTH)
    assert foreseen.likely.cost_usd is None
    assert foreseen.likely.seconds is None


def test_time_follows_the_measured_speed_and_grows_faster_than_the_reply(scan: Scan) -> None:
    fast, slow = (
        outlook(scan, Settings(model="m", prices=PRICES), {"m": speed}).of_run(REWRITES, BOTH)
        for speed in (100.0, 50.0)
    )
    assert slow.likely.seconds == pytest.approx(2 * (fast.likely.seconds or 0), rel=0.001)
    assert seconds_for(100, 100.0) == pytest.approx(1.5, rel=0.01)
    assert seconds_for(64_000, 100.0) == pytest.approx(2 * 1.5 * 640)


def test_a_forecast_says_what_it_rests_on_and_follows_what_the_model_reported(scan: Scan) -> None:
    settings = Settings(model="m", prices=PRICES)
    plain = outlook(scan, settings).of_questions(("diagnosis",)).likely
    habit = Habit(estimated=10_000, reported=12_000)
    ahead = Outlook(scan, settings, lambda path: True, 500, Meter(settings).cost, lambda name: habit)
    sharper = ahead.of_questions(("diagnosis",)).likely
    assert (plain.basis, sharper.basis) == ("estimate", "calibrated")
    assert sharper.input_tokens == pytest.approx(1.2 * plain.input_tokens, abs=1)
