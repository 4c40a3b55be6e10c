"""Diseases that a program can see. Each detector is a plain function in its own file: (scan, texts) -> findings."""

from collections.abc import Callable, Mapping

from repo_scan.finding import Finding
from repo_scan.scan import Scan

Detector = Callable[[Scan, Mapping[str, str]], tuple[Finding, ...]]

DETECTORS: tuple[Detector, ...] = ()


def detect(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """All findings of all detectors, sorted by path, line and kind. `texts` holds every file of a known language."""
    raise NotImplementedError
