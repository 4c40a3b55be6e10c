"""Outputs, summary and annotations: no value passes for a line of ours."""

from pathlib import Path

import pytest

from agent.action.runner import Note, refused_notes, write_outputs, write_summary
from tests.agent.publish.test_page import dossier, line
from tests.composite import commands, read_outputs

NASTY = ["", "x", "a\nb", "a\n::set-output name=x::y\n", "x<<EOF\nEOF\nevil=1", "ä %0A\r\n", "$(id) `id` \"'"]


@pytest.mark.parametrize("value", NASTY)
def test_an_output_of_any_content_is_read_back(tmp_path: Path, value: str) -> None:
    file = tmp_path / "output"
    write_outputs({"one": value, "two": "2"}, {"GITHUB_OUTPUT": str(file)})
    assert read_outputs(file.read_bytes().decode()) == {"one": value, "two": "2"}


def test_without_a_runner_nothing_is_written(tmp_path: Path) -> None:
    write_outputs({"one": "1"}, {})
    write_summary("page", {})


def test_a_summary_is_kept_below_what_github_takes(tmp_path: Path) -> None:
    file = tmp_path / "summary"
    write_summary("ä" * 1_000_000, {"GITHUB_STEP_SUMMARY": str(file)})
    assert file.stat().st_size < 1_000_000


@pytest.mark.parametrize("value", NASTY)
def test_an_annotation_is_one_line_and_one_command(value: str) -> None:
    note = Note(level="warning", text=value, title=value, path=value or "a.py")
    assert len(commands(f"{note}\n")) == 1
    assert "\n" not in str(note)


def test_refused_steps_are_warned_of_but_not_more_than_are_shown() -> None:
    few = [line(n, status="refused", problems=(f"lost {n}\nmore",)) for n in range(3)]
    assert [note.text for note in refused_notes(dossier(*few, line(9)).report)] == ["lost 0", "lost 1", "lost 2"]
    many = [line(n, status="refused") for n in range(30)]
    notes = list(refused_notes(dossier(*many).report))
    assert len(notes) == 10
    assert notes[-1].text.startswith("21 more")
