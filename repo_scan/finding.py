"""A finding: one problem that a program can see, with evidence."""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True)
class Place:
    """One spot that a finding is about."""

    path: str
    line: int
    symbol: str = ""  # qualified name, where the spot is a definition; the bound name, where it is an import


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem with its evidence: the quoted line really stands at path:line."""

    kind: str  # "copies", "unused-import", "import-cycle", "god-module", "syntax-error", ...
    severity: Severity
    path: str
    line: int
    quote: str  # the line, stripped
    message: str
    places: tuple[Place, ...] = ()  # every spot of it, the first being path:line
