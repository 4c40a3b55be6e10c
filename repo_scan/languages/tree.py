"""A syntax tree as flat lists, so that any depth of nesting is walked by a plain loop.

Node objects of the parser are slow to visit twice and tempt to recursion, which 100,000 nested brackets end badly.
Here node `i` is an index: nodes stand in preorder, its subtree is `range(i, stops[i])`, its children hop by `stops`.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate

from tree_sitter import Language, Node, Parser

INTO, OVER, OUT = range(3)  # what to do at a node: go into it, go on beside it, or leave the rest of its siblings too

#: Its kind, the number of its role, the kind of its parent, and where it starts and ends, to one of the three above.
Visit = Callable[[int, int | None, int, int, int], int]

EXTRAS = frozenset({"comment", "line_continuation"})
_ERROR = 0xFFFF  # the number of what is in no grammar


@dataclass(frozen=True, slots=True)
class Tree:
    """One parsed text."""

    source: bytes
    broken: bool  # the parser met something that is not in the grammar
    newlines: Sequence[int]
    ascii: str = ""  # the source, where its bytes are its characters
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
        start, end = self.starts[node], self.ends[node]
        return self.ascii[start:end] if self.ascii else self.source[start:end].decode("utf-8", "replace")

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

    def roles(self, node: int) -> dict[str | None, int]:
        """By each role the first child that plays it."""
        found: dict[str | None, int] = {}
        child, stop = node + 1, self.stops[node]
        while child < stop:
            found.setdefault(self.fields[child], child)
            child = self.stops[child]
        return found

    def is_leaf(self, node: int) -> bool:
        """Whether a node has no children."""
        return self.stops[node] == node + 1

    def tokens_in(self, start: int, stop: int) -> list[int]:
        """The tokens among the nodes from `start` to `stop`."""
        return self.tokens[bisect_left(self.tokens, start) : bisect_left(self.tokens, stop)]

    def count_tokens(self, start: int, stop: int) -> int:
        """How many tokens there are among the nodes from `start` to `stop`."""
        return bisect_left(self.tokens, stop) - bisect_left(self.tokens, start)


def parse(parser: Parser, source: bytes, *, closed: bool = False, visit: "Visit | None" = None) -> Tree:
    """Parse and flatten a text; a string without placeholders is a leaf if they are to be `closed`.

    With a `visit` only what it enters is in the tree; but all of it is where the parser met what is not in the grammar.
    """
    root = parser.parse(source).root_node
    newlines = [length + number for number, length in enumerate(accumulate(map(len, source.split(b"\n"))))]
    tree = Tree(source, root.has_error, newlines, source.decode("ascii") if source.isascii() else "")
    _flatten(root, tree, _Names.of(parser.language), closed, visit if visit and not tree.broken else _everywhere)
    return tree


def encodable(text: str) -> str:
    """A text without the lone surrogates that escapes like "\\ud800" make, which no file or message can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _everywhere(kind: int, role: int | None, parent: int, start: int, end: int) -> int:
    return INTO


def _flatten(root: Node, tree: Tree, names: "_Names", closed: bool, visit: Visit) -> None:
    """Fill the lists. The longest loop of a scan: methods are looked up once, names are given at the end."""
    source, kinds, roles = tree.source, list[int](), list[int | None]()
    add_kind, add_role, add_parent, add_depth = kinds.append, roles.append, tree.parents.append, tree.depths.append
    add_start, add_end, add_token = tree.starts.append, tree.ends.append, tree.tokens.append
    stops, add_stop, string, extras = tree.stops, tree.stops.append, names.string, names.extras
    cursor = root.walk()
    down, across, up = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
    around: list[int] = []  # what `parent` was before
    parent, index, depth, quiet = -1, -1, 1, 0  # no tokens before `quiet`
    while True:
        node = cursor.node
        assert node is not None  # a cursor always stands on a node
        index += 1
        kind, role, start, end = node.kind_id, cursor.field_id, node.start_byte, node.end_byte
        add_kind(kind)
        add_role(role)
        add_start(start)
        add_end(end)
        add_parent(parent)
        add_depth(depth)
        add_stop(index + 1)
        way = visit(kind, role, kinds[parent], start, end)
        shut = way != INTO
        if kind == string and _is_one_token(node, source[start]):
            add_token(index)
            shut, quiet = closed, index + (1 if closed else node.descendant_count)
        elif kind in extras:
            quiet = index + node.descendant_count
        if not shut and down():
            around.append(parent)
            parent = index
            depth += 1
            continue
        if index >= quiet and end > start:
            add_token(index)
        while way == OUT or not across():
            way = OVER
            if not up():
                tree.kinds.extend([names.kinds[kind] for kind in kinds])
                tree.fields.extend([names.roles[role] for role in roles])
                return
            stops[parent] = index + 1
            parent = around.pop()
            depth -= 1


@dataclass(frozen=True, slots=True)
class _Names:
    """What the numbers of a grammar mean."""

    kinds: dict[int, str]
    roles: dict[int | None, str | None]
    string: int | None
    extras: frozenset[int]

    @classmethod
    @cache
    def of(cls, language: Language) -> "_Names":
        kinds = {number: language.node_kind_for_id(number) or "" for number in range(language.node_kind_count)}
        kinds[_ERROR] = "ERROR"
        roles: dict[int | None, str | None] = {None: None}
        roles |= {number: language.field_name_for_id(number) for number in range(1, language.field_count + 1)}
        extras = frozenset(number for number, kind in kinds.items() if kind in EXTRAS)
        return cls(kinds, roles, language.id_for_node_kind("string", True), extras)


def _is_one_token(string: Node, first: int) -> bool:
    """Whether a string holds neither placeholders nor errors; most begin with a quote, and then it cannot."""
    if string.has_error:
        return False
    return first in b"\"'" or all(child.type != "interpolation" for child in string.children)


def is_plain(tree: Tree, string: int) -> bool:
    """Whether a string holds no placeholders."""
    return all(tree.kinds[child] != "interpolation" for child in tree.children(string))
