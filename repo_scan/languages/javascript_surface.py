"""How far a shallow outline looks into a JavaScript text: not into bodies of functions that load nothing.

Of TypeScript all is read: whether an import is of types alone hangs on all uses of its names.
"""

import tree_sitter_javascript
from tree_sitter import Language

from repo_scan.languages.tree import INTO, OVER, Visit

JAVASCRIPT = Language(tree_sitter_javascript.language())
_BODY = JAVASCRIPT.id_for_node_kind("statement_block", True)
_FUNCTIONS = frozenset(
    JAVASCRIPT.id_for_node_kind(kind, True)
    for kind in (
        "arrow_function",
        "function_declaration",
        "function_expression",
        "generator_function",
        "generator_function_declaration",
        "method_definition",
    )
)
_LOADING = (b"import", b"require", b"reference")


def surface(source: bytes) -> Visit:
    """The way over the surface of a text."""

    def visit(kind: int, role: int | None, parent: int, start: int, end: int) -> int:
        if kind != _BODY or parent not in _FUNCTIONS:
            return INTO
        return INTO if any(source.find(word, start, end) >= 0 for word in _LOADING) else OVER

    return visit
