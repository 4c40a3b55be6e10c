"""What a run cannot be begun or kept with: one sentence and the way out, never a traceback; what only reads goes on."""

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commandline import START, overhaul
from tests.finished import finished_run

FILES = {"a.py": "import os\nimport sys\n\n\ndef one():\n    return sys.argv\n"}
PLAN = '{"base": "BASE", "levels": [{"steps": [{"id": "S01", "title": "t", "op": {"op": "remove-unused"}}]}]}'
BETTER = {"S01": {"a.py": FILES["a.py"].replace("import os\n", "")}}


def test_what_only_reads_leaves_no_trace_and_needs_no_lock(make_repo: Callable[..., Path]) -> None:
    root = make_repo(FILES)
    folder = finished_run(root, "r1", BETTER).folder
    (folder / "lock").unlink(missing_ok=True)
    there = sorted(folder.iterdir())
    for words in (("status",), ("log",), ("review", "--stat")):
        assert overhaul(root, *words).returncode == 0
    assert sorted(folder.iterdir()) == there


@pytest.mark.parametrize("name", ["lock", "children"])
@pytest.mark.parametrize("words", ["accept", "rollback", "resume"])
def test_a_lock_that_cannot_be_taken_is_told_of_in_one_sentence(
    make_repo: Callable[..., Path], name: str, words: str
) -> None:
    root = make_repo(FILES)
    folder = finished_run(root, "r1", BETTER).folder
    (folder / name).mkdir()
    done = overhaul(root, words, *(("--json",) if words != "resume" else ()))
    assert done.returncode == 3
    assert f"{folder / name} cannot be written: Is a directory." in done.stderr
    assert "Traceback" not in done.stderr
    if words != "resume":
        assert json.loads(done.stdout)["error"]["code"] == "state-unusable"


def test_a_run_that_cannot_be_recorded_is_not_begun(make_repo: Callable[..., Path]) -> None:
    root = make_repo(FILES)
    (root / ".git" / "overhaul").write_text("in the way")
    done = overhaul(root, "run", "--json")
    assert done.returncode == 3
    error = json.loads(done.stdout)["error"]
    assert error["code"] == "state-unusable"
    assert ".git/overhaul" in error["message"]
    assert "make room" in error["hint"]


def test_a_disk_that_is_full_stops_the_run_with_a_sentence_and_a_whole_journal(make_repo: Callable[..., Path]) -> None:
    root = make_repo(FILES)
    done = subprocess.run(
        [sys.executable, "-P", str(START), "run", "--json"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1500, resource.RLIM_INFINITY)),
    )
    assert done.returncode == 3, done.stderr
    assert "cannot be written: File too large" in json.loads(done.stdout)["error"]["message"]
    assert "Traceback" not in done.stderr
    assert overhaul(root, "status").returncode == 0
    assert overhaul(root, "resume").returncode == 0


@pytest.mark.parametrize("more", [(), ("--dry-run",)])
@pytest.mark.parametrize(
    ("words", "plan", "said"),
    [
        (("--base-url", "nonsense"), None, "does not begin with http"),
        (("--plan", "p.json"), "{}", "no step"),
        (("--plan", "p.json"), PLAN.replace("BASE", "no-such-commit"), "no commit of this repository"),
    ],
)
def test_what_cannot_be_begun_is_refused_before_a_run_is_recorded(
    make_repo: Callable[..., Path], words: tuple[str, ...], plan: str | None, said: str, more: tuple[str, ...]
) -> None:
    root = make_repo(FILES)
    if plan:
        (root / "p.json").write_text(plan)
    done = overhaul(root, "run", *words, *more)
    assert done.returncode == 2, done.stderr
    assert said in done.stderr
    assert not (root / ".git" / "overhaul").exists()
