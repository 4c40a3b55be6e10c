"""Which names a Python text binds by other means than imports, definitions and plain assignments."""

from collections.abc import Iterator, Sequence

from repo_scan.languages.python_definitions import Definition
from repo_scan.languages.tree import Tree

_GROUPS = frozenset(
    {
        *("pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern", "dictionary_splat_pattern"),
        *("tuple", "list", "typed_parameter", "splat_pattern"),
    }
)
_ANYWHERE = frozenset(
    {
        *("as_pattern_target", "parameters", "lambda_parameters", "global_statement", "nonlocal_statement"),
        *("delete_statement", "case_pattern", "list_pattern"),
    }
)
_ROLES = frozenset(
    {
        ("assignment", "left"),
        ("augmented_assignment", "left"),
        ("for_statement", "left"),
        ("for_in_clause", "left"),
        ("named_expression", "name"),
        ("default_parameter", "name"),
        ("typed_default_parameter", "name"),
        ("function_definition", "name"),
        ("class_definition", "name"),
        ("type_alias_statement", "left"),
    }
)
_KNOWN = frozenset({"assignment", "function_definition", "class_definition", "type_alias_statement"})
_CLOSED = frozenset({"function_definition", "class_definition", "lambda", "import_statement", "import_from_statement"})
_DYNAMIC = (b"globals(", b"exec(", b"sys.modules", b"vars()", b"locals()")


def binds(tree: Tree, identifier: int) -> bool:
    """Whether an identifier stands where a name is bound. In doubt it does."""
    return _binder(tree, identifier) is not None


def _binder(tree: Tree, identifier: int) -> int | None:
    """The statement, parameter or pattern by which an identifier is bound."""
    node, parent = identifier, tree.parents[identifier]
    while tree.kinds[parent] in _GROUPS and tree.fields[node] not in ("type", "value"):
        node, parent = parent, tree.parents[parent]
    kind = tree.kinds[parent]
    if kind == "dotted_name":  # a capture of `match` looks like it; one of many parts is a value
        outer = tree.kinds[tree.parents[parent]]
        captures = outer in ("case_pattern", "keyword_pattern", "union_pattern", "as_pattern", "class_pattern")
        return parent if captures and tree.stops[parent] == parent + 2 else None
    if kind == "as_pattern" and node != parent + 1:  # `case [x] as name`
        return parent
    return parent if kind in _ANYWHERE or (kind, tree.fields[node]) in _ROLES else None


def other_names(tree: Tree) -> tuple[str, ...]:
    """Module-level names that are no definitions: of loops, `with`, `except`, `match`, `:=`, and of `global`."""
    found = {tree.text(node) for node in _outside(tree) if _is_other(tree, node)}
    for statement, kind in enumerate(tree.kinds):
        if kind == "global_statement":
            found.update(tree.text(node) for node in tree.children(statement) if tree.kinds[node] == "identifier")
    return tuple(sorted(found))


def _outside(tree: Tree) -> Iterator[int]:
    """Identifiers that stand in no function or class."""
    node = 0
    while node < len(tree.kinds):
        kind = tree.kinds[node]
        if kind == "identifier":
            yield node
        node = tree.stops[node] if kind in _CLOSED else node + 1


def _is_other(tree: Tree, node: int) -> bool:
    binder = _binder(tree, node)
    return binder is not None and tree.kinds[binder] not in _KNOWN


def is_dynamic(tree: Tree, found: Sequence[Definition]) -> bool:
    """Whether the module may have names that stand nowhere in its text."""
    return any(word in tree.source for word in _DYNAMIC) or any(one.name == "__getattr__" for one in found)
