"""Where words stand in a text: from the lines and bytes that a syntax tree knows to characters of the text."""

import ast
import re
from collections.abc import Iterator

_LINE_END = re.compile(r"\r\n|\r|\n")
_WORD = re.compile(r"[^\W\d]\w*")
_GAP = r"(?:\s|\\|#[^\n]*\n)+"
_DEFINED = re.compile(rf"(?:async{_GAP})?(?:def|class){_GAP}")
_RENAMED = re.compile(rf"(?:\s|\\|\)|#[^\n]*\n)*\bas{_GAP}")
_REST = re.compile(r".*\*\*\s*", re.DOTALL)


class Positions:
    """Characters of one text, asked for by nodes of its tree."""

    def __init__(self, text: str) -> None:
        self.text = text
        ends = [match.end() for match in _LINE_END.finditer(text)]
        self._starts = [0, *ends]

    def at(self, line: int, column: int) -> int:
        """The character at a line and a number of bytes in it."""
        start = self._starts[line - 1]
        end = self._starts[line] if line < len(self._starts) else len(self.text)
        row = self.text[start:end]
        return start + (column if row.isascii() else len(row.encode("utf-8", "surrogatepass")[:column].decode("utf-8")))

    def line_of(self, place: int) -> int:
        """The line of a character, from 1."""
        low, high = 0, len(self._starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._starts[middle] <= place else (low, middle)
        return low + 1

    def start(self, node: ast.AST) -> int:
        """Where a node begins."""
        return self.at(node.lineno, node.col_offset)  # type: ignore[attr-defined]

    def end(self, node: ast.AST) -> int:
        """Where a node ends."""
        return self.at(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def of_definition(self, node: ast.AST) -> int:
        """The name of a function or class."""
        start = self.start(node)
        match = _DEFINED.match(self.text, start)
        return match.end() if match else start

    def of_alias(self, node: ast.alias) -> int:
        """The word behind `as` of an import."""
        start = self.start(node)
        name = re.compile(r"\s*\.\s*".join(map(re.escape, node.name.split(".")))).match(self.text, start)
        return self._behind_as(name.end() if name else start)

    def of_handler(self, node: ast.ExceptHandler) -> int:
        """The word behind `as` of an exception handler."""
        return self._behind_as(self.end(node.type) if node.type is not None else self.start(node))

    def of_rest(self, node: ast.MatchMapping) -> int:
        """The word behind `**` in a pattern."""
        match = _REST.match(self.text, self.start(node), self.end(node))
        return match.end() if match else self.start(node)

    def words(self, node: ast.AST, word: str) -> Iterator[int]:
        """Every place of a word in a node's text."""
        for match in _WORD.finditer(self.text, self.start(node), self.end(node)):
            if match[0] == word:
                yield match.start()

    def _behind_as(self, place: int) -> int:
        match = _RENAMED.match(self.text, place)
        return match.end() if match else place
