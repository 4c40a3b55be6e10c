"""What an installation without hypothesis says."""

import subprocess
import sys
from pathlib import Path

import pytest

from agent.differential.extra import check_installed

ROOT = Path(__file__).resolve().parents[3]
CODE = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from agent.differential.extra import check_installed as c; c()"


@pytest.mark.parametrize(("options", "words"), [((), ""), (("-S",), "needs the package hypothesis")])
def test_a_missing_package_is_named(options: tuple[str, ...], words: str) -> None:
    """-S leaves out what is installed."""
    done = subprocess.run([sys.executable, *options, "-c", CODE], capture_output=True, text=True, check=False)
    assert words in done.stderr
    assert (done.returncode == 0) is (not words)


def test_nothing_is_said_where_it_is_there() -> None:
    check_installed()
