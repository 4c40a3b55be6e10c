"""The units of work: files rewritten together in one step, in dependency levels, within a token budget."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from repo_scan.cutting import cut_cycle
from repo_scan.graph import Graph, Levels
from repo_scan.paths import folder_of, is_test, is_within


@dataclass(frozen=True, slots=True)
class Module:
    """Files rewritten together in one step."""

    id: str  # its first file's path
    files: tuple[str, ...]  # sorted
    level: int  # 0 imports nothing of the repository; imported before importer
    tokens: int
    cut: bool = False  # part of an import cycle too large for the budget, cut at its weakest edges


def make_modules(
    graph: Graph, tokens: Mapping[str, int], budget: int, within: str = "", levels: Levels | None = None
) -> tuple[Module, ...]:
    """Modules of the files that `tokens` names, by level, then id; only files in the folder `within`.

    `levels` are the dependency levels of these files, where they are at hand.
    """
    found: list[Module] = []
    level = 0
    for groups in graph.dependency_levels(tokens) if levels is None else levels:
        singles = [group[0] for group in groups if len(group) == 1]
        found += (_module(files, level, tokens) for files in _packed(singles, tokens, budget))
        height = 1
        for group in groups:
            if len(group) > 1:
                parts = cut_cycle(group, graph, tokens, budget)
                height = max(height, len(parts))
                is_cut = len(parts) > 1
                found += (_module(part, level + step, tokens, is_cut) for step, part in enumerate(parts))
        level += height
    return _limited(found, tokens, within)


def _module(files: Iterable[str], level: int, tokens: Mapping[str, int], cut: bool = False) -> Module:
    ordered = tuple(sorted(files))
    return Module(ordered[0], ordered, level, sum(tokens[path] for path in ordered), cut)


def _packed(paths: Iterable[str], tokens: Mapping[str, int], budget: int) -> Iterator[list[str]]:
    """Files of one folder together, in order of names, as many as the budget holds; tests apart from sources."""
    pack: list[str] = []
    shelf, size = ("", False), 0
    for folder, is_for_tests, path in sorted((folder_of(path), is_test(path), path) for path in paths):
        if pack and ((folder, is_for_tests) != shelf or size + tokens[path] > budget):
            yield pack
            pack, size = [], 0
        shelf = folder, is_for_tests
        pack.append(path)
        size += tokens[path]
    if pack:
        yield pack


def _limited(modules: Iterable[Module], tokens: Mapping[str, int], within: str) -> tuple[Module, ...]:
    """Modules without the files outside of a folder, sorted."""
    kept: list[Module] = []
    for module in modules:
        files = [path for path in module.files if is_within(path, within)]
        if files:
            whole = len(files) == len(module.files)
            kept.append(module if whole else _module(files, module.level, tokens, module.cut))
    return tuple(sorted(kept, key=lambda module: (module.level, module.id)))
