"""A Python text and its tree, with places as characters: every edit leaves the rest of the text as it is."""

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from rewriting.change import Edit

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
BLOCKS = ("body", "orelse", "finalbody", "handlers")
_OWN_SCOPE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


@dataclass(frozen=True)
class Source:
    """One module."""

    path: str
    text: str
    tree: ast.Module
    parents: dict[ast.AST, ast.AST] = field(default_factory=dict)

    @classmethod
    def of(cls, path: str, text: str) -> "Source":
        """Parsed; raises SyntaxError where that fails."""
        tree = ast.parse(text)
        parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        return cls(path, text, tree, parents)

    @cached_property
    def lines(self) -> list[str]:
        """With their ends."""
        return self.text.splitlines(keepends=True)

    @cached_property
    def starts(self) -> list[int]:
        """Where each line starts, and where the text ends."""
        return [0, *accumulate(map(len, self.lines))]

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All of them, in the order of the text."""
        placed = [node for node in ast.walk(self.tree) if hasattr(node, "lineno")]
        return sorted(placed, key=lambda node: (node.lineno, node.col_offset))

    @cached_property
    def is_plain(self) -> bool:
        """Whether lines are ended by newlines alone, so that Python counts them as we do."""
        return len(self.lines) == self.text.count("\n") + (not self.text.endswith("\n"))

    def place(self, line: int, column: int) -> int:
        """The character at a column that is counted in bytes, as `ast` does."""
        text = self.lines[line - 1]
        return self.starts[line - 1] + (column if text.isascii() else len(text.encode()[:column].decode()))

    def start(self, node: ast.AST) -> int:
        return self.place(node.lineno, node.col_offset)

    def end(self, node: ast.AST) -> int:
        return self.place(node.end_lineno, node.end_col_offset)

    def code(self, node: ast.AST) -> str:
        """How a node is written."""
        return self.text[self.start(node) : self.end(node)]

    def first_line(self, node: ast.AST) -> int:
        """Decorators included."""
        decorators = getattr(node, "decorator_list", ())
        return min([node.lineno, *(decorator.lineno for decorator in decorators)])

    def indent(self, node: ast.AST) -> str:
        """What stands before a statement on its line."""
        line = self.lines[self.first_line(node) - 1]
        return line[: len(line) - len(line.lstrip())]

    def is_alone(self, node: ast.AST) -> bool:
        """Whether a statement has its lines for itself, but for a comment behind it."""
        first = self.lines[self.first_line(node) - 1]
        before = first[: len(first) - len(first.lstrip())]
        begins = self.starts[self.first_line(node) - 1] + len(before)
        own = min([self.start(node), *(self.start(each) - 1 for each in getattr(node, "decorator_list", ()))])
        behind = self.text[self.end(node) : self.starts[node.end_lineno]].strip()
        return begins == own and (not behind or behind.startswith("#"))

    def span(self, node: ast.AST) -> tuple[int, int]:
        """The whole lines of a statement."""
        return self.starts[self.first_line(node) - 1], self.starts[node.end_lineno]

    def line_of(self, place: int) -> int:
        """The line of a character."""
        return bisect_right(self.starts, place)

    def block_of(self, node: ast.AST) -> list[ast.AST]:
        """The statements that a statement stands among, itself included."""
        parent = self.parents[node]
        return next(block for name in BLOCKS if node in (block := getattr(parent, name, ()) or ()))

    def removal(self, node: ast.AST) -> Edit | None:
        """A statement taken out; `pass` in its place where the block would be empty."""
        if not self.is_alone(node):
            return None
        start, end = self.span(node)
        alone = len(self.block_of(node)) == 1 and not isinstance(self.parents[node], ast.Module)
        return Edit(start, end, f"{self.indent(node)}pass\n" if alone else "")

    def emptying(self, block: Sequence[ast.AST], filling: str = "pass") -> Edit | None:
        """A block replaced by lines without indentation of their own; a docstring in front of it stays."""
        if not block or not all(map(self.is_alone, block)):
            return None
        indent = self.indent(block[0])
        lines = "".join(f"{indent}{line}\n" for line in filling.split("\n"))
        return Edit(self.span(block[0])[0], self.span(block[-1])[1], lines)

    def name_of(self, node: Definition) -> int:
        """Where the name of a definition stands."""
        head = re.compile(r"(?:async\s+)?(?:def|class)\s+").match(self.text, self.start(node))
        assert head is not None
        return head.end()

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """What holds a node, from the inside to the outside."""
        while node in self.parents:
            node = self.parents[node]
            yield node

    def function_of(self, node: ast.AST) -> Function | None:
        """The innermost function around a node."""
        return next((each for each in self.around(node) if isinstance(each, Function)), None)

    def is_nested(self, node: ast.AST) -> bool:
        """Whether a node is inside of a function."""
        return self.function_of(node) is not None

    @property
    def is_test(self) -> bool:
        """Whether a test runner would collect this file."""
        name = self.path.rpartition("/")[2]
        return name.startswith("test_") or name.endswith("_test.py")

    def in_test(self, node: ast.AST) -> bool:
        """Whether a node is part of a test function."""
        functions = [each for each in (node, *self.around(node)) if isinstance(each, Function)]
        return self.is_test and any(function.name.startswith("test") for function in functions)

    def for_types(self, node: ast.AST) -> bool:
        """Whether a node stands where only type checkers look."""
        return any(isinstance(each, ast.If) and "TYPE_CHECKING" in ast.dump(each.test) for each in self.around(node))


def inside(function: ast.AST) -> Iterator[ast.AST]:
    """Every node of a function's body that is not part of a scope of its own."""
    waiting = list(reversed(function.body)) if hasattr(function, "body") else []
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _OWN_SCOPE):
            waiting.extend(reversed(list(ast.iter_child_nodes(node))))


def has_docstring(node: ast.AST) -> bool:
    return ast.get_docstring(node, clean=False) is not None


def own_body(node: Definition) -> list[ast.stmt]:
    """The statements of a definition behind its docstring."""
    return node.body[1:] if has_docstring(node) else node.body


def is_idle(block: Sequence[ast.AST]) -> bool:
    """Whether a block does nothing: `pass`, `...`, a word, an error that says that something is missing."""
    return all(_is_idle(node) for node in block)


def _is_idle(node: ast.AST) -> bool:
    if isinstance(node, ast.Raise):
        return "NotImplemented" in ast.dump(node)
    empty = isinstance(node, ast.Return) and (node.value is None or ast.unparse(node.value) == "None")
    return empty or isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
