"""The sample repositories are whole: each explains itself in five lines, and its own tests pass."""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from repo_scan import detect, read_texts, scan_repository

SAMPLES = Path(__file__).resolve().parent.parent / "sample_repos"
NAMES = ["already_fine", "broken_file", "copy_paste", "mixed_web", "one_big_module", "tangled_shop"]


def run_tests(root: Path) -> subprocess.CompletedProcess[str]:
    """Run a sample's tests as its README says, without a way to our own packages."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    return subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, timeout=60, check=False)


def unparsable(root: Path) -> list[str]:
    found = []
    for path in sorted(root.rglob("*.py")):
        try:
            ast.parse(path.read_text("utf-8"))
        except SyntaxError:
            found.append(path.relative_to(root).as_posix())
    return found


def test_every_sample_is_tested_here() -> None:
    assert sorted(path.name for path in SAMPLES.iterdir()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_samples_own_tests_pass(name: str, tmp_path: Path) -> None:
    root = shutil.copytree(SAMPLES / name, tmp_path / name)
    done = run_tests(root)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_says_in_five_lines_what_it_is(name: str) -> None:
    lines = (SAMPLES / name / "README.md").read_text("utf-8").splitlines()
    assert len(lines) == 5
    assert lines[0] == f"# {name}"
    assert lines[1].startswith("Disease: ")
    assert any("good end" in line for line in lines)


@pytest.mark.parametrize("name", NAMES)
def test_only_the_broken_sample_has_a_file_that_does_not_parse(name: str) -> None:
    assert unparsable(SAMPLES / name) == (["inventory/labels.py"] if name == "broken_file" else [])


DISEASES = {
    "already_fine": set[str](),
    "broken_file": {"syntax-error", "unused-import"},
    "copy_paste": {"copies", "unused-import"},
    "mixed_web": {"import-cycle", "unused-import"},
    "one_big_module": {"god-module"},
    "tangled_shop": {"import-cycle"},
}


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_has_its_disease_and_no_other(name: str, sample_repo: Callable[[str], Path]) -> None:
    root = sample_repo(name)
    scan = scan_repository(root)
    assert {finding.kind for finding in detect(scan, read_texts(root, None, scan.outlines))} == DISEASES[name]


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_is_small_and_plain(name: str) -> None:
    files = [path for path in (SAMPLES / name).rglob("*.py") if "__pycache__" not in path.parts]
    assert 4 <= len(files) <= 10
    assert not list((SAMPLES / name).rglob(".git"))
