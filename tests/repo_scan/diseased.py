"""Scans of small repositories in memory, for the tests of the detectors: no git, no worker."""

from collections.abc import Mapping

from repo_scan.detectors import DETECTORS, Detector
from repo_scan.finding import Finding
from repo_scan.graph import Graph
from repo_scan.imports import ImportMap, import_edges
from repo_scan.inventory import FileEntry, Inventory
from repo_scan.languages import language_of
from repo_scan.languages.python import outline
from repo_scan.modules import make_modules
from repo_scan.scan import Scan
from repo_scan.summary import summarize
from repo_scan.tokens import estimate_tokens


def scan_of(texts: Mapping[str, str], budget: int = 8000) -> Scan:
    """The scan of a repository that holds these texts."""
    outlines = {path: outline(path, text) for path, text in sorted(texts.items()) if language_of(path)}
    tokens = {path: estimate_tokens(texts[path]) for path in sorted(texts)}
    entries = tuple(FileEntry(path, language_of(path), 0, 0, count, "") for path, count in tokens.items())
    graph = Graph.of(import_edges(ImportMap.of(texts, outlines), outlines))
    summaries = {path: summarize(outline, graph, tokens[path]) for path, outline in outlines.items()}
    modules = make_modules(graph, {path: tokens[path] for path in outlines}, budget)
    return Scan(None, budget, Inventory(entries, ()), graph, modules, outlines, summaries)


def found_by(detector: Detector, texts: Mapping[str, str], budget: int = 8000) -> tuple[Finding, ...]:
    """Findings of one detector, each of which must quote the line that really stands there."""
    findings = detector(scan_of(texts, budget), texts)
    for finding in findings:
        assert finding.quote == texts[finding.path].split("\n")[finding.line - 1].strip()
        assert (finding.places[0].path, finding.places[0].line) == (finding.path, finding.line)
        assert finding.quote
        assert finding.message.endswith(".")
    assert detector in DETECTORS
    return findings
