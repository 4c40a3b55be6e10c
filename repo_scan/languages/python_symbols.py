"""Definitions with what others must know of them: signature, decorators, docstring, measures."""

from collections.abc import Sequence

from repo_scan.languages.bodies import NO_BODY
from repo_scan.languages.python_bodies import body_facts_of
from repo_scan.languages.python_definitions import Definition, docstring_of
from repo_scan.languages.python_measures import complexity_of, fingerprint_of, nesting_of, size_of
from repo_scan.languages.python_spelling import spelled
from repo_scan.languages.tree import Tree
from repo_scan.outline import Symbol


def symbols_of(
    tree: Tree, found: Sequence[Definition], exports: tuple[str, ...] | None, *, deep: bool = True
) -> tuple[Symbol, ...]:
    """The symbols of a text, in order of appearance; without their measures unless `deep`."""
    generators = _generators(tree) if deep else frozenset()
    return tuple(
        _symbol(tree, one, is_exported(one.name, exports), deep, yields=one.node in generators) for one in found
    )


def _generators(tree: Tree) -> frozenset[int]:
    """Functions whose own body yields."""
    found: set[int] = set()
    for node, kind in enumerate(tree.kinds):
        if kind == "yield":
            while node > 0 and tree.kinds[node] not in ("function_definition", "lambda"):
                node = tree.parents[node]
            found.add(node)
    return frozenset(found)


def is_exported(name: str, exports: tuple[str, ...] | None) -> bool:
    """Whether a qualified name is public: `__all__` decides on its first part, a leading underscore on the others.

    Methods like `__init__` are as public as their class.
    """
    top, *inner = name.split(".")
    if "._" in name and any(part.startswith("_") and not _is_special(part) for part in inner):
        return False
    return top in exports if exports is not None else not top.startswith("_")


def _is_special(name: str) -> bool:
    return len(name) > 4 and name.startswith("__") and name.endswith("__")


def _symbol(tree: Tree, one: Definition, exported: bool, deep: bool, *, yields: bool) -> Symbol:
    is_function = one.kind in ("function", "method")
    measured = deep and is_function
    body = body_facts_of(tree, one.node) if measured else NO_BODY
    return Symbol(
        name=one.name,
        kind=one.kind,
        signature=_signature(tree, one),
        line=tree.line(one.whole),
        end_line=tree.end_line(one.whole),
        decorators=tuple(spelled(tree, node, tree.stops[node]).lstrip("@") for node in decorators_of(tree, one)),
        docstring=docstring_of(tree, one.node) if is_function or one.kind == "class" else None,
        exported=exported,
        fingerprint=fingerprint_of(tree, one) if measured else "",
        size=size_of(tree, one.whole) if deep else 0,
        complexity=complexity_of(tree, one.node) if measured else 0,
        nesting=nesting_of(tree, one.node) if measured else 0,
        does=body.does,
        effort=body.effort,
        dead=body.dead,
        yields=yields,
    )


def decorators_of(tree: Tree, one: Definition) -> list[int]:
    """The decorator nodes of a definition, in order."""
    if one.whole == one.node:
        return []
    return [child for child in tree.children(one.whole) if tree.kinds[child] == "decorator"]


def _signature(tree: Tree, one: Definition) -> str:
    roles = tree.roles(one.node)

    def part(role: str) -> str:
        node = roles.get(role)
        return spelled(tree, node, tree.stops[node]) if node is not None else ""

    if one.kind == "class":
        return part("type_parameters") + part("superclasses")
    if one.kind in ("variable", "attribute"):
        return part("type")
    lead = "async " if tree.kinds[one.node + 1] == "async" else ""
    returns = part("return_type")
    return lead + part("type_parameters") + part("parameters") + (f" -> {returns}" if returns else "")
