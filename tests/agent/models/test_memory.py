"""What a model refuses is remembered from process to process, for that model on that server alone."""

import os
import time
from pathlib import Path

import pytest

from agent.models.endpoint import endpoint
from agent.models.memory import FORGOTTEN_AFTER, Memory, Refusals, memory_folder

AT = endpoint("org/tiny:7b", "https://llm.example/v1", "/chat/completions", "", "KEY")
KNOWN = Refusals(frozenset({"temperature"}), 8192)


def test_what_was_kept_is_there_again(tmp_path: Path) -> None:
    Memory.of(tmp_path / "models", AT).keep(KNOWN)
    assert Memory.of(tmp_path / "models", AT).refusals == KNOWN


@pytest.mark.parametrize(
    ("model", "url"), [("org/tiny:70b", "https://llm.example/v1"), ("org/tiny:7b", "https://other.example/v1")]
)
def test_nothing_is_known_of_another_model_or_server(tmp_path: Path, model: str, url: str) -> None:
    Memory.of(tmp_path, AT).keep(KNOWN)
    assert Memory.of(tmp_path, endpoint(model, url, "/chat/completions", "", "KEY")).refusals == Refusals()


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"parameters": 3}'])
def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, damage: bytes) -> None:
    memory = Memory.of(tmp_path, AT)
    memory.keep(KNOWN)
    assert memory.path is not None
    memory.path.write_bytes(damage)
    assert Memory.of(tmp_path, AT).refusals == Refusals()


def test_it_is_forgotten_in_time(tmp_path: Path) -> None:
    memory = Memory.of(tmp_path, AT)
    memory.keep(KNOWN)
    assert memory.path is not None
    long_ago = time.time() - FORGOTTEN_AFTER - 1
    os.utime(memory.path, (long_ago, long_ago))
    assert Memory.of(tmp_path, AT).refusals == Refusals()


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("a file where the folder must be")
    memory = Memory.of(tmp_path / "models", AT)
    memory.keep(KNOWN)
    assert memory.refusals == KNOWN


def test_without_a_folder_it_lasts_as_long_as_the_process() -> None:
    memory = Memory.of(None, AT)
    memory.keep(KNOWN)
    assert memory.refusals == KNOWN
    assert Memory.of(None, AT).refusals == Refusals()


def test_it_lies_in_the_users_cache(own_home: Path) -> None:
    assert own_home in memory_folder().parents
