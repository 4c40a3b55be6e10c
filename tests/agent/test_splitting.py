"""Steps that would change more than is read in one go are split by files; what belongs together is not."""

import pytest

from agent.outline import OutlineEntry
from agent.plan import plan_from_outline
from agent.splitting import estimate, split_entries
from repo_scan import Scan, scan_repository
from tests.conftest import commit_tree

NAMES = ("a", "b", "c", "d")


@pytest.fixture(scope="module")
def scan(tmp_path_factory: pytest.TempPathFactory) -> Scan:
    root = tmp_path_factory.mktemp("repo")
    for name in NAMES:
        (root / f"{name}.py").write_text("".join(f"{name}{number} = {number}\n" for number in range(100)))
    return scan_repository(commit_tree(root))


def entry(files: str, **values: object) -> OutlineEntry:
    paths = tuple(f"{name}.py" for name in files)
    return OutlineEntry(**{"step": "1", "title": "Tidy", "files": paths, **values})  # type: ignore[arg-type]


def shape(scan: Scan, one: OutlineEntry, most: int | None) -> list[str]:
    parts, _ = split_entries([one], scan, most)
    return ["".join(path[0] for path in part.files) for part in parts]


@pytest.mark.parametrize(
    ("one", "most", "parts"),
    [
        (entry("abcd"), 100, ["a", "b", "c", "d"]),
        (entry("abcd"), 250, ["ab", "cd"]),
        (entry("abcd"), 30, ["a", "b", "c", "d"]),
        (entry("abcd", only=("docstrings",)), 70, ["ab", "cd"]),
        (entry("abcd", only=("docstrings", "comments")), 60, ["a", "b", "c", "d"]),
        (entry("abcd", criteria=("a.py imports f from d",)), 250, ["ab", "cd"]),
        (entry("abcd", criteria=("`a1` is gone from a.py, and stands in c.py",)), 200, ["ac", "bd"]),
        (entry("abc", title="Move `a1` from a.py to b.py"), 100, ["ab", "c"]),
    ],
)
def test_too_large_a_step_becomes_several(scan: Scan, one: OutlineEntry, most: int, parts: list[str]) -> None:
    assert shape(scan, one, most) == parts


@pytest.mark.parametrize(
    ("one", "most"),
    [
        (entry("abcd"), None),
        (entry("abcd"), 400),
        (entry("a"), 10),
        (entry("abcd", only=("imports",)), 40),
        (entry("abcd", new=("e.py",)), 100),
        (entry("abc", delete=("d.py",)), 100),
        (entry("", op={"op": "remove-unused"}), 1),
        (entry("ab", criteria=("a.py and b.py do not import each other",)), 100),
        (entry("ab", title="Move f from a.py to b.py"), 100),
    ],
)
def test_what_fits_or_belongs_together_stays_one_step(scan: Scan, one: OutlineEntry, most: int | None) -> None:
    parts, _ = split_entries([one], scan, most)
    assert parts == (one,)


def test_a_criterion_goes_with_the_file_that_it_names_and_others_with_every_part(scan: Scan) -> None:
    one = entry("ab", criteria=("lines(a.py) <= 90", "every name is clear"))
    (first, second), said = split_entries([one], scan, 100)
    assert first.criteria == ("lines(a.py) <= 90", "every name is clear")
    assert second.criteria == ("every name is clear",)
    assert (first.title, second.title) == ("Tidy (1 of 2)", "Tidy (2 of 2)")
    assert said == ("the step “Tidy” may change about 200 lines, more than 100: it is done in 2 steps",)


def test_what_depends_on_a_split_step_depends_on_all_of_it(scan: Scan) -> None:
    later = entry("c", step="2", depends_on=("1",))
    parts, _ = split_entries([entry("ab"), later], scan, 100)
    assert parts[-1].depends_on == ("1/1", "1/2")


def test_a_large_step_that_stays_whole_is_said(scan: Scan) -> None:
    _, said = split_entries([entry("a")], scan, 10)
    assert said == ("the step “Tidy” may change about 100 lines, more than 10, and cannot be split by files",)


def test_a_plan_holds_the_parts_under_ids_of_its_own(scan: Scan) -> None:
    lines = ['{"step": "x", "title": "Tidy", "files": ["a.py", "b.py"]}', '{"step": "y", "title": "T", "files": ["c.py"], "depends_on": ["x"]}']  # fmt: skip # noqa: E501
    drafted = plan_from_outline(lines, scan, "goal", "base", most_lines=100)
    assert [(step.id, step.files, step.depends_on) for step in drafted.plan.steps] == [
        ("S01", ("a.py",), ()),
        ("S02", ("b.py",), ()),
        ("S03", ("c.py",), ("S01", "S02")),
    ]


@pytest.mark.parametrize(("only", "lines"), [((), 200), (("imports",), 20), (("imports", "formatting"), 140)])
def test_an_estimate_goes_by_what_may_change(only: tuple[str, ...], lines: int) -> None:
    assert estimate(entry("ab", only=only), {"a.py": 100, "b.py": 100}) == lines
