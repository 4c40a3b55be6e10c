"""Repositories in memory: texts with a scan of their own, and the workers' functions called in this process."""

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence

import pytest

from agent.operations.repository import Repository
from repo_scan import FileEntry, Graph, Inventory, Scan
from repo_scan.imports import ImportMap, import_edges
from repo_scan.languages import language_of
from repo_scan.languages.javascript import outline as web_outline
from repo_scan.languages.python import outline
from repo_scan.outline import Outline

MakeRepository = Callable[[Mapping[str, str]], Repository]


def run_here(target: str, payloads: Sequence[bytes]) -> Iterable[tuple[int, bytes]]:
    """What worker processes would answer."""
    module, _, name = target.partition(":")
    work = getattr(importlib.import_module(module), name)
    return [(index, work(payload)) for index, payload in enumerate(payloads)]


def scan_of(texts: Mapping[str, str]) -> Scan:
    """The scan that a repository of these texts would have, as far as operations look at it."""
    outlines = {path: _outline(path, text) for path, text in sorted(texts.items()) if language_of(path)}
    files = tuple(FileEntry(path, one.language, 0, 0, 0, "") for path, one in outlines.items())
    graph = Graph.of(import_edges(ImportMap.of(outlines, outlines), outlines))
    return Scan(None, 8000, Inventory(files, ()), graph, (), outlines, {})


def _outline(path: str, text: str) -> Outline:
    language = language_of(path)
    return outline(path, text) if language in (None, "python") else web_outline(path, str(language), text)


@pytest.fixture
def repository() -> MakeRepository:
    return lambda texts: Repository(scan_of(texts), texts, run_here)
