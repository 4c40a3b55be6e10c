"""One spelling for all layouts: tokens of a range joined by fixed rules, so that reformatting changes nothing."""

from repo_scan.languages.tree import Tree

_SPACED_IN = frozenset({"binary_operator", "comparison_operator", "boolean_operator", "typed_default_parameter"})
_SPACED_IN_TYPES = frozenset({"union_type", "named_expression"})
_CLOSING = frozenset({")", "]", "}"})


def token_text(tree: Tree, node: int) -> str:
    """The text of a token; simple strings in double quotes, as formatters would have them."""
    text = tree.text(node)
    if tree.kinds[node] != "string" or not text.endswith("'") or "\\" in text or '"' in text:
        return text
    prefix = text[: text.index("'")]
    inner = text[len(prefix) + 1 : -1]
    return text if "'" in inner else f'{prefix}"{inner}"'


def spelled(tree: Tree, start: int, stop: int) -> str:
    """The tokens of a range in one line."""
    pieces: list[str] = []
    before, glue = "", ""
    for node in tree.tokens_in(start, stop):
        text = token_text(tree, node)
        if text in _CLOSING and pieces and pieces[-1] == "," and not _is_single(tree, node):
            pieces.pop()
        lead, trail = _spaces(tree, node, text)
        pieces.append((glue or lead or _between(before, text)) + text if pieces else text)
        before, glue = text, trail
    return "".join(pieces)


def _spaces(tree: Tree, node: int, text: str) -> tuple[str, str]:
    """The blanks that a token wants before and after it, whatever its neighbours are."""
    parent = tree.kinds[tree.parents[node]]
    if text == ",":
        return "", " "
    if text == ":":
        return "", "" if parent == "slice" else " "
    if text == "=":
        return (" ", " ") if parent == "typed_default_parameter" else ("", "")
    if text == "->" or (parent in _SPACED_IN | _SPACED_IN_TYPES and tree.fields[node] in ("operator", "operators")):
        return " ", " "
    return (" ", " ") if parent in _SPACED_IN_TYPES and not _is_word(text) and text in ("|", ":=") else ("", "")


def _between(before: str, text: str) -> str:
    return " " if before and _is_word(before[-1]) and (_is_word(text[0]) or text[0] in "\"'") else ""


def _is_word(sign: str) -> bool:
    return sign[-1].isalnum() or sign[-1] == "_"


def _is_single(tree: Tree, closing: int) -> bool:
    """Whether a bracket closes a tuple of one element, whose comma means something."""
    parent = tree.parents[closing]
    return tree.kinds[parent] == "tuple" and sum(1 for child in tree.children(parent)) == 4
