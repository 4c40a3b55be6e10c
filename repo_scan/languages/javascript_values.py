"""Which names a TypeScript text uses as values. Imports of all others are gone from the program that runs."""

from repo_scan.languages.tree import Tree

_VALUES = frozenset({"identifier", "shorthand_property_identifier"})
_MARKUP = frozenset({"jsx_opening_element", "jsx_self_closing_element"})
_FACTORIES = ("React", "h")  # what JSX is turned into, without being written down


def value_names(tree: Tree) -> frozenset[str]:
    """Identifiers that stand where a value is meant; all of them, types too, where decorators may ask for types."""
    kinds = _VALUES | {"type_identifier"} if "decorator" in tree.kinds else _VALUES
    found = set(_FACTORIES) if not _MARKUP.isdisjoint(tree.kinds) else set[str]()
    node, stop = 0, len(tree.kinds)
    while node < stop:
        kind = tree.kinds[node]
        if kind == "import_statement" or (kind in ("type_query", "nested_type_identifier") and kinds == _VALUES):
            node = tree.stops[node]
            continue
        if kind == "export_statement" and any(tree.kinds[child] == "type" for child in tree.children(node)):
            node = tree.stops[node]
            continue
        if kind in kinds:
            found.add(tree.text(node))
        node += 1
    return frozenset(found)
