"""Of several plans the best by written criteria is taken, and the others are named with their points."""

import json
from typing import Any

import pytest

from agent.choosing import by_plan, choose
from agent.diagnosis import Diagnosis, Finding, Place
from agent.ground import Ground
from agent.plan import Level, Plan, Step
from agent.settings import Settings
from agent.weighing import score
from repo_scan import Scan, scan_repository
from tests.conftest import commit_tree

FILES = {
    "money.py": "def price(x):\n    return x\n",
    "cart.py": "from money import price\n\n\ndef total(items):\n    return sum(price(i) for i in items)\n",
    "report.py": "from cart import total\n\n\ndef show(items):\n    return str(total(items))\n",
    "app.py": "from cart import total\nfrom report import show\n\nprint(show([]), total([]))\n",
}
COPIES = Finding(kind="copies", severity="high", path="money.py", line=1, quote="def price(x):", message="m",
                 places=(Place("money.py", 1), Place("report.py", 4)))  # fmt: skip
DIAGNOSIS = Diagnosis(findings=(COPIES,))


@pytest.fixture(scope="module")
def scan(tmp_path_factory: pytest.TempPathFactory) -> Scan:
    root = tmp_path_factory.mktemp("repo")
    for path, text in FILES.items():
        (root / path).write_text(text)
    return scan_repository(commit_tree(root), budget=200)


@pytest.fixture
def ground(scan: Scan) -> Ground:
    return Ground(scan, FILES, Settings(goal="tidy", model="m"), lambda path: path != "app.py", "k7f3q9zz", "base")


def line(plan: str, step: str, *files: str, **fields: Any) -> str:
    named = {"plan": plan} if plan else {}
    return json.dumps({**named, "step": step, "title": "t", "files": files, **fields})


def test_lines_are_told_apart_by_the_plan_that_they_name() -> None:
    lines = [line("A", "1", "a.py"), line("B", "1", "b.py"), "{torn", "", line("", "2", "c.py"), line("A", "2", "d.py")]
    assert by_plan(lines) == {"A": [lines[0], lines[5]], "B": [lines[1], "{torn", lines[4]]}
    assert by_plan([]) == {"": []}


def test_the_plan_with_the_most_points_is_taken_and_the_others_stand_beside_it(ground: Ground) -> None:
    lines = [
        line("names first", "1", "cart.py", criteria=["cart.py has at most 9 lines"]),
        line("one price", "1", "money.py", criteria=["money.py defines `price`"]),
    ]
    chosen = choose(lines, ground, DIAGNOSIS)
    assert [step.files for step in chosen.plan.steps] == [("money.py",)]
    assert [(one.name, one.taken, one.score.coupling) for one in chosen.weighed] == [
        ("one price", True, 40),
        ("names first", False, 0),
    ]
    assert str(chosen.weighed[0]).startswith("taken: one price (1 step; ")


def test_a_plan_that_does_not_hold_is_not_taken_however_good(ground: Ground) -> None:
    lines = [line("best", "1", "money.py", "nowhere.py"), line("sound", "1", "cart.py")]
    chosen = choose(lines, ground, DIAGNOSIS)
    assert chosen.problems == ()
    assert [(one.name, one.taken) for one in chosen.weighed] == [("sound", True)]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (
            [line("A", "1", "nowhere.py"), line("B", "1", "app.py")],
            "In the plan 'A': Step 1: there is no file",
        ),
        ([line("", "1", "app.py")], "app.py lies outside what this run may touch"),
        ([line("", "1", "cart.py"), line("", "2", "cart.py")], "Steps 1 and 2 both write cart.py"),
        ([line("", "1", "crt.py")], "(or is it cart.py?)"),
    ],
)
def test_where_no_plan_holds_it_is_said_what_is_wrong(ground: Ground, lines: list[str], words: str) -> None:
    problems = choose(lines, ground, DIAGNOSIS).problems
    assert any(words in problem for problem in problems), problems


def test_one_plan_is_taken_without_being_weighed(ground: Ground) -> None:
    chosen = choose([line("", "1", "cart.py", criteria=["better"])], ground, DIAGNOSIS)
    assert chosen.weighed == ()
    assert chosen.plan.steps
    assert len(chosen.remarks) == 1


def plan(*steps: Step) -> Plan:
    return Plan(levels=(Level(steps),))


def step(*files: str, **fields: Any) -> Step:
    return Step(id="S01", title="t", files=files, **fields)


BETTER = [
    (step("money.py"), step("cart.py"), "coupling"),
    (step(op={"op": "move", "name": "money.py:price"}), step("cart.py"), "coupling"),
    (step("money.py"), step("money.py", "cart.py"), "size"),
    (step("app.py"), step("cart.py"), "risk"),
    (step("cart.py"), step("cart.py", delete=("money.py",)), "risk"),
    (step("cart.py", criteria=("cart.py has at most 9 lines",)), step("cart.py", criteria=("better",)), "review"),
    (step("app.py"), step("app.py", "cart.py", "money.py", "report.py"), "review"),
]


@pytest.mark.parametrize(("more", "less", "what"), BETTER)
def test_points_follow_the_written_criteria(scan: Scan, more: Step, less: Step, what: str) -> None:
    better, worse = (getattr(score(plan(one), DIAGNOSIS, scan), what) for one in (more, less))
    assert better > worse


def test_points_lie_between_none_and_a_hundred(scan: Scan) -> None:
    assert score(Plan(), DIAGNOSIS, scan).total == 0
    for one, other, _ in BETTER:
        assert 0 <= score(plan(one, other), DIAGNOSIS, scan).total <= 100
