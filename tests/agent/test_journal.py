"""The journal: what was written is read back, however the process ended."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.errors import JournalDamaged, NoRun
from agent.job import Job
from agent.journal import (
    Amended,
    Ended,
    Journal,
    Settled,
    Started,
    read_records,
    repair_tail,
)
from agent.outcome import Committed, Refused
from agent.runs import find_run, runs
from agent.settings import Settings
from agent.worklog import LogEntry

JOB = Job(run="20260131-120000-aaaa", branch="overhaul/x", base="0" * 40, settings=Settings(goal="übersicht 🙂"))
RECORDS = (
    Started(job=JOB, key="k7f3q9zz"),
    Settled(
        outcome=Committed(step="S01", commit="1" * 40, files=("a.py",), verified=True),
        log=(LogEntry(type="done", text="naïve → naïf\u2028still one line", step="S01"),),
    ),
    Settled(outcome=Refused(step="S02", problems=("a.py:1: lost\nsecond line",))),
    Ended(exit=1),
)


def write(folder: Path) -> bytes:
    with Journal(folder) as journal:
        for record in RECORDS:
            journal.append(record)
    return (folder / "journal.ndjson").read_bytes()


def test_what_was_appended_is_read_back_in_order(tmp_path: Path) -> None:
    write(tmp_path / "run")
    journal = Journal(tmp_path / "run")
    assert tuple(journal.records) == RECORDS
    assert journal.job == JOB
    assert list(journal.outcomes) == ["S01", "S02"]


def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    write(tmp_path / "run")
    assert (tmp_path / "run" / "journal.ndjson").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "run").stat().st_mode & 0o777 == 0o700


def test_cut_at_every_byte_it_keeps_the_records_before_and_takes_new_ones(tmp_path: Path) -> None:
    data = write(tmp_path / "whole")
    ends = [position + 1 for position, byte in enumerate(data) if byte == 0x0A]
    for cut in range(len(data) + 1):
        folder = tmp_path / "torn"
        folder.mkdir(exist_ok=True)
        (folder / "journal.ndjson").write_bytes(data[:cut])
        whole = sum(end <= cut for end in ends)
        with Journal(folder) as journal:
            assert tuple(journal.records) == RECORDS[:whole]
            journal.append(Ended(exit=0))
        assert tuple(read_records(folder / "journal.ndjson")) == (*RECORDS[:whole], Ended(exit=0))


@given(st.binary(max_size=200).filter(lambda tail: b"\n" not in tail))
@settings(max_examples=50)
def test_any_torn_tail_is_cut_off(tail: bytes) -> None:
    path = Path(os.environ["HOME"]) / "journal.ndjson"
    path.write_bytes(b'{"type":"ended","exit":0}\n' + tail)
    repair_tail(path)
    assert path.read_bytes() == b'{"type":"ended","exit":0}\n'


def test_a_journal_of_another_version_is_refused_with_the_line(tmp_path: Path) -> None:
    (tmp_path / "journal.ndjson").write_bytes(b'{"type":"started","schema":99}\n')
    with pytest.raises(JournalDamaged, match="Line 1"):
        Journal(tmp_path)


def test_amended_settings_are_those_of_the_job_from_then_on(tmp_path: Path) -> None:
    write(tmp_path / "run")
    with Journal(tmp_path / "run") as journal:
        journal.append(Amended(settings=Settings(test="true")))
    job = Journal(tmp_path / "run").job
    assert job.settings.test == "true"
    assert job.branch == JOB.branch


def test_the_latest_run_is_found_by_default(tmp_path: Path) -> None:
    for name in ("20260102-000000-aaaa", "20260101-000000-bbbb"):
        write(tmp_path / "runs" / name)
    (tmp_path / "runs" / "20260103-000000-cccc").mkdir()
    assert runs(tmp_path) == ["20260101-000000-bbbb", "20260102-000000-aaaa"]
    (tmp_path / "runs" / "20260103-000000-cccc" / "journal.ndjson").write_bytes(b'{"type":"star')
    assert find_run(tmp_path, None).name == "20260102-000000-aaaa"
    assert find_run(tmp_path, "20260101-000000-bbbb").name == "20260101-000000-bbbb"


@pytest.mark.parametrize("name", [None, "20260101-000000-none"])
def test_no_run_is_said_so(tmp_path: Path, name: str | None) -> None:
    with pytest.raises(NoRun):
        find_run(tmp_path, name)
