"""What a step may do, and what is said when it did something else."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from applier.anchor import Anchor

Texts = Mapping[str, str]  # path -> whole text
Severity = Literal["refuse", "ask", "note"]


@dataclass(frozen=True, slots=True)
class Declared:
    """A symbol that the step's log declares removed or changed, with the reason."""

    path: str
    name: str  # qualified
    reason: str


@dataclass(frozen=True, slots=True)
class Scope:
    """The declared reach of one step."""

    files: tuple[str, ...]  # may be rewritten
    new: tuple[str, ...] = ()  # may be created
    delete: tuple[str, ...] = ()  # may be deleted
    removed: tuple[Declared, ...] = ()
    changed: tuple[Declared, ...] = ()  # its signature, decorators, or what it is
    allow: tuple[str, ...] = ()  # globs of otherwise protected paths
    only: tuple[str, ...] = ()  # what alone may change: "docstrings", "imports" …; empty: no such limit
    criteria: tuple[str, ...] = ()  # what is to be true afterwards, in the plan's words
    anchors: tuple[Anchor, ...] = ()  # hard constraints
    terms: Mapping[str, str] = field(default_factory=dict)  # words of the project: unwanted ones, and those instead
    formatted: frozenset[str] = frozenset()  # files that the user's formatter lays out
    most_lines: int | None = None  # that its difference should have; None: no limit
    goal: str = ""  # what the whole run is for, and what the step is called


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that a gate objects to, in words fit to send to the model."""

    gate: str  # "parse", "loss", ...
    severity: Severity
    path: str | None
    line: int
    message: str  # names the thing and what to do
    needs: tuple[str, ...] = ()  # files outside of the step that would have to change with it
    owed: bool = False  # a question that silence does not answer: it is put right, or declared

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}: " if self.path and self.line else f"{self.path}: " if self.path else ""
        return f"{where}{self.message} [{self.gate}]"
