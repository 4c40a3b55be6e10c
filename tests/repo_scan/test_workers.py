"""The pool of worker processes: whatever a job does, it fails alone."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from repo_scan.errors import ScanError
from repo_scan.workers import Failure, run_jobs

OBEY = "tests.repo_scan.work:obey"
ROOT = Path(__file__).resolve().parents[2]


def answers(payloads: Sequence[bytes], jobs: int = 2, seconds: int = 20, **limits: int) -> list[bytes | Failure]:
    found = dict(run_jobs(OBEY, payloads, jobs=jobs, seconds=seconds, **limits))
    return [found[index] for index in range(len(payloads))]


def is_alive(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def wait_until_gone(pids: Sequence[int], seconds: float = 5) -> bool:
    end = time.monotonic() + seconds
    while any(is_alive(pid) for pid in pids) and time.monotonic() < end:
        time.sleep(0.02)
    return not any(is_alive(pid) for pid in pids)


@pytest.mark.parametrize("jobs", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 2, 300])
def test_every_job_is_answered_once_whatever_the_number_of_workers(jobs: int, count: int) -> None:
    payloads = [f"job {index}".encode() for index in range(count)]
    indices = [index for index, _ in run_jobs(OBEY, payloads, jobs=jobs)]
    assert sorted(indices) == list(range(count))
    assert answers(payloads, jobs) == [payload.upper() for payload in payloads]


@pytest.mark.parametrize("count", [0, 1, 300])
def test_while_the_first_worker_starts_there_is_time_for_something_else_once(count: int) -> None:
    order: list[object] = []
    payloads = [b"x"] * count
    for index, _ in run_jobs(OBEY, payloads, jobs=2, meanwhile=lambda: order.append("meanwhile")):
        order.append(index)
    assert order[:1] == ["meanwhile"][:count]
    assert order.count("meanwhile") == min(count, 1)


def test_payloads_and_answers_of_any_size_pass() -> None:
    payloads = [b"", b"x" * 3_000_000, b"\0\xff" * 500, b"y" * 70_000] * 2
    assert answers(payloads) == [payload.upper() for payload in payloads]


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (b"segfault", f"crashed (signal {signal.SIGSEGV.value})"),
        (b"abort", f"crashed (signal {signal.SIGABRT.value})"),
        (b"exit", "ended with exit code 3"),
        (b"raise", "failed: RecursionError: too deep for words"),
        (b"eat 3000000000", "failed: MemoryError"),
        (b"hang", "took longer than 2 s"),
        (b"sleep 30", "took longer than 2 s"),
    ],
)
def test_a_job_that_kills_its_worker_fails_alone_and_says_why(payload: bytes, reason: str) -> None:
    before, after = [b"before %d" % n for n in range(3)], [b"after %d" % n for n in range(3)]
    found = answers([*before, payload, *after], jobs=1, seconds=2)
    assert found == [*(b.upper() for b in before), Failure(reason), *(a.upper() for a in after)]


def test_several_crashes_cost_only_their_own_jobs() -> None:
    payloads = [b"abort" if index % 10 == 0 else b"fine %d" % index for index in range(60)]
    found = answers(payloads)
    assert [index for index, answer in enumerate(found) if isinstance(answer, Failure)] == list(range(0, 60, 10))


@pytest.mark.parametrize("payload", [b"sleep 0.2", b"print", b"alarm"])
def test_a_job_that_takes_its_time_or_makes_noise_is_answered(payload: bytes) -> None:
    assert not isinstance(answers([payload, payload], jobs=1, seconds=5)[1], Failure)


def test_a_target_that_cannot_be_imported_is_an_error_not_a_failure_of_every_job() -> None:
    with pytest.raises(ScanError, match="cannot start: it failed: ModuleNotFoundError: No module named 'nowhere'"):
        list(run_jobs("nowhere.at:all", [b"x"]))


def test_workers_end_with_the_work_and_have_a_session_of_their_own() -> None:
    pids, sessions = zip(
        *(answer.split() for answer in answers([b"pid"] * 3) if isinstance(answer, bytes)), strict=True
    )
    assert pids == sessions
    assert os.getsid(0) not in {int(session) for session in sessions}
    assert wait_until_gone([int(pid) for pid in pids])


def test_leaving_the_loop_early_ends_the_workers() -> None:
    stream = run_jobs(OBEY, [b"pid", *[b"hang"] * 200], jobs=1)
    _, answer = next(stream)
    assert isinstance(answer, bytes)
    stream.close()
    assert not is_alive(int(answer.split()[0]))


WAITS = f"""
from repo_scan.workers import run_jobs
for index, answer in run_jobs({OBEY!r}, [b"pid", *[b"hang"] * 3], jobs=2, seconds=60):
    print(answer.split()[0].decode(), flush=True)
"""


def start_waiting() -> tuple[subprocess.Popen[str], int]:
    """A process whose workers hang, and the id of one worker."""
    parent = subprocess.Popen(
        [sys.executable, "-c", WAITS], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    return parent, int(parent.stdout.readline())


def children_of(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_ctrl_c_works_at_once_and_leaves_no_worker_behind() -> None:
    parent, _ = start_waiting()
    workers = children_of(parent.pid)
    assert workers
    started = time.monotonic()
    parent.send_signal(signal.SIGINT)
    _, errors = parent.communicate(timeout=30)
    assert time.monotonic() - started < 20  # the jobs would hang for 60
    assert "KeyboardInterrupt" in errors
    assert wait_until_gone(workers)


IDLE = f"""
import time
from repo_scan.workers import run_jobs
for index, answer in run_jobs({OBEY!r}, [b"pid", b"hang"], jobs=1, seconds=2):
    print(answer.split()[0].decode(), flush=True)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_a_hanging_worker_ends_by_itself_when_its_parent_was_killed() -> None:
    parent = subprocess.Popen([sys.executable, "-c", IDLE], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert wait_until_gone([worker], seconds=8)


SHADOWS = [
    "agent/__init__.py",
    "repo_scan/__init__.py",
    "json.py",
    "msgspec.py",
    "ast.py",
    "tree_sitter.py",
    "struct.py",
]


@pytest.mark.parametrize("by", ["current folder", "PYTHONPATH"])
def test_a_target_repository_cannot_shadow_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    for name in SHADOWS:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\nraise SystemExit('shadowed')\n")
    monkeypatch.chdir(tmp_path)
    if by == "PYTHONPATH":
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    path, modules = answers([b"path", b"modules"], jobs=1)
    assert isinstance(path, bytes)
    assert str(tmp_path) not in path.decode().split("\n")
    assert "" not in path.decode().split("\n")
    assert path.decode().split("\n")[-1] == str(ROOT)  # ours comes last
    outline = dict(run_jobs("repo_scan.languages.jobs:examine", [b"\x93\xa4a.py\xa6python\xc4\x00"]))[0]
    assert isinstance(outline, bytes)
    assert not (tmp_path / "ran").exists()
    assert isinstance(modules, bytes)


def test_a_worker_for_parsing_loads_no_more_than_it_needs() -> None:
    """What it would load beside that takes as long as to start it."""
    code = "import sys, repo_scan.languages.jobs; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    heavy = {"charset_normalizer", "httpx", "libcst", "rich", "tree_sitter_typescript", "typer"}
    assert not heavy & set(loaded.stdout.split())
