"""The parts of a JavaScript or TypeScript text, for comparing its layout."""

from collections.abc import Iterator, Mapping

from repo_scan.languages.javascript import PARSERS
from repo_scan.languages.javascript_faults import parsed
from repo_scan.languages.javascript_spelling import is_layout, token_text
from repo_scan.languages.part import IMPORT, Part, comments_by_line, comments_in, first_words, key_of
from repo_scan.languages.tree import Tree, encodable

_CLASSES = frozenset({"class_declaration", "abstract_class_declaration"})


def parts_of(language: str, text: str) -> tuple[Part, ...]:
    """The parts in order; none of a text with syntax errors."""
    tree = parsed(PARSERS[language], text.encode("utf-8", "surrogatepass"))
    comments = comments_by_line(tree)
    return () if tree.broken else tuple(_parts(tree, comments))


def _parts(tree: Tree, comments: Mapping[int, str]) -> Iterator[Part]:
    for node in tree.children(0):
        if tree.kinds[node] in ("comment", "empty_statement"):
            continue
        inner = _declaration(tree, node)
        name, line = _name(tree, inner), tree.line(node)
        body = tree.child(inner, "body") if tree.kinds[inner] in _CLASSES else None
        if body is None or tree.line(body) == tree.end_line(body):
            yield _part(tree, node, name, line, tree.end_line(node), None, comments)
            continue
        yield _part(tree, node, name, line, tree.line(body), body, comments)
        for member in tree.children(body):
            if tree.kinds[member] not in ("{", "}", ";", "comment"):
                inner_name = f"{name}.{_name(tree, member)}"
                yield _part(tree, member, inner_name, tree.line(member), tree.end_line(member), None, comments)


def _part(
    tree: Tree, node: int, name: str, line: int, end_line: int, without: int | None, comments: Mapping[int, str]
) -> Part:
    words = [*_words(tree, node, without)]
    key = key_of((word for word, _ in words), (depth for _, depth in words), comments_in(comments, line, end_line))
    return Part(encodable(name), line, end_line, key)


def _words(tree: Tree, whole: int, without: int | None) -> Iterator[tuple[str, int]]:
    """Words and depth of each node that counts."""
    node, stop, base = whole, tree.stops[whole], tree.depths[whole]
    while node < stop:
        kind = tree.kinds[node]
        if node == without or kind == "comment" or is_layout(tree, node):
            node = tree.stops[node]
            continue
        is_token = tree.is_leaf(node) or kind == "string"
        words = _markup(tree.text(node)) if kind == "jsx_text" else token_text(tree, node) if is_token else kind
        yield words, tree.depths[node] - base
        node = tree.stops[node] if is_token else node + 1


def _markup(text: str) -> str:
    """The text between tags, in which line breaks and what stands around them mean nothing."""
    if "\n" not in text:
        return text
    first, *inner, last = text.split("\n")
    return " ".join(line for line in (first.rstrip(), *(each.strip() for each in inner), last.lstrip()) if line)


def _declaration(tree: Tree, node: int) -> int:
    """What an `export` exports, where that is declared in it."""
    if tree.kinds[node] != "export_statement":
        return node
    inner = tree.child(node, "declaration")
    return inner if inner is not None else node


def _name(tree: Tree, node: int) -> str:
    if tree.kinds[node] == "import_statement":
        return IMPORT
    holder = node
    if tree.kinds[node] in ("lexical_declaration", "variable_declaration"):
        holder = next((child for child in tree.children(node) if tree.kinds[child] == "variable_declarator"), node)
    name = tree.child(holder, "name")
    return tree.text(name) if name is not None else first_words(tree, node)
