"""The normal form of a Python text, from the standard library's own syntax tree."""

import ast
import tokenize
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from repo_scan.forms.form import Form, Guard, Piece, Surroundings
from repo_scan.forms.python_evaluated import guards_of_evaluated
from repo_scan.forms.python_imports import bounds_of, is_free
from repo_scan.forms.python_locals import guards_of_locals
from repo_scan.forms.python_names import Names, Site, is_type_checking
from repo_scan.forms.python_runtime import guards_of, reading_of, special_of
from repo_scan.forms.python_scopes import FunctionNode, scopes_of
from repo_scan.forms.python_spelling import BLOCKS, Spelling
from repo_scan.forms.python_types import Types, types_of
from repo_scan.forms.python_words import (
    comments_of,
    docstring_of,
    guards_of_comments,
    guards_of_docstrings,
    laid_out,
    pieces_of_comments,
)

_SHOWN = 400  # characters of a statement


def form(text: str, only: frozenset[str], around: Surroundings) -> Form:
    """What a text says, apart from what may change; with a reason instead where that cannot be told."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        return _Reading.of(tree, text, only, around).form()
    except (SyntaxError, ValueError, tokenize.TokenError) as error:
        return Form(reason=f"it is not valid Python ({error})")
    except (RecursionError, MemoryError):
        return Form(reason="it is nested too deeply")


@dataclass(slots=True)
class _Reading:
    """One text, read for one set of kinds."""

    tree: ast.Module
    text: str
    only: frozenset[str]
    names: Names
    types: Types
    spelling: Spelling
    free: set[ast.stmt]  # import statements that are not part of the code

    @classmethod
    def of(cls, tree: ast.Module, text: str, only: frozenset[str], around: Surroundings) -> "_Reading":
        names = Names.of(tree, scopes_of(tree), around)
        types = types_of(tree, names) if "annotations" in only else Types()
        return cls(tree, text, only, names, types, Spelling(names, types, only), set())

    def form(self) -> Form:
        code = tuple(self._pieces())
        comments = comments_of(self.text)
        free = {line for one in self.free for line in range(one.lineno, (one.end_lineno or one.lineno) + 1)}
        return Form(
            code=code,
            comments=tuple(pieces_of_comments(comments, self.only, free)),
            guards=tuple(self._guards(comments)),
            imports=tuple(bounds_of(self.tree, self.names, self.types, self.only)),
        )

    def _guards(self, comments: list[tuple[int, str]]) -> Iterator[Guard]:
        yield from guards_of_comments(comments, self.only)
        if "docstrings" in self.only:
            yield from guards_of_docstrings(self.tree, self.names.scopes)
        if "annotations" in self.only:
            yield from guards_of(self.names, self.types)
            yield from guards_of_evaluated(self.names, self.types)
            for statement, name in self.types.statements.items():
                if name:
                    why = "Other code may use the type."
                    inner = (one for one in ast.walk(statement) if isinstance(one, ast.stmt))
                    key = " ".join(map(self.spelling.head, inner))
                    yield Guard("definition", name, statement.lineno, key, "ask", why)
        if "imports" in self.only:
            for dotted, (target, line) in self.spelling.looked_up.items():
                yield Guard(
                    "lookup", dotted, line, target, "ask", "It is looked up at another time now.", when="changed"
                )
        if "local names" in self.only:
            yield from guards_of_locals(self.names)

    # The code, statement by statement.

    def _pieces(self) -> Iterator[Piece]:
        stack: list[Piece | tuple[ast.AST, int]] = [*reversed([*self._block(self.tree, self.tree.body, 0)])]
        while stack:
            item = stack.pop()
            if isinstance(item, Piece):
                yield item
                continue
            node, depth = item
            yield self._piece(node, depth)
            below = [part for name in BLOCKS for part in self._inner(node, name, depth)]
            stack.extend(reversed(below))

    def _inner(self, node: ast.AST, name: str, depth: int) -> Iterator[Piece | tuple[ast.AST, int]]:
        body = getattr(node, name, None)
        if not isinstance(body, list):
            return
        if name in ("handlers", "cases"):
            yield from ((part, depth) for part in body)
            return
        parts = [*self._block(node, body, depth + 1)]
        if parts and name != "body":
            word = "else:" if name == "orelse" else "finally:"
            yield Piece(body[0].lineno, self.names.scopes[body[0]].name, f"{depth} {word}", word)
        yield from parts

    def _block(self, owner: ast.AST, body: list[ast.stmt], depth: int) -> Iterator[Piece | tuple[ast.AST, int]]:
        """The statements of a block, without those that do nothing or may change."""
        documented = docstring_of(body) if isinstance(owner, FunctionNode | ast.ClassDef | ast.Module) else None
        run: list[Piece] = []
        for before, statement in zip([None, *body], body, strict=False):
            if isinstance(statement, ast.Import | ast.ImportFrom):
                run += self._import(statement, depth)
                continue
            yield from self._sorted(run)
            run = []
            is_doc = documented is not None and statement is body[0]
            if is_doc and documented is not None:
                if "docstrings" not in self.only:
                    text = str(documented.value)
                    key = f"docstring {laid_out(text) if 'formatting' in self.only else text!r}"
                    yield Piece(statement.lineno, self._where(statement), f"{depth} {key}", self._shown(statement))
            elif not self._is_blank(statement, before, owner):
                yield statement, depth
        yield from self._sorted(run)

    def _sorted(self, run: list[Piece]) -> list[Piece]:
        return sorted(run, key=lambda piece: piece.key) if "imports" in self.only else run

    def _is_blank(self, statement: ast.stmt, before: ast.stmt | None, owner: ast.AST) -> bool:
        """Whether a statement does nothing, or may come and go."""
        match statement:
            case ast.Pass():
                return True
            case ast.Expr(value=ast.Constant(value=value)):
                documents = isinstance(value, str) and isinstance(before, ast.Assign | ast.AnnAssign)
                return value is ... or (documents and "docstrings" in self.only)
            case ast.AnnAssign(value=None, target=ast.Name(id=name)) if "annotations" in self.only:
                return self._is_declaration(statement, name, owner)
            case ast.If(test=test) if "annotations" in self.only and is_type_checking(test):
                return all(node in self.types.annotations for node in statement.body) and not statement.orelse
            case ast.If(test=test, orelse=[]) if "imports" in self.only and is_type_checking(test):
                return all(self._goes(one) for one in statement.body)
        return statement in self.types.statements

    def _is_declaration(self, statement: ast.AnnAssign, name: str, owner: ast.AST) -> bool:
        """Whether an annotation without a value leaves no trace when the program runs."""
        scope = self.names.scopes[statement]
        if scope.kind == "function":
            return len(scope.bound[name]) > 1  # else it is what makes the name a local one
        return not (isinstance(owner, ast.ClassDef) and self._field(statement, owner))

    def _field(self, statement: ast.AnnAssign, owner: ast.ClassDef) -> str:
        """What an annotated name is to a class that makes fields of its annotations."""
        if reading_of(owner, self.names) != "fields":
            return ""
        special = special_of(statement.annotation, self.names)
        return "" if special == "ClassVar" else f"field {special}"

    def _piece(self, node: ast.AST, depth: int) -> Piece:
        key = self.spelling.head(node)
        if isinstance(node, ast.AnnAssign) and "annotations" in self.only and self.names.scopes[node].kind == "class":
            owner = self._class_of(node)
            key = f"{self._field(node, owner) if owner else ''} {key}".strip()
        return Piece(_line(node), self._where(node), f"{depth} {key}", self._shown(node))

    def _class_of(self, node: ast.AST) -> ast.ClassDef | None:
        scope = self.names.scopes[node]
        nodes = [each for bound in (scope.outer.bound if scope.outer else {}).values() for _, each in bound]
        return next(
            (one for one in nodes if isinstance(one, ast.ClassDef) and self.names.scopes[one.body[0]] is scope), None
        )

    def _import(self, statement: ast.Import | ast.ImportFrom, depth: int) -> Iterator[Piece]:
        """What of an import statement is part of the code."""
        blanked = [
            site
            for site in self.names.sites
            if site.statement is statement and is_free(site, self.names, self.types, self.only)
        ]
        kept = [alias for alias in statement.names if not self._may_go(statement, alias, blanked)]
        if len(kept) < len(statement.names):
            self.free.add(statement)
        for alias in kept:
            dots = "." * statement.level if isinstance(statement, ast.ImportFrom) else ""
            source = f"from {dots}{statement.module or ''} " if isinstance(statement, ast.ImportFrom) else ""
            shown = f"{source}import {alias.name}" + (f" as {alias.asname}" if alias.asname else "")
            yield Piece(statement.lineno, self._where(statement), f"{depth} {shown}", shown)

    def _goes(self, statement: ast.stmt) -> bool:
        """Whether a statement imports, and nothing but what may change."""
        return isinstance(statement, ast.Import | ast.ImportFrom) and not [*self._import(statement, 0)]

    def _may_go(self, statement: ast.Import | ast.ImportFrom, alias: ast.alias, blanked: Sequence[Site]) -> bool:
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            return alias.name == "annotations" and "annotations" in self.only
        if alias.name == "*":
            return bool(blanked)
        name = alias.asname or (alias.name if isinstance(statement, ast.ImportFrom) else alias.name.split(".")[0])
        return any(site.name == name for site in blanked)

    def _where(self, node: ast.AST) -> str:
        scope = self.names.scopes.get(node)
        own = node.name if isinstance(node, FunctionNode | ast.ClassDef) else ""
        return ".".join(part for part in (scope.name if scope is not None else "", own) if part)

    def _shown(self, node: ast.AST) -> str:
        """A statement as a reader knows it, in one line and without the blocks in it."""
        fields = {name: [] if name in BLOCKS and _is_block(node) else value for name, value in ast.iter_fields(node)}
        try:
            shown = ast.unparse(_with(node, fields))
        except (ValueError, RecursionError):
            shown = self.text.split("\n")[_line(node) - 1]
        return " ".join(shown.split())[:_SHOWN]


def _with(node: ast.AST, fields: dict[str, object]) -> ast.AST:
    made = type(node)(**fields)
    return ast.copy_location(made, node)


def _is_block(node: ast.AST) -> bool:
    return isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case)


def _line(node: ast.AST) -> int:
    if isinstance(node, ast.match_case):
        return node.pattern.lineno
    return int(getattr(node, "lineno", 0))
