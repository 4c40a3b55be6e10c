"""A syntax tree as flat lists, so that any depth of nesting is walked by a plain loop.

Node objects of the parser are slow to visit twice and tempt to recursion, which 100,000 nested brackets end badly.
Here node `i` is an index: nodes stand in preorder, its subtree is `range(i, stops[i])`, its children hop by `stops`.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tree_sitter import Node, Parser

EXTRAS = frozenset({"comment", "line_continuation"})


@dataclass(frozen=True, slots=True)
class Tree:
    """One parsed text."""

    source: bytes
    broken: bool  # the parser met something that is not in the grammar
    newlines: Sequence[int]
    kinds: list[str] = field(default_factory=list)
    fields: list[str | None] = field(default_factory=list)  # the role of a node in its parent: "name", "body", ...
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)  # leaves without comments; a string without placeholders is one

    def text(self, node: int) -> str:
        """The source text of a node."""
        return self.source[self.starts[node] : self.ends[node]].decode("utf-8", "replace")

    def line(self, node: int) -> int:
        """The line on which a node starts, from 1."""
        return bisect_left(self.newlines, self.starts[node]) + 1

    def end_line(self, node: int) -> int:
        """The line on which the last character of a node stands."""
        return bisect_left(self.newlines, max(self.ends[node] - 1, self.starts[node])) + 1

    def children(self, node: int) -> Iterator[int]:
        """The children of a node, in order."""
        child, stop = node + 1, self.stops[node]
        while child < stop:
            yield child
            child = self.stops[child]

    def child(self, node: int, field: str) -> int | None:
        """The first child that plays the role `field`."""
        child, stop = node + 1, self.stops[node]
        while child < stop:
            if self.fields[child] == field:
                return child
            child = self.stops[child]
        return None

    def is_leaf(self, node: int) -> bool:
        """Whether a node has no children."""
        return self.stops[node] == node + 1

    def tokens_in(self, start: int, stop: int) -> list[int]:
        """The tokens among the nodes from `start` to `stop`."""
        return self.tokens[bisect_left(self.tokens, start) : bisect_left(self.tokens, stop)]


def parse(parser: Parser, source: bytes) -> Tree:
    """Parse and flatten a text."""
    root = parser.parse(source).root_node
    tree = Tree(source, root.has_error, [match.start() for match in re.finditer(b"\n", source)])
    _flatten(root, tree)
    tree.tokens.extend(_tokens(tree))
    return tree


def encodable(text: str) -> str:
    """A text without the lone surrogates that escapes like "\\ud800" make, which no file or message can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _flatten(root: Node, tree: Tree) -> None:
    kinds, fields, starts, ends = tree.kinds, tree.fields, tree.starts, tree.ends
    depths, parents, stops = tree.depths, tree.parents, tree.stops
    cursor = root.walk()
    names: dict[int, str] = {}  # one string for each kind instead of one for each node
    open_nodes: list[int] = []
    while True:
        node = cursor.node
        assert node is not None  # a cursor always stands on a node
        kind = node.kind_id
        if kind not in names:
            names[kind] = node.type
        parents.append(open_nodes[-1] if open_nodes else -1)
        open_nodes.append(len(kinds))
        depths.append(len(open_nodes))
        kinds.append(names[kind])
        fields.append(cursor.field_name)
        starts.append(node.start_byte)
        ends.append(node.end_byte)
        stops.append(0)
        if cursor.goto_first_child():
            continue
        stops[open_nodes.pop()] = len(kinds)
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
            stops[open_nodes.pop()] = len(kinds)


def _tokens(tree: Tree) -> Iterator[int]:
    kinds, stops = tree.kinds, tree.stops
    node, stop = 0, len(kinds)
    while node < stop:
        kind = kinds[node]
        if kind in EXTRAS:
            node = stops[node]
        elif stops[node] == node + 1:
            if tree.ends[node] > tree.starts[node]:
                yield node
            node += 1
        elif kind == "string" and is_plain(tree, node):
            yield node
            node = stops[node]
        else:
            node += 1


def is_plain(tree: Tree, string: int) -> bool:
    """Whether a string holds no placeholders."""
    return all(tree.kinds[child] != "interpolation" for child in tree.children(string))
