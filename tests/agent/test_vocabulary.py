"""A tokenizer.json that the user names counts exactly; one that cannot is told of in a sentence, and is not used."""

from pathlib import Path

import pytest

from agent.budget import Meter
from agent.counting import Count, count_prompt
from agent.habits import Habit
from agent.lineup import Models
from agent.models.protocol import Prompt
from agent.settings import Settings, load_settings
from agent.vocabulary import tokenizer_faults
from applier.fence import Fence
from repo_scan.tokens import estimate_tokens
from tests.commandline import overhaul
from tests.conftest import MakeRepo
from tests.vocabularies import SPECIAL, bytes_tokenizer, needs_library

TEXTS = [
    "",
    "a",
    "def f():\n\treturn 1\n",
    "é 漢 😀",
    SPECIAL,
    f"x {SPECIAL} y",
    "<s> </s> [MASK] <|im_start|>",
    "a" * 50_000,
]


@needs_library
@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
@pytest.mark.parametrize(("truncated", "padded"), [(0, 0), (5, 0), (0, 400), (5, 400)])
def test_every_text_is_counted_whole_and_as_text(tmp_path: Path, text: str, truncated: int, padded: int) -> None:
    path = bytes_tokenizer(tmp_path / "tokenizer.json", truncated=truncated, padded=padded)
    assert count_prompt(text, "m", Habit(), None, str(path)) == Count(len(text.encode()), "exact")


@needs_library
def test_half_a_character_does_not_stop_the_count(tmp_path: Path) -> None:
    path = bytes_tokenizer(tmp_path / "tokenizer.json")
    assert count_prompt("a\ud83d b", "m", Habit(), None, str(path)) == Count(4, "exact")


@needs_library
def test_a_file_that_is_named_comes_before_what_a_server_says_and_was_seen(tmp_path: Path) -> None:
    path = bytes_tokenizer(tmp_path / "tokenizer.json")
    habit = Habit(estimated=1000, reported=1300)
    assert count_prompt("hello", "openai:gpt-4o", habit, lambda text: 99, str(path)) == Count(5, "exact")


FLAWED = '{"model": {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "[UNK]"}}'
BROKEN: dict[str, bytes] = {
    "empty": b"",
    "no JSON": b"{",
    "a list": b"[]",
    "an object": b"{}",
    "a settings file": b'{"model_max_length": 4096, "tokenizer_class": "X"}',
    "no UTF-8": b"\xff\xfe{}",
    "a pointer to a large file": b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9085657\n",
    "merges without their tokens": b'{"model": {"type": "BPE", "vocab": {}, "merges": [["a", "b"]]}}',
    "an unknown kind": b'{"model": {"type": "Magic", "vocab": {}}}',
    "nested without end": b"[" * 100_000,
    "words without one for the unknown": FLAWED.encode(),
}


def settings_with(path: Path) -> Settings:
    return Settings(model="m", base_url="http://h/v1", tokenizers={"m": str(path)})


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_is_none_is_told_of_once_and_estimated_without(tmp_path: Path, name: str) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_bytes(BROKEN[name])
    (line,) = tokenizer_faults(settings_with(path))
    assert line.startswith(f"tokens of m are estimated, since {path} cannot be used: ")
    assert "\n" not in line
    assert count_prompt("hello world", "m", Habit(), None, str(path)).kind == "estimate"


@needs_library
@pytest.mark.parametrize("kind", ["missing", "folder"])
def test_a_file_that_cannot_be_read_is_told_of(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "tokenizer.json"
    if kind == "folder":
        path.mkdir()
    (line,) = tokenizer_faults(settings_with(path))
    assert "cannot be read" in line


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        Settings(model="m", base_url="http://h/v1"),
        Settings(model="m", base_url="http://h/v1", tokenizers={"other": "/nowhere"}),
        Settings(model="m", base_url="http://h/v1", tokenizers={"m": ""}),
    ],
)
def test_a_tokenizer_of_no_model_in_use_is_not_looked_at(settings: Settings) -> None:
    assert list(tokenizer_faults(settings)) == []


@needs_library
def test_a_tokenizer_that_works_is_not_spoken_of(tmp_path: Path) -> None:
    assert list(tokenizer_faults(settings_with(bytes_tokenizer(tmp_path / "tokenizer.json")))) == []


@needs_library
def test_a_meter_counts_each_model_with_its_own(tmp_path: Path) -> None:
    path = bytes_tokenizer(tmp_path / "tokenizer.json")
    settings = Settings(models=Models(plan="a", rewrite="b"), tokenizers={"b": str(path)})
    prompt, meter = Prompt("step", Fence("k7f3q9zz"), (), "stable ", "variable"), Meter(settings)
    assert meter.count("b", prompt) == Count(15, "exact")
    assert meter.count("a", prompt) == Count(estimate_tokens("stable variable"), "estimate")


def test_a_path_is_read_from_where_the_settings_are(tmp_path: Path, own_home: Path) -> None:
    text = f'[tokenizers]\na = "models/a.json"\nb = "{tmp_path}/b.json"\nc = "~/c.json"\nd = "~nobody-here/d.json"\n'
    (tmp_path / "overhaul.toml").write_text(text)
    assert load_settings(tmp_path, {}, {}, trust=True).settings.tokenizers == {
        "a": f"{tmp_path}/models/a.json",
        "b": f"{tmp_path}/b.json",
        "c": f"{own_home}/c.json",
        "d": f"{tmp_path}/~nobody-here/d.json",
    }


def test_the_repository_names_none_unless_it_is_trusted(tmp_path: Path) -> None:
    (tmp_path / "overhaul.toml").write_text('[tokenizers]\nm = "tokenizer.json"\n')
    loaded = load_settings(tmp_path, {}, {})
    assert (loaded.settings.tokenizers, loaded.ignored) == ({}, ("overhaul.toml sets tokenizers",))


def test_a_command_says_it_once(make_repo: MakeRepo) -> None:
    root = make_repo(
        {"a.py": "x = 1\n", "overhaul.toml": 'base_url = "http://127.0.0.1:9/v1"\n[tokenizers]\nm = "no"\n'}
    )
    done = overhaul(root, "run", "--model", "m", "--goal", "g", "--dry-run", "--trust-repo-config")
    assert done.stderr.count("tokens of m are estimated") == 1
