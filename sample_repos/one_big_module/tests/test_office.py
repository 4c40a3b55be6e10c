from datetime import date

import pytest

from office.letters import reminder
from office.planning import wall_plan
from office.toolbox import Money, Task, in_order


def test_a_reminder_is_friendly() -> None:
    mail = reminder("ann lee", Money(12_050), date(2024, 5, 3), date(2024, 5, 2))
    assert mail.body == "Dear Ann Lee,\nplease send us 120.50 EUR until tomorrow.\n"
    assert mail.to == ("ann@example.org",)


def test_the_plan_skips_holidays() -> None:
    tasks = [Task("print", 2, after=("write",)), Task("write", 1, done=True)]
    assert wall_plan(tasks, date(2023, 12, 22)) == ["write Wed 2023-12-27", "print Fri 2023-12-29", "1 of 3 days (33 %)"]


def test_tasks_that_wait_for_each_other_are_named() -> None:
    with pytest.raises(ValueError, match="a, b"):
        in_order([Task("a", after=("b",)), Task("b", after=("a",))])
