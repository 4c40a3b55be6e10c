"""A model that adds docstrings and type hints to every function, and hides a change of meaning in some files.

It tells right from wrong itself: what it writes is made from the original text, by places in the syntax tree.
"""

import ast
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from agent.models.protocol import Limits, Prompt
from tests.fakes import ScriptedReply, answering

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
LOG = '{"type": "done", "text": "docstrings and hints"}'


@dataclass(frozen=True, slots=True)
class Edit:
    """Other words between two offsets of a text."""

    start: int
    end: int
    words: str
    what: str = ""


class Offsets:
    """Places of a syntax tree as offsets in its text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def of(self, line: int, column: int) -> int:
        """The offset of a line, from 1, and a column in bytes."""
        return self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())

    def start(self, node: ast.expr | ast.stmt | ast.arg) -> int:
        return self.of(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt | ast.arg) -> int:
        return self.of(node.end_lineno or node.lineno, node.end_col_offset or 0)


def documented(text: str) -> str:
    """A Python text with a docstring and hints for every function that lacks them."""
    places = Offsets(text)
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, FunctionNode)]
    edits = [edit for node in functions for edit in (*_hints(node, places), *_docstring(node, places))]
    return applied(text, edits)


def described(text: str) -> str:
    """A Python text with a docstring for every function that lacks one."""
    places = Offsets(text)
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, FunctionNode)]
    return applied(text, [edit for node in functions for edit in _docstring(node, places)])


def harmed(text: str, seed: int) -> tuple[str, str]:
    """A Python text with one change of meaning that still parses, and what it is; ("", "") where none can be made."""
    edits = [edit for edit in _harms(ast.parse(text), Offsets(text)) if _parses(applied(text, [edit]))]
    if not edits:
        return "", ""
    draw = random.Random(seed)
    kind = draw.choice(sorted({edit.what for edit in edits}))
    edit = draw.choice([edit for edit in edits if edit.what == kind])
    return applied(text, [edit]), edit.what


def applied(text: str, edits: list[Edit]) -> str:
    """A text with edits, from the last to the first."""
    for edit in sorted(edits, key=lambda one: (one.start, one.end), reverse=True):
        text = text[: edit.start] + edit.words + text[edit.end :]
    return text


def _hints(node: FunctionNode, places: Offsets) -> Iterator[Edit]:
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    for one in [*plain, *filter(None, (arguments.vararg, arguments.kwarg))]:
        if one.annotation is None and one.arg not in ("self", "cls") and one.type_comment is None:
            yield Edit(places.end(one), places.end(one), ": object")
    if node.returns is None and node.name != "__init__":
        last = [*plain, *arguments.defaults, *(each for each in arguments.kw_defaults if each is not None)]
        last += [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
        after = max((places.end(each) for each in last), default=places.text.index("(", places.start(node)))
        close = places.text.find(")", after)
        if places.text[after : close + 2].strip(" ,\n(/)").startswith(":"):
            yield Edit(close + 1, close + 1, " -> object")


def _docstring(node: FunctionNode, places: Offsets) -> Iterator[Edit]:
    first = node.body[0]
    begins = min([first.lineno, *(mark.lineno for mark in getattr(first, "decorator_list", []))])
    has_one = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    line_start = places.of(begins, 0)
    indent = places.text[line_start : places.of(first.lineno, first.col_offset)].partition("@")[0].split("\n")[-1]
    if not has_one and not indent.strip() and begins > node.lineno:
        yield Edit(line_start, line_start, f'{indent}"""What {node.name} does."""\n')


def _harms(tree: ast.Module, places: Offsets) -> Iterator[Edit]:
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, ops=[ast.Lt() | ast.Gt()], comparators=[right]):
                yield from _swapped(places, left, right, {"<": "<=", ">": ">="}, "operator")
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
                yield from _swapped(places, left, right, {"+": "-", "-": "+"}, "operator")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield Edit(places.start(node), places.start(operand), "", "dropped not")
            case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
                yield Edit(places.start(value), places.end(value), "None", "returned value")
            case ast.Assign(value=ast.Constant(value=int() as number) as value) if number not in (True, False):
                yield Edit(places.start(value), places.end(value), str(number + 1), "constant")
            case ast.FunctionDef(args=arguments):
                yield from _defaults(arguments, places)
        yield from _reordered(getattr(node, "body", None), places)


def _swapped(places: Offsets, left: ast.expr, right: ast.expr, words: Mapping[str, str], what: str) -> Iterator[Edit]:
    start, end = places.end(left), places.start(right)
    between = places.text[start:end]
    for old, new in words.items():
        if between.strip() == old:
            yield Edit(start, end, between.replace(old, new), what)


def _defaults(arguments: ast.arguments, places: Offsets) -> Iterator[Edit]:
    for default in arguments.defaults:
        if isinstance(default, ast.Constant):
            other = (
                "1" if default.value is None else repr(not default.value) if default.value in (True, False) else "None"
            )
            yield Edit(places.start(default), places.end(default), other, "default")


def _reordered(body: object, places: Offsets) -> Iterator[Edit]:
    statements = body if isinstance(body, list) else []
    for one, two in pairwise(statements):
        calls = all(isinstance(each, ast.Expr) and isinstance(each.value, ast.Call) for each in (one, two))
        if calls and ast.dump(one) != ast.dump(two):
            first, second = (places.text[places.start(each) : places.end(each)] for each in (one, two))
            between = places.text[places.end(one) : places.start(two)]
            yield Edit(places.start(one), places.end(two), second + between + first, "call order")


def _parses(text: str) -> bool:
    try:
        compile(text, "harmed", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


@dataclass
class DocumentingModel:
    """Writes every file as asked, every fifth one with a change of meaning at first, and right when told."""

    texts: Mapping[str, str]
    seed: int = 0
    name: str = "documenting"
    harms: dict[str, str] = field(default_factory=dict)  # what was hidden where
    said: dict[str, list[str]] = field(default_factory=dict)  # the words of each request to do a file again

    def stream(self, prompt: Prompt, limits: Limits) -> ScriptedReply:
        """A whole reply."""
        reply = answering(lambda block: self._body(block.kind, block.path or "", prompt))
        return ScriptedReply(reply(prompt), "stop", 4096, len(prompt.words) // 4)

    def _body(self, kind: str, path: str, prompt: Prompt) -> str:
        if kind != "file":
            return LOG if kind == "log" else ""
        right = documented(self.texts[path])
        if prompt.kind == "repair":
            self.said.setdefault(path, []).append(prompt.variable.partition("## Problems")[2])
            return right
        if sorted(self.texts).index(path) % 5 == 0:
            text, what = harmed(self.texts[path], self.seed + len(self.harms))
            if text:
                self.harms[path] = what
                return documented(text)
        return right
