"""Which operations are worth doing on a repository: tried out one after the other on texts in memory."""

from collections.abc import Callable, Mapping, Sequence

from agent.operations.break_cycle import break_cycle
from agent.operations.change import Change, Request
from agent.operations.errors import Refusal
from agent.operations.merge_rules import Spot, direct_importers
from agent.operations.partition import partition
from agent.operations.registry import apply_to
from agent.operations.repository import Repository, Run
from agent.operations.sequence import after
from repo_scan import Finding, Scan
from repo_scan.detectors.copies import copies
from repo_scan.detectors.god_module import god_module
from repo_scan.detectors.import_cycle import import_cycle
from repo_scan.workers import run_jobs

_CYCLES, _TRIES = 5, 8  # that are looked at, and moves tried on each: each takes a second in a large repository
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
    for cycle in import_cycle(scan, texts)[:_CYCLES]:
        request = {"op": "break-cycle", "modules": sorted({place.path for place in cycle.places})}
        change = _broken(repo, request)
        if change is not None and all(map(covers, change.texts)) and not _is_missed(repo, change):
            requests.append(request)
            repo = after(repo, change)
    for path in (one.path for one in god_module(scan, texts) if covers(one.path)):
        if (found := partition(repo, path, covers)) is not None:
            requests.append(found[0])
            repo = after(repo, found[1])
    unused = _removal(repo, covers)
    return (*requests, *([unused] if unused is not None else []))


def _broken(repo: Repository, request: Request) -> Change | None:
    """What breaks a circle by one of the smallest moves; None where none of them does."""
    try:
        return break_cycle(request, repo, tries=_TRIES)
    except Refusal:
        return None


def _is_missed(repo: Repository, change: Change) -> bool:
    """Whether people outside of the repository may take from its old place what a change moves elsewhere."""
    packed = any(entry.path in ("pyproject.toml", "setup.cfg", "setup.py") for entry in repo.scan.inventory.files)
    names = (name for names in change.removed.values() for name in names)
    return packed and any(not name.startswith("_") for name in names)


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
