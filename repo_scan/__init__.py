"""Reads: what is in a repository. Knows no other package, needs no network, changes nothing.

Reading order: scan (the whole), inventory (git's list), outline (one file's facts), languages/ (who makes them),
imports and graph (who uses whom), modules (units of work), summary, detectors/ (diseases), workers (where parsers run).
"""

from repo_scan.detectors import detect
from repo_scan.errors import BareRepository, NoCommit, NotARepository, ScanError, UnknownCommit
from repo_scan.finding import Finding, Place
from repo_scan.graph import Edge, Graph
from repo_scan.inventory import FileEntry, Inventory, Skipped
from repo_scan.modules import Module
from repo_scan.outline import Comment, Fault, Import, Outline, Symbol, TestCase
from repo_scan.scan import Scan, outline_texts, read_texts, scan_repository
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
    "Inventory",
    "Module",
    "NoCommit",
    "NotARepository",
    "Outline",
    "Place",
    "Scan",
    "ScanError",
    "Skipped",
    "Summary",
    "Symbol",
    "TestCase",
    "UnknownCommit",
    "detect",
    "outline_texts",
    "read_texts",
    "scan_repository",
]
