"""What of a TypeScript text is gone when it runs: types, and the imports that they alone need."""

from repo_scan.languages.tree import Tree

ERASED = frozenset(
    {"type_annotation", "type_arguments", "type_parameters", "interface_declaration", "type_alias_declaration"}
    | {"implements_clause", "ambient_declaration", "function_signature", "method_signature", "index_signature"}
    | {"abstract_method_signature", "asserts_annotation", "type_predicate_annotation", "override_modifier"}
    | {"accessibility_modifier", "readonly", "abstract", "opting_type_annotation", "omitting_type_annotation"}
)
#: Nodes that stand for the expression in them.
CASTS = frozenset({"as_expression", "satisfies_expression", "non_null_expression", "type_assertion"})
_MODIFIERS = frozenset({"accessibility_modifier", "readonly", "override_modifier"})
_FIELD = "public_field_definition"


def erased_nodes(tree: Tree) -> list[bool]:
    """For each node whether it is part of what is gone when the program runs."""
    found = [False] * len(tree.kinds)
    node, stop = 0, len(tree.kinds)
    while node < stop:
        if is_erased(tree, node):
            found[node : tree.stops[node]] = [True] * (tree.stops[node] - node)
            node = tree.stops[node]
        else:
            node += 1
    return found


def is_erased(tree: Tree, node: int) -> bool:
    """Whether a node leaves no trace when the program runs."""
    kind, parent = tree.kinds[node], tree.parents[node]
    if kind in ERASED:
        return kind not in _MODIFIERS or not _is_property(tree, parent)
    around = tree.kinds[parent] if parent >= 0 else ""
    if around in CASTS:
        return _is_erased_of_cast(tree, node, parent)
    if kind in ("?", "!") and around in (_FIELD, "optional_parameter", "method_definition", "variable_declarator"):
        return True
    if kind in ("required_parameter", "optional_parameter"):
        pattern = tree.child(node, "pattern")
        return pattern is not None and tree.kinds[pattern] == "this"
    if kind == _FIELD:
        return is_declared_only(tree, node)
    if kind == "export_statement":
        declaration = tree.child(node, "declaration")
        words = [tree.kinds[child] for child in tree.children(node)]
        return "type" in words or (declaration is not None and is_erased(tree, declaration))
    return kind == "import_statement" and any(tree.kinds[child] == "type" for child in tree.children(node))


def is_declared_only(tree: Tree, field: int) -> bool:
    """Whether a field of a class has neither a value nor a decorator, and belongs to its objects."""
    words = {tree.kinds[child] for child in tree.children(field)}
    return tree.child(field, "value") is None and not words & {"static", "decorator", "accessor"}


def is_declared(tree: Tree, field: int) -> bool:
    """Whether a field is marked as one that is not there when the program runs."""
    return any(tree.kinds[child] == "declare" for child in tree.children(field))


def _is_erased_of_cast(tree: Tree, node: int, cast: int) -> bool:
    if tree.kinds[cast] == "type_assertion":
        return tree.kinds[node] == "type_arguments"
    return node != cast + 1  # `as`, `satisfies`, `!`, and the type


def _is_property(tree: Tree, node: int) -> bool:
    """Whether a parameter of a constructor is a property as well, which its modifiers make it."""
    return tree.kinds[node] in ("required_parameter", "optional_parameter") and any(
        tree.kinds[child] in _MODIFIERS for child in tree.children(node)
    )
