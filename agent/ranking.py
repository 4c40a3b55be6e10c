"""One list of findings: doubles made one, ranked by what it costs to leave them: how bad, how much used, how often."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log2

from msgspec.structs import replace

from agent.diagnosis import Diagnosis, Finding
from repo_scan import Scan

BADNESS: Mapping[str, float] = {"high": 9.0, "medium": 3.0, "low": 1.0}

_NEAR = 2  # lines between the evidence of two findings of one thing
#: What kinds are called, by what they are about: a model has names of its own for what the detectors find.
_FAMILIES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("copies", ("copies", "copy", "clone", "duplicat", "repeated", "redundan")),
    ("cycle", ("cycl", "circular")),
    ("layers", ("layer", "wrong-direction", "dependency-direction")),
    ("unused", ("unused", "dead", "unreachable", "unimported")),
    ("names", ("several-names", "inconsistent-nam", "naming")),
    ("large", ("god", "long-", "complex", "large", "too-many")),
    ("star", ("wildcard", "star-import")),
)


def family(kind: str) -> str:
    """What a kind of finding is about; itself where that is not known."""
    words = kind.lower().replace("_", "-").replace(" ", "-")
    return next((name for name, parts in _FAMILIES if any(part in words for part in parts)), words)


def merge(detected: Sequence[Finding], modelled: Diagnosis) -> Diagnosis:
    """One numbered list, the weightiest first; of two findings of one thing the first stays, with what it lacks."""
    found: list[Finding] = []
    for finding in (*detected, *modelled.findings):
        double = next((at for at, other in enumerate(found) if _is_double(other, finding)), None)
        if double is None:
            found.append(finding)
        else:
            found[double] = _joined(found[double], finding)
    ordered = sorted(found, key=lambda one: (-weight(one), one.kind, one.path, one.line, one.message))
    numbered = tuple(replace(finding, id=f"F{number:02d}") for number, finding in enumerate(ordered, start=1))
    return Diagnosis(findings=numbered, dropped=modelled.dropped)


def _is_double(finding: Finding, other: Finding) -> bool:
    """Whether a model's finding is of the same thing in the same place; detectors tell their own apart."""
    if other.by != "model" or family(finding.kind) != family(other.kind):
        return False
    places = [(finding.path, finding.line), *((place.path, place.line) for place in finding.places)]
    return any(path == other.path and abs(line - other.line) <= _NEAR for path, line in places)


def _joined(finding: Finding, other: Finding) -> Finding:
    by = finding.by if finding.by == other.by else "both"
    return replace(finding, proposal=finding.proposal or other.proposal, by=by)


def weight(finding: Finding) -> float:
    """What it costs to leave a finding as it is: more with its severity, its users, and its places."""
    users, places = 1 + log2(1 + finding.used_by), 1 + log2(max(1, len(finding.places)))
    return BADNESS[finding.severity] * users * places


def weigher(scan: Scan) -> Callable[[Finding], Finding]:
    """Fills in how many files use what a finding is about, and how large its files are."""
    tokens = {file.path: file.tokens for file in scan.inventory.files}
    mentions = Counter(name for outline in scan.outlines.values() for name in outline.references)

    def weighed(finding: Finding) -> Finding:
        files = finding.files
        importers = {user for path in files for user in scan.graph.importers_of(path)}.difference(files)
        referring = max((mentions[name] for name in _names_at(finding, scan)), default=0)
        size = sum(tokens.get(path, 0) for path in files)
        return replace(finding, used_by=max(len(importers), referring), tokens=size)

    return weighed


def _names_at(finding: Finding, scan: Scan) -> Iterable[str]:
    """Names of what is defined at the line of a finding."""
    outline = scan.outlines.get(finding.path)
    symbols = outline.symbols if outline else ()
    return (symbol.name.rpartition(".")[2] for symbol in symbols if symbol.line == finding.line)
