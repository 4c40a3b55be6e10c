"""A syntax tree as flat lists, so that any depth of nesting is walked by a plain loop.

Node objects of the parser are slow to visit twice and tempt to recursion, which 100,000 nested brackets end badly.
Here node `i` is an index: nodes stand in preorder, its subtree is `range(i, stops[i])`, its children hop by `stops`.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node, Parser


@dataclass(frozen=True, slots=True)
class Tree:
    """One parsed text."""

    source: bytes
    kinds: list[str]
    fields: list[str | None]  # the role of a node in its parent: "name", "body", ...
    starts: list[int]
    ends: list[int]
    depths: list[int]
    parents: list[int]
    stops: list[int]
    newlines: list[int]
    broken: bool  # the parser met something that is not in the grammar

    def text(self, node: int) -> str:
        """The source text of a node."""
        return self.source[self.starts[node] : self.ends[node]].decode("utf-8", "replace")

    def line(self, node: int) -> int:
        """The line on which a node starts, from 1."""
        return bisect_right(self.newlines, self.starts[node] - 1) + 1

    def end_line(self, node: int) -> int:
        """The line on which the last character of a node stands."""
        return bisect_right(self.newlines, max(self.ends[node] - 2, self.starts[node] - 1)) + 1

    def children(self, node: int) -> Iterator[int]:
        """The children of a node, in order."""
        child, stop = node + 1, self.stops[node]
        while child < stop:
            yield child
            child = self.stops[child]

    def child(self, node: int, field: str) -> int | None:
        """The first child that plays the role `field`."""
        return next((child for child in self.children(node) if self.fields[child] == field), None)

    def is_leaf(self, node: int) -> bool:
        """Whether a node has no children."""
        return self.stops[node] == node + 1


def parse(parser: Parser, source: bytes) -> Tree:
    """Parse and flatten a text."""
    root = parser.parse(source).root_node
    newlines = [at for at, byte in enumerate(source) if byte == 10]
    tree = Tree(source, [], [], [], [], [], [], [], newlines, root.has_error)
    _flatten(root, tree)
    return tree


def _flatten(root: Node, tree: Tree) -> None:
    cursor = root.walk()
    language_kinds: dict[int, str] = {}
    open_nodes: list[int] = []
    down = True
    while True:
        if down:
            node = cursor.node
            assert node is not None  # a cursor always stands on a node
            kind_id = node.kind_id
            kind = language_kinds.get(kind_id) or language_kinds.setdefault(kind_id, node.type)
            tree.parents.append(open_nodes[-1] if open_nodes else -1)
            open_nodes.append(len(tree.kinds))
            tree.depths.append(len(open_nodes))
            tree.kinds.append(kind)
            tree.fields.append(cursor.field_name)
            tree.starts.append(node.start_byte)
            tree.ends.append(node.end_byte)
            tree.stops.append(0)
            if cursor.goto_first_child():
                continue
        tree.stops[open_nodes.pop()] = len(tree.kinds)
        down = cursor.goto_next_sibling()
        if not down and not cursor.goto_parent():
            return
