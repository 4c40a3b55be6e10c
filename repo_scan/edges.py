"""All imports between files of a scanned tree, whatever the language."""

from collections.abc import Mapping

from repo_scan.graph import Edge
from repo_scan.imports import ImportMap, import_edges
from repo_scan.inventory import Inventory
from repo_scan.outline import Outline
from repo_scan.source import Source
from repo_scan.web_configs import config_texts
from repo_scan.web_imports import WEB, web_edges


def edges_of(
    source: Source, inventory: Inventory, outlines: Mapping[str, Outline], imports: ImportMap | None = None
) -> tuple[Edge, ...]:
    """The edges of the import graph. Only what is written in the scanned tree counts, settings of names included.

    For the imports of some files alone, `imports` is the map of them all.
    """
    paths = [entry.path for entry in inventory.files]
    found = import_edges(imports or ImportMap.of(paths, outlines), outlines)
    if any(outline.language in WEB for outline in outlines.values()):
        found += web_edges(outlines, paths, config_texts(source, inventory.files))
    return found
