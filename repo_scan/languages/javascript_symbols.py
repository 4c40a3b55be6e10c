"""Definitions of JavaScript and TypeScript with what others must know of them."""

from collections.abc import Mapping, Sequence
from itertools import chain, takewhile

from repo_scan.languages.bodies import NO_BODY
from repo_scan.languages.javascript_bodies import body_facts_of
from repo_scan.languages.javascript_definitions import Definition, function_of
from repo_scan.languages.javascript_docs import words_of
from repo_scan.languages.javascript_exports import Exports
from repo_scan.languages.javascript_measures import complexity_of, fingerprint_of, nesting_of
from repo_scan.languages.javascript_spelling import spelled
from repo_scan.languages.tree import Tree, encodable
from repo_scan.outline import Symbol

_MODIFIERS = frozenset(
    {"static", "get", "set", "abstract", "readonly", "accessibility_modifier", "override_modifier", "declare"}
)
_HERITAGE = frozenset({"class_heritage", "extends_type_clause"})


def symbols_of(
    tree: Tree, found: Sequence[Definition], exports: Exports, docs: Mapping[int, int], *, deep: bool = True
) -> tuple[Symbol, ...]:
    """The symbols of a text, in order of appearance; without their measures unless `deep`."""
    decorators = _decorators_before(tree)
    return tuple(_symbol(tree, one, exports, docs, decorators.get(one.whole, []), deep) for one in found)


def _symbol(
    tree: Tree, one: Definition, exports: Exports, docs: Mapping[int, int], before: list[int], deep: bool
) -> Symbol:
    measured = deep and one.kind in ("function", "method")
    function = function_of(tree, one)
    start = before[0] if before else one.whole
    marks = _marks(tree, one, before)
    body = body_facts_of(tree, function) if measured else NO_BODY
    own = one.node if one.kind == "variable" else one.whole  # one statement may declare many variables
    return Symbol(
        name=encodable(one.name),
        kind=one.kind,
        signature=encodable(_signature(tree, one, function)),
        line=tree.line(start),
        end_line=tree.end_line(one.whole),
        decorators=tuple(encodable(mark) for mark in marks),
        docstring=words_of(tree, docs.get(one.whole, docs.get(one.node))),
        exported=_is_exported(one, exports) and "private" not in marks,
        fingerprint=fingerprint_of(tree, function, one.name.rpartition(".")[2]) if measured else "",
        size=tree.count_tokens(own, tree.stops[own]) if deep else 0,
        complexity=complexity_of(tree, function) if measured else 0,
        nesting=nesting_of(tree, function) if measured else 0,
        does=body.does,
        effort=body.effort,
        dead=body.dead,
    )


def _is_exported(one: Definition, exports: Exports) -> bool:
    """By the module's exports for the first part of a name; members with `#` or `_` before them are private."""
    top, *inner = one.name.split(".")
    if one.hidden or any(part.startswith(("_", "#")) for part in inner):
        return False
    return one.exported or exports.holds(top)


def _decorators_before(tree: Tree) -> dict[int, list[int]]:
    """Decorators by the member of a class that they stand before: TypeScript's grammar does not put them into it."""
    found: dict[int, list[int]] = {}
    for node, kind in enumerate(tree.kinds):
        if kind == "decorator" and tree.kinds[tree.parents[node]] == "class_body":
            after = tree.stops[node]
            while tree.kinds[after] == "comment":
                after = tree.stops[after]
            found[after] = [*found.pop(node, []), node]
    return found


def _marks(tree: Tree, one: Definition, before: list[int]) -> tuple[str, ...]:
    """Decorators and modifiers: what stands before a definition and changes what it is."""
    inside = chain(tree.children(one.whole), tree.children(one.node) if one.node != one.whole else ())
    places = [*before, *takewhile(lambda place: tree.kinds[place] != "variable_declarator", inside)]
    return tuple(
        spelled(tree, place, tree.stops[place]).lstrip("@")
        for place in places
        if tree.kinds[place] == "decorator" or tree.kinds[place] in _MODIFIERS
    )


def _signature(tree: Tree, one: Definition, function: int) -> str:
    def part(node: int, field: str) -> str:
        inner = tree.child(node, field)
        return spelled(tree, inner, tree.stops[inner]) if inner is not None else ""

    if one.kind == "class":
        heritage = [child for child in tree.children(function) if tree.kinds[child] in _HERITAGE]
        lines = [spelled(tree, child, tree.stops[child]) for child in heritage]
        return "".join([part(function, "type_parameters"), *(f" {line}" for line in lines)])
    if one.kind in ("variable", "attribute"):
        if tree.kinds[one.node] == "type_alias_declaration":
            return part(one.node, "type_parameters") + part(one.node, "value")
        return part(one.node, "type").removeprefix(":").strip()
    lead = "async " if any(tree.kinds[child] == "async" for child in tree.children(function)) else ""
    star = "*" if any(tree.kinds[child] == "*" for child in tree.children(function)) else ""
    single = part(function, "parameter")
    parameters = f"({single})" if single else part(function, "parameters")
    return lead + star + part(function, "type_parameters") + parameters + part(function, "return_type")
