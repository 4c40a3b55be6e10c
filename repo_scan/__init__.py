"""Reads: what is in a repository. Knows no other package, needs no network, changes nothing.

Reading order: scan (the whole) and overview (without the files' insides), source, inventory and stock (git's list),
outline (one file's facts), languages/ (who makes them), workers (where parsers run), cache and tree (what is
remembered), imports and graph (who uses whom), modules (units of work), summary, detectors/ (diseases), render (the
overview as JSON, dot, Mermaid).
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from repo_scan.cache import OutlineCache, open_cache
    from repo_scan.detectors import detect
    from repo_scan.errors import BareRepository, NoCommit, NotARepository, ScanError, UnknownCommit
    from repo_scan.finding import Finding, Place
    from repo_scan.graph import Edge, Graph
    from repo_scan.imports import ImportMap
    from repo_scan.inventory import FileEntry, Inventory, Skipped
    from repo_scan.modules import Module
    from repo_scan.outline import Comment, Fault, Import, Outline, Symbol, TestCase
    from repo_scan.overview import Overview, take_overview
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
    "Overview",
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
    "take_overview",
]

# The module of each public name, loaded when the name is first asked for: a command pays for what it uses.
_HOMES = {
    "cache": ("OutlineCache", "open_cache"),
    "detectors": ("detect",),
    "errors": ("BareRepository", "NoCommit", "NotARepository", "ScanError", "UnknownCommit"),
    "finding": ("Finding", "Place"),
    "graph": ("Edge", "Graph"),
    "imports": ("ImportMap",),
    "inventory": ("FileEntry", "Inventory", "Skipped"),
    "modules": ("Module",),
    "outline": ("Comment", "Fault", "Import", "Outline", "Symbol", "TestCase"),
    "overview": ("Overview", "take_overview"),
    "scan": ("Scan", "outline_texts", "read_texts", "scan_repository"),
    "source": ("find_root",),
    "summary": ("Summary",),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            found: object = getattr(import_module(f"repo_scan.{home}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
