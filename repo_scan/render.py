"""The scan for other programs: a JSON document, and the import graph for Graphviz and Mermaid."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from repo_scan.modules import Module
from repo_scan.outline import ImportKind
from repo_scan.overview import Overview

SCHEMA = 1
_STRENGTH: tuple[ImportKind, ...] = ("runtime", "dynamic", "type-only")  # of several imports, the first is drawn
_DOT_STYLE: Mapping[ImportKind, str] = {"runtime": "", "dynamic": "style=dotted", "type-only": "style=dashed"}
_MERMAID_ARROW: Mapping[ImportKind, str] = {"runtime": "-->", "dynamic": "-.->", "type-only": "-.->"}


def scan_json(scan: Overview, root: Path, seconds: float) -> dict[str, object]:
    """The document of `scan --format json`: sorted, the same from run to run apart from `seconds`."""
    return {
        "schema": SCHEMA,
        "root": str(root),
        "commit": scan.commit,
        "budget": scan.budget,
        "files": _files(scan),
        "skipped": [{"path": skipped.path, "reason": skipped.reason} for skipped in scan.inventory.skipped],
        "edges": [
            {"importer": edge.importer, "imported": edge.imported, "line": edge.line, "kind": edge.kind}
            for edge in scan.graph.edges
        ],
        "cycles": [list(cycle) for cycle in scan.graph.cycles],
        "modules": [_module(module) for module in scan.modules],
        "seconds": seconds,
    }


def _files(scan: Overview) -> list[dict[str, object]]:
    return [
        {
            "path": entry.path,
            "language": entry.language,
            "lines": entry.lines,
            "bytes": entry.bytes,
            "tokens": entry.tokens,
            "parsed": entry.parsed,
            "symbols": entry.symbols,
        }
        for entry in scan.inventory.files
    ]


def _module(module: Module) -> dict[str, object]:
    row: dict[str, object] = {
        "id": module.id,
        "files": list(module.files),
        "level": module.level,
        "tokens": module.tokens,
    }
    return row | {"cut": True} if module.cut else row


def as_dot(scan: Overview) -> str:
    """The import graph for Graphviz; arrows that close a cycle are red."""
    lines = ["digraph imports {", "  rankdir=LR;", "  node [shape=box];"]
    lines += [f"  {_quoted(path)};" for path in _drawn(scan)]
    for importer, imported, kind, in_cycle in _arrows(scan):
        style = ", ".join(part for part in (_DOT_STYLE[kind], "color=red" if in_cycle else "") if part)
        lines.append(f"  {_quoted(importer)} -> {_quoted(imported)}{f' [{style}]' if style else ''};")
    return "\n".join([*lines, "}"])


def as_mermaid(scan: Overview) -> str:
    """The import graph for Mermaid; arrows that close a cycle are red."""
    ids = {path: f"n{number}" for number, path in enumerate(_drawn(scan))}
    lines = ["graph LR"]
    lines += [f'  {short}["{_entities(path)}"]' for path, short in ids.items()]
    red: list[str] = []
    for number, (importer, imported, kind, in_cycle) in enumerate(_arrows(scan)):
        lines.append(f"  {ids[importer]} {_MERMAID_ARROW[kind]} {ids[imported]}")
        red += [str(number)] if in_cycle else []
    return "\n".join(lines + ([f"  linkStyle {','.join(red)} stroke:red"] if red else []))


def _drawn(scan: Overview) -> list[str]:
    return [entry.path for entry in scan.inventory.files if entry.language is not None]


def _arrows(scan: Overview) -> Iterator[tuple[str, str, ImportKind, bool]]:
    """Importer, imported, the strongest kind and whether the pair is part of a cycle: one for each pair, sorted."""
    cycle_of = {path: number for number, cycle in enumerate(scan.graph.cycles) for path in cycle}
    strongest: dict[tuple[str, str], ImportKind] = {}
    for edge in scan.graph.edges:
        pair = (edge.importer, edge.imported)
        strongest[pair] = min(strongest.get(pair, edge.kind), edge.kind, key=_STRENGTH.index)
    for (importer, imported), kind in strongest.items():
        together = importer in cycle_of and cycle_of[importer] == cycle_of.get(imported)
        yield importer, imported, kind, together and kind == "runtime"


def _quoted(path: str) -> str:
    escaped = path.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _entities(path: str) -> str:
    return path.replace("#", "#35;").replace('"', "#quot;").replace("<", "#lt;").replace(">", "#gt;")
