"""Words of a Python text: the identifiers it uses, in whatever dress, and its comments.

References are meant to be too many rather than too few: they answer "is this name surely unused?".
"""

import re
from collections.abc import Iterator

from repo_scan.languages.tree import Tree
from repo_scan.outline import Comment

_IMPORTS = frozenset({"import_statement", "import_from_statement", "future_import_statement"})
_SPEAKING = _IMPORTS | {"identifier", "string", "comment"}
_DEFINITIONS = frozenset({"function_definition", "class_definition"})
_TYPE_CALLS = frozenset({"cast", "TypeVar", "NewType", "ForwardRef", "NamedTuple", "TypedDict", "ParamSpec"})
_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_DOCTEST = re.compile(r"^\s*(?:>>>|\.\.\.) (.*)$", re.MULTILINE)
_TYPE_COMMENT = re.compile(r"#\s*type:(?!\s*ignore\b)(.*)")


def references_of(tree: Tree) -> tuple[str, ...]:
    """Identifiers used outside import statements, sorted.

    Attribute, argument and parameter names count; so do names in string annotations, type comments and doctests. The
    own name of a definition and the plain name on the left of an assignment do not.
    """
    found: set[str] = set()
    after_import = 0
    for node in [node for node, kind in enumerate(tree.kinds) if kind in _SPEAKING]:
        if node < after_import:
            continue
        kind = tree.kinds[node]
        if kind in _IMPORTS:
            after_import = tree.stops[node]
        elif kind == "identifier":
            if tree.fields[node] not in ("name", "left") or not _only_binds(tree, node):
                found.add(tree.text(node))
        elif kind == "string":
            found.update(_in_string(tree, node))
        else:
            found.update(_in_comment(tree.text(node)))
    return tuple(sorted(found))


def comments_of(tree: Tree) -> tuple[Comment, ...]:
    """Every comment, in order."""
    return tuple(Comment(tree.line(node), tree.text(node)) for node, kind in enumerate(tree.kinds) if kind == "comment")


def _only_binds(tree: Tree, node: int) -> bool:
    parent = tree.kinds[tree.parents[node]]
    return (tree.fields[node] == "name" and parent in _DEFINITIONS) or (
        tree.fields[node] == "left" and parent == "assignment"
    )


def _in_string(tree: Tree, node: int) -> Iterator[str]:
    text = tree.text(node)
    if ">>>" in text:
        for line in _DOCTEST.findall(text):
            yield from _IDENTIFIER.findall(line)
    if _speaks_of_types(tree, node):
        yield from _IDENTIFIER.findall(text)


def _speaks_of_types(tree: Tree, node: int) -> bool:
    """Whether a string may be an annotation: in a type, between square brackets, in a call like `cast`."""
    outer = tree.parents[node]
    while outer >= 0:
        kind = tree.kinds[outer]
        if kind in ("type", "subscript"):
            return True
        if kind == "call":
            function = tree.child(outer, "function")
            return function is not None and tree.text(function).rpartition(".")[2] in _TYPE_CALLS
        if kind.endswith(("_statement", "_definition")) or kind == "block":
            return False
        outer = tree.parents[outer]
    return False


def _in_comment(text: str) -> Iterator[str]:
    match = _TYPE_COMMENT.match(text)
    if match:
        yield from _IDENTIFIER.findall(match[1])
