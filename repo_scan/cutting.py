"""An import cycle that is too large for one step, cut into parts where it holds together least."""

from collections import Counter
from collections.abc import Mapping, Sequence

from repo_scan.graph import Graph

Parts = list[tuple[str, ...]]


def cut_cycle(cycle: Sequence[str], graph: Graph, tokens: Mapping[str, int], budget: int) -> Parts:
    """Parts within the budget, imported before importer as far as a cycle allows; one part if it fits whole.

    The pairs of parts that import most from each other are joined first, so what remains cut is weakest.
    """
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
    left = list(range(len(parts)))
    ordered: Parts = []
    while left:
        needs = Counter(importer for importer, _ in pairs)
        needed = Counter(imported for _, imported in pairs)
        best = max(left, key=lambda one: (needs[one] == 0, needed[one] - needs[one], -one))
        left.remove(best)
        pairs = [pair for pair in pairs if best not in pair]
        ordered.append(parts[best])
    return ordered
