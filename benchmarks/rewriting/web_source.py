"""A JavaScript or TypeScript text and its tree, as tree-sitter has it; only texts of ASCII, so bytes are characters."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import tree_sitter_javascript
import tree_sitter_typescript
from tree_sitter import Language, Node, Parser

from rewriting.change import Edit

_JAVASCRIPT = Language(tree_sitter_javascript.language())
_TYPESCRIPT = Language(tree_sitter_typescript.language_typescript())
_TSX = Language(tree_sitter_typescript.language_tsx())
DECLARED = {
    "function_declaration": "function",
    "generator_function_declaration": "function",
    "class_declaration": "class",
    "abstract_class_declaration": "class",
    "interface_declaration": "interface",
    "type_alias_declaration": "type",
    "enum_declaration": "enum",
}
FUNCTIONS = (
    *("function_declaration", "generator_function_declaration", "method_definition", "arrow_function"),
    *("function_expression", "generator_function"),
)
TEST_CALLS = ("it", "test")


@dataclass(frozen=True)
class WebSource:
    """One file."""

    path: str
    text: str
    root: Node

    @classmethod
    def of(cls, path: str, text: str) -> "WebSource | None":
        """Parsed; None where that fails, or where characters are not bytes."""
        if not text.isascii() or "\r" in text:
            return None
        suffix = path.rpartition(".")[2]
        language = _TSX if suffix == "tsx" else _TYPESCRIPT if suffix.endswith("ts") else _JAVASCRIPT
        root = Parser(language).parse(text.encode()).root_node
        return None if root.has_error else cls(path, text, root)

    @cached_property
    def nodes(self) -> list[Node]:
        """All that have a name, in the order of the text."""
        return list(below(self.root))

    @cached_property
    def starts(self) -> list[int]:
        """Where each line starts, and where the text ends."""
        return [0, *accumulate(map(len, self.text.splitlines(keepends=True)))]

    def code(self, node: Node | None) -> str:
        return self.text[node.start_byte : node.end_byte] if node is not None else ""

    def line(self, node: Node) -> int:
        return int(node.start_point[0]) + 1

    def indent(self, node: Node) -> str:
        """What stands before a node on its line, as far as it is blank."""
        start = self.starts[node.start_point[0]]
        found = re.compile(r"[ \t]*").match(self.text, start)
        return found[0] if found else ""

    def span(self, node: Node) -> tuple[int, int]:
        """The whole lines of a node, if it has them for itself; else its own characters, with a `;` behind it."""
        start, end = node.start_byte, node.end_byte
        if self.text[end : end + 1] == ";":
            end += 1
        line = self.starts[bisect_right(self.starts, start) - 1]
        behind = self.text.find("\n", end)
        if self.text[line:start].strip() or behind < 0 or self.text[end:behind].strip():
            return start, end
        return line, behind + 1

    def is_alone(self, node: Node) -> bool:
        """Whether a node has its lines for itself."""
        return self.text[self.span(node)[1] - 1] == "\n"

    def removal(self, node: Node) -> Edit:
        return Edit(*self.span(node))

    def filling(self, block: Node, *lines: str) -> Edit:
        """What is between the braces of a block replaced."""
        indent = self.indent(block)
        inner = "".join(f"\n{indent}  {line}" for line in lines)
        return Edit(block.start_byte + 1, block.end_byte - 1, f"{inner}\n{indent}" if lines else "")

    @property
    def is_test(self) -> bool:
        """Whether a test runner would collect this file."""
        return bool(re.search(r"\.(?:test|spec)\.\w+$|/__tests__/|/tests?/", self.path))

    @property
    def is_typescript(self) -> bool:
        return self.path.endswith(("ts", "tsx"))


def below(node: Node) -> Iterator[Node]:
    """A node and all below it that have a name; a plain loop, whatever the depth."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.is_named:
            yield one
        waiting.extend(reversed(one.children))


def around(node: Node) -> Iterator[Node]:
    """What holds a node, from the inside to the outside."""
    above = node.parent
    while above is not None:
        yield above
        above = above.parent


def is_nested(node: Node) -> bool:
    """Whether a node is inside of a function."""
    return any(each.type in FUNCTIONS for each in around(node))


def statements(block: Node | None) -> list[Node]:
    """The statements of a block."""
    found: Sequence[Node] = block.named_children if block is not None else ()
    return [each for each in found if each.type not in ("comment", "hash_bang_line")]


def callee(node: Node) -> str:
    """What a statement calls: `it` of `it('adds', …)`, `expect` of `expect(a).toBe(b)`."""
    call = node.named_children[0] if node.type == "expression_statement" and node.named_children else node
    if call.type == "await_expression" and call.named_children:
        call = call.named_children[0]
    while call.type in ("call_expression", "member_expression"):
        call = call.child_by_field_name("function") or call.child_by_field_name("object") or call.named_children[0]
    return (call.text or b"").decode() if call.type == "identifier" else ""


def is_overloaded(whole: Node) -> bool:
    """Whether a signature stands above a function."""
    above = whole.prev_named_sibling
    inner = (
        above.child_by_field_name("declaration") if above is not None and above.type == "export_statement" else above
    )
    return inner is not None and inner.type in ("function_signature", "method_signature")
