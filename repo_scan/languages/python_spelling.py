"""One spelling for all layouts: tokens of a range joined by fixed rules, so that reformatting changes nothing."""

from repo_scan.languages.tree import EXTRAS, Tree

_SPACED_IN = frozenset({"binary_operator", "comparison_operator", "boolean_operator", "typed_default_parameter"})
_SPACED_IN_TYPES = frozenset({"union_type", "named_expression"})
_CLOSING = frozenset({")", "]", "}"})


def token_text(tree: Tree, node: int) -> str:
    """The text of a token; strings without quotes inside in double quotes, as formatters would have them."""
    text = tree.text(node)
    if tree.kinds[node] == "string" and text.count("'") == 2 and text.endswith("'") and '"' not in text:
        return text.replace("'", '"')
    return text


def spelled(tree: Tree, start: int, stop: int) -> str:
    """The tokens of a range in one line."""
    tokens = tree.tokens_in(start, stop)
    if len(tokens) == 1:
        return token_text(tree, tokens[0])
    pieces: list[str] = []
    before, glue = "", ""
    for node in tokens:
        text = token_text(tree, node)
        if (text == "," and is_last_comma(tree, node)) or (text in ("(", ")") and _is_idle(tree, node)):
            continue
        lead, trail = _spaces(tree, node, text)
        if pieces and text not in _CLOSING:
            pieces.append(glue or lead or _between(before, text))
        pieces.append(text)
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


def _is_idle(tree: Tree, bracket: int) -> bool:
    """Whether a bracket only holds an annotation together that a formatter broke into lines."""
    group = tree.parents[bracket]
    return tree.kinds[group] == "parenthesized_expression" and tree.kinds[tree.parents[group]] == "type"


def is_last_comma(tree: Tree, comma: int) -> bool:
    """Whether a comma stands before a closing bracket and means nothing; in a tuple of one it does."""
    parent = tree.parents[comma]
    after = _skip_extras(tree, tree.stops[comma])
    if after >= tree.stops[parent] or tree.kinds[after] not in _CLOSING:
        return False
    first = _skip_extras(tree, parent + 2)
    return tree.kinds[parent] != "tuple" or _skip_extras(tree, tree.stops[first]) != comma


def _skip_extras(tree: Tree, node: int) -> int:
    while node < len(tree.kinds) and tree.kinds[node] in EXTRAS:
        node = tree.stops[node]
    return node
