"""What a JavaScript or TypeScript text brings in: ESM, CommonJS, dynamic imports and imports of types.

`import m from "x"` imports the name "default"; `import * as m` and `require` bring in the module itself, so their name
is None. A require that runs when the file is loaded is a runtime import; one in a function, and `import()`, is dynamic.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from repo_scan.languages.javascript_definitions import FUNCTIONS
from repo_scan.languages.javascript_values import value_names
from repo_scan.languages.tree import Tree, encodable
from repo_scan.outline import Import, ImportKind

_LOADERS = frozenset({"require", "module.require"})
_LONGEST_LOADER = max(map(len, _LOADERS))  # a chain of calls is called too, and may be as long as the file
_FUNCTIONS = FUNCTIONS | {"function_declaration", "generator_function_declaration", "method_definition"}
_CHOICES = frozenset({"if_statement", "try_statement", "ternary_expression", "switch_statement", "binary_expression"})
_TYPES = frozenset({"type_query", "nested_type_identifier", "type_annotation", "type_alias_declaration"})
_REFERENCE = re.compile(r"///\s*<reference\s+path=[\"']([^\"']+)[\"']")
_IMPORT_TYPE = re.compile(r"import\(\s*[\"']([^\"']+)[\"']\s*\)")


@dataclass(frozen=True, slots=True)
class _Part:
    """One name of an import or export statement."""

    name: str | None
    alias: str | None
    is_type: bool = False


def imports_of(tree: Tree, erases_types: bool) -> tuple[Import, ...]:
    """Every name that is imported, in order of appearance.

    A compiler that `erases_types` leaves out imports whose names are never used as values: those are type-only.
    """
    values = value_names(tree) if erases_types else None
    found: list[Import] = []
    for node, kind in enumerate(tree.kinds):
        if kind == "import_statement":
            found += _of_import(tree, node, values)
        elif kind == "export_statement":
            found += _of_export(tree, node)
        elif kind == "call_expression":
            found += _of_call(tree, node)
        elif kind == "comment" and (path := _REFERENCE.match(tree.text(node))):
            found.append(Import(_as_relative(path[1]), None, None, tree.line(node), "type-only"))
        elif tree.is_leaf(node) and kind.endswith("identifier"):
            found += _of_old_grammar(tree, node)
    return tuple(found)


def _as_relative(path: str) -> str:
    return path if path.startswith(".") else f"./{path}"


def _of_import(tree: Tree, node: int, values: frozenset[str] | None) -> Iterator[Import]:
    clause = next((child for child in tree.children(node) if tree.kinds[child].endswith("_clause")), None)
    source = tree.child(clause if clause is not None and _is_require(tree, clause) else node, "source")
    if source is None:
        return
    parts = list(_imported(tree, clause)) if clause is not None else [_Part(None, None)]
    is_type = any(tree.kinds[child] == "type" for child in tree.children(node))
    erased = clause is not None and values is not None and not any(part.alias in values for part in parts)
    for part in parts:
        yield _import(tree, node, source, part, marked=is_type, erased=erased)


def _import(tree: Tree, node: int, source: int, part: _Part, *, marked: bool, erased: bool = False) -> Import:
    """One part of a statement; `marked` if all of it is of types, `erased` if nothing of it is used as a value."""
    kind: ImportKind = "type-only" if marked or part.is_type or erased else "runtime"
    alias = None if part.alias == part.name else part.alias
    return Import(
        module=_literal(tree, source),
        name=part.name,
        alias=alias,
        line=tree.line(node),
        kind=kind,
        end_line=tree.end_line(node),
        unmarked=kind == "type-only" and not marked,
    )


def _is_require(tree: Tree, clause: int) -> bool:
    return tree.kinds[clause] == "import_require_clause"


def _imported(tree: Tree, clause: int) -> Iterator[_Part]:
    """The parts of an import clause; their alias is always what they are called here."""
    if _is_require(tree, clause):
        yield _Part(None, encodable(tree.text(clause + 1)))
        return
    for child in tree.children(clause):
        match tree.kinds[child]:
            case "identifier":
                yield _Part("default", encodable(tree.text(child)))
            case "namespace_import":
                yield _Part(None, encodable(tree.text(tree.stops[child] - 1)))
            case "named_imports":
                specifiers = [each for each in tree.children(child) if tree.kinds[each] == "import_specifier"]
                yield from (_specified(tree, each) for each in specifiers)
                if not specifiers:
                    yield _Part(None, None)


def _specified(tree: Tree, specifier: int) -> _Part:
    name, alias = tree.child(specifier, "name"), tree.child(specifier, "alias")
    written = encodable(tree.text(name).strip("'\"")) if name is not None else "default"
    is_type = any(tree.kinds[child] == "type" for child in tree.children(specifier))
    return _Part(written, encodable(tree.text(alias).strip("'\"")) if alias is not None else written, is_type)


def _of_export(tree: Tree, node: int) -> Iterator[Import]:
    source = tree.child(node, "source")
    if source is None:
        return
    # The word may be missing from the tree where the grammar did not know it here.
    is_type = tree.text(node).removeprefix("export").lstrip().startswith("type")
    for part in _exported(tree, node):
        yield _import(tree, node, source, part, marked=is_type)


def _exported(tree: Tree, node: int) -> Iterator[_Part]:
    for child in tree.children(node):
        match tree.kinds[child]:
            case "*":
                yield _Part("*", None)
            case "namespace_export":
                yield _Part(None, encodable(tree.text(tree.stops[child] - 1)))
            case "export_clause":
                specifiers = [each for each in tree.children(child) if tree.kinds[each] == "export_specifier"]
                yield from (_specified(tree, each) for each in specifiers)
                if not specifiers:
                    yield _Part(None, None)


def _of_call(tree: Tree, node: int) -> Iterator[Import]:
    function, arguments = tree.child(node, "function"), tree.child(node, "arguments")
    if function is None or arguments is None or tree.kinds[arguments] != "arguments":
        return
    is_import = tree.kinds[function] == "import"
    is_short = tree.ends[function] - tree.starts[function] <= _LONGEST_LOADER
    if not is_import and not (is_short and tree.text(function) in _LOADERS):
        return
    first = next((child for child in tree.children(arguments) if tree.kinds[child] not in ("(", "comment")), None)
    module = _literal(tree, first) if first is not None else ""
    if not module:
        return
    dynamic, guarded = _surroundings(tree, node)
    kind: ImportKind = "dynamic" if is_import or dynamic else "runtime"
    if is_import and _is_in_type(tree, node):
        kind = "type-only"
    parts = _bound(tree, node) if kind == "runtime" else [_Part(None, None)]
    for part in parts:
        alias = None if part.alias == part.name else part.alias
        yield Import(module, part.name, alias, tree.line(node), kind, guarded, tree.end_line(node))


def _of_old_grammar(tree: Tree, node: int) -> Iterator[Import]:
    """An `import("x")` in a type that stands in the tree as a plain name, since the grammar does not know it there."""
    if tree.source.startswith(b"import(", tree.starts[node]) and (match := _IMPORT_TYPE.match(tree.text(node))):
        yield Import(match[1], None, None, tree.line(node), "type-only", end_line=tree.end_line(node))


def _literal(tree: Tree, node: int) -> str:
    """The text of a string without placeholders; "" for anything else."""
    plain = tree.kinds[node] in ("string", "template_string")
    if not plain or any(tree.kinds[child] == "template_substitution" for child in tree.children(node)):
        return ""
    return encodable(tree.text(node)[1:-1])


def _surroundings(tree: Tree, node: int) -> tuple[bool, bool]:
    """Whether a call waits for a function to be called, and whether it depends on a choice."""
    waits, guarded = False, False
    outer = tree.parents[node]
    while outer >= 0:
        kind = tree.kinds[outer]
        waits = waits or (kind in _FUNCTIONS and not _is_called_at_once(tree, outer))
        guarded = guarded or kind in _CHOICES
        outer = tree.parents[outer]
    return waits, guarded


def _is_called_at_once(tree: Tree, function: int) -> bool:
    """`(function () { … })()`, with `.call(this)` too."""
    node = function
    while tree.kinds[tree.parents[node]] == "parenthesized_expression":
        node = tree.parents[node]
    parent = tree.parents[node]
    if tree.kinds[parent] == "member_expression" and tree.fields[node] == "object":
        method = tree.child(parent, "property")
        if method is None or tree.text(method) not in ("call", "apply"):
            return False
        node, parent = parent, tree.parents[parent]
    return tree.kinds[parent] == "call_expression" and tree.fields[node] == "function"


def _is_in_type(tree: Tree, node: int) -> bool:
    inner, outer = node, tree.parents[node]
    while tree.kinds[outer] in ("member_expression", "nested_identifier"):
        inner, outer = outer, tree.parents[outer]
    kind = tree.kinds[outer]
    if kind in ("as_expression", "satisfies_expression"):
        return inner != outer + 1
    return kind in _TYPES or kind.endswith("_type") or kind == "type_arguments"


def _bound(tree: Tree, call: int) -> list[_Part]:
    """The names that `const a = require("x")` and `const { b: c } = require("x")` bind."""
    declarator = tree.parents[call]
    target = tree.child(declarator, "name") if tree.kinds[declarator] == "variable_declarator" else None
    if target is not None and tree.kinds[target] == "identifier":
        return [_Part(None, encodable(tree.text(target)))]
    if target is None or tree.kinds[target] != "object_pattern":
        return [_Part(None, None)]
    return list(_destructured(tree, target)) or [_Part(None, None)]


def _destructured(tree: Tree, pattern: int) -> Iterator[_Part]:
    for child in tree.children(pattern):
        if tree.kinds[child] == "object_assignment_pattern":
            child = tree.child(child, "left") or child
        if tree.kinds[child] == "shorthand_property_identifier_pattern":
            name = encodable(tree.text(child))
            yield _Part(name, name)
        elif tree.kinds[child] == "pair_pattern":
            key, value = tree.child(child, "key"), tree.child(child, "value")
            if key is not None and value is not None:
                plain = tree.kinds[value] == "identifier"
                yield _Part(encodable(tree.text(key)), encodable(tree.text(value)) if plain else None)
