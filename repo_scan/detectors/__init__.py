"""Diseases that a program can see. Each detector is a plain function in its own file: (scan, texts) -> findings."""

from collections.abc import Callable, Mapping

from repo_scan.finding import Finding
from repo_scan.scan import Scan

Detector = Callable[[Scan, Mapping[str, str]], tuple[Finding, ...]]

DETECTORS: tuple[Detector, ...] = ()


def detect(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """All findings of all detectors, sorted by path, line and kind. `texts` holds every file of a known language."""
    found = {finding for detector in DETECTORS for finding in detector(scan, texts)}
    return tuple(sorted(found, key=lambda finding: (finding.path, finding.line, finding.kind, finding.message)))
