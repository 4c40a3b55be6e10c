"""Names of a JavaScript or TypeScript text that it uses and does not bind itself: globals, and what was forgotten."""

from repo_scan.languages.javascript_deeds import bound_names
from repo_scan.languages.tree import Tree, encodable
from repo_scan.outline import Place

_USED = frozenset({"identifier", "type_identifier", "shorthand_property_identifier"})
_NAMING = frozenset(
    {"function_declaration", "generator_function_declaration", "function_expression", "class_declaration", "class"}
    | {"abstract_class_declaration", "interface_declaration", "enum_declaration", "type_alias_declaration"}
    | {"internal_module", "module", "type_parameter", "function_signature", "import_alias", "generator_function"}
    | {"mapped_type_clause", "infer_type", "asserts", "labeled_statement", "required_parameter", "optional_parameter"}
)
_IMPORTS = frozenset({"import_clause", "namespace_import", "import_specifier", "import_require_clause"})


def unbound_in(tree: Tree) -> tuple[Place, ...]:
    """Every such name with its first line. What is bound anywhere in the text counts as bound in all of it."""
    bound = {tree.text(node) for node in bound_names(tree)}
    used: dict[str, int] = {}
    for node, kind in enumerate(tree.kinds):
        if kind not in _USED:
            continue
        parent, role = tree.kinds[tree.parents[node]], tree.fields[node]
        name = tree.text(node)
        if parent in _IMPORTS or (parent in _NAMING and role in ("name", None, "label")):
            bound.add(name)
        elif not _is_markup(tree, node, name) and parent not in (
            "labeled_tuple_member",
            "index_signature",
            "namespace_export",
            "export_specifier",
        ):
            used.setdefault(name, node)
    return tuple(Place(encodable(name), tree.line(node)) for name, node in used.items() if name not in bound)


def _is_markup(tree: Tree, node: int, name: str) -> bool:
    """Whether it is the name of an element that every page knows: `div`."""
    return tree.kinds[tree.parents[node]].startswith("jsx_") and name[:1].islower()
