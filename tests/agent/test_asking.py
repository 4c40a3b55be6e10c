"""Asking: patience with a busy server, nothing asked twice, nothing used of a reply that must not be."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agent.asking import Asker
from agent.errors import ModelBusy, ModelRefused, PromptCut
from agent.job import Job
from agent.journal import Answered, Asked, Journal, Started
from agent.models.protocol import Completion, Finish, Limits, Prompt, Usage
from agent.settings import Settings
from applier.blocks import Block
from applier.fence import Expected, Fence
from tests.fakes import ScriptedModel, ScriptedReply, answering

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


@pytest.mark.parametrize("finish", ["length", "cut"])
def test_closed_blocks_count_after_these_ends_and_the_others_are_asked_for(folder: Path, finish: Finish) -> None:
    model = ScriptedModel(HALF, GOOD, finish=finish)
    (answer,) = ask(folder, model)
    assert [block.number for block in answer.blocks] == [1, 2]
    assert [len(prompt.expected) for prompt in model.prompts] == [2, 1]


@pytest.mark.parametrize("begun", ["", "Sure: ", "<<<BLO"])
@pytest.mark.parametrize(("finish", "requests"), [("cut", 2), ("length", 1), ("stop", 1)])
def test_all_is_asked_for_again_where_the_connection_broke_before_any_block(
    folder: Path, begun: str, finish: Finish, requests: int
) -> None:
    model = ScriptedModel(begun, GOOD, finish=finish)
    ask(folder, model)
    assert [prompt == PROMPT for prompt in model.prompts] == [True] * requests


def test_it_is_not_asked_for_without_end(folder: Path) -> None:
    model = ScriptedModel(*["<<<BLO"] * 9, finish="cut")
    (answer,) = ask(folder, model)
    assert answer.blocks == ()
    assert len(model.prompts) == 2


def test_what_a_whole_reply_lacks_is_left_to_who_asked(folder: Path) -> None:
    (answer,) = ask(folder, ScriptedModel(HALF))
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
    assert [len(prompt.expected) for prompt in model.prompts] == [{0: 2, 10: 2, 60: 2, 100: 1}[kept]]
    assert answer.completion.finish == "stop"
    billed = len(Journal(folder).all(Answered))
    assert billed == (1 if kept == 0 else 2)
    ask(folder, ScriptedModel())
    assert len(Journal(folder).all(Answered)) == billed


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


def test_blocks_that_follow_without_end_are_not_read(folder: Path) -> None:
    def more(prompt: Prompt) -> str:
        blocks = (Expected(number, "file", f"more{number}.py") for number in range(3, 2000))
        return GOOD(prompt) + "".join(f"{FENCE.open_line(b)}\nx\n{FENCE.close_line(b.number)}\n" for b in blocks)

    (answer,) = ask(folder, ScriptedModel(more, step=50))
    assert [block.number for block in answer.blocks] == [1, 2]
    assert [block.path for block in answer.broken] == ["more3.py", "more4.py"]
    assert (folder / Journal(folder).all(Asked)[0].file).stat().st_size < 1000


def test_a_block_that_is_looked_at_and_found_wanting_ends_the_reply(folder: Path) -> None:
    seen: list[int] = []

    def watch(block: Block) -> str:
        seen.append(block.number)
        return "it will not do"

    said: list[str] = []
    long = answering(lambda block: f"body of {block.number}\n" * 2000)
    with Journal(folder) as journal:
        asker = Asker(ScriptedModel(long, finish="length"), journal, said.append)
        answer = asker.ask("S01", PROMPT, Limits(), watch)
        assert (folder / journal.all(Asked)[0].file).stat().st_size < 32_000
    assert [block.number for block in answer.blocks] == seen == [1]
    assert answer.completion.stopped
    assert "it will not do" in answer.completion.detail
    again = ask(folder, ScriptedModel())[0]  # nothing is asked again, nor gone on with
    assert again == answer


def endless_table(prompt: Prompt) -> str:
    return FENCE.open_line(EXPECTED[0]) + "\n" + "    0, 0, 0, 0,\n" * 20_000


def test_a_reply_that_repeats_itself_is_stopped_and_not_gone_on_with(folder: Path) -> None:
    said: list[str] = []
    with Journal(folder) as journal:
        asker = Asker(ScriptedModel(endless_table, step=500), journal, said.append)
        answer = asker.ask("S01", PROMPT, Limits(max_output_tokens=200_000))
        assert (folder / journal.all(Asked)[0].file).stat().st_size < 40_000
    assert answer.completion.stopped
    assert any("repeats itself" in line for line in said)


class Deaf(ScriptedModel):
    """Its server reads so many tokens of any prompt."""

    def __init__(self, read: int) -> None:
        super().__init__(GOOD)
        self._read = read

    def stream(self, prompt: Prompt, limits: Limits) -> ScriptedReply:
        self.prompts.append(prompt)
        return ScriptedReply(GOOD(prompt), "stop", 7, self._read)


LONG = Prompt("step", FENCE, EXPECTED, "stable", "some words of it\n" * 1000)  # some 5,000 tokens by our estimate


@pytest.mark.parametrize("read", [1, 2000])
def test_a_prompt_that_was_cut_without_a_word_stops_everything_also_after_a_resume(folder: Path, read: int) -> None:
    model = Deaf(read)
    for _ in range(2):
        with pytest.raises(PromptCut, match=f"{read:,} tokens"):
            ask(folder, model, prompt=LONG)
    assert len(model.prompts) == len(Journal(folder).all(Answered)) == 1


@pytest.mark.parametrize(("read", "prompt"), [(0, LONG), (2600, LONG), (5000, LONG), (1, PROMPT)])
def test_no_prompt_is_called_cut_that_may_have_been_read(folder: Path, read: int, prompt: Prompt) -> None:
    assert ask(folder, Deaf(read), prompt=prompt)[0].completion.finish == "stop"


class Failing(ScriptedModel):
    """Gives half a reply and then fails, as often as it is told to."""

    def __init__(self, times: int) -> None:
        super().__init__(GOOD)
        self._times = times

    def stream(self, prompt: Prompt, limits: Limits) -> Any:
        if self._times == 0:
            return super().stream(prompt, limits)
        self._times -= 1
        return FailingReply(GOOD(prompt)[:60])


class FailingReply:
    def __init__(self, text: str) -> None:
        self._text = text
        self.completion: Completion | None = None

    def __iter__(self) -> Iterator[str]:
        yield self._text
        self.completion = Completion("error", Usage(), "overloaded")
        raise ModelBusy("overloaded")


def test_a_reply_that_fails_after_some_text_is_paid_for_dropped_and_asked_for_again(folder: Path) -> None:
    model = Failing(2)
    (answer,) = ask(folder, model)
    assert [block.number for block in answer.blocks] == [1, 2]
    records = Journal(folder).all(Answered)
    assert [record.finish for record in records] == ["error", "error", "stop"]
    assert all(record.usage.output_tokens for record in records)
    assert ask(folder, ScriptedModel())[0].blocks == answer.blocks


def test_a_failed_reply_is_not_read_back(folder: Path) -> None:
    with pytest.raises(ModelBusy):
        ask(folder, Failing(9))
    assert [block.number for block in ask(folder, ScriptedModel(GOOD))[0].blocks] == [1, 2]


def test_a_request_is_tried_as_often_as_its_limits_say(folder: Path) -> None:
    model = ScriptedModel(*[ModelBusy("overloaded")] * 7, GOOD)
    with Journal(folder) as journal:
        asker = Asker(model, journal, lambda line: None, lambda seconds: None)
        assert asker.ask("S01", PROMPT, Limits(tries=8)).blocks
