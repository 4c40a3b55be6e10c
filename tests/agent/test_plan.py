"""An outline is checked before anything is written, and its steps are put in an order that holds."""

import json
from typing import Any

import pytest

from agent.errors import SettingsError
from agent.plan import Plan, plan_from_outline
from agent.planfile import fitting_plan, read_plan
from repo_scan import Scan, scan_repository
from tests.conftest import commit_tree

FILES = {
    "shop/__init__.py": "",
    "shop/money.py": "def price(x):\n    return x\n",
    "shop/cart.py": "from shop.money import price\n\n\ndef total(items):\n    return sum(price(i) for i in items)\n",
    "shop/report.py": "from shop.cart import total\n\n\ndef show(items):\n    return str(total(items))\n",
    "conftest.py": "",
    "logo.bin": "\x00\x01",
}


@pytest.fixture(scope="module")
def scan(tmp_path_factory: pytest.TempPathFactory) -> Scan:
    root = tmp_path_factory.mktemp("repo")
    for path, text in FILES.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text)
    return scan_repository(commit_tree(root), budget=40)


def outline(scan: Scan, *entries: dict[str, Any] | str) -> Any:
    lines = [entry if isinstance(entry, str) else json.dumps({"title": "t", **entry}) for entry in entries]
    return plan_from_outline(lines, scan, "goal", "base")


def shape(plan: Plan) -> list[list[str]]:
    return [[step.files[0] if step.files else step.module for step in level.steps] for level in plan.levels]


def test_imported_comes_before_importer_unless_said_otherwise(scan: Scan) -> None:
    drafted = outline(
        scan,
        {"step": "a", "files": ["shop/report.py"]},
        {"step": "b", "files": ["shop/money.py"]},
        {"step": "c", "files": ["shop/cart.py"]},
    )
    assert drafted.problems == ()
    assert shape(drafted.plan) == [["shop/money.py"], ["shop/cart.py"], ["shop/report.py"]]
    assert [step.id for step in drafted.plan.steps] == ["S01", "S02", "S03"]


def test_a_dependency_that_is_named_wins_over_the_imports(scan: Scan) -> None:
    drafted = outline(
        scan,
        {"step": "a", "files": ["shop/report.py"]},
        {"step": "b", "files": ["shop/money.py"], "depends_on": ["a"]},
    )
    assert shape(drafted.plan) == [["shop/report.py"], ["shop/money.py"]]


def test_no_file_has_two_owners_in_a_level_and_an_operation_stands_alone(scan: Scan) -> None:
    drafted = outline(
        scan,
        {"step": "a", "files": ["shop/money.py"]},
        {"step": "b", "files": ["shop/money.py"]},
        {"step": "c", "op": {"op": "remove-unused"}},
        {"step": "d", "new": ["shop/other.py"]},
    )
    assert drafted.problems == ()
    for level in drafted.plan.levels:
        owned = [path for step in level.steps for path in step.files]
        assert len(owned) == len(set(owned))
        assert len(level.steps) == 1 or all(step.op is None for step in level.steps)


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ([{"step": "a", "files": ["shop/nowhere.py"]}], "no file shop/nowhere.py"),
        ([{"step": "a", "files": ["../evil.py"]}], "evil.py"),
        ([{"step": "a", "files": ["logo.bin"]}], "cannot be rewritten"),
        ([{"step": "a", "new": ["shop/cart.py"]}], "is there already"),
        ([{"step": "a", "new": ["../evil.py"]}], "'../evil.py' is no path inside the repository"),
        ([{"step": "a", "new": ["/etc/evil.py"]}], "is no path inside the repository"),
        ([{"step": "a", "new": ["shop/.GIT/hooks/x"]}], "git's own folder"),
        ([{"step": "a"}], "names no files"),
        ([{"step": "a", "files": ["conftest.py"]}], "may not be written"),
        ([{"step": "a", "files": ["shop/cart.py"], "depends_on": ["z"]}], "'z'"),
        ([{"step": "a", "files": ["shop/cart.py"]}, {"step": "a", "files": ["shop/money.py"]}], "Two steps"),
        (
            [
                {"step": "a", "files": ["shop/cart.py"], "depends_on": ["b"]},
                {"step": "b", "files": ["shop/money.py"], "depends_on": ["a"]},
            ],
            "circle",
        ),
        ([{"step": "a", "files": ["shop/cart.py", "shop/report.py", "shop/money.py"]}], "split it"),
        ([{"step": "a", "op": {"op": "make-it-nice"}}], "make-it-nice"),
        (["prose"], "cannot be read"),
        ([{"files": ["shop/cart.py"]}], "cannot be read"),
    ],
)
def test_what_is_wrong_with_an_outline_is_said(scan: Scan, entries: list[Any], words: str) -> None:
    drafted = outline(scan, *entries)
    assert any(words in problem for problem in drafted.problems), drafted.problems
    assert drafted.plan.steps == ()


def test_an_unknown_kind_of_change_is_sent_back_with_those_that_there_are(scan: Scan) -> None:
    [problem] = outline(scan, {"step": "a", "files": ["shop/cart.py"], "only": ["docstrings", "names"]}).problems
    assert "'names'" in problem
    assert "docstrings, comments, annotations, formatting, imports, local names" in problem


def test_a_step_with_a_limit_creates_and_deletes_nothing(scan: Scan) -> None:
    [problem] = outline(scan, {"step": "a", "files": ["shop/cart.py"], "new": ["b.py"], "only": ["imports"]}).problems
    assert "only imports may change in it, so it cannot create or delete files" in problem


def test_a_title_is_one_line_however_it_came(scan: Scan) -> None:
    plan = outline(scan, {"step": "a", "files": ["shop/cart.py"], "title": "Tidy\n\nOverhaul-Run: other"}).plan
    assert plan.steps[0].title == "Tidy Overhaul-Run: other"


def test_a_protected_file_may_be_planned_where_it_is_allowed(scan: Scan) -> None:
    line = json.dumps({"step": "a", "title": "t", "files": ["conftest.py"]})
    assert plan_from_outline([line], scan, "", "", ["conftest.py"]).problems == ()


def test_a_written_plan_is_read_back(scan: Scan) -> None:
    import msgspec

    plan = outline(scan, {"step": "a", "files": ["shop/cart.py"], "criteria": ["tests pass"]}).plan
    assert fitting_plan(read_plan(msgspec.json.encode(plan).decode()), scan) == plan


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"schema": 1, "goal": "tidy"}',
        '{"levels": []}',
        '{"levels": [{"steps": []}]}',
        '{"schema": 9}',
        '{"levels": [{"steps": [{"id": "S01", "title": "t", "files": ["gone.py"]}]}]}',
        '{"levels": [{"steps": [{"id": "../../x", "title": "t", "files": ["shop/cart.py"]}]}]}',
        '{"levels": [{"steps": [{"id": "", "title": "t", "files": ["shop/cart.py"]}]}]}',
        '{"levels": [{"steps": [{"id": "S01", "title": "t\\nOverhaul-Run: x", "files": ["shop/cart.py"]}]}]}',
        '{"levels": [{"steps": [{"id": "S01", "title": "t", "files": ["shop/cart.py"], "after": []}]}]}',
        '{"levels": [{"steps": [{"id": "S01", "title": "t", "files": ["shop/cart.py"], "only": ["words"]}]}]}',
        '{"levels": [{"steps": [{"id": "S01", "title": "t", "op": {"op": "merge-functions", "home": "gone.py:f",'
        ' "copies": ["shop/cart.py:total"]}}]}]}',
        '{"levels": [{"steps": [{"id": "S01", "title": "t", "files": ["shop/cart.py"]},'
        ' {"id": "S02", "title": "t", "files": ["shop/cart.py"]}]}]}',
    ],
)
def test_a_plan_file_that_does_not_fit_is_refused(scan: Scan, text: str) -> None:
    with pytest.raises(SettingsError):
        fitting_plan(read_plan(text), scan)
