"""Where a JavaScript or TypeScript text defines things: at module level, in namespaces, classes and their like.

Interfaces, enums and namespaces are classes here, type aliases are variables. A constant that holds a function or class
is that function or class. In CommonJS, what is assigned to `exports.name` or `Shape.prototype.area` is a definition
too. What `require` or `import()` brings in is an import and none. Blocks of `if` and `try` at module level keep what
`let`, `const` and `class` define to themselves; functions, `var` and assignments in them are seen outside.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from repo_scan.languages.tree import Tree
from repo_scan.outline import SymbolKind

FUNCTIONS = frozenset({"function_expression", "arrow_function", "generator_function"})
_FUNCTION_STATEMENTS = frozenset({"function_declaration", "generator_function_declaration", "function_signature"})
_CLASSES = frozenset({"class_declaration", "abstract_class_declaration", "interface_declaration", "enum_declaration"})
_METHODS = frozenset({"method_definition", "method_signature", "abstract_method_signature"})
_FIELDS = frozenset({"public_field_definition", "field_definition", "property_signature", "enum_assignment"})
_NAMESPACES = frozenset({"internal_module", "module"})
_BLOCKS = frozenset(
    {"if_statement", "else_clause", "try_statement", "catch_clause", "finally_clause", "statement_block"}
)
_LEAVING_BLOCKS = _FUNCTION_STATEMENTS | {"variable_declaration", "assignment_expression"}
_WRAPPERS = frozenset({"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"})


@dataclass(frozen=True, slots=True)
class Definition:
    """One place where a name is defined."""

    name: str  # qualified: "Cart.total", "default"
    kind: SymbolKind
    node: int  # what is defined: a declaration, a declarator, the function itself
    whole: int  # the statement or member that does it
    exported: bool = False  # by itself, whatever the rest of the module says of its name
    hidden: bool = False  # in a namespace that keeps it to itself


@dataclass(frozen=True, slots=True)
class _Scope:
    """Statements that define names under one prefix."""

    block: int
    prefix: str = ""
    ambient: bool = False  # in `declare module`, where all is exported
    in_block: bool = False  # of an `if` or a `try`


def definitions(tree: Tree) -> list[Definition]:
    """Definitions in order of appearance; a variable once."""
    found: list[Definition] = []
    scopes = [_Scope(0)]
    while scopes:
        scope = scopes.pop()
        for statement in tree.children(scope.block):
            for one in _of_statement(tree, statement, scope):
                if isinstance(one, _Scope):
                    scopes.append(one)
                    continue
                if scope.prefix and not scope.ambient:
                    one = replace(one, exported=False, hidden=not one.exported)
                found += (one, *(replace(member, hidden=one.hidden) for member in _members(tree, one)))
    return _once(sorted(found, key=lambda one: one.node))


def _once(found: list[Definition]) -> list[Definition]:
    seen: set[str] = set()
    kept: list[Definition] = []
    for one in found:
        if one.kind in ("variable", "attribute"):
            if one.name in seen:
                continue
            seen.add(one.name)
        kept.append(one)
    return kept


def _of_statement(tree: Tree, statement: int, scope: _Scope) -> Iterator[Definition | _Scope]:
    node, exported = _unwrapped(tree, statement)
    kind = tree.kinds[node]
    exported = exported or scope.ambient
    if kind in _BLOCKS:
        yield replace(scope, block=node, in_block=True)
    elif scope.in_block and kind not in _LEAVING_BLOCKS:
        return
    elif kind in _FUNCTION_STATEMENTS or kind in _CLASSES or kind == "type_alias_declaration":
        shape: SymbolKind = "function" if kind in _FUNCTION_STATEMENTS else "class" if kind in _CLASSES else "variable"
        yield Definition(scope.prefix + _name(tree, node), shape, node, statement, exported)
    elif kind in _NAMESPACES:
        yield from _namespace(tree, node, statement, exported, scope)
    elif kind in ("lexical_declaration", "variable_declaration"):
        for declarator in tree.children(node):
            if tree.kinds[declarator] == "variable_declarator":
                yield from _declared(tree, declarator, statement, exported, scope.prefix)
    elif kind == "ambient_declaration":  # declare global { … }
        block = next((child for child in tree.children(node) if tree.kinds[child] == "statement_block"), None)
        if block is not None:
            yield _Scope(block, f"{scope.prefix}global.", True)
    elif kind == "assignment_expression":
        yield from _assigned(tree, node, statement)
    elif kind == "export_statement" and (value := tree.child(node, "value")) is not None:
        if tree.kinds[value] == "identifier":
            return  # the name is defined elsewhere
        yield _of_value(tree, "default", value, value, statement, True)


def _unwrapped(tree: Tree, statement: int) -> tuple[int, bool]:
    """The declaration inside `export`, `declare` and expression statements, and whether it is exported."""
    node, exported = statement, False
    while True:
        kind = tree.kinds[node]
        inner: int | None = None
        if kind == "export_statement":
            exported = True
            inner = tree.child(node, "declaration")
        elif kind == "ambient_declaration":
            inner = next((child for child in tree.children(node) if _is_declaration(tree.kinds[child])), None)
        elif kind == "expression_statement" and not tree.is_leaf(node):
            inner = node + 1
        if inner is None:
            return node, exported
        node = inner


def _is_declaration(kind: str) -> bool:
    return kind.endswith("_declaration") or kind in _NAMESPACES or kind in _FUNCTION_STATEMENTS


def _name(tree: Tree, node: int) -> str:
    """The name of a declaration; "default" where it has none."""
    name = tree.child(node, "name")
    return tree.text(name).strip("'\"") if name is not None else "default"


def _namespace(tree: Tree, node: int, statement: int, exported: bool, scope: _Scope) -> Iterator[Definition | _Scope]:
    name = scope.prefix + _name(tree, node)
    block = tree.child(node, "body")
    named = tree.child(node, "name")
    is_module = named is not None and tree.kinds[named] == "string"
    yield Definition(name, "class", node, statement, exported or is_module)
    if block is not None:
        yield _Scope(block, f"{name}.", is_module or scope.ambient or tree.kinds[statement] == "ambient_declaration")


def _declared(tree: Tree, declarator: int, statement: int, exported: bool, prefix: str) -> Iterator[Definition]:
    target, value = tree.child(declarator, "name"), tree.child(declarator, "value")
    if target is None or (value is not None and loads(tree, value)):
        return
    if tree.kinds[target] == "identifier":
        yield _of_value(tree, prefix + tree.text(target), declarator, value, statement, exported)
        return
    for name in bound_in(tree, target):
        yield Definition(prefix + tree.text(name), "variable", name, statement, exported)


def _of_value(tree: Tree, name: str, node: int, value: int | None, statement: int, exported: bool) -> Definition:
    """A definition that is what its value is."""
    inner = unwrapped_value(tree, value) if value is not None else None
    kind = tree.kinds[inner] if inner is not None else ""
    shape: SymbolKind = "function" if kind in FUNCTIONS else "class" if kind == "class" else "variable"
    return Definition(name, shape, node, statement, exported)


def unwrapped_value(tree: Tree, value: int) -> int:
    """A value without parentheses and type assertions around it."""
    while tree.kinds[value] in _WRAPPERS:
        inner = next((child for child in tree.children(value) if tree.kinds[child] not in ("(", "comment")), None)
        if inner is None:
            break
        value = inner
    return value


def loads(tree: Tree, value: int) -> bool:
    """Whether a value is what `require("…")` or `await import("…")` gives, or a part of it."""
    inner: int | None = value
    while inner is not None:
        value = unwrapped_value(tree, inner)
        is_await = tree.kinds[value] == "await_expression" and tree.stops[value] > value + 2
        inner = value + 2 if is_await else tree.child(value, "object")
    function = tree.child(value, "function") if tree.kinds[value] == "call_expression" else None
    return function is not None and tree.text(function) in ("require", "import")


def bound_in(tree: Tree, pattern: int) -> Iterator[int]:
    """The names that a destructuring pattern binds."""
    node, stop = pattern, tree.stops[pattern]
    while node < stop:
        kind = tree.kinds[node]
        if kind in ("identifier", "shorthand_property_identifier_pattern"):
            yield node
        skip = tree.fields[node] in ("right", "key", "type")  # defaults, the names that values have elsewhere
        node = tree.stops[node] if skip else node + 1


def _assigned(tree: Tree, node: int, statement: int) -> Iterator[Definition]:
    """Definitions of `exports.a = exports.b = value` and `Shape.prototype.area = function () {}`."""
    targets: list[int] = []
    value: int | None = node
    while value is not None and tree.kinds[value] == "assignment_expression":
        left = tree.child(value, "left")
        targets += [left] if left is not None else []
        value = tree.child(value, "right")
    if value is None or loads(tree, value):
        return
    inner = unwrapped_value(tree, value)
    defines = tree.kinds[inner] in FUNCTIONS or tree.kinds[inner] == "class"
    for target in targets:
        name, in_exports = assigned_name(tree, target)
        if name and not in_exports and defines:
            kind: SymbolKind = "method" if tree.kinds[inner] in FUNCTIONS else "class"
            yield Definition(name, kind, inner, statement)
        elif in_exports and name == "default" and tree.kinds[inner] == "object":
            yield from (replace(one, kind="function") for one in _functions_in(tree, inner, "", True))
        elif in_exports and tree.kinds[inner] != "identifier" and (defines or name != "default"):
            given = tree.child(inner, "name") if defines and name == "default" else None
            yield _of_value(tree, tree.text(given) if given is not None else name, inner, inner, statement, True)


def assigned_name(tree: Tree, target: int) -> tuple[str, bool]:
    """The name that an assignment to a member gives, and whether it is an export; "" for others."""
    text = tree.text(target)
    if text in ("module.exports", "exports"):
        return "default", text == "module.exports"
    owner, dot, name = text.rpartition(".")
    if not dot or not name.replace("$", "_").isidentifier():
        return "", False
    if owner in ("module.exports", "exports"):
        return name, True
    owner = owner.removesuffix(".prototype")
    return (f"{owner}.{name}", False) if owner.replace("$", "_").isidentifier() and owner != "module" else ("", False)


def _members(tree: Tree, one: Definition) -> Iterator[Definition]:
    """Methods and fields of a class, an interface, an enum; functions of an object."""
    value = tree.child(one.node, "value")
    holder = unwrapped_value(tree, value) if value is not None else one.node
    if one.kind == "class":
        body = tree.child(holder, "body")
        if body is not None and tree.kinds[one.node] not in _NAMESPACES:
            yield from _of_body(tree, one, body)
    elif one.kind == "variable" and tree.kinds[holder] == "object":
        yield from _functions_in(tree, holder, f"{one.name}.", one.exported)


def _functions_in(tree: Tree, holder: int, prefix: str, exported: bool) -> Iterator[Definition]:
    """Functions that an object holds."""
    for member in tree.children(holder):
        if _function_of(tree, member) is not None:
            name = tree.child(member, "name") or tree.child(member, "key")
            yield Definition(prefix + _member_name(tree, name), "method", member, member, exported)


def _of_body(tree: Tree, one: Definition, body: int) -> Iterator[Definition]:
    for member in tree.children(body):
        kind = tree.kinds[member]
        name = tree.child(member, "name") or tree.child(member, "property")
        if kind == "property_identifier" or (kind == "string" and tree.kinds[body] == "enum_body"):
            yield Definition(f"{one.name}.{_member_name(tree, member)}", "attribute", member, member, one.exported)
        elif name is not None and (kind in _METHODS or kind in _FIELDS):
            shape: SymbolKind = "method" if _function_of(tree, member) is not None else "attribute"
            yield Definition(f"{one.name}.{_member_name(tree, name)}", shape, member, member, one.exported)


def _member_name(tree: Tree, name: int | None) -> str:
    return tree.text(name).strip("'\"") if name is not None else "default"


def _function_of(tree: Tree, member: int) -> int | None:
    """The function that a member is, or holds."""
    if tree.kinds[member] in _METHODS:
        return member
    value = tree.child(member, "value")
    inner = unwrapped_value(tree, value) if value is not None else None
    return inner if inner is not None and tree.kinds[inner] in FUNCTIONS else None


def function_of(tree: Tree, one: Definition) -> int:
    """The node that has the parameters and the body of a function or class."""
    value = tree.child(one.node, "value")
    if value is not None and one.kind in ("function", "method", "class"):
        return unwrapped_value(tree, value)
    return unwrapped_value(tree, one.node)
