"""One spelling for all layouts of JavaScript and TypeScript: tokens joined by fixed rules."""

from repo_scan.languages.tree import Tree

_TIGHT_AFTER = frozenset({"(", "[", ".", "?.", "...", "!", "#", "@", "~"})
_TIGHT_BEFORE = frozenset({")", "]", ",", ";", ":", ".", "?.", "!", "?"})
_BRACKETS = frozenset({"type_arguments", "type_parameters"})
_LISTS = frozenset({"object_type", "interface_body"})  # their members may end with `;`, `,` or nothing
_CLOSING = frozenset({")", "]", "}", ">"})


def token_text(tree: Tree, node: int) -> str:
    """The text of a token; strings without quotes inside in double quotes, as formatters would have them."""
    text = tree.text(node)
    if tree.kinds[node] == "string" and text.count("'") == 2 and text.startswith("'") and '"' not in text:
        return text.replace("'", '"')
    return text


def spelled(tree: Tree, start: int, stop: int) -> str:
    """The tokens of a range in one line."""
    pieces: list[str] = []
    before = ""
    for node in tree.tokens_in(start, stop):
        text = token_text(tree, node)
        if is_layout(tree, node):
            continue
        if _starts_member(tree, node, start):
            pieces.append("; ")
        elif pieces and _apart(tree, node, before, text):
            pieces.append(" ")
        pieces.append(text)
        before = _mark(tree, node, text)
    return "".join(pieces)


def is_layout(tree: Tree, node: int) -> bool:
    """Whether a token means nothing: the last comma, what ends a member or a statement, the first bar of a union."""
    kind, parent = tree.kinds[node], tree.parents[node]
    if kind == ";":
        return tree.kinds[parent] not in ("for_statement", "empty_statement")
    if kind == ",":
        after = _skip_comments(tree, tree.stops[node])
        is_last = after < tree.stops[parent] and tree.kinds[after] in _CLOSING
        return tree.kinds[parent] in _LISTS or (is_last and tree.kinds[parent] not in ("array", "array_pattern"))
    if kind in ("|", "&"):
        return tree.kinds[parent] in ("union_type", "intersection_type") and node == parent + 1
    return False


def _skip_comments(tree: Tree, node: int) -> int:
    while node < len(tree.kinds) and tree.kinds[node] == "comment":
        node = tree.stops[node]
    return node


def _starts_member(tree: Tree, node: int, start: int) -> bool:
    """Whether a token opens the second or a later member of an object type."""
    while node > start and node == tree.parents[node] + 1 and tree.kinds[tree.parents[node]] not in _LISTS:
        node = tree.parents[node]
    parent = tree.parents[node]
    if parent < start or tree.kinds[parent] not in _LISTS or tree.kinds[node] in ("}", "{", "|}", "{|"):
        return False
    first = _skip_comments(tree, parent + 2)
    return node != first


def _mark(tree: Tree, node: int, text: str) -> str:
    """A token as the next one sees it: brackets of types are told from comparisons."""
    return f"<{text}" if text in "<>" and tree.kinds[tree.parents[node]] in _BRACKETS else text


def _apart(tree: Tree, node: int, before: str, text: str) -> bool:
    parent = tree.kinds[tree.parents[node]]
    if text in "<>" and parent in _BRACKETS:
        return False
    if before == "<<" or before in _TIGHT_AFTER or text in _TIGHT_BEFORE:
        return text in ("?", ":") and parent in ("conditional_type", "ternary_expression")
    if text in ("(", "["):
        return before in (",", "=", "=>", ":", "|", "&", "{", "return", "extends", "?")
    if text == "}":
        return before != "{"
    return before != "-" or text[0] not in "0123456789"
