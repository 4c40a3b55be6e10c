"""Files that are not valid in their language."""

from collections.abc import Mapping

from repo_scan.detectors.evidence import line_at
from repo_scan.finding import Finding, Place
from repo_scan.scan import Scan


def syntax_error(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each file with faults."""
    found: list[Finding] = []
    for path, outline in scan.outlines.items():
        if outline.faults:
            fault = outline.faults[0]
            line = max(fault.line, 1)
            message = f"The file does not parse: {fault.message}. It cannot be imported, checked or rewritten safely."
            place = Place(path, line)
            found.append(Finding("syntax-error", "high", path, line, line_at(texts, path, line), message, (place,)))
    return tuple(found)
