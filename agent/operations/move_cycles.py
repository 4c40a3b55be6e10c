"""Whether modules would import each other in a circle after a move."""

from dataclasses import dataclass

from agent.operations.errors import Refusal
from agent.operations.repository import Repository


@dataclass(frozen=True, slots=True)
class Traffic:
    """Who would import whom after a move, as far as it changes that."""

    home: str  # the file that names leave
    target: str
    taken: tuple[str, ...]  # names of the home that the target would import
    back: tuple[str, ...]  # names that the home would import from the target
    needed: tuple[str, ...]  # files of the repository that the target would import at run time
    users: tuple[str, ...]  # files that would import the target, beside the home
    is_cut: bool  # whether the target no longer imports the home for what it imported of it


def check_cycles(repo: Repository, moved: Traffic) -> None:
    """Raises Refusal where modules would import each other."""
    home, target = moved.home, moved.target
    ways = _Ways(repo, without=(target, home) if moved.is_cut else None)
    if moved.taken and moved.back:
        need, back = moved.taken[0], moved.back[0]
        raise Refusal(f"{target} would need `{need}` of {home}, which needs `{back}`: a cycle; move both")
    if moved.taken and (way := ways.between(home, target)):
        raise Refusal(f"{target} would import {home}, which imports it by way of {way}: a cycle")
    for path in moved.needed:
        known = path == home or ways.between(target, path)  # then it is no new circle
        if not known and (way := ways.between(path, target)):
            raise Refusal(f"{target} would import {path}, which imports it by way of {way}: a cycle")
    for path in (*((home,) if moved.back else ()), *moved.users):
        for start in (target, *moved.needed):
            if path != start and (way := ways.between(start, path)):
                raise Refusal(f"{path} would import {target}, which imports it by way of {way}: a cycle")


def leads_to(repo: Repository, start: str, goal: str) -> bool:
    """Whether a file imports another, by whatever way."""
    return bool(_Ways(repo, without=None).between(start, goal))


class _Ways:
    """Ways of imports from one file to another."""

    def __init__(self, repo: Repository, without: tuple[str, str] | None) -> None:
        self._edges: dict[str, list[str]] = {}
        for edge in repo.scan.graph.edges:
            if edge.kind == "runtime" and (edge.importer, edge.imported) != without:
                self._edges.setdefault(edge.importer, []).append(edge.imported)

    def between(self, start: str, goal: str) -> str:
        """The last file on a way; "" if there is none."""
        seen, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            for there in self._edges.get(here, ()):
                if there == goal:
                    return here
                if there not in seen:
                    seen.add(there)
                    waiting.append(there)
        return ""
