"""Comments of a JavaScript or TypeScript text, and what in them steers a tool."""

import re
from collections.abc import Iterator

from repo_scan.forms.form import Guard, Piece, guard_of_directive
from repo_scan.languages.tree import Tree, encodable

_COMMENTS = frozenset({"comment", "html_comment"})
_DIRECTIVE = re.compile(
    r"^#!.*|@ts-(?:ignore|expect-error|nocheck|check)\b|\beslint(?:-[a-z-]+)?\b(?:\s+[\w@/,\s-]*)?|\b(?:prettier|biome|deno-lint)"
    r"-ignore\b[^\n*]*|\b(?:istanbul|c8|v8)\s+ignore\b[^\n*]*|\bwebpack[A-Z]\w*\s*:[^\n*]*|@vite-ignore\b|[#@]__PURE__|"
    r"@jsx\w*\b[^\n*]*|<(?:reference|amd-\w+)\b[^>]*>|@flow\b|@(?:jest|vitest)-environment\b[^\n*]*|\btslint:[^\n*]*|"
    r"\bsource(?:MappingURL|URL)=\S*|@(?:swagger|openapi)\b[\s\S]*|\bgo:\w+|\bjshint\b[^\n*]*|@preserve\b|@license\b"
)
_FRAME = re.compile(r"^\s*/[/*]+!?|\*/\s*$|^[ \t]*\*(?!/)[ \t]?", re.MULTILINE)


def is_comment(kind: str) -> bool:
    """Whether a node is a comment."""
    return kind in _COMMENTS


def pieces_of_comments(tree: Tree, only: frozenset[str], free: set[int]) -> Iterator[Piece]:
    """The comments that must stay; those on the lines that are `free` need not."""
    for line, text in _comments(tree):
        is_doc = text.startswith("/**") and "docstrings" in only
        if not ("comments" in only or is_doc or line in free):
            words = " ".join(_FRAME.sub(" ", text).split())
            yield Piece(line, "", words, " ".join(text.split()))


def guards_of_comments(tree: Tree, only: frozenset[str]) -> Iterator[Guard]:
    """Comments that steer a tool."""
    for line, text in _comments(tree):
        for match in _DIRECTIVE.finditer(text):
            words = " ".join(match[0].removesuffix("*/").split())
            yield guard_of_directive(words, line, only)


def lines_around(tree: Tree, statement: int) -> Iterator[int]:
    """The lines of a statement, and those of the comments right above it that are not the first of the file."""
    first = tree.line(statement)
    yield from range(first, tree.end_line(statement) + 1)
    before = statement - 1
    while before > 1 and tree.kinds[before] in _COMMENTS and tree.end_line(before) == first - 1:
        first = tree.line(before)
        yield from range(first, tree.end_line(before) + 1)
        before -= 1


def _comments(tree: Tree) -> Iterator[tuple[int, str]]:
    for node, kind in enumerate(tree.kinds):
        if kind in _COMMENTS or kind == "hash_bang_line":
            yield tree.line(node), encodable(tree.text(node))
