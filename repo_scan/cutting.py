"""An import cycle that is too large for one step, cut into parts where it holds together least."""

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
    """Next is always the part that imports least of those not placed yet."""
    place = {path: number for number, part in enumerate(parts) for path in part}
    needs: list[dict[int, int]] = [{} for _ in parts]  # part -> imported part -> number of imports
    for edge in graph.edges:
        one, other = place.get(edge.importer), place.get(edge.imported)
        if one is not None and other is not None and one != other and edge.kind == "runtime":
            needs[one][other] = needs[one].get(other, 0) + 1
    left = set(range(len(parts)))
    ordered: Parts = []
    while left:
        best = min(left, key=lambda number: (sum(needs[number].get(other, 0) for other in left), number))
        left.remove(best)
        ordered.append(parts[best])
    return ordered
