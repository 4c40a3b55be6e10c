"""The diagnosis: what detectors and model found, each finding with evidence that really stands in the file."""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from repo_scan import Finding as Detected

Severity = Literal["high", "medium", "low"]


class Place(msgspec.Struct, frozen=True):
    """One spot that a finding is about."""

    path: str
    line: int


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One diagnosed problem; the quoted line stands at path:line of the base commit."""

    id: str = ""  # "F01"
    kind: str
    severity: Severity = "medium"
    path: str
    line: int
    quote: str
    message: str
    proposal: str = ""
    places: tuple[Place, ...] = ()
    by: Literal["detector", "model", "both"] = "detector"
    used_by: int = 0  # files that import, or speak of, what it is about
    tokens: int = 0  # of the files that it is about

    @property
    def files(self) -> tuple[str, ...]:
        """The files that it is about, its own first."""
        return tuple(dict.fromkeys((self.path, *(place.path for place in self.places))))

    def __str__(self) -> str:
        proposal = f" Proposal: {self.proposal}" if self.proposal else ""
        return f"{self.id} {self.kind} ({self.severity}) {self.path}:{self.line}: {self.message}{proposal}"


class Diagnosis(msgspec.Struct, frozen=True, kw_only=True):
    """All findings, the weightiest first, and what was dropped because its evidence does not hold."""

    findings: tuple[Finding, ...] = ()
    dropped: tuple[str, ...] = ()


def from_detectors(detected: Iterable[Detected]) -> tuple[Finding, ...]:
    """The scan's findings in the diagnosis's own words."""
    return tuple(
        Finding(
            kind=found.kind,
            severity=found.severity,
            path=found.path,
            line=found.line,
            quote=found.quote,
            message=found.message,
            places=tuple(dict.fromkeys(Place(place.path, place.line) for place in found.places)),
        )
        for found in detected
    )


def from_model(lines: Iterable[str], texts: Mapping[str, str]) -> Diagnosis:
    """Findings of a `finding` block whose evidence holds; the others are dropped with the reason."""
    findings, dropped = [], []
    for line in lines:
        if not line.strip():
            continue
        try:
            claimed = msgspec.json.decode(line, type=Finding)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            dropped.append(f"A finding could not be read ({error}): {line.strip()[:80]}")
            continue
        found = verify(_claimed(claimed, texts), texts)
        if isinstance(found, Finding):
            findings.append(found)
        else:
            dropped.append(found)
    return Diagnosis(findings=tuple(findings), dropped=tuple(dropped))


def _claimed(finding: Finding, texts: Mapping[str, str]) -> Finding:
    """A model's finding without what is not for it to say; of the places it names, those that are there."""
    ends = {path: text.rstrip("\n").count("\n") + 1 for path, text in texts.items()}
    places = tuple(place for place in finding.places if 1 <= place.line <= ends.get(place.path, 0))
    return msgspec.structs.replace(finding, by="model", id="", used_by=0, tokens=0, places=places)


def verify(finding: Finding, texts: Mapping[str, str]) -> Finding | str:
    """The finding, its line corrected where the quote stands elsewhere once; or why its evidence does not hold."""
    quote = finding.quote.strip()
    if finding.path not in texts:
        return f"{finding.path}:{finding.line}: there is no such file among those shown ({finding.message})"
    if not quote:
        return f"{finding.path}:{finding.line}: no line is quoted ({finding.message})"
    lines = [line.strip() for line in texts[finding.path].split("\n")]
    if 1 <= finding.line <= len(lines) and lines[finding.line - 1] == quote:
        return finding
    spots = [number for number, line in enumerate(lines, start=1) if line == quote]
    if len(spots) == 1:
        return msgspec.structs.replace(finding, line=spots[0])
    return f"{finding.path}:{finding.line}: the quoted line {quote[:60]!r} does not stand there ({finding.message})"
