"""Local names that are set and never read. Any other mention in the function, in a string or a comment too, is a use.

References are counted in the text, not in the tree: that is enough to be sure that there is none, and quick.
"""

from collections.abc import Iterable, Sequence

from repo_scan.languages.tree import Tree
from repo_scan.outline import Idle

_LARGEST = 200_000  # bytes of a function; generated code would take too long
_BY_NAME = (b"locals(", b"vars(", b"eval(", b"exec(")


def idle_among(tree: Tree, bindings: Iterable[tuple[int, int]]) -> tuple[Idle, ...]:
    """Of functions and nodes that bind a name in them, the names that occur nowhere else in their function."""
    bound: dict[tuple[int, bytes], list[int]] = {}
    for function, node in bindings:
        name = tree.source[tree.starts[node] : tree.ends[node]]
        if not name.startswith(b"_"):  # which says that it is not meant to be read
            bound.setdefault((function, name), []).append(node)
    idle = [nodes[0] for (function, name), nodes in bound.items() if _only_bound(tree, function, name, nodes)]
    return tuple(Idle(tree.text(node), tree.line(node)) for node in sorted(idle))


def _only_bound(tree: Tree, function: int, name: bytes, nodes: Sequence[int]) -> bool:
    start, end = tree.starts[function], tree.ends[function]
    if end - start > _LARGEST or _occurrences(tree.source, name, start, end, len(nodes)) > len(nodes):
        return False
    return not any(tree.source.find(word, start, end) >= 0 for word in _BY_NAME)


def _occurrences(source: bytes, name: bytes, start: int, end: int, most: int) -> int:
    """How often a name occurs as a word of its own, `most` + 1 at the most."""
    count = 0
    place = source.find(name, start, end)
    while place >= 0 and count <= most:
        after = place + len(name)
        count += not (_is_inner(source[place - 1 : place]) or _is_inner(source[after : after + 1]))
        place = source.find(name, after, end)
    return count


def _is_inner(byte: bytes) -> bool:
    """Whether a byte belongs to a name."""
    return byte.isalnum() or byte in (b"_", b"$") or byte >= b"\x80"
