"""What a JavaScript or TypeScript text offers to others: by `export`, by `module.exports`, or as a script to all."""

from dataclasses import dataclass, field

from repo_scan.languages.javascript_definitions import assigned_name, bound_in, unwrapped_value
from repo_scan.languages.tree import Tree, encodable

_MODULE_MARKS = frozenset({"import_statement", "export_statement"})


@dataclass(frozen=True, slots=True)
class Exports:
    """The names that others see, and the names that they have inside."""

    names: tuple[str, ...] | None  # in order of appearance: "total", "default", "*"; None for a script
    inside: frozenset[str] = field(default_factory=frozenset)

    def holds(self, name: str) -> bool:
        """Whether others can get at what is called `name` at module level; in a script everybody can."""
        return self.names is None or name in self.inside


def exports_of(tree: Tree) -> Exports:
    """The exports of a text."""
    pairs: list[tuple[str, str]] = []  # the name inside, and the name outside
    is_module = False
    for statement in tree.children(0):
        kind = tree.kinds[statement]
        if kind == "export_statement":
            pairs += _exported(tree, statement)
        elif kind == "expression_statement" and not tree.is_leaf(statement):
            pairs += _assigned(tree, statement + 1)
        is_module = is_module or kind in _MODULE_MARKS
    is_module = is_module or bool(pairs) or _requires(tree)
    names = tuple(dict.fromkeys(encodable(outside) for _, outside in pairs)) if is_module else None
    return Exports(names, frozenset(inside for inside, _ in pairs))


def _requires(tree: Tree) -> bool:
    return any(
        kind == "call_expression" and tree.source.startswith(b"require(", tree.starts[node])
        for node, kind in enumerate(tree.kinds)
    )


def _exported(tree: Tree, statement: int) -> list[tuple[str, str]]:
    declaration = tree.child(statement, "declaration")
    is_default = any(tree.kinds[child] == "default" for child in tree.children(statement))
    if declaration is not None:
        names = _declared(tree, declaration)
        return [(name, "default" if is_default else name) for name in names] or ([("default", "default")] * is_default)
    if is_default:
        value = tree.child(statement, "value")
        return [("default", "default"), *([(tree.text(value), "default")] if value is not None else [])]
    outside = tree.child(statement, "source") is not None
    pairs: list[tuple[str, str]] = []
    for node in range(statement, tree.stops[statement]):
        if tree.kinds[node] == "export_specifier":
            name, alias = tree.child(node, "name"), tree.child(node, "alias")
            if name is not None:
                pairs.append(("" if outside else tree.text(name), _plain(tree, alias if alias is not None else name)))
        elif tree.kinds[node] == "namespace_export":
            pairs.append(("", _plain(tree, tree.stops[node] - 1)))
        elif tree.kinds[node] == "*" and tree.parents[node] == statement:
            pairs.append(("", "*"))
    if any(tree.kinds[child] == "=" for child in tree.children(statement)):
        given = [child for child in tree.children(statement) if tree.kinds[child] not in ("export", "=", "comment")]
        pairs += [*((tree.text(whole), "default") for whole in given[:1]), ("default", "default")]
    return pairs


def _plain(tree: Tree, node: int) -> str:
    return tree.text(node).strip("'\"")


def _declared(tree: Tree, declaration: int) -> list[str]:
    if tree.kinds[declaration] in ("lexical_declaration", "variable_declaration"):
        targets = [tree.child(child, "name") for child in tree.children(declaration)]
        return [tree.text(name) for target in targets if target is not None for name in bound_in(tree, target)]
    if tree.kinds[declaration] == "ambient_declaration":
        inner = [child for child in tree.children(declaration) if tree.kinds[child] not in ("declare", "comment")]
        return _declared(tree, inner[0]) if inner and tree.kinds[inner[0]] != "ambient_declaration" else []
    name = tree.child(declaration, "name")
    return [_plain(tree, name)] if name is not None else []


def _assigned(tree: Tree, node: int) -> list[tuple[str, str]]:
    """Names of `exports.a = exports.b = c` and `module.exports = { a, b: c }`."""
    pairs: list[tuple[str, str]] = []
    value: int | None = node
    outside: list[str] = []
    while value is not None and tree.kinds[value] == "assignment_expression":
        left = tree.child(value, "left")
        name, in_exports = assigned_name(tree, left) if left is not None else ("", False)
        outside += [name] if in_exports else []
        value = tree.child(value, "right")
    if value is None or not outside:
        return []
    inner = unwrapped_value(tree, value)
    pairs += [(inside, name) for name in outside for inside in (name, _own_name(tree, inner, name))]
    if "default" in outside and tree.kinds[inner] == "object":
        pairs += [pair for member in tree.children(inner) for pair in _of_member(tree, member)]
    return sorted(pairs, key=lambda pair: outside.index(pair[1]) if pair[1] in outside else len(outside))


def _own_name(tree: Tree, value: int, name: str) -> str:
    if tree.kinds[value] == "identifier":
        return tree.text(value)
    given = tree.child(value, "name") if name == "default" else None
    return tree.text(given) if given is not None else name


def _of_member(tree: Tree, member: int) -> list[tuple[str, str]]:
    if tree.kinds[member] == "shorthand_property_identifier":
        return [(tree.text(member), tree.text(member))]
    key = tree.child(member, "key") or tree.child(member, "name")
    if key is None:
        return []
    value = tree.child(member, "value")
    return [(tree.text(value) if value is not None else _plain(tree, key), _plain(tree, key))]
