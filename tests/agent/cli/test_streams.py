"""Standard streams that are closed, full or left: the work is done all the same, and the exit code says so."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commandline import START, plain_git
from tests.finished import finished_run

FILES = {"a.py": "import os\nimport sys\n\n\ndef one():\n    return sys.argv\n"}
CLOSED = (">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", "2>/dev/full")


def in_shell(root: Path, words: str, streams: str) -> int:
    line = f'exec "{sys.executable}" -P "{START}" {words} {streams}'
    done = subprocess.run(["sh", "-c", line], cwd=root, capture_output=True, check=False, timeout=300)
    assert b"Traceback" not in done.stderr
    return done.returncode


@pytest.fixture
def done(make_repo: Callable[..., Path]) -> Path:
    root = make_repo(FILES)
    finished_run(root, "r1", {"S01": {"a.py": FILES["a.py"].replace("import os\n", "")}})
    return root


@pytest.mark.parametrize("streams", CLOSED)
def test_a_stream_that_is_closed_is_no_failure(done: Path, streams: str) -> None:
    assert in_shell(done, "status", streams) == 0


def test_accept_with_nobody_to_hear_it_accepts_and_ends_with_0(done: Path) -> None:
    assert in_shell(done, "accept", ">&- 2>&-") == 0
    assert plain_git(done, "rev-parse", "main") == plain_git(done, "rev-parse", "overhaul/r1")


def test_a_run_with_nobody_to_hear_it_ends_as_it_would(make_repo: Callable[..., Path]) -> None:
    root = make_repo(FILES)
    assert in_shell(root, "run", ">&- 2>&-") == 0
    assert "import os" not in plain_git(root, "show", f"{_branch(root)}:a.py")


def test_a_full_disk_under_the_results_is_still_told(done: Path) -> None:
    assert in_shell(done, "status", ">/dev/full") == 2


def _branch(root: Path) -> str:
    return plain_git(root, "branch", "--list", "overhaul/*", "--format", "%(refname:short)").strip()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_run_that_is_told_to_end_clears_up_and_can_go_on(make_repo: Callable[..., Path], number: int) -> None:
    root = make_repo(FILES)
    words = [sys.executable, "-P", str(START), "run", "--test", "touch begun; sleep 60"]
    with subprocess.Popen(words, cwd=root, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        assert process.stderr is not None
        while "step" not in (line := process.stderr.readline()):  # the plan is made, the commands come next
            assert line
        time.sleep(1)
        process.send_signal(number)
        said = process.stderr.read()
    assert process.returncode == 130
    assert "overhaul resume" in said
    assert len(plain_git(root, "worktree", "list").strip().split("\n")) == 1
