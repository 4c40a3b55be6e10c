"""Imports against the order that the project has set for itself. Without rules, nothing is found."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from repo_scan.detectors.evidence import line_at
from repo_scan.finding import Finding, Place
from repo_scan.graph import Edge
from repo_scan.imports import ImportMap
from repo_scan.paths import is_within
from repo_scan.scan import Scan


@dataclass(frozen=True, slots=True)
class Rules:
    """Who may import whom. A part is a dotted name ("shop.db") or a path ("src/shop/db"), with all that is in it."""

    layers: tuple[tuple[str, ...], ...] = ()  # the uppermost first; each may import those below it and its own parts
    forbidden: tuple[tuple[str, str], ...] = ()  # the first of each pair must not import the second

    @property
    def parts(self) -> tuple[str, ...]:
        """Every part that a rule names, in order."""
        named = [part for layer in self.layers for part in layer] + [part for pair in self.forbidden for part in pair]
        return tuple(dict.fromkeys(named))


NO_RULES = Rules()


def layering(scan: Scan, texts: Mapping[str, str], rules: Rules) -> tuple[Finding, ...]:
    """One finding for each pair of files of which one imports the other against the rules; type-only imports may."""
    if not rules.parts:
        return ()
    parts = _parts_of_files(scan, rules)
    found: dict[tuple[str, str], Finding] = {}
    for edge in scan.graph.edges:
        if edge.kind != "type-only" and (edge.importer, edge.imported) not in found:
            reason = _broken(parts.get(edge.importer, ()), parts.get(edge.imported, ()), rules)
            if reason:
                found[edge.importer, edge.imported] = _finding(edge, reason, texts)
    return tuple(found.values())


def unknown_parts(scan: Scan, rules: Rules) -> tuple[str, ...]:
    """Parts in the rules that no file belongs to: misspelt, most likely."""
    known = {part for parts in _parts_of_files(scan, rules).values() for part in parts}
    return tuple(part for part in rules.parts if part not in known)


def _parts_of_files(scan: Scan, rules: Rules) -> dict[str, tuple[str, ...]]:
    """The parts that each file belongs to, the innermost first."""
    imports = scan.import_map
    found: dict[str, tuple[str, ...]] = {}
    for path in scan.outlines:
        holding = [part for part in rules.parts if _holds(part, path, imports)]
        if holding:
            found[path] = tuple(sorted(holding, key=lambda part: (-len(part), part)))
    return found


def _holds(part: str, path: str, imports: ImportMap) -> bool:
    if is_within(path, part):
        return True
    return any(name == part or name.startswith(f"{part}.") for name in imports.names_of(path))


def _broken(importer: Iterable[str], imported: Iterable[str], rules: Rules) -> str:
    """The rule that an import from one file of these parts to another breaks, in words; "" if it breaks none."""
    for first, second in rules.forbidden:
        if first in importer and second in imported:
            return f"`{first}` must not import `{second}`"
    upper, lower = _layer(imported, rules), _layer(importer, rules)
    if upper is None or lower is None or lower[0] <= upper[0]:
        return ""
    return f"`{lower[1]}` lies below `{upper[1]}` and must not know it"


def _layer(parts: Iterable[str], rules: Rules) -> tuple[int, str] | None:
    """The layer of the innermost part that has one."""
    for part in parts:
        for height, layer in enumerate(rules.layers):
            if part in layer:
                return height, part
    return None


def _finding(edge: Edge, reason: str, texts: Mapping[str, str]) -> Finding:
    return Finding(
        kind="layering",
        severity="high",
        path=edge.importer,
        line=edge.line,
        quote=line_at(texts, edge.importer, edge.line),
        message=f"{edge.imported} is imported against the rules of this project: {reason}.",
        places=(Place(edge.importer, edge.line), Place(edge.imported, 1)),
    )
