"""The target's commands through the real command line: the probe, resumed, and the sandbox, given and refused."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from applier.errors import CommandUnusable
from applier.sandbox import check_sandbox
from tests.commandline import fingerprint, overhaul, overhaul_json, plain_git
from tests.conftest import MakeRepo
from tests.environments import make_environment, with_path_file

KEY = "sk-a-secret-of-the-user-0123456789"
FILES = {
    "src/shop/__init__.py": "",
    "src/shop/cart.py": "import os\n\n\ndef total(prices):\n    return sum(prices)\n",  # one thing to do
    "tests/test_cart.py": "import unittest\n\nfrom shop.cart import total\n\n\n"
    "class Totals(unittest.TestCase):\n"
    "    def test_total(self):\n        self.assertEqual(total([1, 2]), 3)\n",
    ".gitignore": ".venv\n",
}


def counted(marker: Path, command: str) -> str:
    return f"echo x >> {marker}; {command}"


def times(marker: Path) -> int:
    return len(marker.read_text().splitlines())


def test_tests_of_an_editable_install_are_reported_as_none_and_not_run_again(
    make_repo: MakeRepo, tmp_path: Path
) -> None:
    root, marker = make_repo(FILES), tmp_path / "marker"
    with_path_file(make_environment(root / ".venv"), root / "src")
    before = fingerprint(root)
    command = f"{root}/.venv/bin/python -m unittest discover -s tests"

    report = overhaul_json(root, "run", "--test", counted(marker, command))
    assert [(line["status"], line["verified"]) for line in report["outcomes"]] == [("committed", False)]
    assert "do not notice when every source file is broken" in report["tests"]
    assert 'PYTHONPATH="$PWD/src"' in report["tests"]
    assert times(marker) == 2  # on the base, and in the probe

    marker.unlink()
    report = overhaul_json(root, "run", "--test", counted(marker, f'PYTHONPATH="$PWD/src" {command}'))
    assert [(line["status"], line["verified"]) for line in report["outcomes"]] == [("committed", True)]
    assert times(marker) == 3  # and once on the step
    assert fingerprint(root) == before


def test_a_resumed_run_does_not_probe_again(make_repo: MakeRepo, tmp_path: Path) -> None:
    root, marker = make_repo(FILES), tmp_path / "marker"
    command = f'PYTHONPATH="$PWD/src" "{sys.executable}" -m unittest discover -s tests'
    killing = f'[ "$(wc -l < {marker})" -ne 3 ] || kill -9 $PPID; {command}'
    assert overhaul(root, "run", "--test", counted(marker, killing)).returncode == -9
    assert times(marker) == 3  # base, probe, step
    report = overhaul_json(root, "resume")
    assert [line["verified"] for line in report["outcomes"]] == [True]
    assert times(marker) == 4


@pytest.mark.parametrize(("correction", "runs"), [(("--max-minutes", "600"), 4), (("--test", "echo x >> {}"), 5)])
def test_a_resumed_run_measures_again_only_where_its_commands_were_corrected(
    correction: tuple[str, str], runs: int, make_repo: MakeRepo, tmp_path: Path
) -> None:
    root, marker = make_repo(FILES), tmp_path / "marker"
    command = (
        f'[ "$(wc -l < {marker})" -ne 3 ] || kill -9 $PPID; PYTHONPATH=src "{sys.executable}" -c "import shop.cart"'
    )
    assert overhaul(root, "run", "--test", counted(marker, command)).returncode == -9
    overhaul_json(root, "resume", correction[0], correction[1].format(marker))
    assert times(marker) == runs


LOOKING = f'''
import pathlib
import unittest

from shop.cart import total

KEY = b"{KEY[::-1]}"[::-1]


class Secrets(unittest.TestCase):
    def test_no_process_has_the_key(self):
        self.assertEqual(total([]), 0)
        for place in pathlib.Path("/proc").glob("[0-9]*/environ"):
            try:
                content = place.read_bytes()
            except OSError:
                continue
            self.assertNotIn(KEY, content)

    def test_the_home_is_empty(self):
        self.assertFalse(pathlib.Path("~/.bashrc").expanduser().exists())
'''


def test_with_the_sandbox_the_tests_of_a_run_find_no_key(make_repo: MakeRepo, own_home: Path) -> None:
    try:
        check_sandbox()
    except CommandUnusable as error:
        pytest.skip(str(error))
    root = make_repo({**FILES, "tests/test_secrets.py": LOOKING})
    (own_home / ".bashrc").write_text(f"export OPENAI_API_KEY={KEY}\n")
    before = fingerprint(root)
    command = f'PYTHONPATH="$PWD/src" "{sys.executable}" -m unittest discover -s tests'

    report = overhaul_json(root, "run", "--sandbox", "--test", command, OPENAI_API_KEY=KEY)
    assert [(line["status"], line["verified"]) for line in report["outcomes"]] == [("committed", True)]
    assert report["tests"].startswith("the tests pass on the base")
    assert fingerprint(root) == before

    report = overhaul_json(root, "run", "--test", command, OPENAI_API_KEY=KEY)  # which has the key itself
    assert report["tests"].startswith("2 tests of the base fail")


@pytest.mark.parametrize(
    ("bubblewrap", "words"),
    [
        ("", "install the package bubblewrap"),
        ("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2; exit 1\n", "No permissions to create"),
    ],
)
def test_a_sandbox_that_cannot_be_had_ends_a_run_before_it_begins(
    bubblewrap: str, words: str, make_repo: MakeRepo, tmp_path: Path
) -> None:
    root = make_repo(FILES)
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "git").symlink_to(shutil.which("git") or "")
    if bubblewrap:
        (programs / "bwrap").write_text(bubblewrap)
        (programs / "bwrap").chmod(0o755)
    before = fingerprint(root)
    done = overhaul(root, "run", "--sandbox", "--test", "true", PATH=str(programs))
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert fingerprint(root) == before
    assert plain_git(root, "branch", "--format=%(refname:short)") == "main\n"
    assert not (root / ".git/overhaul/runs").exists()
    assert overhaul(root, "run", "--test", "true", PATH=str(programs), OVERHAUL_SANDBOX="1").returncode == 2
    assert overhaul(root, "run", "--test", "true", PATH=str(programs)).returncode == 0


def test_with_differential_a_run_tells_which_functions_were_called_before_and_after(
    sample_repo: Callable[[str], Path],
) -> None:
    root = sample_repo("copy_paste")
    before = fingerprint(root)
    report = overhaul_json(root, "run", "--differential", "--test", f'"{sys.executable}" -m unittest discover -s tests')
    notes = [note for line in report["outcomes"] for note in line["problems"]]
    assert any(note.startswith("1 function called in both versions") and "all alike" in note for note in notes)
    assert fingerprint(root) == before
