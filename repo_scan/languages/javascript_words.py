"""Words of a JavaScript or TypeScript text: the identifiers it uses, and its comments.

References are meant to be too many rather than too few: they answer "is this name surely unused?".
"""

import re

from repo_scan.languages.tree import Tree, encodable
from repo_scan.outline import Comment

_IDENTIFIERS = frozenset(
    {"identifier", "property_identifier", "type_identifier", "private_property_identifier"}
    | {"shorthand_property_identifier", "shorthand_property_identifier_pattern"}
)
_TYPES_IN_DOCS = re.compile(r"\{[^{}\n]*\}|@(?:see|extends|implements|augments)[^\n]*")
_IDENTIFIER = re.compile(r"[^\W\d][\w$]*")


def references_of(tree: Tree) -> tuple[str, ...]:
    """Identifiers used outside import statements, sorted.

    Property and parameter names count, and names in JSDoc types. The own name of a definition and the plain name on
    the left of a declaration do not.
    """
    found: set[str] = set()
    node, stop = 0, len(tree.kinds)
    while node < stop:
        kind = tree.kinds[node]
        if kind == "import_statement" or (kind == "export_statement" and tree.child(node, "source") is not None):
            node = tree.stops[node]
            continue
        if kind in _IDENTIFIERS:
            if not _only_binds(tree, node) and tree.source[tree.ends[node] - 1 : tree.ends[node]] != b")":
                found.add(encodable(tree.text(node)))
        elif kind == "comment" and tree.source.startswith(b"/**", tree.starts[node]):
            for piece in _TYPES_IN_DOCS.findall(tree.text(node)):
                found.update(_IDENTIFIER.findall(piece))
        node += 1
    return tuple(sorted(found))


def comments_of(tree: Tree) -> tuple[Comment, ...]:
    """Every comment, in order."""
    return tuple(
        Comment(tree.line(node), encodable(tree.text(node)))
        for node, kind in enumerate(tree.kinds)
        if kind in ("comment", "html_comment")
    )


def _only_binds(tree: Tree, node: int) -> bool:
    parent = tree.kinds[tree.parents[node]]
    return tree.fields[node] == "name" and parent.endswith(("_declaration", "_declarator", "_definition", "_signature"))
