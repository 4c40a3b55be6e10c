"""Who holds a run."""

from pathlib import Path

import pytest

from agent.errors import RunBusy
from agent.hold import at_work, locked


def test_a_run_that_is_held_is_at_work(tmp_path: Path) -> None:
    assert not at_work(tmp_path / "run")
    with locked(tmp_path / "run"):
        assert at_work(tmp_path / "run")


def test_two_processes_cannot_hold_one_run(tmp_path: Path) -> None:
    with locked(tmp_path / "run"), pytest.raises(RunBusy, match="Another process"), locked(tmp_path / "run"):
        pass
