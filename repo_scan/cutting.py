"""An import cycle that is too large for one step, cut into parts where it holds together least."""

from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush

from repo_scan.graph import Graph

Parts = list[tuple[str, ...]]


def cut_cycle(cycle: Sequence[str], graph: Graph, tokens: Mapping[str, int], budget: int) -> Parts:
    """Parts within the budget, imported before importer as far as a cycle allows; one part if it fits whole.

    The pairs of parts that import most from each other are joined first, so what remains cut is weakest.
    """
    if sum(tokens[path] for path in cycle) <= budget:
        return [tuple(sorted(cycle))]
    weights = _weights(cycle, graph)
    part_of: dict[str, tuple[str, ...]] = {path: (path,) for path in cycle}
    for one, other in sorted(weights, key=lambda pair: (-weights[pair], pair)):
        left, right = part_of[one], part_of[other]
        if left != right and sum(tokens[path] for path in left + right) <= budget:
            joined = tuple(sorted(left + right))
            part_of |= dict.fromkeys(joined, joined)
    return _ordered(sorted(set(part_of.values())), graph)


def _weights(cycle: Sequence[str], graph: Graph) -> dict[tuple[str, str], int]:
    """How many imports bind each pair of files, in either direction."""
    inside = set(cycle)
    weights: dict[tuple[str, str], int] = {}
    for edge in graph.edges:
        if edge.importer in inside and edge.imported in inside:
            pair = (min(edge.importer, edge.imported), max(edge.importer, edge.imported))
            weights[pair] = weights.get(pair, 0) + (2 if edge.kind == "runtime" else 1)
    return weights


def _ordered(parts: Parts, graph: Graph) -> Parts:
    """Parts in an order that few imports run against: next is one that needs none of those left, or is needed most."""
    place = {path: number for number, part in enumerate(parts) for path in part}
    pairs = [
        (place[edge.importer], place[edge.imported])
        for edge in graph.edges
        if edge.kind == "runtime" and edge.importer in place and edge.imported in place
        if place[edge.importer] != place[edge.imported]
    ]
    touching: list[list[tuple[int, int]]] = [[] for _ in parts]
    for importer, imported in pairs:
        touching[importer].append((importer, imported))
        touching[imported].append((importer, imported))
    needs, needed = Counter(importer for importer, _ in pairs), Counter(imported for _, imported in pairs)

    def rank(one: int) -> tuple[bool, int, int]:
        return needs[one] > 0, needs[one] - needed[one], one

    waiting = [rank(one) for one in range(len(parts))]  # holds outdated ranks, too
    heapify(waiting)
    order: dict[int, None] = {}
    while waiting:
        best = heappop(waiting)
        if best[-1] in order or best != rank(best[-1]):
            continue
        order[best[-1]] = None
        for importer, imported in touching[best[-1]]:
            needs[importer] -= 1
            needed[imported] -= 1
            heappush(waiting, rank(imported if importer == best[-1] else importer))
    return [parts[one] for one in order]
