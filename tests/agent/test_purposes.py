"""Which files are described by whom: known by content and model, in portions, and told in place of the outline."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from agent.lineup import Caps, Models
from agent.purposes import LONGEST, MOST_FILES, Purposes, keep, look_up, told
from agent.settings import Settings
from repo_scan import Scan, read_texts, scan_repository
from repo_scan.repository_map import repository_map
from repo_scan.store import Store

MakeRepo = Callable[..., Path]
SETTINGS = Settings(model="m", models=Models(small="s"), summaries="model")
FILES = {"a.py": "A = 1\n", "b.py": '"""The old words."""\nimport a\n', "same.py": "A = 1\n", "empty.py": "\n \n"}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "facts.sqlite")


def found(root: Path, settings: Settings = SETTINGS, store: Store | None = None) -> tuple[Scan, Purposes]:
    scan = scan_repository(root)
    texts = read_texts(root, None, scan.outlines)
    return scan, look_up(scan, texts, scan.outlines, settings, store)


def blob(scan: Scan, path: str) -> str:
    return next(entry.blob for entry in scan.inventory.files if entry.path == path)


def asked(purposes: Purposes) -> list[list[str]]:
    return [[file.path for file in batch] for batch in purposes.batches]


def test_equal_files_are_asked_for_once_and_empty_ones_never(make_repo: MakeRepo) -> None:
    assert asked(found(make_repo(FILES))[1]) == [["a.py", "b.py"]]


def test_nothing_is_looked_up_unless_a_model_is_to_describe_files(make_repo: MakeRepo, store: Store) -> None:
    assert found(make_repo(FILES), Settings(model="m"), store)[1] == Purposes()
    assert not store.path.exists()


def test_what_a_model_said_of_a_content_is_not_asked_again(make_repo: MakeRepo, store: Store) -> None:
    root = make_repo(FILES)
    scan, _ = found(root)
    keep(store, "s", {blob(scan, "a.py"): "Holds A – one."})
    again = found(root, store=store)[1]
    assert (again.known, asked(again)) == ({blob(scan, "a.py"): "Holds A – one."}, [["b.py"]])


@pytest.mark.parametrize("change", ["content", "model", "damage", "another store"])
def test_anything_else_is_asked_for(make_repo: MakeRepo, store: Store, tmp_path: Path, change: str) -> None:
    root, settings = make_repo({"a.py": "A = 1\n"}), SETTINGS
    scan, _ = found(root)
    keep(store, "s", {blob(scan, "a.py"): "Holds A."})
    match change:
        case "content":
            (root / "a.py").write_text("A = 2\n")
        case "model":
            settings = Settings(model="m", summaries="model")
        case "damage":
            store.put({f"purpose 1 s {blob(scan, 'a.py')}": b"\xff\xfe"})
        case "another store":
            store = Store(tmp_path / "other.sqlite")
    purposes = found(root, settings, store)[1]
    assert (purposes.known, asked(purposes)) == ({}, [["a.py"]])


def test_portions_hold_so_many_files_and_tokens(make_repo: MakeRepo) -> None:
    many = make_repo({f"f{number:03}.py": f"x = {number}\n" for number in range(2 * MOST_FILES + 1)}, "many")
    assert [len(batch) for batch in found(many)[1].batches] == [MOST_FILES, MOST_FILES, 1]
    large = make_repo({f"f{number}.py": f"x = {number}\n" * 300 for number in range(6)}, "large")
    narrow = replace_caps(3000)
    batches = found(large, narrow)[1].batches
    assert sum(len(batch) for batch in batches) == 6
    assert all(len(batch) == 1 or sum(file.tokens for file in batch) <= 1800 for batch in batches)
    assert len(batches) > 1


def replace_caps(tokens: int) -> Settings:
    return Settings(model="m", models=Models(small="s"), summaries="model", caps={"s": Caps(context_tokens=tokens)})


@pytest.mark.parametrize(
    ("text", "whole"),
    [("x = 1\n", True), ("x" * LONGEST, True), ("x = 1\n" * 5000, False), ("x" * 3 * LONGEST, False)],
)
def test_a_long_file_is_shown_up_to_the_end_of_a_line(make_repo: MakeRepo, text: str, whole: bool) -> None:
    ((file,),) = found(make_repo({"a.py": text}))[1].batches
    if whole:
        assert file.text == text
        return
    head, dots, more = file.text.rpartition("(… and ")
    assert dots
    assert len(head) <= LONGEST + 1
    assert text.startswith(head.rstrip("\n"))
    assert int(more.split()[0].replace(",", "")) == len(text) - len(head)


def test_a_line_stands_where_the_outline_spoke(make_repo: MakeRepo) -> None:
    scan, _ = found(make_repo(FILES))
    lines = {blob(scan, "b.py"): "The new words.", blob(scan, "a.py"): "Holds A."}
    words = repository_map(told(scan, lines), (), 1000)
    assert "b.py: The new words.\n  imports: a.py" in words
    assert "The old words" not in words
    assert words.count(": Holds A.") == 2  # equal files have it both


@pytest.mark.parametrize("lines", [{}, {"0" * 40: "Of another content."}])
def test_a_line_about_another_content_says_nothing(make_repo: MakeRepo, lines: dict[str, str]) -> None:
    scan, _ = found(make_repo(FILES))
    assert told(scan, lines) is scan


def test_a_file_that_is_hidden_stays_hidden(make_repo: MakeRepo) -> None:
    scan, _ = found(make_repo(FILES))
    hidden = replace(scan, summaries={path: words for path, words in scan.summaries.items() if path != "a.py"})
    assert set(told(hidden, {blob(scan, "a.py"): "Holds A."}).summaries) == {"b.py", "same.py", "empty.py"}
