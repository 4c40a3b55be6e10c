"""Harms of Python sources: one definition, block or part of a contract removed, renamed or emptied."""

import ast
from collections.abc import Iterator

from rewriting.change import Change, Edit, change
from rewriting.python_bodies import block_harms
from rewriting.python_source import Definition, Function, Source, is_idle, own_body
from rewriting.python_surface import surface_harms

# What stands for a body in a reply that left it out.
_STANDS_IN = {
    "pass": "pass",
    "...": "...",
    "return None": "return None",
    "# rest": "# ... rest of the function unchanged ...\npass",
    "not implemented": "raise NotImplementedError",
}


def harms(source: Source) -> Iterator[Change]:
    """Every harm that can be done to a module, of structure."""
    for node in source.nodes:
        if isinstance(node, Definition):
            yield from _of_definition(source, node)
    yield from surface_harms(source)
    yield from block_harms(source)


def what(source: Source, node: Definition) -> str:
    """What kind of definition it is."""
    if isinstance(node, Function) and node.name.startswith("test") and source.is_test and not source.is_nested(node):
        return "test"
    if source.is_nested(node):
        return "nested class" if isinstance(node, ast.ClassDef) else "nested function"
    if isinstance(node, ast.ClassDef):
        return "class"
    return "method" if isinstance(source.parents[node], ast.ClassDef) else "function"


def _of_definition(source: Source, node: Definition) -> Iterator[Change]:
    name = what(source, node)
    line = source.first_line(node)
    if removed := source.removal(node):
        yield change(f"{name} removed", line, removed)
    if not name.startswith("nested"):
        yield change(f"{name} renamed", line, _renamed(source, node, name))
    body = own_body(node)
    if is_idle(body):
        return
    if isinstance(node, ast.ClassDef):
        if emptied := source.emptying(body):
            yield change(f"{name} emptied", line, emptied)
        return
    for label, filling in _STANDS_IN.items():
        if emptied := source.emptying(body, filling):
            yield change(f"{name} elided: {label}", line, emptied)
    if len(body) >= 4 and (rest := source.emptying(body[len(body) // 2 :], "# ... rest of the code unchanged ...")):
        yield change(f"{name} elided: second half", line, rest)


def _renamed(source: Source, node: Definition, kind: str) -> Edit:
    """The definition alone has another name, nothing that uses it; a test's is not collected any more."""
    start = source.name_of(node)
    new = f"check_{node.name}" if kind == "test" else f"{node.name.rstrip('_')}_renewed"
    return Edit(start, start + len(node.name), new)
