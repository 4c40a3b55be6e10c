"""JSDoc blocks: the comment `/** … */` that stands directly before what it describes."""

import re
from collections.abc import Mapping

from repo_scan.languages.tree import Tree, encodable

_FRAME = re.compile(r"^[ \t]*\*?[ \t]?", re.MULTILINE)
_OF_FILE = re.compile(r"@(fileoverview|file|module|packageDocumentation|overview)\b")
_LICENSE = re.compile(r"@license|@preserve|copyright", re.IGNORECASE)


def docs_of(tree: Tree) -> dict[int, int]:
    """For each node with a JSDoc block before it, that block; decorators may stand between."""
    found: dict[int, int] = {}
    for node, kind in enumerate(tree.kinds):
        after = tree.stops[node]
        if after >= len(tree.kinds) or tree.parents[after] != tree.parents[node]:
            continue
        if kind == "comment" and tree.source.startswith(b"/**", tree.starts[node]):
            found[after] = node
        elif kind == "decorator" and node in found:
            found[after] = found.pop(node)
    return found


def words_of(tree: Tree, comment: int | None) -> str | None:
    """What a JSDoc block says, without its frame."""
    if comment is None:
        return None
    inside = tree.text(comment).removeprefix("/**").removesuffix("*/")
    return encodable(_FRAME.sub("", inside).strip()) or None


def file_doc(tree: Tree, docs: Mapping[int, int]) -> str | None:
    """What the first JSDoc block says of the whole file: one that says so, or that no definition follows."""
    first = next((child for child in tree.children(0) if tree.kinds[child] != "hash_bang_line"), None)
    if first is None or tree.kinds[first] != "comment" or not tree.text(first).startswith("/**"):
        return None
    text = tree.text(first)
    described = next((node for node, comment in docs.items() if comment == first), None)
    of_definition = described is not None and tree.kinds[described] not in ("import_statement", "comment")
    if _LICENSE.search(text) or (of_definition and not _OF_FILE.search(text) and not _stands_apart(tree, first)):
        return None
    words = words_of(tree, first)
    return _OF_FILE.sub("", words).strip() if words is not None else None


def _stands_apart(tree: Tree, comment: int) -> bool:
    """Whether an empty line follows."""
    rest = tree.source[tree.ends[comment] : tree.ends[comment] + 200]
    return len(rest) - len(rest.lstrip(b" \t\n")) > 0 and rest[: len(rest) - len(rest.lstrip())].count(b"\n") > 1
