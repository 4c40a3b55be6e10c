"""Files that are not valid in their language."""

from collections.abc import Mapping

from repo_scan.detectors.evidence import line_at
from repo_scan.detectors.judged import is_generated
from repo_scan.finding import Finding, Place, Severity
from repo_scan.paths import folder_of, is_apart, is_vendored
from repo_scan.scan import Scan


def syntax_error(scan: Scan, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """One finding for each file with faults, unless a program or another project wrote it: it is mended there."""
    found: list[Finding] = []
    for path, outline in scan.outlines.items():
        if outline.faults and not is_vendored(path) and not is_generated(texts.get(path, "")):
            fault = outline.faults[0]
            line = max(fault.line, 1)
            message = f"The file does not parse: {fault.message}. It cannot be imported, checked or rewritten safely."
            severity: Severity = "low" if is_apart(folder_of(path)) else "high"  # data of tests is broken on purpose
            quote, place = line_at(texts, path, line), Place(path, line)
            found.append(Finding("syntax-error", severity, path, line, quote, message, (place,)))
    return tuple(found)
