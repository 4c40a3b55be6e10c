"""The module that tells most is chosen by plain points, the same each time."""

import pytest

from agent.diagnosis import Diagnosis, Finding
from agent.pilot.choose import Choice, choose
from agent.plan import Level, Plan, Step
from repo_scan import Scan, scan_repository
from tests.conftest import commit_tree

BODY = "".join(f"def f{number}(x):\n    return x + {number}\n" for number in range(20))
FILES = {
    "app/base.py": BODY,
    "app/one.py": f"from app.base import f1\n{BODY}",
    "app/two.py": f"from app.base import f2\n{BODY}",
    "app/alone.py": BODY,
    "app/large.py": BODY * 12,
    "tests/test_base.py": "from app.base import f1\n\n\ndef test_f():\n    assert f1(1) == 2\n",
}


@pytest.fixture(scope="module")
def scan(tmp_path_factory: pytest.TempPathFactory) -> Scan:
    root = tmp_path_factory.mktemp("repo")
    for path, text in FILES.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text)
    return scan_repository(commit_tree(root))


def step(name: str, *paths: str, **values: object) -> Step:
    files = tuple(f"app/{path}.py" for path in paths)
    return Step(**{"id": name, "title": "Tidy", "files": files, **values})  # type: ignore[arg-type]


def plan_of(*steps: Step) -> Plan:
    return Plan(levels=tuple(Level((one,)) for one in steps))


def chosen(scan: Scan, *steps: Step, wanted: tuple[str, ...] = (), findings: tuple[Finding, ...] = ()) -> Choice:
    choice = choose(plan_of(*steps), scan, Diagnosis(findings=findings), wanted)
    assert choice
    return choice


def ids(choice: Choice) -> list[str]:
    return [one.id for one in choice.steps]


ALL = (step("S1", "large"), step("S2", "alone"), step("S3", "one"), step("S4", "base"), step("S5", "two"))


def test_what_tests_reach_and_others_import_is_chosen_and_the_reasons_are_told(scan: Scan) -> None:
    choice = chosen(scan, *ALL)
    assert (choice.module, ids(choice)) == ("app/base.py", ["S4"])
    assert choice.reasons == ("tests reach it", "2 files import it", "about as large as most steps")


@pytest.mark.parametrize(
    ("steps", "best"),
    [
        ((step("S1", "alone"), step("S2", "one")), "app/alone.py"),  # of equals the first
        ((step("S1", "large"), step("S2", "alone"), step("S3", "one")), "app/alone.py"),
        ((step("S1", "alone"), step("S2", "one"), step("S3", "one", only=("imports",))), "app/one.py"),
        ((step("S1", "alone", new=("app/new.py",)),), "app/alone.py"),
        ((step("S1", new=("app/new.py",)),), "app/new.py"),
        ((step("S1", op={"op": "remove-unused", "paths": ["app/two.py"]}, kind="operation"),), "app/two.py"),
        ((step("S1", op={"op": "remove-unused"}, kind="operation"),), "remove-unused"),
    ],
)
def test_size_and_kinds_of_steps_decide_among_others(scan: Scan, steps: tuple[Step, ...], best: str) -> None:
    assert chosen(scan, *steps).module == best


def test_findings_count(scan: Scan) -> None:
    found = tuple(Finding(kind="k", path="app/one.py", line=n, quote="q", message="m") for n in range(1, 3))
    assert chosen(scan, step("S1", "alone"), step("S2", "one"), findings=found).reasons[0] == "2 findings about it"


def test_all_steps_of_the_module_come_and_those_that_they_depend_on(scan: Scan) -> None:
    steps = (
        step("S1", "two"),
        step("S2", "large"),
        step("S3", "base", depends_on=("S1",)),
        step("S4", "base", only=("imports",)),
        step("S5", "alone"),
    )
    assert ids(chosen(scan, *steps, wanted=("app/base.py",))) == ["S1", "S3", "S4"]


def test_operations_of_one_name_are_not_of_one_module(scan: Scan) -> None:
    tidy = [
        step(f"S{n}", kind="operation", op={"op": "remove-unused", "paths": [f"app/{name}.py"]})
        for n, name in enumerate(("one", "two"))
    ]
    assert ids(chosen(scan, *tidy, wanted=("app/two.py",))) == ["S1"]


def test_many_steps_tell_no_more_than_few(scan: Scan) -> None:
    many = [step(f"S{n}", "base") for n in range(1, 12)]
    assert chosen(scan, *many, step("S12", "alone")).module == "app/alone.py"


@pytest.mark.parametrize("glob", ["app/large.py", "app/l*", "*/large.py"])
def test_the_user_names_the_module(scan: Scan, glob: str) -> None:
    assert chosen(scan, *ALL, wanted=(glob,)).module == "app/large.py"


@pytest.mark.parametrize("glob", ["app/none.py", "tests/test_base.py", "S1", "large"])
def test_what_no_step_is_about_names_none(scan: Scan, glob: str) -> None:
    assert choose(plan_of(*ALL), scan, Diagnosis(), (glob,)) is None
