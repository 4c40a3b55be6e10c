"""Definitions of a module as pieces of its text: cut out whole, with what stands above them, and put in elsewhere."""

import ast
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from agent.operations.errors import Refusal
from agent.operations.names.binding import Source
from agent.operations.names.headings import headings_of
from agent.operations.names.order import first_user, last_maker

_MAIN = re.compile(r"^if\s+__name__\s*==", re.MULTILINE)


@dataclass(frozen=True, slots=True, order=True)
class Segment:
    """Whole lines of a text."""

    start: int
    end: int
    is_block: bool  # a function or class


def segments_of(source: Source, name: str) -> list[Segment]:
    """The statements that define a name. Raises Refusal where it is not defined plainly and once."""
    bindings = [one for one in source.scope.bindings.get(name, ()) if one.kind != "import"]
    found = []
    for one in bindings:
        statement = one.statement
        if statement is None or statement not in source.tree.body or not _is_plain(statement, one.node):
            line = getattr(one.node, "lineno", 0)
            raise Refusal(f"{source.path}:{line} defines `{name}` under a condition or together with others")
        found.append(_segment(source, statement))
    if len(found) > 1 and not all("overload" in source.text[one.start : one.end] for one in found[:-1]):
        raise Refusal(f"{source.path} defines `{name}` more than once")
    return found


def pieces_of(source: Source, names: Iterable[str]) -> list[Segment]:
    """The statements that define some names, in order; a heading goes along with all that stands below it.

    Raises Refusal as `segments_of` does.
    """
    found = sorted(one for name in names for one in segments_of(source, name))
    starts = {one.start for one in found}
    for heading in headings_of(source):
        places = [_segment_start(source, one) for one in heading.below]
        if places and starts.issuperset(places):
            first = next(one for one in found if one.start == places[0])
            found[found.index(first)] = Segment(heading.start, first.end, first.is_block)
    return found


def cut(text: str, segments: Iterable[Segment]) -> str:
    """A text without the segments; between what stood around one the larger gap stays."""
    for one in sorted(segments, reverse=True):
        before, after = text[: one.start], text[one.end :]
        above = len(before) - len(before.rstrip("\n"))
        below = len(after) - len(after.lstrip("\n"))
        head, tail = before.rstrip("\n"), after.lstrip("\n")
        if not head or not tail:
            text = f"{head}\n" if head else tail
        else:
            text = head + "\n" * max(above, below + 1) + tail
    return text


def added(text: str, pieces: Iterable[tuple[str, bool]]) -> str:
    """A text with pieces at its end, before what runs it as a program."""
    match = _MAIN.search(text)
    head, tail = (text[: match.start()], text[match.start() :]) if match else (text, "")
    head = head.rstrip("\n") + "\n" if head.strip() else ""
    was_block = True
    for piece, is_block in pieces:
        gap = "\n\n" if is_block or was_block else ""
        head += (gap if head else "") + piece.strip("\n") + "\n"
        was_block = is_block
    return f"{head}\n\n{tail}" if tail else head


def arrived(path: str, text: str, names: Collection[str], pieces: Sequence[tuple[str, bool]], early: set[str]) -> str:
    """A text with pieces that define names: at its end, or before what needs those while the module is loaded.

    `early` are names that the pieces need then themselves. Raises Refusal where there is no such place.
    """
    tree = ast.parse(text)
    place = first_user(tree, names)
    if place is None:
        return added(text, pieces)
    user = tree.body[place]
    if last_maker(tree, early) >= place:
        raise Refusal(f"{path}:{user.lineno} needs what would come when {path} is loaded, and that needs {path} itself")
    start = _first_line(text.split("\n"), user)
    head, tail = _split(text, start)
    is_block = pieces[-1][1] or isinstance(user, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    return added(head, pieces) + ("\n\n" if is_block else "") + tail


def _split(text: str, line: int) -> tuple[str, str]:
    """A text before and from a line, counted from 0."""
    lines = text.split("\n")
    return "".join(f"{one}\n" for one in lines[:line]), "\n".join(lines[line:])


def _first_line(lines: Sequence[str], statement: ast.stmt) -> int:
    """The line, from 0, in which a statement begins with its decorators and the comments right above."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    first = min([statement.lineno, *(one.lineno for one in decorators)]) - 1
    while first > 1 and lines[first - 1].startswith("#"):
        first -= 1
    return first


def _is_plain(statement: ast.stmt, node: ast.AST) -> bool:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return statement is node
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    return isinstance(statement, ast.Assign | ast.AnnAssign) and targets == [node] and isinstance(node, ast.Name)


def _segment_start(source: Source, statement: ast.stmt) -> int:
    """Where a statement begins, as a piece of the text."""
    lines = source.text.split("\n")
    return sum(len(line) + 1 for line in lines[: _first_line(lines, statement)])


def _segment(source: Source, statement: ast.stmt) -> Segment:
    lines = source.text.split("\n")
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    last = (statement.end_lineno or statement.lineno) - 1
    column = len(lines[last].encode()[: statement.end_col_offset].decode())
    rest = lines[last][column:].strip()
    if (rest and not rest.startswith("#")) or (not decorators and statement.col_offset):
        raise Refusal(f"{source.path}:{statement.lineno} shares its line with other code")
    start = _segment_start(source, statement)
    end = sum(len(line) + 1 for line in lines[: last + 1])
    is_block = isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    return Segment(start, min(end, len(source.text)), is_block)
