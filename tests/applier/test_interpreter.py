"""Which Python the test command gets, told where the user's shell would run another."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environments import make_environment

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = (
    "import sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path\n"
    "from applier.interpreter import other_python\n"
    "print(other_python(sys.argv[3], Path(sys.argv[2]), Path(sys.argv[2])))"
)


def told(environment: Path, checkout: Path, command: str, path: str) -> str:
    """The line of an Overhaul that runs in an environment."""
    words = [str(environment / "bin/python"), "-c", SCRIPT, str(ROOT), str(checkout), command]
    done = subprocess.run(words, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("command", ["python -m pytest", "true && python -m pytest", "make test"])
def test_another_python_than_that_of_the_users_shell_is_told_with_its_version(tmp_path: Path, command: str) -> None:
    ours, theirs, checkout = tmp_path / "ours", tmp_path / "theirs", tmp_path / "shop"
    make_environment(ours)
    make_environment(theirs)
    checkout.mkdir()
    line = told(ours, checkout, command, f"{ours}/bin:{theirs}/bin:/usr/bin:/bin")
    version = sys.version.split()[0]
    assert f"gets {theirs}/bin/python (Python {version}) as `python`, not {ours}/bin/python as in your shell" in line


def test_nothing_is_told_where_it_is_the_same(tmp_path: Path) -> None:
    ours, theirs, checkout = tmp_path / "ours", tmp_path / "theirs", tmp_path / "shop"
    make_environment(ours)
    make_environment(theirs)
    make_environment(checkout / ".venv")
    assert told(ours, checkout, "python -m pytest", f"{theirs}/bin:/usr/bin:/bin") == ""
    assert told(ours, checkout, f"{ours}/bin/python -m pytest", f"{theirs}/bin:{ours}/bin:/usr/bin:/bin") == ""
    assert told(ours, checkout, "python -m pytest", f"{ours}/bin") == ""  # there is no other
    assert told(checkout / ".venv", checkout, "python", f"{checkout}/.venv/bin:{theirs}/bin:/usr/bin:/bin") == ""
