"""Which goals leave open what is to be done."""

import pytest

from agent.vague import is_vague


@pytest.mark.parametrize(
    "goal",
    [
        "",
        "  ",
        "Clean up",
        "clean up the code.",
        "Improve this repository!",
        "Improve",
        "Refactor the whole code base",
        "Please refactor",
        "Make it better",
        "Make the code more readable and maintainable",
        "Tidy up, and improve the structure",
        "pay off technical debt",
        "improve code quality",
    ],
)
def test_a_goal_that_names_nothing_is_vague(goal: str) -> None:
    assert is_vague(goal)


@pytest.mark.parametrize(
    "goal",
    [
        "One module for money, no copies",
        "Remove the import cycle between cart and money",
        "Improve the error messages",
        "Clean up the imports",
        "Refactor shop/cart.py",
        "Make total() faster",
        "Simplify Cart",
        "Split the module toolbox",
        "Add docstrings",
        "Rename client to customer everywhere",
        "tests",
    ],
)
def test_a_goal_that_names_something_is_not(goal: str) -> None:
    assert not is_vague(goal)
