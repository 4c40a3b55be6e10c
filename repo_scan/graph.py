"""Which file imports which, and what follows from it. The only module that knows networkx."""

from dataclasses import dataclass

from repo_scan.outline import ImportKind


@dataclass(frozen=True, slots=True)
class Edge:
    """One import that binds two files of the repository."""

    importer: str
    imported: str
    line: int
    kind: ImportKind


@dataclass(frozen=True, slots=True)
class Graph:
    """The import graph. Cycles are those of runtime edges alone."""

    edges: tuple[Edge, ...]  # sorted
    cycles: tuple[tuple[str, ...], ...]  # each sorted, two files or more

    def imports_of(self, path: str) -> tuple[str, ...]:
        """Files that `path` imports, sorted."""
        raise NotImplementedError

    def importers_of(self, path: str) -> tuple[str, ...]:
        """Files that import `path`, sorted."""
        raise NotImplementedError
