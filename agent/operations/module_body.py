"""The statements of a module while they change: holes where something went, and places for what is new."""

from collections.abc import Sequence

import libcst as cst

from agent.operations.blank_lines import below, one_after_another
from agent.operations.edits import NewImport
from agent.operations.import_names import module_of, names_in
from agent.operations.import_wider import widened

Line = cst.SimpleStatementLine | cst.BaseCompoundStatement
Blank = Sequence[cst.EmptyLine]
_WIDTH = 88  # longer lines are wrapped, unless the file has longer ones already


class Body:
    """The lines of a module, and those of them that new imports should stand among."""

    def __init__(self, text: str) -> None:
        self.lines: list[Line] = []
        self.beside: list[Line] = []
        self._holes: list[Line] = []
        self._width = max(_WIDTH, min(120, max(map(len, text.split("\n")))))

    def hole(self, leading: Blank) -> cst.SimpleStatementLine:
        """What stands in for a line that went away, and keeps what was above it."""
        hole = cst.SimpleStatementLine([cst.Pass()], leading_lines=leading)
        self._holes.append(hole)
        return hole

    def replace(self, line: Line, new: Sequence[NewImport]) -> None:
        """Imports that take the place of a line or of a part of it: among its neighbours if those are sorted."""
        group = [one for one in self._group(line) if one not in self._holes]
        for one in new:
            if not group:
                group = [statement_of(one, self._width).with_changes(leading_lines=line.leading_lines)]
                self._swap(line, group[0])
            elif _are_sorted(group):
                group.append(self._put(one, group, after=False))
                group = [each for each in self.lines if each in group]
            else:
                self._insert(self.lines.index(line) + 1, statement_of(one, self._width))

    def close(self, footer: Blank) -> list[cst.EmptyLine]:
        """Fill the holes: what stood above one goes to what follows it. The footer that this leaves."""
        lines, self.lines = self.lines, []
        carried: list[cst.EmptyLine] | None = None
        for line in lines:
            if line in self._holes:
                carried = one_after_another(carried or [], line.leading_lines)
                continue
            self.lines.append(line)
            if carried is not None:
                self._swap(line, line.with_changes(leading_lines=one_after_another(carried, line.leading_lines)))
            carried = None
        kept = list(carried or [])
        while kept and kept[-1].comment is None:
            kept.pop()
        return [*kept, *footer]

    def trim(self, header: Blank) -> None:
        """Let what is the first statement now begin the file as the first one before did."""
        for line in self.lines[:1]:
            self._swap(line, line.with_changes(leading_lines=below(header, line.leading_lines)))

    def add(self, new: NewImport, after: bool) -> None:
        """One more import: among those beside, or behind the imports at the top."""
        siblings = [line for line in self.lines if line in self.beside]
        if siblings:
            self.beside.append(self._put(new, siblings, after or not _are_sorted(siblings)))
            return
        at = 0
        while at < len(self.lines) and (_is_import(self.lines[at]) or (at == 0 and _is_docstring(self.lines[at]))):
            at += 1
        blank = [cst.EmptyLine(indent=False)]
        if at < len(self.lines) and not self.lines[at].leading_lines:
            room = blank * 2 if isinstance(self.lines[at], cst.FunctionDef | cst.ClassDef) else blank
            self._swap(self.lines[at], self.lines[at].with_changes(leading_lines=room))
        self._insert(at, statement_of(new, self._width).with_changes(leading_lines=blank if at else []))
        self.beside.append(self.lines[at])

    def _put(self, new: NewImport, siblings: list[Line], after: bool) -> Line:
        """The line that imports it now: one of the siblings, or a new one."""
        host = next((line for line in siblings if imports_from(line) == new.module), None)
        grown = widened(host, new, self._width) if host is not None else None
        if host is not None and grown is not None:
            self._swap(host, grown)
            siblings[:] = [grown if line is host else line for line in siblings]
            return grown
        statement = statement_of(new, self._width)
        place = None if after else _later(siblings, new)
        if place is None:
            self._insert(self.lines.index(siblings[-1]) + 1, statement)
            return statement
        statement = statement.with_changes(leading_lines=place.leading_lines)
        self._insert(self.lines.index(place), statement)
        moved = place.with_changes(leading_lines=[])
        self._swap(place, moved)
        siblings[:] = [moved if line is place else line for line in siblings]
        return statement

    def _group(self, line: Line) -> list[Line]:
        """The import lines around one, without a blank line or a comment between them."""
        start = end = self.lines.index(line)
        while start and not self.lines[start].leading_lines and self._is_member(self.lines[start - 1]):
            start -= 1
        while end + 1 < len(self.lines) and self._is_member(self.lines[end + 1]):
            if self.lines[end + 1].leading_lines:
                break
            end += 1
        return self.lines[start : end + 1]

    def _is_member(self, line: Line) -> bool:
        return line in self._holes or _is_import(line)

    def _insert(self, at: int, line: Line) -> None:
        self.lines.insert(at, line)

    def _swap(self, old: Line, new: Line) -> None:
        for lines in (self.lines, self.beside):
            lines[:] = [new if line is old else line for line in lines]


def statement_of(new: NewImport, width: int = _WIDTH) -> cst.SimpleStatementLine:
    """A new statement in a line of its own, or wrapped if that is too long."""
    text = str(new)
    if len(text) > width and not new.comment:
        head, _, names = text.partition(" import ")
        text = f"{head} import (\n    {names},\n)"
    statement = cst.parse_statement(f"{text}\n")
    assert isinstance(statement, cst.SimpleStatementLine)
    return statement


def in_place(line: Line | None, new: Sequence[NewImport], leading: Blank) -> list[Line]:
    """New imports behind what is left of a line, or in its place if nothing is."""
    lines: list[Line] = [] if line is None else [line]
    lines += [statement_of(one) for one in new]
    return [lines[0].with_changes(leading_lines=leading), *lines[1:]]


def imports_from(line: Line) -> str | None:
    """The module of a line that is one `from` import of plain names, and nothing else."""
    node = line.body[0] if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 else None
    return module_of(node) if isinstance(node, cst.ImportFrom) and names_in(node) else None


def _keys(lines: Sequence[Line]) -> list[tuple[bool, int, str]]:
    return [_key(module) for line in lines if (module := imports_from(line)) is not None]


def _are_sorted(lines: Sequence[Line]) -> bool:
    return _keys(lines) == sorted(_keys(lines))


def _later(siblings: Sequence[Line], new: NewImport) -> Line | None:
    """The first sibling that comes later in the usual order, unless a comment above it may be about it alone."""
    named = ((line, imports_from(line)) for line in siblings)
    later = next((line for line, module in named if module is not None and _key(module) > _key(new.module)), None)
    return None if later is None or any(line.comment for line in later.leading_lines) else later


def _key(module: str) -> tuple[bool, int, str]:
    """Absolute before relative, far before near, then by the alphabet."""
    rest = module.lstrip(".")
    dots = len(module) - len(rest)
    return dots > 0, -dots, rest.lower()


def _is_import(line: Line) -> bool:
    return isinstance(line, cst.SimpleStatementLine) and all(
        isinstance(part, cst.Import | cst.ImportFrom) for part in line.body
    )


def _is_docstring(line: Line) -> bool:
    first = line.body[0] if isinstance(line, cst.SimpleStatementLine) else None
    return isinstance(first, cst.Expr) and isinstance(first.value, cst.SimpleString | cst.ConcatenatedString)
