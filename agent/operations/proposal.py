"""Which operations are worth doing on a repository: tried out one after the other on texts in memory."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from agent.operations.change import Change, Request
from agent.operations.merge_rules import Spot, direct_importers
from agent.operations.registry import apply_to
from agent.operations.repository import Repository, Run
from repo_scan import Finding, Graph, Scan, outline_texts
from repo_scan.detectors.copies import copies
from repo_scan.imports import ImportMap, import_edges
from repo_scan.workers import run_jobs

Covers = Callable[[str], bool]


def propose(
    scan: Scan,
    texts: Mapping[str, str],
    covers: Covers = lambda path: True,
    run: Run = run_jobs,
) -> tuple[Request, ...]:
    """Operations that are safe for what the detectors find here, in the order in which to do them.

    Only those that touch no file outside `covers`.
    """
    repo = Repository(scan, texts, run)
    requests: list[Request] = []
    for finding in copies(scan, texts):
        best = _best_merge(repo, finding, covers)
        if best is not None:
            requests.append(best[0])
            repo = after(repo, best[1])
    unused = _removal(repo, covers)
    return (*requests, *([unused] if unused is not None else []))


def after(repo: Repository, change: Change) -> Repository:
    """The repository as it is once a change is made. Only what the operations look at is brought up to date."""
    texts = {path: text for path, text in {**repo.texts, **change.texts}.items() if text is not None}
    known = {path: outline for path, outline in repo.scan.outlines.items() if path not in change.texts}
    outlines = {**known, **outline_texts({path: texts[path] for path in change.texts if path in texts})}
    gone = change.texts.keys() - texts.keys()
    paths = {*texts, *(entry.path for entry in repo.scan.inventory.files)} - gone
    graph = Graph.of(import_edges(ImportMap.of(paths, outlines), outlines))
    return repo.renewed(replace(repo.scan, outlines=outlines, graph=graph), texts)


def _best_merge(repo: Repository, finding: Finding, covers: Covers) -> tuple[Request, Change] | None:
    """The merge of a group of copies that leaves the fewest of them, if any can be merged."""
    spots = [Spot(place.path, place.symbol) for place in finding.places if covers(place.path)]
    best: tuple[int, Request, Change] | None = None
    for home in _homes(repo, spots):
        merged, change = _try(repo, home, [spot for spot in spots if spot != home])
        if merged and all(map(covers, change.texts)) and (best is None or len(merged) > best[0]):
            request = {"op": "merge-functions", "home": str(home), "copies": [str(spot) for spot in merged]}
            best = (len(merged), request, change)
        if len(merged) == len(spots) - 1:
            break
    return best[1:] if best is not None else None


def _homes(repo: Repository, spots: Sequence[Spot]) -> list[Spot]:
    """Possible homes, the most imported first, then public names, then the shortest path, then by the alphabet."""

    def rank(spot: Spot) -> tuple[int, bool, int, Spot]:
        return -len(direct_importers(repo, spot)), spot.name.startswith("_"), len(spot.path), spot

    return sorted(spots, key=rank)


def _try(repo: Repository, home: Spot, others: Sequence[Spot]) -> tuple[list[Spot], Change]:
    """Which of the others can be merged into the home, and what that changes."""
    change = Change({}, ())
    if others:
        request = {"op": "merge-functions", "home": str(home), "copies": [str(spot) for spot in others]}
        change = apply_to(request, repo)
    return [spot for spot in others if spot.name in change.removed.get(spot.path, ())], change


def _removal(repo: Repository, covers: Covers) -> Request | None:
    change = apply_to({"op": "remove-unused"}, repo)
    paths = [path for path in change.texts if covers(path)]
    if not paths:
        return None
    whole = len(paths) == len(change.texts)
    return {"op": "remove-unused"} if whole else {"op": "remove-unused", "paths": paths}
