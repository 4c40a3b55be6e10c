"""How far a shallow outline looks into a Python text, and which texts must be looked at more closely.

Statements and signatures are visited. What a statement computes is not, nor is a function's body but for its
docstring, unless they speak of imports or of `__all__`. Of Django that leaves an eighth of all nodes.
"""

import re

import tree_sitter_python
from tree_sitter import Language

from repo_scan.languages.tree import INTO, OUT, OVER, Visit

PYTHON = Language(tree_sitter_python.language())
_BLOCK, _FUNCTION, _STATEMENT, _RETURN, _COMMENT, _DOTTED = (
    PYTHON.id_for_node_kind(kind, True)
    for kind in ("block", "function_definition", "expression_statement", "return_statement", "comment", "dotted_name")
)
_ASSIGNMENTS = frozenset(PYTHON.id_for_node_kind(kind, True) for kind in ("assignment", "augmented_assignment"))
_COMPUTED = frozenset(PYTHON.field_id_for_name(role) for role in ("right", "condition"))
_QUOTES = b"\"'rRuU"
_BEFORE_DOCSTRINGS = _QUOTES + b"#"

# What is written as we would spell it (python_spelling.py) and holds nothing to be found is one word: names alone, like
# "@cached", "(self, *args, key: str = None)", "(Base, metaclass=Meta)".
_WRITTEN = frozenset(PYTHON.id_for_node_kind(kind, True) for kind in ("parameters", "argument_list", "decorator"))
_NAME = rb"[\w.]++"
_ITEM = rb"(?:\*{0,2}%b(?:=%b|: %b(?: = %b)?)?|\*|/)" % ((_NAME,) * 4)
_PLAIN = re.compile(rb"@%b|\((?:%b(?:, %b)*)?\)" % (_NAME, _ITEM, _ITEM))

# What Python 2 allowed, the grammar allows still, and Python 3 does not. A false alarm costs time alone.
# Each begins with the letters that it is found by, which makes the search ten times as fast.
_OLD = tuple(
    re.compile(pattern)
    for pattern in (
        rb"""print(?<![\w.]print)[ \t]+[\w"'>]""",
        rb"""exec(?<![\w.]exec)[ \t]+[\w"']""",
        rb"raise[ \t]+[\w.]+[ \t]*,",
        rb"except[ \t]+(?:[\w.]+|\([^()\n]*\))[ \t]*,",
        rb"<>",
        rb"0(?<=[\s(,=]0)0*[1-7][0-7]*[\s),]",
        rb"L(?<=[0-9]L)\b",
        rb"""r(?<=[uU]r)(?<!\w[uU]r)["']""",
        rb"""R(?<=[uU]R)(?<!\w[uU]R)["']""",
    )
)


def looks_old(source: bytes) -> bool:
    """Whether a text may be Python 2."""
    return any(pattern.search(source) for pattern in _OLD)


def surface(source: bytes) -> Visit:
    """The way over the surface of a text, to be walked once from its beginning."""
    find, plain = source.find, _PLAIN.fullmatch
    quiet = 0  # up to where there is but a docstring to be found

    def visit(kind: int, role: int | None, parent: int, start: int, end: int) -> int:
        nonlocal quiet
        if start < quiet:
            if parent != _BLOCK or kind == _COMMENT:
                return OVER
            return INTO if kind == _STATEMENT and source[start] in _QUOTES else OUT
        if kind in _WRITTEN:
            return OVER if plain(source, start, end) else INTO
        if kind == _BLOCK and parent == _FUNCTION:
            if find(b"import", start, end) < 0:
                if source[start] not in _BEFORE_DOCSTRINGS:
                    return OVER
                quiet = end
        elif kind not in _ASSIGNMENTS and (role in _COMPUTED or parent in (_STATEMENT, _RETURN)):
            return INTO if find(b"import", start, end) >= 0 or find(b"__all__", start, end) >= 0 else OVER
        return OVER if kind == _DOTTED else INTO

    return visit
