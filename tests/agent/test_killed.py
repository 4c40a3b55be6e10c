"""A client killed in the middle of a long reply: what arrived is not asked for, and not paid for, again.

A handful of points by default; `KILL_POINTS=50` tries fifty.
"""

import os
import random
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agent.job import Job
from agent.journal import Answered, Asked, Journal, Started
from agent.settings import Settings
from applier.fence import Expected, Fence
from repo_scan.tokens import estimate_tokens
from tests.loopback import Loopback, Scripted
from tests.obedient import expected_of, words_of

ROOT = Path(__file__).resolve().parent.parent.parent
KEY = "k7f3q9zz"
FENCE = Fence(KEY)
BODIES = {
    n: "".join(f"def work_{n}_{line}(items):\n    return compute(items, {line})\n\n\n" for line in range(40))
    for n in range(1, 7)
}
WHOLE = "".join(
    f"{FENCE.open_line(Expected(n, 'file', f'm{n}.py'))}\n{body}{FENCE.close_line(n)}\n" for n, body in BODIES.items()
)
CHILD = """
import sys
from pathlib import Path
from agent.asking import Asker
from agent.journal import Journal
from agent.models.openai import OpenAIModel
from agent.models.protocol import Limits, Prompt
from applier.fence import Expected, Fence
expected = tuple(Expected(n, "file", f"m{n}.py") for n in range(1, 7))
fence = Fence(sys.argv[3])
prompt = Prompt("step", fence, expected, "stable", "".join(fence.open_line(block) + "\\n" for block in expected))
with Journal(Path(sys.argv[1])) as journal:
    asker = Asker(OpenAIModel("tiny", sys.argv[2], ""), journal, lambda line: None)
    answer = asker.ask("S01", prompt, Limits(max_output_tokens=50_000))
for block in answer.blocks:
    Path(sys.argv[1], f"m{block.number}.py").write_text(block.body)
"""


class Deadly:
    """Serves the whole reply, then what is missing; kills its client in the middle, so many times."""

    def __init__(self, seed: int, kills: int) -> None:
        self.client: subprocess.Popen[bytes] | None = None
        self.asked: list[list[int]] = []
        self._random = random.Random(seed)
        self._kills = kills

    def __call__(self, body: dict[str, Any]) -> Scripted:
        numbers = [int(number) for number, *_ in expected_of(words_of(body))]
        self.asked.append(numbers)
        start = WHOLE.index(FENCE.open_line(Expected(numbers[0], "file", f"m{numbers[0]}.py")))
        text = WHOLE if len(self.asked) == 1 else WHOLE[start:]
        whole = Scripted.reply(text, step=self._random.choice([4, 40, 400]), usage=None)
        if len(self.asked) > self._kills:
            return whole
        point = self._random.randrange(len(whole.body))
        return replace(whole.cut(point, "silent", write=997), then=self._kill)

    def _kill(self) -> None:
        threading.Event().wait(self._random.random() / 20)  # to be at another place in the client too
        assert self.client
        self.client.kill()


def run(folder: Path, deadly: Deadly, url: str) -> int:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    deadly.client = subprocess.Popen([sys.executable, "-c", CHILD, str(folder), url, KEY], cwd=ROOT, env=environment)
    return deadly.client.wait(timeout=120)


def started(folder: Path) -> Path:
    with Journal(folder) as journal:
        job = Job(run="r", branch="overhaul/r", base="0" * 40, settings=Settings())
        journal.append(Started(job=job, key=KEY))
    return folder


@pytest.mark.parametrize("seed", range(int(os.environ.get("KILL_POINTS", "4"))))
def test_after_a_kill_only_what_is_missing_is_asked_for_and_nothing_is_paid_for_twice(
    seed: int, tmp_path: Path
) -> None:
    folder, kills = started(tmp_path / "run"), 1 + seed % 2
    deadly = Deadly(seed, kills)
    with Loopback(deadly) as server:
        ends = [run(folder, deadly, server.url)]
        while ends[-1] != 0:
            assert len(ends) <= kills
            ends.append(run(folder, deadly, server.url))
    assert {n: (folder / f"m{n}.py").read_text() for n in BODIES} == BODIES
    journal = Journal(folder)
    texts = {record.file: (folder / record.file).read_text() for record in journal.all(Asked)}
    answered = journal.all(Answered)
    assert sorted(record.file for record in answered) == sorted(file for file, text in texts.items() if text)
    for record in answered:
        assert record.usage.output_tokens == pytest.approx(estimate_tokens(texts[record.file]), rel=0.05)
    whole: set[int] = set()
    for numbers, text in zip(deadly.asked, texts.values(), strict=True):
        assert numbers == [n for n in BODIES if n not in whole]
        whole |= {n for n in BODIES if FENCE.close_line(n) in text}
