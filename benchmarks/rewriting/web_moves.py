"""Harmless moves in the web's languages: functions past their neighbour, or to a new file that is imported again."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from rewriting.change import Change, Edit, change
from rewriting.web_source import WebSource, below, is_overloaded

_NAMES = ("identifier", "type_identifier", "shorthand_property_identifier", "jsx_identifier")


def moves(source: WebSource) -> Iterator[Change]:
    """All of them in a file."""
    for node in source.nodes:
        if node.type in ("program", "class_body"):
            for one, other in zip(node.named_children, node.named_children[1:], strict=False):
                yield from _swapped(source, one, other)
        if node.type == "function_declaration" and node.parent is not None:
            yield from _to_new_file(source, node)


def _function_in(node: Node) -> Node | None:
    inner = node.child_by_field_name("declaration") if node.type == "export_statement" else node
    return inner if inner is not None and inner.type in ("function_declaration", "method_definition") else None


def _swapped(source: WebSource, one: Node, other: Node) -> Iterator[Change]:
    """Two functions that stand beside each other; declarations are known everywhere in their file."""
    functions = [_function_in(each) for each in (one, other)]
    names = [source.code(each.child_by_field_name("name")) if each is not None else "" for each in functions]
    if not all(names) or names[0] == names[1] or any("[" in name for name in names):
        return
    between = source.text[source.span(one)[1] : source.span(other)[0]]
    if source.is_alone(one) and source.is_alone(other) and not between.strip() and not _is_tied(one):
        texts = [source.text[slice(*source.span(each))] for each in (other, one)]
        edits = [Edit(*source.span(each), text) for each, text in zip((one, other), texts, strict=True)]
        yield change("function moved within its file", source.line(one), *edits)


def _is_tied(node: Node) -> bool:
    """Whether something above it is tied to it: a signature, a comment, a decorator."""
    above = node.prev_named_sibling
    return above is not None and (above.type in ("comment", "decorator") or is_overloaded(node))


def _to_new_file(source: WebSource, function: Node) -> Iterator[Change]:
    """A function that needs nothing of its file but imports, which the file goes on to use."""
    parent, name = function.parent, source.code(function.child_by_field_name("name"))
    whole = parent if parent is not None and parent.type == "export_statement" else function
    top = whole.parent is not None and whole.parent.type == "program"
    ending = _ending(source)
    if not top or ending is None or "default" in source.code(whole)[:15] or _is_tied(whole):
        return
    needed = {source.code(each) for each in below(function) if each.type in _NAMES} - {name}
    bound, imports = _bound_at_top(source), _imports(source)
    rest = re.sub(r"(?ms)^import .*?from .*?$", "", source.text.replace(source.code(whole), ""))
    asked = sorted(needed & imports.keys())
    own = needed & bound - {each for each in needed if each in imports}
    if own or not source.is_alone(whole) or any(not re.search(rf"\b{word}\b", rest) for word in asked):
        return
    folder, _, file = source.path.rpartition("/")
    stem, _, suffix = file.partition(".")
    module = f"./{stem}Parts{ending}"
    text = "".join(imports[word] for word in asked) + f"\nexport {source.code(function)}\n"
    own_nodes = range(whole.start_byte, whole.end_byte)
    used = any(
        each.type in _NAMES and source.code(each) == name and each.start_byte not in own_nodes for each in source.nodes
    )
    lines = f"import {{ {name} }} from '{module}'\n" if used else ""
    lines += f"export {{ {name} }} from '{module}'\n" if whole is not function else ""
    at = _behind_imports(source)
    if at is not None and lines and at <= source.span(whole)[0]:
        new = {f"{folder}/{stem}Parts.{suffix}": text.lstrip()}
        edits = Edit(at, at, lines), Edit(*source.span(whole))
        yield change("function moved to a new file", source.line(whole), *edits, new=new)


def _ending(source: WebSource) -> str | None:
    """How the file writes the ends of its own modules' names; None where it imports none."""
    found = re.search(r"""from ['"]\./[\w/-]+(\.[mc]?[jt]sx?)?['"]""", source.text)
    return (found[1] or "") if found else None


def _bound_at_top(source: WebSource) -> set[str]:
    """Names that the file gives itself."""
    found: set[str] = set()
    for node in source.root.named_children:
        inner = node.child_by_field_name("declaration") if node.type == "export_statement" else node
        for each in (inner, *inner.named_children) if inner is not None else ():
            found.add(source.code(each.child_by_field_name("name")))
    return found


def _imports(source: WebSource) -> dict[str, str]:
    """What each import binds, and a line that binds the same."""
    found: dict[str, str] = {}
    for node in source.root.named_children:
        target = node.child_by_field_name("source") if node.type == "import_statement" else None
        if target is None:
            continue
        word = "import type" if source.code(node).startswith("import type") else "import"
        for each in below(node):
            if each.type == "import_specifier":
                bound = source.code(each.named_children[-1])
                found[bound] = f"{word} {{ {source.code(each)} }} from {source.code(target)}\n"
            elif each.type == "namespace_import":
                found[source.code(each.named_children[0])] = f"{word} {source.code(each)} from {source.code(target)}\n"
            elif each.type == "identifier" and each.parent is not None and each.parent.type == "import_clause":
                found[source.code(each)] = f"{word} {source.code(each)} from {source.code(target)}\n"
    return found


def _behind_imports(source: WebSource) -> int | None:
    imports = [each for each in source.root.named_children if each.type == "import_statement"]
    return source.span(imports[-1])[1] if imports and source.is_alone(imports[-1]) else None
