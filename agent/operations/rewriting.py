"""Edits carried out on a text: every line that they do not concern stays as it is, byte by byte."""

import ast
from collections.abc import Iterator

import libcst as cst

from agent.operations.blank_lines import detached
from agent.operations.checking import check_rewritten
from agent.operations.edits import Edits, Name, NewImport
from agent.operations.errors import CannotRewrite
from agent.operations.import_lines import changed_line
from agent.operations.module_body import Body, Line, in_place
from agent.operations.reading import parse


def rewrite(text: str, edits: Edits) -> str:
    """The text after the edits. Raises CannotRewrite where not all of them can be done."""
    try:
        module = cst.parse_module(text)
    except cst.ParserSyntaxError as error:
        raise CannotRewrite(f"libcst cannot read it: {error.message}") from error
    if module.code != text:
        raise CannotRewrite("libcst does not give back its text unchanged")
    rewriter = _Rewriter(edits, text)
    visited = module.visit(rewriter)
    rewritten = visited.code if visited.body or visited.header or visited.footer else ""
    if rewriter.open:
        raise CannotRewrite(f"{sorted(rewriter.open)[0]} shares its line with other code")
    check_rewritten(text, rewritten, edits)
    return rewritten


class _Rewriter(cst.CSTTransformer):
    """Removes and changes statements where they stand; what is new comes last, when the module is left."""

    def __init__(self, edits: Edits, text: str) -> None:
        super().__init__()
        self.open = {f"`{name}`" for name in (*edits.functions, *edits.constants)}
        self.open |= {_said(name) for name in (*edits.imports, *(repoint.old for repoint in edits.repoints))}
        self._edits = edits
        self._moved = {repoint.old: repoint.new for repoint in edits.repoints}
        self._lines = _import_lines(text)
        self._starts: dict[cst.CSTNode, int] = {}  # first lines of the statements that hold imports
        self._own: set[cst.CSTNode] = set()  # statements of the module's own body, before any change
        self._body = Body(text)
        self._moves: list[tuple[Line, list[NewImport]]] = []  # what else comes with a line of the module's own body

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Statements are all that is looked at, and there are no others inside expressions and small statements."""
        if isinstance(node, cst.SimpleStatementLine | cst.SimpleStatementSuite):
            for part in node.body:
                if isinstance(part, cst.Import | cst.ImportFrom):
                    self._starts.setdefault(node, next(self._lines))
            return False
        return not isinstance(node, cst.BaseExpression) and super().on_visit(node)

    def visit_Module(self, node: cst.Module) -> None:
        self._own = set(node.body)

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> cst.BaseStatement:
        name = original_node.name.value
        if original_node not in self._own or name not in self._edits.functions:
            return updated_node
        self.open.discard(f"`{name}`")
        return self._body.hole(detached(updated_node.leading_lines))

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.BaseStatement | cst.FlattenSentinel[cst.BaseStatement]:
        own = original_node in self._own
        constant = _assigned(original_node)
        if own and constant in self._edits.constants:
            self.open.discard(f"`{constant}`")
            return self._body.hole(detached(updated_node.leading_lines))
        start = self._starts.get(original_node, 0)
        changed = changed_line(updated_node, self._concerned(start))
        self.open -= {_said(name) for name in changed.done}
        line = changed.line or self._body.hole(updated_node.leading_lines)
        if own and changed.line is not None and start in self._edits.beside:
            self._body.beside.append(line)
        if own and changed.new:
            self._moves.append((line, changed.new))
        elif changed.new:
            return cst.FlattenSentinel(in_place(changed.line, changed.new, updated_node.leading_lines))
        return line

    def leave_Module(self, original_node: cst.Module, updated_node: cst.Module) -> cst.Module:
        self._body.lines = list(updated_node.body)
        for line, new in self._moves:
            self._body.replace(line, new)
        footer = self._body.close(updated_node.footer)
        for one in self._edits.added:
            self._body.add(one, self._edits.after)
        self._body.trim(updated_node.header)
        return updated_node.with_changes(body=self._body.lines, footer=footer)

    def _concerned(self, line: int) -> dict[Name, NewImport | None]:
        """Names of the import statement in a line: where they come from now, None if from nowhere."""
        found: dict[Name, NewImport | None] = {name: None for name in self._edits.imports if name.line == line}
        return found | {name: new for name, new in self._moved.items() if name.line == line}


def _import_lines(text: str) -> Iterator[int]:
    """The lines of all import statements in order, by the parser whose lines the edits go by."""
    found = (node for node in ast.walk(parse(text)) if isinstance(node, ast.Import | ast.ImportFrom))
    return iter([line for line, _ in sorted((node.lineno, node.col_offset) for node in found)])


def _assigned(node: cst.SimpleStatementLine) -> str:
    """The one name that a line assigns to; "" if it does anything else."""
    part = node.body[0] if len(node.body) == 1 else None
    target = part.targets[0].target if isinstance(part, cst.Assign) and len(part.targets) == 1 else None
    target = part.target if isinstance(part, cst.AnnAssign) else target
    return target.value if isinstance(target, cst.Name) else ""


def _said(name: Name) -> str:
    return f"the import of `{name.name}` in line {name.line}"
