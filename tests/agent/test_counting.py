"""Counts of tokens: each says how sure it is, nothing is fetched, and special tokens in sources are text."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.counting import Count, count_prompt, encoder_for
from agent.habits import Habit
from agent.models.tokenize import ServerCount
from repo_scan.tokens import estimate_tokens
from tests.loopback import Loopback, Scripted

TEXT = "def total(items):\n    return sum(price(item) for item in items)\n" * 20
PLAIN = estimate_tokens(TEXT)
O200K = "fb374d419588a4632f3f557e76b4b70aebbca790"  # what tiktoken calls the file


@pytest.fixture(autouse=True)
def own_vocabularies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """No vocabulary is on the disk but what a test puts there."""
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    encoder_for.cache_clear()
    yield tmp_path
    encoder_for.cache_clear()


@pytest.mark.parametrize(
    ("habit", "count"),
    [
        (Habit(), Count(PLAIN, "estimate")),
        (Habit(estimated=1000, reported=1300), Count(round(1.3 * PLAIN), "calibrated")),
        (Habit(estimated=100, reported=130), Count(PLAIN, "estimate")),  # too little to go by
        (Habit(estimated=1000, reported=100), Count(PLAIN, "estimate")),  # no vocabulary does that
    ],
)
def test_an_estimate_is_corrected_by_what_the_model_reported(habit: Habit, count: Count) -> None:
    assert count_prompt(TEXT, "m", habit) == count


def test_the_truth_may_be_higher_the_less_sure_a_count_is() -> None:
    least, middle, most = (Count(1000, kind).at_most for kind in ("exact", "calibrated", "estimate"))
    assert 1000 < least < middle < most < 1300


@pytest.mark.parametrize("text", ["<|endoftext|>", "a <|im_start|> b", "<|fim_prefix|>\n"])
def test_text_that_looks_like_a_special_token_is_text(text: str) -> None:
    assert count_prompt(text, "openai:gpt-4o", Habit()).tokens > 3


@pytest.mark.skipif(importlib.util.find_spec("tiktoken") is None, reason="tiktoken is not installed")
@pytest.mark.parametrize("content", [None, b"", b"IQ== 0\n"])
def test_a_vocabulary_that_is_not_here_whole_is_neither_used_nor_fetched(
    own_vocabularies: Path, content: bytes | None
) -> None:
    path = own_vocabularies / O200K
    if content is not None:
        path.write_bytes(content)
    assert count_prompt(TEXT, "openai:gpt-4o", Habit()).kind == "estimate"
    # tiktoken would have removed it, and put one from the network in its place
    assert [item.read_bytes() for item in own_vocabularies.iterdir()] == ([] if content is None else [content])


@pytest.mark.parametrize("answer", [{"count": 321, "max_model_len": 4096, "tokens": []}, {"tokens": list(range(321))}])
def test_a_server_nearby_counts_for_us(answer: dict[str, object]) -> None:
    with Loopback(lambda body: Scripted.json(200, answer)) as server:
        counter = ServerCount("tiny", server.url)
        assert count_prompt("<|endoftext|> x", "tiny", Habit(), counter.count) == Count(321, "exact")
        (request,) = server.requests
    assert request.path == "/tokenize"
    assert request.body == {"model": "tiny", "prompt": "<|endoftext|> x", "content": "<|endoftext|> x"}


@pytest.mark.parametrize(
    "answer",
    [
        Scripted.json(404, {"error": "not found"}),
        Scripted.json(200, {"tokens": "many"}),
        Scripted.json(200, ["x"]),
        Scripted.page(200, "hello"),
        Scripted.json(200, {}).cut(1, "reset"),
    ],
)
def test_a_server_that_does_not_count_is_asked_once(answer: Scripted) -> None:
    with Loopback(lambda body: answer) as server:
        counter = ServerCount("tiny", server.url)
        for _ in range(2):
            assert count_prompt(TEXT, "tiny", Habit(), counter.count) == Count(PLAIN, "estimate")
        assert len(server.requests) == 1


@pytest.mark.parametrize("base_url", ["https://api.example.org/v1", "http://8.8.8.8/v1", "http://[::", ""])
def test_nobody_far_away_is_sent_a_text_only_to_count_it(base_url: str) -> None:
    assert ServerCount("tiny", base_url).count(TEXT) is None
