"""What a JavaScript or TypeScript text hands out, and whether a place is one where it does."""

from agent.operations.javascript.source import Source

_OBJECTS = ("exports", "module.exports")


def is_exports(source: Source, node: int | None) -> bool:
    """Whether an expression is the object that CommonJS hands out."""
    if node is None or source.kind(node) not in ("identifier", "member_expression"):
        return False
    if source.tree.ends[node] - source.tree.starts[node] > len(_OBJECTS[1]) or source.tree.text(node) not in _OBJECTS:
        return False
    return all(not source.module.binds(name) for name in ("module", "exports"))


def is_common(source: Source) -> bool:
    """Whether a text hands out by CommonJS."""
    return any(is_exports(source, node) for node in range(len(source.tree.kinds)))


def is_handed_object(source: Source, node: int) -> bool:
    """Whether an object is all that CommonJS hands out: the one of `module.exports = { … }`."""
    value = node
    while source.parent_kind(value) in ("assignment_expression", "parenthesized_expression", "as_expression"):
        value = source.parent(value)
        if source.kind(value) == "assignment_expression" and is_exports(source, source.tree.child(value, "left")):
            return source.tree.child(value, "left") != node
    return False


def common_keys(source: Source, name: str) -> list[int]:
    """The places where CommonJS hands out, or takes back, what it calls `name`: members and keys of the object."""
    tree = source.tree
    found: list[int] = []
    for node, kind in enumerate(tree.kinds):
        parent = source.parent(node)
        if kind == "property_identifier" and tree.fields[node] == "property" and tree.text(node) == name:
            found += [node] if is_exports(source, tree.child(parent, "object")) else []
        elif kind in ("property_identifier", "shorthand_property_identifier") and tree.text(node) == name:
            holder = parent if kind != "property_identifier" else source.parent(parent)
            is_key = kind != "property_identifier" or tree.fields[node] in ("key", "name")
            found += [node] if is_key and source.kind(holder) == "object" and is_handed_object(source, holder) else []
    return found


def hands_on(source: Source, use: int) -> bool:
    """Whether a use of a name hands it out under the same name."""
    tree, parent = source.tree, source.parent(use)
    kind = source.kind(parent)
    if kind == "export_specifier":
        return tree.child(parent, "alias") is None
    if kind == "object":
        return is_handed_object(source, parent)
    if kind == "pair":
        key = tree.child(parent, "key")
        same = key is not None and tree.text(key) == tree.text(use)
        return same and is_handed_object(source, source.parent(parent))
    if kind == "assignment_expression" and tree.fields[use] == "right":
        left = tree.child(parent, "left")
        owner, member = (tree.child(left, "object"), tree.child(left, "property")) if left is not None else (None, None)
        return is_exports(source, owner) and member is not None and tree.text(member) == tree.text(use)
    return False


def is_exported_declaration(source: Source, node: int) -> bool:
    """Whether the declaration that a name stands in is exported by its own name."""
    tree, at = source.tree, source.parent(node)
    while at >= 0 and source.kind(at) != "export_statement":
        if source.kind(at) in ("statement_block", "class_body", "arguments"):
            return False
        at = source.parent(at)
    if at < 0 or tree.child(at, "declaration") is None:
        return False
    return all(tree.kinds[child] != "default" for child in tree.children(at))
