"""A lock that children inherit: what a killed process left running is awaited, and nothing else."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from applier.errors import WorkspaceBusy
from applier.git import Git
from applier.inherited import holding, inherited
from applier.process import run_group
from tests.conftest import MakeRepo

ROOT = Path(__file__).resolve().parent.parent.parent
HOLDER = """
import sys
from pathlib import Path
from applier.inherited import holding
from applier.process import run_group
with holding(Path(sys.argv[1]), print):
    run_group(["sh", "-c", sys.argv[2]], Path("/"), {}, seconds=60, output_limit=1000)
"""


def _killed_holder(lock: Path, command: str) -> None:
    """A process that held the lock and was killed while a child of its ran a command."""
    started = lock.with_name("started")
    words = f"echo $$ > {lock.with_name('pid')}; /bin/touch {started}; {command}"
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(lock), words], cwd=ROOT)
    while not started.exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()


def test_what_a_killed_holder_left_running_is_awaited(tmp_path: Path) -> None:
    said: list[str] = []
    _killed_holder(tmp_path / "lock", f"/bin/sleep 1; /bin/touch {tmp_path / 'ended'}")
    with holding(tmp_path / "lock", said.append):
        assert (tmp_path / "ended").exists()
    assert len(said) == 1
    assert "waiting for what a killed process of this run left running" in said[0]


def test_what_does_not_end_is_named_and_not_waited_for_for_ever(tmp_path: Path) -> None:
    _killed_holder(tmp_path / "lock", "exec /bin/sleep 60")
    child = int((tmp_path / "pid").read_text())
    try:
        with pytest.raises(WorkspaceBusy, match="is still running") as caught, holding(tmp_path / "lock", print, 0.2):
            pass
        if Path("/proc/self/fd").exists():
            assert f"(process {child})" in str(caught.value)
    finally:
        os.kill(child, signal.SIGKILL)
    with holding(tmp_path / "lock", print, 5):
        pass


def test_a_child_in_the_background_holds_up_nobody_once_its_holder_ended_well(tmp_path: Path) -> None:
    with holding(tmp_path / "lock", print):
        child = subprocess.Popen(["sleep", "30"], pass_fds=inherited())
    try:
        with holding(tmp_path / "lock", print, 0):
            pass
    finally:
        child.kill()
        child.wait()


def test_only_while_it_is_held_children_inherit_it(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo({"a.py": ""})
    words = ["sh", "-c", "ls -l /proc/self/fd; lsof -p $$ 2>/dev/null; true"]
    environment = dict(os.environ)

    def seen() -> bool:
        return "the lock" in run_group(words, root, environment, seconds=10, output_limit=9999).output

    def seen_by_git() -> bool:
        script = "!ls -l /proc/self/fd; lsof -p $$ 2>/dev/null; true"
        return b"the lock" in Git(root).read("-c", f"alias.look={script}", "look")

    assert not seen()
    with holding(tmp_path / "the lock", print):
        assert seen()
        assert seen_by_git()
    assert not seen()
    assert not seen_by_git()
    assert inherited() == ()
