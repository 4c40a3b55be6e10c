"""The runner's side: outputs, the summary of the job, annotations. No text of others can pass for any of them."""

import os
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from agent.publish.escape import annotation
from agent.report.document import Report

_MOST = 10  # annotations of a kind that GitHub shows of a step
_SUMMARY = 900_000  # bytes of the megabyte that a step may write
Level = Literal["notice", "warning", "error"]


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """One annotation."""

    level: Level
    text: str
    title: str = "Overhaul"
    path: str = ""

    def __str__(self) -> str:
        place = f"file={annotation(self.path, of_property=True)}," if self.path else ""
        return f"::{self.level} {place}title={annotation(self.title, of_property=True)}::{annotation(self.text)}"


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """How a mode ended."""

    status: str
    exit: int = 0
    outputs: dict[str, str] = {}
    summary: str = ""  # Markdown, escaped
    notes: tuple[Note, ...] = ()


def write_outputs(outputs: Mapping[str, str], environment: Mapping[str, str] = os.environ) -> None:
    """Hand over values of any content: between lines that nobody can know before."""
    path = environment.get("GITHUB_OUTPUT")
    if not path:
        return
    with Path(path).open("a", encoding="utf-8") as file:
        for name, value in outputs.items():
            mark = f"overhaul-{secrets.token_hex(16)}"
            file.write(f"{name}<<{mark}\n{value}\n{mark}\n")


def write_summary(page: str, environment: Mapping[str, str] = os.environ) -> None:
    """Add to the summary of the job."""
    path = environment.get("GITHUB_STEP_SUMMARY")
    if path and page:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(page.encode()[:_SUMMARY].decode("utf-8", "ignore") + "\n")


def refused_notes(report: Report) -> Iterable[Note]:
    """A warning for each step that was refused, with the reason."""
    refused = [line for line in report.outcomes if line.status == "refused"]
    for line in refused[: _MOST - 1]:
        why = line.problems[0].partition("\n")[0] if line.problems else "no reason is known"
        title = f"{line.step} refused: {line.title}"
        yield Note(level="warning", text=why, title=title[:200], path=next(iter(line.files), ""))
    if (more := len(refused) - (_MOST - 1)) > 0:
        yield Note(level="warning", text=f"{more} more steps were refused; the summary names them.")
