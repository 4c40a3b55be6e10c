"""Every identifier in the expressions of a text, with its place and the namespace it is looked up in."""

import ast
import sys
from collections.abc import Callable, Iterable
from keyword import kwlist
from typing import Any, Protocol

from agent.operations.names.formatted import words_in
from agent.operations.names.nodes import children
from agent.operations.names.positions import Positions
from agent.operations.names.scoping import Binding, Scope, Word, WordKind

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_QUOTED_IN = frozenset({"cast", "TypeVar", "NewType", "ForwardRef"})
_NO_NAMES = frozenset(kwlist)


class Collected(Protocol):
    """What a walk fills."""

    text: str
    positions: Positions
    scope: Scope
    scopes: dict[ast.AST, Scope]
    defined: dict[str, Scope]
    words: dict[str, list[Word]]
    parents: dict[ast.AST, ast.AST]
    within: dict[ast.AST, Scope]


class Expressions:
    """Walks a tree in the order of the text, as far as that is needed: what all nodes share, and expressions."""

    def __init__(self, source: Collected) -> None:
        self._source = source
        self._at = source.positions
        self._quoted: Callable[[int], int] | None = None  # inside a string: its characters to those of the text
        self._fields: list[tuple[str, WordKind, ast.AST, Scope]] | None = None  # inside a formatted string

    def _one(self, node: ast.AST, scope: Scope) -> None:
        if isinstance(node, ast.expr):
            self._source.within[node] = scope
        method: Callable[[Any, Scope], None] | None = getattr(self, f"_{type(node).__name__}", None)
        (method or self._children)(node, scope)

    def _children(self, node: ast.AST, scope: Scope) -> None:
        for child in children(node):
            self._source.parents[child] = node
            self._one(child, scope)

    def _word(self, name: str, kind: WordKind, node: ast.AST, scope: Scope, start: int) -> None:
        if self._fields is not None:
            self._fields.append((name, kind, node, scope))
            return
        quoted = self._quoted is not None
        if self._source.text[start : start + len(name)] != name:
            start = -1
        self._source.words.setdefault(name, []).append(Word(name, kind, node, scope, start, quoted))

    def _start(self, node: ast.AST) -> int:
        if self._quoted is not None:
            return self._quoted(node.col_offset)  # type: ignore[attr-defined]
        return self._at.start(node) if self._fields is None else -1

    def _end(self, node: ast.AST, name: str) -> int:
        """Where a name stands that ends a node."""
        if self._quoted is not None:
            return self._quoted(node.end_col_offset) - len(name)  # type: ignore[attr-defined]
        return self._at.end(node) - len(name) if self._fields is None else -1

    def _bind(self, name: str, scope: Scope, binding: Binding) -> None:
        declared = scope.outer.get(name)
        target = scope
        if declared == "global":
            target = scope.module
        elif declared == "nonlocal":
            outer = scope.parent.owner(name) if scope.parent is not None else None
            target = outer if outer is not None else scope
        target.bindings.setdefault(name, []).append(binding)

    def _children_of(self, parent: ast.AST, nodes: Iterable[ast.AST | None], scope: Scope) -> None:
        for node in nodes:
            if node is not None:
                self._source.parents[node] = parent
                self._one(node, scope)

    def _target(
        self,
        target: ast.expr,
        parent: ast.AST,
        scope: Scope,
        *,
        annotation: ast.expr | None = None,
        value: ast.expr | None = None,
        kind: str = "bind",
    ) -> None:
        self._source.parents[target] = parent
        self._source.within[target] = scope
        if isinstance(target, ast.Name):
            statement = parent if isinstance(parent, ast.stmt) else None
            self._bind(target.id, scope, Binding(target, statement, annotation, value, kind))
            self._word(target.id, "bind", target, scope, self._start(target))
        else:
            self._one(target, scope)

    def _Name(self, node: ast.Name, scope: Scope) -> None:
        if not isinstance(node.ctx, ast.Load):
            self._bind(node.id, scope, Binding(node, None))
        kind: WordKind = "load" if isinstance(node.ctx, ast.Load) else "bind"
        self._word(node.id, kind, node, scope, self._start(node))

    def _Attribute(self, node: ast.Attribute, scope: Scope) -> None:
        self._children_of(node, [node.value], scope)
        self._word(node.attr, "attribute", node, scope, self._end(node, node.attr))

    def _Call(self, node: ast.Call, scope: Scope) -> None:
        self._children_of(node, [node.func], scope)
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        quoted = called in _QUOTED_IN
        for argument in node.args:
            self._source.parents[argument] = node
            (self._annotation if quoted else self._one)(argument, scope)
        for keyword in node.keywords:
            self._source.parents[keyword] = node
            if keyword.arg is not None:
                self._word(keyword.arg, "keyword", keyword, scope, self._start(keyword))
            self._source.parents[keyword.value] = keyword
            (self._annotation if quoted else self._one)(keyword.value, scope)

    def _keyword(self, node: ast.keyword, scope: Scope) -> None:
        if node.arg is not None:
            self._word(node.arg, "keyword", node, scope, self._start(node))
        self._children_of(node, [node.value], scope)

    def _NamedExpr(self, node: ast.NamedExpr, scope: Scope) -> None:
        target = scope
        while isinstance(target.node, _COMPREHENSIONS) and target.parent is not None:
            target = target.parent
        self._bind(node.target.id, target, Binding(node.target, None))
        self._source.within[node.target] = scope
        self._word(node.target.id, "bind", node.target, target, self._start(node.target))
        self._children_of(node, [node.value], scope)

    def _ListComp(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, scope: Scope) -> None:
        inner = Scope("function", node, scope, scope.name)
        self._source.scopes[node] = inner
        self._children_of(node, [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt], inner)
        for position, one in enumerate(node.generators):
            self._source.parents[one] = node
            self._target(one.target, one, inner, value=one.iter, kind="for")
            self._children_of(one, [one.iter], inner if position else scope)
            self._children_of(one, one.ifs, inner)

    _SetComp = _GeneratorExp = _DictComp = _ListComp

    def _IfExp(self, node: ast.IfExp, scope: Scope) -> None:
        self._children_of(node, [node.body, node.test, node.orelse], scope)

    def _Dict(self, node: ast.Dict, scope: Scope) -> None:
        for pair in zip(node.keys, node.values, strict=True):
            self._children_of(node, pair, scope)

    def _JoinedStr(self, node: ast.JoinedStr, scope: Scope) -> None:
        if self._fields is not None or sys.version_info >= (3, 12):
            self._children(node, scope)
            return
        self._fields = []
        self._children(node, scope)
        fields, self._fields = self._fields, None
        start, end = self._at.start(node), self._at.end(node)
        found = list(words_in(self._source.text, start, end))
        known = [word for word in found if word[1] not in _NO_NAMES]
        same = [name for name, *_ in fields] == [name for _, name in known]
        for position, (name, kind, inner, where) in enumerate(fields):
            self._word(name, kind, inner, where, known[position][0] if same else -1)

    def _annotation(self, node: ast.expr, scope: Scope) -> None:
        """An expression in which strings are expressions, too."""
        self._source.within[node] = scope
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            self._quoted_annotation(node, scope)
        elif isinstance(node, ast.Subscript):
            self._annotation_part(node, node.value, scope)
            literal = getattr(node.value, "attr", getattr(node.value, "id", ""))
            if literal == "Literal":
                self._children_of(node, [node.slice], scope)
            elif literal == "Annotated" and isinstance(node.slice, ast.Tuple):
                self._annotation_part(node.slice, node.slice.elts[0], scope)
                self._children_of(node.slice, node.slice.elts[1:], scope)
            else:
                self._annotation_part(node, node.slice, scope)
        elif isinstance(node, ast.Tuple | ast.List):
            for part in node.elts:
                self._annotation_part(node, part, scope)
        elif isinstance(node, ast.BinOp):
            self._annotation_part(node, node.left, scope)
            self._annotation_part(node, node.right, scope)
        else:
            self._one(node, scope)

    def _annotation_part(self, parent: ast.AST, node: ast.expr, scope: Scope) -> None:
        self._source.parents[node] = parent
        self._annotation(node, scope)

    def _quoted_annotation(self, node: ast.Constant, scope: Scope) -> None:
        start, end = self._at.start(node), self._at.end(node)
        written = self._source.text[start:end]
        quote = next((mark for mark in ('"""', "'''", '"', "'") if written.startswith(mark)), "")
        if self._quoted is not None or not quote:
            return
        inner = written[len(quote) : -len(quote)]
        if inner != node.value or "\n" in inner or not inner.isascii():
            return
        try:
            tree = ast.parse(inner.strip(), mode="eval")
        except SyntaxError:
            return
        begin = start + len(quote) + len(inner) - len(inner.lstrip())
        self._quoted = lambda column: begin + column
        self._source.parents[tree.body] = node
        self._annotation(tree.body, scope)
        self._quoted = None
