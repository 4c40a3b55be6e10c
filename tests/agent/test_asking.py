"""Asking: patience with a busy server, nothing asked twice, nothing used of a reply that must not be."""

from pathlib import Path
from typing import Any

import pytest

from agent.asking import Asker
from agent.errors import ModelBusy, ModelRefused
from agent.job import Job
from agent.journal import Answered, Asked, Journal, Started
from agent.models.protocol import Finish, Limits, Prompt
from agent.settings import Settings
from applier.fence import Expected, Fence
from tests.fakes import ScriptedModel, answering

FENCE = Fence("k7f3q9zz")
EXPECTED = (Expected(1, "file", "a.py"), Expected(2, "log"))
PROMPT = Prompt("step", FENCE, EXPECTED, "stable", "variable")
GOOD = answering(lambda block: f"body of {block.number}")
HALF = answering(lambda block: "body of 1" if block.number == 1 else None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Journal(tmp_path / "run") as journal:
        job = Job(run="r", branch="overhaul/r", base="0" * 40, settings=Settings())
        journal.append(Started(job=job, key=FENCE.key))
    return tmp_path / "run"


def ask(folder: Path, model: Any, times: int = 1, prompt: Prompt = PROMPT) -> list[Any]:
    waits: list[float] = []
    with Journal(folder) as journal:
        asker = Asker(model, journal, lambda line: None, waits.append)
        return [asker.ask("S01", prompt, Limits()) for _ in range(times)]


@pytest.mark.parametrize("busy", [1, 4])
def test_a_busy_server_is_asked_again(folder: Path, busy: int) -> None:
    (answer,) = ask(folder, ScriptedModel(*[ModelBusy("overloaded")] * busy, GOOD))
    assert [block.number for block in answer.blocks] == [1, 2]


def test_patience_ends(folder: Path) -> None:
    model = ScriptedModel(*[ModelBusy("overloaded")] * 9)
    with pytest.raises(ModelBusy):
        ask(folder, model)
    assert len(model.prompts) == 5


def test_what_waiting_cannot_mend_is_not_asked_again(folder: Path) -> None:
    model = ScriptedModel(ModelRefused("bad key"), GOOD)
    with pytest.raises(ModelRefused):
        ask(folder, model)
    assert len(model.prompts) == 1


@pytest.mark.parametrize("finish", ["stop", "length", "cut"])
def test_closed_blocks_count_after_these_ends(folder: Path, finish: Finish) -> None:
    (answer,) = ask(folder, ScriptedModel(HALF, finish=finish))
    assert [block.number for block in answer.blocks] == [1]


@pytest.mark.parametrize("finish", ["filtered", "error", "unknown"])
def test_nothing_counts_after_these_ends(folder: Path, finish: Finish) -> None:
    (answer,) = ask(folder, ScriptedModel(GOOD, finish=finish))
    assert answer.blocks == ()
    assert answer.completion.finish == finish


def test_what_was_answered_is_read_back_and_not_asked_again(folder: Path) -> None:
    first = ask(folder, ScriptedModel(GOOD, HALF), times=2)
    again = ask(folder, ScriptedModel(), times=2)
    assert [answer.blocks for answer in again] == [answer.blocks for answer in first]
    assert len(Journal(folder).all(Answered)) == 2


def test_a_different_request_is_asked_anew(folder: Path) -> None:
    ask(folder, ScriptedModel(GOOD))
    other = Prompt("step", FENCE, EXPECTED[:1], "stable", "variable")
    model = ScriptedModel(HALF)
    ask(folder, model, prompt=other)
    assert len(model.prompts) == 1


@pytest.mark.parametrize("kept", [0, 10, 60, 100])
def test_a_reply_that_a_kill_cut_off_is_billed_once_and_counts_as_cut(folder: Path, kept: int) -> None:
    ask(folder, ScriptedModel(GOOD))
    journal = Journal(folder)
    reply = folder / journal.all(Asked)[0].file
    reply.write_bytes(reply.read_bytes()[:kept])
    lines = [line for line in journal.path.read_bytes().split(b"\n") if b'"answered"' not in line]
    journal.path.write_bytes(b"\n".join(lines))
    model = ScriptedModel(GOOD)
    (answer,) = ask(folder, model)
    assert len(model.prompts) == (1 if kept == 0 else 0)
    assert answer.completion.finish == ("stop" if kept == 0 else "cut")
    assert len(Journal(folder).all(Answered)) == 1
    ask(folder, ScriptedModel())
    assert len(Journal(folder).all(Answered)) == 1


def test_replies_are_readable_by_their_owner_alone(folder: Path) -> None:
    ask(folder, ScriptedModel(GOOD))
    saved = [path for path in folder.rglob("*") if path.is_file()]
    assert {path.stat().st_mode & 0o777 for path in saved} == {0o600}
    assert {path.stat().st_mode & 0o777 for path in folder.rglob("*") if path.is_dir()} == {0o700}


def endless(prompt: Prompt) -> str:
    return FENCE.open_line(EXPECTED[0]) + "\n" + "blah blah blah\n" * 200_000


def test_a_reply_without_end_is_not_read_to_its_end(folder: Path) -> None:
    waits: list[float] = []
    said: list[str] = []
    with Journal(folder) as journal:
        asker = Asker(ScriptedModel(endless, step=2000), journal, said.append, waits.append)
        answer = asker.ask("S01", PROMPT, Limits(max_output_tokens=1000))
        assert (folder / journal.all(Asked)[0].file).stat().st_size < 50_000
    assert answer.blocks == ()
    assert answer.completion.finish == "cut"
    assert any("far more than asked" in line for line in said)


def test_what_follows_the_last_block_is_not_read_for_ever(folder: Path) -> None:
    (answer,) = ask(folder, ScriptedModel(lambda prompt: GOOD(prompt) + "chatter " * 100_000, step=500))
    assert [block.number for block in answer.blocks] == [1, 2]
    assert (folder / Journal(folder).all(Asked)[0].file).stat().st_size < 50_000
