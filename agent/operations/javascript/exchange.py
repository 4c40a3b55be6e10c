"""A name that one namespace declares gets another, in the whole of its text."""

from collections.abc import Collection

from agent.operations.errors import Refusal
from agent.operations.javascript.scoping import Name, Scope, Space
from agent.operations.javascript.source import Source, Span

_TAGS = frozenset({"jsx_opening_element", "jsx_closing_element", "jsx_self_closing_element"})


def exchanges(
    source: Source, owner: Scope, old: str, new: str, plain: Collection[int] = (), keys: Collection[int] = ()
) -> dict[Span, str]:
    """What changes; `plain` declarations lose their old name for good, `keys` change as well. Raises Refusal."""
    _check(source, owner, old, new)
    edits: dict[Span, str] = {}
    for name in source.named(old, owner):
        span, word = _edit(source, name, new, name.node in plain or name.node in keys, keys)
        edits[span] = word
    return edits


def _edit(source: Source, name: Name, new: str, is_plain: bool, keys: Collection[int]) -> tuple[Span, str]:
    tree, node, parent = source.tree, name.node, source.parent(name.node)
    start, end = source.span(node)
    if source.kind(node).startswith("shorthand_property_identifier"):
        return (start, end), new if is_plain else f"{name.text}: {new}"
    if source.kind(parent) == "import_specifier" and tree.child(parent, "alias") is None and not is_plain:
        return (start, end), f"{name.text} as {new}"
    if source.kind(parent) == "assignment_pattern" and source.parent_kind(parent) == "pair_pattern":
        parent = source.parent(parent)
    key = tree.child(parent, "key") if source.kind(parent) in ("pair", "pair_pattern") else None
    if key is not None and key not in keys and tree.fields[node] != "key" and tree.text(key) == new:
        between = tree.source[tree.ends[key] : start]
        if between == b": " and source.kind(key) == "property_identifier":
            return (tree.starts[key], end), new
    return (start, end), new


def _check(source: Source, owner: Scope, old: str, new: str) -> None:
    """Raise Refusal where either name would mean something else."""
    around = owner.outer if owner.kind == "statement_block" else None
    if owner.binds(new) or (around is not None and around.binds(new) and around.kind != "program"):
        raise Refusal(f"{source.path} has a `{new}` already")
    space: Space = "type" if old not in owner.values else "both" if old in owner.types else "value"
    for name in source.names:
        line = source.tree.line(name.node)
        if name.text == old and name.owner is owner:
            if any(scope.binds(new, space) for scope in name.scope.up_to(owner)):
                raise Refusal(f"`{new}` means something else in {source.path}, line {line}")
            if source.parent_kind(name.node) in _TAGS and not new[0].isupper():
                raise Refusal(f"`<{new}>` would be a tag of HTML in {source.path}, line {line}")
        elif name.text == new and owner in name.scope.up_to(owner) and _is_beyond(name, owner):
            raise Refusal(f"`{new}` in {source.path}, line {line}, would mean what is renamed")
        elif name.text == "eval" and name.owner is None:
            raise Refusal(f"{source.path} calls `eval`, which may use any name")
    if "with_statement" in source.tree.kinds:
        raise Refusal(f"{source.path} has a `with` statement, in which names may mean anything")


def _is_beyond(name: Name, owner: Scope) -> bool:
    """Whether a name is declared around a namespace, or nowhere."""
    return name.owner is None or (name.owner is not owner and name.owner in owner.up_to(_top(owner)))


def _top(scope: Scope) -> Scope:
    while scope.outer is not None:
        scope = scope.outer
    return scope
