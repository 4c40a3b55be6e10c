"""Changes one after the other: the repository as it is after one, several as one, and cycles that one would make."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent.operations.change import Change
from agent.operations.names.loose import is_configuration
from agent.operations.repository import Repository
from repo_scan import Graph, outline_texts
from repo_scan.imports import ImportMap, import_edges


def after(repo: Repository, change: Change) -> Repository:
    """The repository as it is once a change is made. Only what the operations look at is brought up to date."""
    texts = {path: text for path, text in {**repo.texts, **change.texts}.items() if text is not None}
    known = {path: outline for path, outline in repo.scan.outlines.items() if path not in change.texts}
    outlines = {**known, **outline_texts({path: texts[path] for path in change.texts if path in texts})}
    gone = change.texts.keys() - texts.keys()
    paths = {*texts, *(entry.path for entry in repo.scan.inventory.files)} - gone
    graph = Graph.of(import_edges(ImportMap.of(paths, outlines), outlines))
    return repo.renewed(replace(repo.scan, outlines=outlines, graph=graph), texts)


def together(before: Repository, now: Repository, changes: Sequence[Change]) -> Change:
    """Changes that led from one repository to another, as one."""
    paths = sorted({path for change in changes for path in change.texts})
    texts = {path: now.texts.get(path) for path in paths if now.texts.get(path) != before.texts.get(path)}
    return Change(
        texts=texts,
        done=tuple(dict.fromkeys(sentence for change in changes for sentence in change.done)),
        left=tuple(dict.fromkeys(one for change in changes for one in change.left if one.path in now.texts)),
        removed=_joined([change.removed for change in changes]),
        changed=_joined([change.changed for change in changes]),
        allow=tuple(path for path in texts if is_configuration(path)),
    )


def new_cycle(before: Graph, now: Graph, gone: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Files that import each other in a circle and did not before; `gone` are files that became part of others."""
    homes = gone or {}
    old: list[set[str]] = []
    for cycle in before.cycles:
        files = {homes.get(path, path) for path in cycle}
        joined = [one for one in old if one & files]
        old = [one for one in old if not one & files] + [files.union(*joined)]
    return next((cycle for cycle in now.cycles if not any(one.issuperset(cycle) for one in old)), ())


def _joined(parts: Sequence[Mapping[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for part in parts:
        for path, names in part.items():
            found.setdefault(path, {}).update(dict.fromkeys(names))
    return {path: tuple(names) for path, names in sorted(found.items())}
