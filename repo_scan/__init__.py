"""Reads: what is in a repository. Knows no other package, needs no network, changes nothing.

Reading order: scan (the whole), source and inventory (git's list), outline (one file's facts), languages/ (who makes
them), workers (where parsers run), imports and graph (who uses whom), modules (units of work), summary, detectors/
(diseases), render (the scan as JSON, dot, Mermaid).
"""

from repo_scan.cache import OutlineCache, open_cache
from repo_scan.detectors import detect
from repo_scan.errors import BareRepository, NoCommit, NotARepository, ScanError, UnknownCommit
from repo_scan.finding import Finding, Place
from repo_scan.graph import Edge, Graph
from repo_scan.imports import ImportMap
from repo_scan.inventory import FileEntry, Inventory, Skipped
from repo_scan.modules import Module
from repo_scan.outline import Comment, Fault, Import, Outline, Symbol, TestCase
from repo_scan.scan import Scan, outline_texts, read_texts, scan_repository
from repo_scan.source import find_root
from repo_scan.summary import Summary

__all__ = [
    "BareRepository",
    "Comment",
    "Edge",
    "Fault",
    "FileEntry",
    "Finding",
    "Graph",
    "Import",
    "ImportMap",
    "Inventory",
    "Module",
    "NoCommit",
    "NotARepository",
    "Outline",
    "OutlineCache",
    "Place",
    "Scan",
    "ScanError",
    "Skipped",
    "Summary",
    "Symbol",
    "TestCase",
    "UnknownCommit",
    "detect",
    "find_root",
    "open_cache",
    "outline_texts",
    "read_texts",
    "scan_repository",
]
