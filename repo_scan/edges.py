"""All imports between files of a scanned tree, whatever the language."""

from collections.abc import Mapping

from repo_scan.graph import Edge
from repo_scan.imports import ImportMap, import_edges, is_init
from repo_scan.inventory import Inventory
from repo_scan.outline import Outline
from repo_scan.source import Source
from repo_scan.web_configs import config_texts, is_config
from repo_scan.web_imports import WEB, web_edges


def edges_of(
    source: Source, inventory: Inventory, outlines: Mapping[str, Outline], others: Mapping[str, Outline] | None = None
) -> tuple[Edge, ...]:
    """The edges of the import graph. Only what is written in the scanned tree counts, settings of names included.

    `others` are outlines whose own imports do not matter.
    """
    paths = [entry.path for entry in inventory.files]
    found = import_edges(ImportMap.of(paths, {**(others or {}), **outlines}), outlines)
    if any(outline.language in WEB for outline in outlines.values()):
        found += web_edges(outlines, paths, config_texts(source, inventory.files))
    return found


def decides_for_others(path: str) -> bool:
    """Whether the content of a file may decide what the imports of other files mean."""
    return is_init(path) or is_config(path)
