"""Diseases that a program can see. Each detector is a plain function in its own file: (scan, texts) -> findings."""

from collections.abc import Callable, Mapping

from repo_scan.detectors.clones import clones
from repo_scan.detectors.complex_function import complex_function
from repo_scan.detectors.copies import copies
from repo_scan.detectors.dead_symbol import dead_symbol
from repo_scan.detectors.god_module import god_module
from repo_scan.detectors.import_cycle import import_cycle
from repo_scan.detectors.layering import NO_RULES, Rules, layering
from repo_scan.detectors.long_function import long_function
from repo_scan.detectors.syntax_error import syntax_error
from repo_scan.detectors.unimported_file import unimported_file
from repo_scan.detectors.unused_import import unused_import
from repo_scan.detectors.wildcard_import import wildcard_import
from repo_scan.finding import Finding
from repo_scan.scan import Scan

Detector = Callable[[Scan, Mapping[str, str]], tuple[Finding, ...]]

DETECTORS: tuple[Detector, ...] = (
    syntax_error,
    import_cycle,
    copies,
    clones,
    god_module,
    long_function,
    complex_function,
    unused_import,
    wildcard_import,
    dead_symbol,
    unimported_file,
)


def detect(scan: Scan, texts: Mapping[str, str], *, rules: Rules = NO_RULES) -> tuple[Finding, ...]:
    """All findings of all detectors, sorted by path, line and kind.

    `texts` holds every file of a known language. Detectors that ask whether anything speaks of a name are silent
    unless it holds every other file of the inventory too.
    """
    found = {finding for detector in DETECTORS for finding in detector(scan, texts)} | {*layering(scan, texts, rules)}
    return tuple(sorted(found, key=lambda finding: (finding.path, finding.line, finding.kind, finding.message)))
