"""Diseases that a program can see. Each detector is a plain function in its own file: (scan, texts) -> findings."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from repo_scan.detectors.clones import clones
from repo_scan.detectors.complex_function import complex_function
from repo_scan.detectors.copies import copies
from repo_scan.detectors.dead_symbol import dead_symbol
from repo_scan.detectors.god_module import god_module
from repo_scan.detectors.import_cycle import import_cycle
from repo_scan.detectors.layering import NO_RULES, Rules, layering
from repo_scan.detectors.long_function import long_function
from repo_scan.detectors.several_names import several_names
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
    several_names,
)

# The others know Python's habits alone, and must not judge by them what is written in another language.
OF_ANY_LANGUAGE: frozenset[Detector] = frozenset({syntax_error, import_cycle})


def detect(scan: Scan, texts: Mapping[str, str], *, rules: Rules = NO_RULES) -> tuple[Finding, ...]:
    """All findings of all detectors, sorted by path, line and kind.

    `texts` holds every file of a known language. Detectors that ask whether anything speaks of a name are silent
    unless it holds every other file of the inventory too.
    """
    python = replace(scan, outlines={path: one for path, one in scan.outlines.items() if one.language == "python"})
    judged = [(detector, scan if detector in OF_ANY_LANGUAGE else python) for detector in DETECTORS]
    found = {finding for detector, seen in judged for finding in detector(seen, texts)}
    found |= {*layering(scan, texts, rules)}
    return tuple(sorted(found, key=lambda finding: (finding.path, finding.line, finding.kind, finding.message)))
