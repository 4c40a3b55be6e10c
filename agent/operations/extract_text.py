"""The text of a function that is taken out of another one: its lines as they were, and the call in their place."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

from agent.operations.errors import Refusal, Unreadable
from agent.operations.names.binding import Source
from agent.operations.names.exchange import Edit
from agent.operations.names.scoping import Scope
from agent.operations.names.stretch import Stretch, first_line
from agent.operations.names.traffic import Traffic, own_nodes
from agent.operations.reading import parse

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_STARTS = {getattr(tokenize, "FSTRING_START", -1), getattr(tokenize, "TSTRING_START", -1)}
_ENDS = {getattr(tokenize, "FSTRING_END", -1), getattr(tokenize, "TSTRING_END", -1)}


@dataclass(frozen=True, slots=True)
class Extract:
    """What is to be written."""

    source: Source
    stretch: Stretch
    traffic: Traffic
    name: str
    receiver: str  # "self" of a method that is made; "" of a function

    @property
    def kind(self) -> str:
        """What is made."""
        return "method" if self.receiver else "function"

    def edits(self, later: bool) -> Iterator[Edit]:
        """The call, and the function: behind what holds the lines if they run later, else before it."""
        at, stretch = self.source.positions, self.stretch
        start = at.at(first_line(stretch.statements[0]), 0)
        end = self._line_end(at.end(stretch.statements[-1]))
        call = Edit(start, end, self._indent + self._call() + self._newline)
        holder = stretch.scope.node if self.receiver else stretch.outermost
        assert isinstance(holder, ast.stmt)
        indent = _margin(self.source, holder)
        blank = self._newline * (1 if self.receiver else 2)
        if self.receiver or later:
            place = self._line_end(at.end(holder))
            written = self._function(indent)
            if place == end:
                yield Edit(start, end, f"{call.new}{blank}{written}")
                return
            yield call
            gap = "" if self.source.text[:place].endswith(("\n", "\r")) else self._newline
            yield Edit(place, place, f"{gap}{blank}{written}")
            return
        place = self._above(holder)
        written = f"{self._missing(place)}{self._function(indent)}{blank}"
        if place == start:
            yield Edit(start, end, f"{written}{call.new}")
        else:
            yield Edit(place, place, written)
            yield call

    @property
    def _newline(self) -> str:
        return "\r\n" if "\r\n" in self.source.text else "\n"

    @property
    def _indent(self) -> str:
        return _margin(self.source, self.stretch.statements[0])

    def _call(self) -> str:
        passed = ", ".join(one for one in self.traffic.parameters if one != self.receiver)
        called = f"{self.receiver}.{self.name}({passed})" if self.receiver else f"{self.name}({passed})"
        awaited = f"await {called}" if self._waits else called
        if self.traffic.returns:
            return f"return {awaited}"
        return f"{', '.join(self.traffic.results)} = {awaited}" if self.traffic.results else awaited

    @property
    def _waits(self) -> bool:
        waiting = (ast.Await, ast.AsyncFor, ast.AsyncWith)
        nodes = list(own_nodes(self.stretch.statements))
        return any(isinstance(one, waiting) or getattr(one, "is_async", 0) for one in nodes)

    def _function(self, indent: str) -> str:
        inner = indent + _unit(self.source)
        others = [one for one in self.traffic.parameters if one != self.receiver]
        written = [*([self.receiver] if self.receiver else []), *(one + self._annotation(one) for one in others)]
        head = f"{indent}{'async ' if self._waits else ''}def {self.name}({', '.join(written)}){self._returns()}:"
        lines = [head + self._newline, *self._moved(inner)]
        if not lines[-1].endswith(("\n", "\r")):
            lines[-1] += self._newline
        if self.traffic.results and not self.traffic.returns:
            lines.append(f"{inner}return {', '.join(self.traffic.results)}{self._newline}")
        return "".join(lines)

    def _moved(self, inner: str) -> Iterator[str]:
        """The lines with another margin; what lies inside a string stays byte for byte."""
        at, stretch = self.source.positions, self.stretch
        first, last = first_line(stretch.statements[0]), stretch.statements[-1].end_lineno or 0
        inside = _inside_strings(self.source.text)
        for number in range(first, last + 1):
            match = _LINE.match(self.source.text, at.at(number, 0))
            line = match[0] if match else ""
            if number in inside or not line.strip():
                yield line
            elif line.startswith(self._indent):
                yield inner + line[len(self._indent) :]
            else:
                yield inner + line.lstrip(" \t") if line.lstrip().startswith("#") else line

    def _annotation(self, name: str) -> str:
        """`: int` where the function around has that for a parameter that is still what it was."""
        bindings = self.stretch.scope.bindings.get(name, ())
        node = bindings[0].node if len(bindings) == 1 else None
        if not isinstance(node, ast.arg) or node.annotation is None or name in _rest(self.stretch.scope):
            return ""
        return f": {self._written(node.annotation)}" if self._is_global(node.annotation) else ""

    def _returns(self) -> str:
        node = self.stretch.scope.node
        returns = getattr(node, "returns", None)
        if returns is None:
            return ""
        if self.traffic.returns:
            body: list[ast.stmt] = getattr(node, "body")  # noqa: B009
            yields = any(isinstance(one, ast.Yield | ast.YieldFrom) for one in own_nodes(tuple(body)))
            return f" -> {self._written(returns)}" if self._is_global(returns) and not yields else ""
        typed = all(self._annotation(one) for one in self.traffic.parameters if one != self.receiver)
        return " -> None" if typed and not self.traffic.results and self._ends else ""

    @property
    def _ends(self) -> bool:
        return not isinstance(self.stretch.statements[-1], ast.Raise)

    def _written(self, node: ast.expr) -> str:
        at = self.source.positions
        text = self.source.text[at.start(node) : at.end(node)]
        return text if "\n" not in text and "\r" not in text else ast.unparse(node)

    def _is_global(self, node: ast.expr) -> bool:
        """Whether an annotation means the same at the module's top."""
        inside = set(ast.walk(node))
        quoted = [part for part in inside if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        for found in self.source.words.values():
            for word in found:
                if word.node in inside or any(self._is_within(word.node, one) for one in quoted):
                    owner = word.scope.owner(word.name)
                    if word.kind != "attribute" and owner is not None and owner.kind != "module":
                        return False
        return True

    def _is_within(self, node: ast.AST, outer: ast.AST) -> bool:
        above: ast.AST | None = node
        while above is not None and above is not outer:
            above = self.source.parents.get(above)
        return above is outer

    def _line_end(self, place: int) -> int:
        match = _LINE.match(self.source.text, place)
        return match.end() if match else len(self.source.text)

    def _above(self, holder: ast.stmt) -> int:
        """Where something goes that shall stand before a statement and the comments that belong to it."""
        lines = self.source.text[: self.source.positions.at(first_line(holder), 0)].splitlines(keepends=True)
        kept = len(lines)
        while kept and lines[kept - 1].startswith("#"):
            kept -= 1
        return sum(map(len, lines[: kept or len(lines)]))

    def _missing(self, place: int) -> str:
        """Blank lines that want to stand above a function of the module."""
        before = self.source.text[:place].replace("\r\n", "\n")
        have = len(before) - len(before.rstrip("\n")) - 1
        return self._newline * max(0, 2 - have) if before.strip() else ""


def check_extracted(extract: Extract, after: str) -> None:
    """Raises Refusal unless the result is what was there, with some statements elsewhere."""
    try:
        new = parse(after)
    except Unreadable as error:
        raise Refusal(f"the result would not be valid Python: {error}") from error
    name, stretch = extract.name, extract.stretch
    holders = [node for node in ast.walk(new) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    made = [node for node in holders if node.name == name]
    calls = [node for node in ast.walk(new) if isinstance(node, ast.stmt) and _calls(node, name, extract.kind)]
    if len(made) != 1 or len(calls) != 1:
        raise Refusal("the result would not have one function and one call")
    moved = made[0].body[: len(stretch.statements)]
    for node in ast.walk(new):
        for value in (value for _, value in ast.iter_fields(node) if isinstance(value, list)):
            if made[0] in value:
                value.remove(made[0])
            if calls[0] in value:
                value[value.index(calls[0]) : value.index(calls[0]) + 1] = moved
    if ast.dump(extract.source.tree) != ast.dump(new):
        raise Refusal("the result would differ in more than was asked for")


def _calls(node: ast.stmt, name: str, kind: str) -> bool:
    value = node.value if isinstance(node, ast.Return | ast.Assign | ast.Expr) else None
    value = value.value if isinstance(value, ast.Await) else value
    called = value.func if isinstance(value, ast.Call) else None
    return getattr(called, "attr" if kind == "method" else "id", "") == name


def _margin(source: Source, node: ast.stmt) -> str:
    start = source.positions.at(node.lineno, 0)
    return source.text[start : source.positions.start(node)]


def _unit(source: Source) -> str:
    """What the file indents by."""
    for node in ast.walk(source.tree):
        body = getattr(node, "body", None)
        if isinstance(node, ast.stmt) and isinstance(body, list) and body and body[0].lineno > node.lineno:
            outer, inner = _margin(source, node), _margin(source, body[0])
            if inner.startswith(outer) and not inner.strip() and len(inner) > len(outer):
                return inner[len(outer) :]
    return "    "


def _rest(scope: Scope) -> set[str]:
    """Parameters that take all that is left over: their annotations are about each of it."""
    arguments = getattr(scope.node, "args", None)
    found = (getattr(arguments, "vararg", None), getattr(arguments, "kwarg", None))
    return {one.arg for one in found if one is not None}


def _inside_strings(text: str) -> set[int]:
    """Lines that begin inside a string."""
    found: set[int] = set()
    opened: list[int] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in _STARTS:
            opened.append(token.start[0])
        if token.type == tokenize.STRING or (token.type in _ENDS and opened):
            begin = token.start[0] if token.type == tokenize.STRING else opened.pop()
            found.update(range(begin + 1, token.end[0] + 1))
    return found
