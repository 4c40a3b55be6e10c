"""Whether the tests load the worktree: with real environments, as an editable install leaves them."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from agent.baseline import Baseline
from agent.checks import take_baseline
from agent.probe import owned, remedy, unimportable
from agent.settings import Settings
from applier.workspace import Workspace
from tests.conftest import MakeRepo, git
from tests.environments import make_environment, with_finder, with_path_file

CART = "def total(prices):\n    return sum(prices)\n"
TESTS = (
    "import unittest\n\nfrom shop.cart import total\n\n\n"
    "class Totals(unittest.TestCase):\n"
    "    def test_total(self):\n        self.assertEqual(total([1, 2]), 3)\n"
)
FAILING = TESTS + "\n    def test_wrong(self):\n        self.assertEqual(total([1, 2]), 4)\n"
SRC = {
    "src/shop/__init__.py": "",
    "src/shop/cart.py": CART,
    "tests/test_cart.py": TESTS,
    "setup.py": "",
    ".gitignore": ".venv\n",
}
FLAT = {"shop/__init__.py": "", "shop/cart.py": CART, "tests/test_cart.py": TESTS}
UNITTEST = "-m unittest discover -s tests"


def probed(root: Path, command: str, *, copy: tuple[str, ...] = ()) -> Baseline:
    """The baseline of a run on all sources; nothing of the probe may be left."""
    before = git(root, "worktree", "list")
    with Workspace.open(root, "r1", "overhaul/r1", "HEAD") as workspace:
        workspace.bring(copy)
        sources = owned(git(root, "ls-files", "*.py").split(), ())
        baseline = take_baseline(workspace, Settings(test=command), lambda line: None, sources)
        assert len(git(root, "worktree", "list").splitlines()) == 2
        assert not workspace.changed()
    assert git(root, "worktree", "list") == before
    assert not git(root, "status", "--porcelain")
    return baseline


REMEDIES = {
    "pytest -q": 'PYTHONPATH="$PWD/src" pytest -q',
    "A=1 pytest > out.txt": 'PYTHONPATH="$PWD/src" A=1 pytest > out.txt',
    "pytest a && pytest b": 'export PYTHONPATH="$PWD/src"; pytest a && pytest b',
    "pytest a; pytest b": 'export PYTHONPATH="$PWD/src"; pytest a; pytest b',
    "pytest | tee log": 'export PYTHONPATH="$PWD/src"; pytest | tee log',
    "cd web && npm test": 'export PYTHONPATH="$PWD/src"; cd web && npm test',
    "if true; then pytest; fi": 'export PYTHONPATH="$PWD/src"; if true; then pytest; fi',
    "pytest -k 'a or b'": "PYTHONPATH=\"$PWD/src\" pytest -k '\\''a or b'\\''",
}


@pytest.mark.parametrize(("command", "better"), REMEDIES.items())
def test_the_way_out_holds_for_every_part_of_a_command(command: str, better: str) -> None:
    assert remedy(command, "src").endswith(f"--test '{better}'")


def test_both_parts_of_a_command_load_the_worktree_as_the_note_says(make_repo: MakeRepo) -> None:
    root = make_repo(SRC)
    python = make_environment(root / ".venv").parents[2] / "bin/python"
    assert probed(root, f'export PYTHONPATH="$PWD/src"; true && {python} {UNITTEST}').counts


@pytest.mark.parametrize("files", [SRC, {**SRC, "tests/test_other.py": "import shop.cart\n"}])
def test_a_base_that_cannot_import_its_own_modules_is_told_so(files: dict[str, str], make_repo: MakeRepo) -> None:
    root = make_repo(files)
    python = make_environment(root / ".venv").parents[2] / "bin/python"
    baseline = probed(root, f"{python} {UNITTEST}")
    assert not baseline.counts
    assert "the tests cannot import `shop`, which lies in src; let them load the worktree" in baseline.note
    assert f"--test 'PYTHONPATH=\"$PWD/src\" {python} {UNITTEST}'" in baseline.note


@pytest.mark.parametrize("output", ["", "ModuleNotFoundError: No module named 'numpy'", "No module named 'shopping'"])
def test_a_module_of_other_people_is_not_taken_for_one_of_the_repository(output: str, tmp_path: Path) -> None:
    (tmp_path / "src/shop").mkdir(parents=True)
    assert unimportable(output, tmp_path) is None
    assert unimportable(f"{output}\nE   ModuleNotFoundError: No module named 'shop.cart'", tmp_path) == ("shop", "src")


@pytest.mark.parametrize("install", [with_path_file, with_finder])
def test_tests_of_an_editable_install_from_the_checkout_do_not_count_unless_they_load_the_worktree(
    install: Callable[[Path, Path], None], make_repo: MakeRepo
) -> None:
    root = make_repo(SRC)
    site = make_environment(root / ".venv")
    install(site, root / "src")
    python = root / ".venv/bin/python"

    blind = probed(root, f"{python} {UNITTEST}")
    assert not blind.counts
    assert "every step is unverified" in blind.note
    assert f"{site}/__editable__" in blind.note
    assert f"makes them load {root}/src" in blind.note
    assert f"--test 'PYTHONPATH=\"$PWD/src\" {python} {UNITTEST}'" in blind.note
    assert "--copy .venv" in blind.note

    assert probed(root, f'PYTHONPATH="$PWD/src" {python} {UNITTEST}').counts  # as the note says
    assert probed(root, f".venv/bin/python {UNITTEST}", copy=(".venv",)).counts  # and as it says too


def test_failures_of_the_base_do_not_hide_that_the_tests_load_another_copy(make_repo: MakeRepo) -> None:
    root = make_repo({**SRC, "tests/test_cart.py": FAILING})
    with_path_file(make_environment(root / ".venv"), root / "src")
    assert not probed(root, f"{root}/.venv/bin/python {UNITTEST}").counts
    assert probed(root, f'PYTHONPATH="$PWD/src" {root}/.venv/bin/python {UNITTEST}').counts


def test_an_installed_copy_is_named(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo(SRC)
    site = make_environment(tmp_path / "env")
    shutil.copytree(root / "src/shop", site / "shop")
    baseline = probed(root, f"{tmp_path}/env/bin/python {UNITTEST}")
    assert not baseline.counts
    assert f"they may load the installed {site}/shop" in baseline.note
    assert "--copy" not in baseline.note


@pytest.mark.parametrize(
    ("command", "counts"),
    [
        ("python3 " + UNITTEST, True),  # loads the folder that it runs in
        ("python3 -c 'import shop.cart'", True),
        ("python3 -c 'import shop'", True),  # one file of all is enough to notice
        ("if grep -q sum shop/cart.py; then :; else no-such-command; fi", True),
        ("true", False),
        ("python3 -m compileall -q tests", False),  # looks at none of the sources
        ("cat shop/cart.py", False),
    ],
)
def test_tests_count_where_they_notice_that_every_source_is_broken(
    command: str, counts: bool, make_repo: MakeRepo
) -> None:
    baseline = probed(make_repo(FLAT), command)
    assert baseline.counts is counts
    assert ("PYTHONPATH" in baseline.note) is not counts


def test_there_is_nothing_to_probe_without_sources(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo({"tests/test_it.py": "import unittest\n", "conftest.py": "", "setup.py": "", "a/types.pyi": ""})
    assert probed(root, f"echo run >> {tmp_path}/marker").counts
    assert (tmp_path / "marker").read_text() == "run\n"


@pytest.mark.parametrize("path", ["shop/cart.py", "src/a.ts", "conf.py"])
def test_sources_are_probed(path: str) -> None:
    assert owned([path], ()) == (path,)


@pytest.mark.parametrize(
    "path", ["tests/helper.py", "test_a.py", "web/cart.test.ts", "conftest.py", "setup.py", "a.pyi"]
)
def test_tests_and_what_decides_how_they_run_are_not_probed(path: str) -> None:
    assert owned([path], ()) == ()
