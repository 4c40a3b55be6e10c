"""Sources of a few texts in memory."""

from collections.abc import Mapping

from agent.differential.source import Module, Sources
from repo_scan import ImportMap, OutlineCache, outline_texts


def sources_of(texts: Mapping[str, str]) -> Sources:
    outlines = outline_texts(texts, cache=OutlineCache())
    return Sources(texts, lambda path: None, ImportMap.of(texts, outlines))


def module_of(sources: Sources, path: str = "a.py") -> Module:
    module = sources.module(path)
    assert module
    return module
