"""How a Python text uses what it imports, and which dotted names it holds as strings."""

import re
from collections.abc import Sequence

from repo_scan.languages.python_bindings import binds
from repo_scan.languages.tree import Tree
from repo_scan.outline import Import, Quoted, Use

_DEEPEST = 6  # parts of a name that are looked at
_DOTTED = re.compile(r"""["']([^\W\d]\w*(?:\.[^\W\d]\w*)+)["']""")
_LONGEST = 200  # signs of a string that may be a name
_SIGNS = frozenset({"(", ")", ",", "comment", "line_continuation"})


def uses_of(tree: Tree, imports: Sequence[Import]) -> tuple[Use, ...]:
    """Attributes and calls of names that imports alone bind, in order; a name bound in another way too has none."""
    roots = {item.binds for item in imports}
    found: dict[tuple[str, int, tuple[str, ...], bool], Use] = {}
    doubtful: set[str] = set()
    for node, kind in enumerate(tree.kinds):
        if kind != "identifier" or tree.text(node) not in roots or _is_mere_word(tree, node):
            continue
        if binds(tree, node):
            doubtful.add(tree.text(node))
        elif (use := _use(tree, node)) is not None:
            found.setdefault((use.name, use.positional, use.keywords, use.more), use)
    return tuple(use for use in found.values() if use.name.partition(".")[0] not in doubtful)


def _is_mere_word(tree: Tree, node: int) -> bool:
    """Whether an identifier is no name of this module: of an import, an argument, an attribute, a method."""
    parent, role = tree.parents[node], tree.fields[node]
    kind = tree.kinds[parent]
    if kind == "dotted_name":
        return not binds(tree, node)
    if kind == "function_definition" and role == "name":
        return _is_method(tree, parent)
    return kind == "aliased_import" or (kind, role) in (("keyword_argument", "name"), ("attribute", "attribute"))


def _is_method(tree: Tree, function: int) -> bool:
    outer = tree.parents[function]
    while tree.kinds[outer] in ("decorated_definition", "block"):
        outer = tree.parents[outer]
    return tree.kinds[outer] == "class_definition"


def _use(tree: Tree, root: int) -> Use | None:
    parts, node = [tree.text(root)], root
    while tree.kinds[parent := tree.parents[node]] == "attribute" and tree.fields[node] == "object":
        attribute = tree.child(parent, "attribute")
        if attribute is None or len(parts) == _DEEPEST:
            break
        parts.append(tree.text(attribute))
        node = parent
    name, line, parent = ".".join(parts), tree.line(root), tree.parents[node]
    if tree.kinds[parent] == "call" and tree.fields[node] == "function":
        arguments = tree.child(parent, "arguments")
        return Use(name, line, *_shape(tree, arguments)) if arguments is not None else None
    return Use(name, line) if len(parts) > 1 else None


def _shape(tree: Tree, arguments: int) -> tuple[int, tuple[str, ...], bool]:
    """How many arguments there are by position, the names of the others, and whether there are more."""
    if tree.kinds[arguments] != "argument_list":  # a generator
        return 1, (), False
    positional, keywords, more = 0, list[str](), False
    for child in tree.children(arguments):
        kind = tree.kinds[child]
        if kind == "keyword_argument":
            keywords.append(tree.text(child + 1))
        elif kind in ("list_splat", "dictionary_splat"):
            more = True
        elif kind not in _SIGNS:
            positional += 1
    return positional, tuple(sorted(keywords)), more


def quoted_in(tree: Tree) -> tuple[Quoted, ...]:
    """Strings that are nothing but a dotted name, each once: what tests patch, what settings load."""
    found: dict[str, int] = {}
    for node, kind in enumerate(tree.kinds):
        if kind == "string" and tree.ends[node] - tree.starts[node] <= _LONGEST:
            match = _DOTTED.fullmatch(tree.text(node))
            if match:
                found.setdefault(match[1], tree.line(node))
    return tuple(Quoted(name, line) for name, line in found.items())
