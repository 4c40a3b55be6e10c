"""The parts of a Python text, for comparing its layout."""

from collections.abc import Iterator, Mapping
from itertools import chain

from tree_sitter import Parser

from repo_scan.languages.part import IMPORT, Part, comments_by_line, comments_in, first_words, key_of
from repo_scan.languages.python_definitions import docstring_node
from repo_scan.languages.python_measures import spoken
from repo_scan.languages.python_surface import PYTHON
from repo_scan.languages.tree import Tree, encodable, parse

_PARSER = Parser(PYTHON)
_IMPORTS = frozenset({"import_statement", "import_from_statement", "future_import_statement"})
_DEFINITIONS = frozenset({"function_definition", "class_definition"})


def parts_of(text: str) -> tuple[Part, ...]:
    """The parts in order; none of a text with syntax errors."""
    tree = parse(_PARSER, text.encode("utf-8", "surrogatepass"), closed=True)
    comments = comments_by_line(tree)
    return () if tree.broken else tuple(_parts(tree, comments))


def _parts(tree: Tree, comments: Mapping[int, str]) -> Iterator[Part]:
    waiting = [(node, "") for node in reversed([*tree.children(0)])]
    while waiting:
        node, prefix = waiting.pop()
        if tree.kinds[node] == "comment":
            continue
        inner = _definition(tree, node)
        name = prefix + _name(tree, inner)
        body = tree.child(inner, "body") if tree.kinds[inner] == "class_definition" else None
        line = tree.line(node)
        if body is None or tree.line(body) == line:
            yield _part(tree, node, name, line, tree.end_line(node), None, comments)
            continue
        members = [*tree.children(body)]
        head_end = tree.line(next((child for child in tree.children(inner) if tree.kinds[child] == ":"), node))
        yield _part(tree, node, name, line, head_end, body, comments)
        waiting += ((member, f"{name}.") for member in reversed(members))


def _part(
    tree: Tree, node: int, name: str, line: int, end_line: int, without: int | None, comments: Mapping[int, str]
) -> Part:
    documented = _documented(tree, node) if without is None else None
    words, depths = spoken(tree, node, "", (without, documented))
    lines = tree.text(documented).split("\n") if documented is not None else []
    said = chain(words, (each.strip() for each in lines))
    return Part(encodable(name), line, end_line, key_of(said, depths, comments_in(comments, line, end_line)))


def _documented(tree: Tree, node: int) -> int | None:
    """The string that documents a function or what stands before it, whose lines may be indented otherwise."""
    inner = _definition(tree, node)
    if tree.kinds[inner] == "function_definition":
        return docstring_node(tree, inner)
    return node if tree.kinds[node] == "expression_statement" and tree.kinds[node + 1] == "string" else None


def _definition(tree: Tree, node: int) -> int:
    """The function or class in its decorators."""
    if tree.kinds[node] != "decorated_definition":
        return node
    return next((child for child in tree.children(node) if tree.kinds[child] in _DEFINITIONS), node)


def _name(tree: Tree, node: int) -> str:
    kind = tree.kinds[node]
    if kind in _IMPORTS:
        return IMPORT
    defined = tree.child(node, "name") if kind in _DEFINITIONS else None
    if kind == "expression_statement" and tree.kinds[node + 1] == "assignment":
        defined = tree.child(node + 1, "left")
    return tree.text(defined) if defined is not None else first_words(tree, node)
