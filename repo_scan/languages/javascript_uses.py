"""How a JavaScript or TypeScript text uses what it imports: members of a module, and calls."""

from collections.abc import Sequence

from repo_scan.languages.javascript_definitions import loads
from repo_scan.languages.tree import Tree, encodable
from repo_scan.outline import Import, Use

_NAMES = frozenset({"identifier", "type_identifier", "shorthand_property_identifier_pattern"})
_IMPORTING = frozenset(
    {"import_specifier", "namespace_import", "import_clause", "export_specifier", "namespace_export"}
)
_PATTERNS = frozenset({"object_pattern", "array_pattern", "rest_pattern"})
_BINDING = frozenset({"formal_parameters", "for_in_statement", "type_parameter", "catch_clause"})
_ROLES = frozenset({"name", "pattern", "parameter", "left"})  # of what binds; a call has none of them
_DEEPEST = 4  # parts of a name that are looked at
_SIGNS = frozenset({"(", ")", ",", "comment"})


def uses_of(tree: Tree, imports: Sequence[Import]) -> tuple[Use, ...]:
    """Members and calls of names that imports alone bind, in order; a name bound in another way too has none."""
    roots = {item.alias or item.name for item in imports} - {None, "*"}
    found: dict[tuple[str, int, bool], Use] = {}
    doubtful: set[str] = set()
    for node, kind in enumerate(tree.kinds):
        if kind not in _NAMES or tree.text(node) not in roots or tree.kinds[tree.parents[node]] in _IMPORTING:
            continue
        if _binds(tree, node):
            doubtful.add(tree.text(node))
        elif (use := _use(tree, node)) is not None:
            found.setdefault((use.name, use.positional, use.more), use)
    return tuple(use for use in found.values() if use.name.partition(".")[0] not in doubtful)


def _binds(tree: Tree, identifier: int) -> bool:
    node, parent = identifier, tree.parents[identifier]
    if tree.kinds[node] == "shorthand_property_identifier_pattern":
        node = parent
    while tree.kinds[tree.parents[node]] in _PATTERNS or tree.fields[node] == "value":
        node = tree.parents[node]
        if tree.kinds[node] not in _PATTERNS and tree.kinds[node] != "pair_pattern":
            return False
    parent = tree.parents[node]
    kind, role = tree.kinds[parent], tree.fields[node]
    if kind == "variable_declarator" and role == "name":
        value = tree.child(parent, "value")
        return value is None or not loads(tree, value)
    if kind in ("member_expression", "jsx_opening_element", "jsx_self_closing_element", "jsx_closing_element"):
        return False
    if kind in ("nested_type_identifier", "generic_type"):
        return False
    return kind in _BINDING or role in _ROLES


def _use(tree: Tree, root: int) -> Use | None:
    parts, node = [tree.text(root)], root
    while len(parts) < _DEEPEST:
        parent, role = tree.parents[node], tree.fields[node]
        inner = {"object": "property", "module": "name"}.get(role or "")
        name = tree.child(parent, inner) if inner is not None else None
        if name is None or tree.kinds[name] not in ("property_identifier", "type_identifier", "identifier"):
            break
        parts.append(tree.text(name))
        node = parent
    whole, line, parent = encodable(".".join(parts)), tree.line(root), tree.parents[node]
    if (tree.kinds[parent], tree.fields[node]) in (("call_expression", "function"), ("new_expression", "constructor")):
        return Use(whole, line, *_shape(tree, tree.child(parent, "arguments")))
    return Use(whole, line) if len(parts) > 1 else None


def _shape(tree: Tree, arguments: int | None) -> tuple[int, tuple[str, ...], bool]:
    if arguments is None:
        return 0, (), False
    if tree.kinds[arguments] != "arguments":  # a tagged template
        return 0, (), True
    kinds = [tree.kinds[child] for child in tree.children(arguments) if tree.kinds[child] not in _SIGNS]
    spread = "spread_element" in kinds
    return len(kinds), (), spread
