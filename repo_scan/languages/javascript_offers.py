"""Which names a JavaScript text offers beside its exports: what CommonJS allows, and what no parser can tell."""

from repo_scan.languages.tree import Tree

_STATIC = frozenset({"pair", "shorthand_property_identifier", "method_definition", "comment", "{", "}", ","})


def other_names(tree: Tree) -> tuple[tuple[str, ...], bool]:
    """The default that every CommonJS module has, and whether a module may have exports that stand nowhere."""
    places = [place for node, kind in enumerate(tree.kinds) if kind == "identifier" and (place := _exports(tree, node))]
    return ("default",) if places else (), any(not _is_plain(tree, place) for place in places)


def _exports(tree: Tree, node: int) -> int | None:
    """The node that is `exports` or `module.exports`, from its first identifier."""
    text, parent = tree.text(node), tree.parents[node]
    if text == "exports":
        return node
    whole = text == "module" and tree.kinds[parent] == "member_expression" and tree.fields[node] == "object"
    return parent if whole and tree.text(parent).replace(" ", "") == "module.exports" else None


def _is_plain(tree: Tree, place: int) -> bool:
    """Whether all that a place does to the exports is to set names that stand there, or to read one."""
    parent = tree.parents[place]
    if tree.kinds[parent] == "member_expression" and tree.fields[place] == "object":
        is_left = tree.kinds[tree.parents[parent]] == "assignment_expression" and tree.fields[parent] == "left"
        return not is_left or _is_at_top(tree, tree.parents[parent])
    if tree.kinds[parent] != "assignment_expression" or tree.fields[place] != "left" or not _is_at_top(tree, parent):
        return False
    value = tree.child(parent, "right")
    while value is not None and tree.kinds[value] == "assignment_expression":
        value = tree.child(value, "right")
    if value is None or tree.kinds[value] != "object":
        return False
    return all(tree.kinds[member] in _STATIC and not _is_computed(tree, member) for member in tree.children(value))


def _is_computed(tree: Tree, member: int) -> bool:
    key = tree.child(member, "key")
    return key is not None and tree.kinds[key] == "computed_property_name"


def _is_at_top(tree: Tree, assignment: int) -> bool:
    """Whether an assignment is a statement of the module, or a part of a chain of assignments that is one."""
    node = tree.parents[assignment]
    while tree.kinds[node] == "assignment_expression":
        node = tree.parents[node]
    return tree.kinds[node] == "expression_statement" and tree.parents[node] == 0
