"""What alone may change: what goals say so, and that everything else says nothing of it."""

import pytest

from agent.limiting import implied_by, limited, limited_by_goal
from agent.plan import Level, Plan, Step

IMPLY = {
    "Add docstrings": ("docstrings",),
    "add docstrings to every public function and class of shop/": ("docstrings",),
    "Improve the docstrings.": ("docstrings",),
    "Add type hints": ("annotations",),
    "Please add all missing type annotations to the helpers in src/app": ("annotations",),
    "Add docstrings and type hints to all functions": ("docstrings", "annotations"),
    "Translate comments to English": ("comments",),
    "Translate the comments and docstrings into English": ("docstrings", "comments"),
    "Sort imports": ("imports",),
    "Tidy up the imports of all modules": ("imports",),
    "Remove unused imports": ("imports",),
    "Reformat everything": ("formatting",),
    "Reformat the code": ("formatting",),
    "Rename local variables in src/calc.py": ("local names",),
    "Write JSDoc comments for the web client": ("docstrings",),
}
SAY_NOTHING = (
    "",
    "One module for money",
    "Add docstrings and split the long functions",
    "Add type hints and fix what the type checker finds",
    "Add docstrings to shop.py and simplify it",
    "Remove comments and dead code",
    "Add comments; merge the two parsers",
    "Sort imports, break the cycles",
    "Fix type hints",
    "Improve type safety",
    "Rename variables",
    "Rename local variables and parameters",
    "Import the tax rate from one place",
    "Format dates in one place",
    "Reformat the output of the report",
    "Add a comment field to orders",
    "Add comments to blog posts. Users want them",
    "Update annotations of the map view",
    "Document the API",
    "Remove docstrings",
    "Sort the import jobs by size",
)


@pytest.mark.parametrize(("goal", "kinds"), IMPLY.items())
def test_a_goal_that_asks_for_nothing_else_limits_a_step(goal: str, kinds: tuple[str, ...]) -> None:
    assert implied_by(goal) == kinds


@pytest.mark.parametrize("goal", SAY_NOTHING)
def test_a_goal_that_may_ask_for_more_limits_nothing(goal: str) -> None:
    assert implied_by(goal) == ()


def plan(goal: str = "", *steps: Step) -> Plan:
    return Plan(goal=goal, levels=tuple(Level((step,)) for step in steps))


REWRITE = Step(id="S01", title="a", files=("a.py",))
OWN = Step(id="S02", title="b", files=("b.py",), only=("docstrings", "comments"))
NEW = Step(id="S03", title="c", new=("c.py",))
OPERATION = Step(id="S04", title="d", kind="operation", op={"op": "rename"})


def test_the_limit_of_a_goal_is_for_rewrites_that_have_none() -> None:
    made, line = limited_by_goal(plan("Add type hints", REWRITE, OWN, NEW, OPERATION))
    assert [step.only for step in made.steps] == [("annotations",), ("docstrings", "comments"), (), ()]
    assert "only annotations may change in 1 step" in line


@pytest.mark.parametrize(
    "given", [plan("Split the parser", REWRITE), plan("Add type hints", OWN), plan("Add type hints")]
)
def test_nothing_is_said_where_a_goal_limits_no_step(given: Plan) -> None:
    assert limited_by_goal(given) == (given, "")


def test_the_limit_of_a_run_is_for_every_step_and_a_narrower_one_stays() -> None:
    made = limited(plan("", REWRITE, OWN, OPERATION), ("docstrings", "imports"))
    assert [step.only for step in made.steps] == [("docstrings", "imports"), ("docstrings",), ("docstrings", "imports")]


def test_without_a_limit_a_plan_is_as_it_was() -> None:
    assert limited(plan("", REWRITE, OWN), ()) == plan("", REWRITE, OWN)
